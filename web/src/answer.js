// The place of an answer. An answer belongs to one question, the one that is in the address: whatever edits the question takes
// the answer away, and whoever comes to the address asks again. All tabs ask through this, so none can show an answer beside
// another question.
import { fill, h } from './dom.js';

/**
 * @param {HTMLElement[]} places the first one is read out, and has the words where there is no answer
 * @param {() => void} leave takes away what else belongs to an answer: a line that plays, marks on the board
 */
export function makeAnswer(places, leave) {
  let controller = new AbortController(), question = '';
  const busy = (is) => { for (const place of places) place.setAttribute('aria-busy', String(is)); };
  const say = (words) => {
    for (const place of places) fill(place);
    if (words) fill(places[0], h('p.article', {}, words));
  };
  return {
    /** Ends with the question. */
    get signal() { return controller.signal; },
    /** Whether there is a question. */
    get asked() { return question !== ''; },
    /** Whether this is the question, and neither an edited nor a lost one. */
    is: (wanted) => wanted === question,
    /** Asks: what was said of another question goes, unless it is to be `kept` while one waits. */
    begin(wanted, kept = false) {
      controller.abort();
      controller = new AbortController();
      question = wanted;
      leave();
      if (!kept) say('');
      busy(true);
      return controller.signal;
    },
    /** Words while one waits. */
    say,
    /** What can be said is said; a question that was `lost` is asked anew when it is shown again. */
    end(lost = false) {
      if (lost) question = '';
      busy(false);
    },
    /** There is no question, or another one: nothing that was said before may stay. */
    drop(words = 'There is no question yet.') {
      controller.abort();
      question = '';
      leave();
      busy(false);
      say(words);
    },
  };
}
