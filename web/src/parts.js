// Small parts that several tabs show.
import { fill, h } from './dom.js';
import { icon } from './icons.js';
import { time } from './words.js';

/** "checked by the kernel": only if it was. */
export const checkedBy = (given) => given.checked === true &&
  h('span.checked', { title: given.check_us ? `The kernel needed ${time(given.check_us)}, the engine ${time(given.engine_us)}.` : '' },
    icon('check'), 'checked by the kernel');

/** Says what went wrong, in the place of an answer. */
export function failure(place, error, title) {
  const busy = error.status === 503;
  fill(place, h('h2.verdict', {}, busy ? 'The server is busy.' : title), h('p.fault', { role: 'alert' }, error.message));
}

/** A button that copies the address of this very answer. */
export function copyLink() {
  const text = h('span', {}, 'Copy the link to this');
  return h('button.text.copy', { type: 'button', onclick: async () => {
    try {
      await navigator.clipboard.writeText(location.href);
      text.textContent = 'Copied';
    } catch {
      text.textContent = 'The link is in the address bar';
    }
    setTimeout(() => { text.textContent = 'Copy the link to this'; }, 2000);
  } }, icon('link'), text);
}
