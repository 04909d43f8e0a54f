// Small parts that several tabs show.
import { isOurs, text as textAt } from './api.js';
import { fill, h } from './dom.js';
import { icon } from './icons.js';
import { time } from './words.js';

const OURS = 'checked by this browser’s kernel';

/**
 * "checked by the kernel": only if it was. What a server says is put to this browser's own kernel, where there is one: `check` says
 * whether that accepts it, undefined if it cannot be asked. If it does not, nothing of the answer stays in `place`.
 * @param {any} given
 * @param {HTMLElement} place
 * @param {() => Promise<boolean | undefined>} check
 */
export function checkedBy(given, place, check) {
  if (given.checked !== true) return false;
  const words = h('span', { 'data-room': OURS }, given.here ? OURS : 'checked by the kernel');
  const element = h('span.checked', { title: Number.isFinite(given.check_us) ? `The kernel needed ${time(given.check_us)}, the engine ${time(given.engine_us)}.` : '' }, icon('check'), words);
  if (!given.here) check().then((accepted) => {
    if (accepted) words.textContent = OURS;
    // Another answer may be there by now.
    if (accepted !== false || !element.isConnected) return;
    element.replaceWith(h('b.wrong', {}, 'This browser’s kernel does not accept the proof.'));
    fill(place, h('h2.verdict', {}, 'The proof does not hold.'), h('p.fault', {}, 'What the server answered is not shown: this browser’s kernel does not accept the proof that came with it.'));
  });
  return element;
}

/** Whether two positions are the same men with the same side to move. */
export const sameMen = (one, other) => one?.split(' ', 2).join() === other?.split(' ', 2).join();

/** The status of a search that was stopped by whoever asked. */
export const STOPPED = 499;

/** Too much to do, or too much from here. */
const BUSY = [503, 429];

/**
 * Says what went wrong, in the place of an answer; that place is read out, so nothing else needs to be.
 * `again` tries once more: on request, or when the network is back.
 * @param {HTMLElement} place
 * @param {{ status?: number, message?: string }} error
 * @param {string} title
 * @param {() => void} [again]
 */
export function failure(place, error, title, again) {
  const away = error.status === 0, busy = BUSY.includes(error.status), stopped = error.status === STOPPED;
  const button = again && (away || busy || stopped || error.status >= 500) && h('button.pill', { type: 'button', onclick: () => again() }, 'Try again');
  fill(place,
    h('h2.verdict', {}, busy ? 'The server is busy.' : away ? 'The server does not answer.' : stopped ? 'Stopped.' : title),
    !away && h('p.fault', {}, error.message),
    button && h('div.row', {}, button));
  if (button && away) window.addEventListener('online', () => { if (button.isConnected) again(); }, { once: true });
}

/** Waits so long; a signal ends it. */
export const pause = (ms, signal = undefined) => new Promise((go, stop) => {
  const timer = setTimeout(go, ms);
  signal?.addEventListener('abort', () => { clearTimeout(timer); stop(signal.reason); }, { once: true });
});

/** Whoever waited so long, in seconds, is asked whether to go on. */
const PATIENCE = 60;

/** Asks, and asks again a few times if the server is busy or away; when it says when, then. Whoever stopped it hears nothing else. */
export async function patiently(ask, signal, say) {
  let waited = 0;
  for (let wait = 0.5; ; wait *= 2) {
    try {
      const found = await ask();
      signal?.throwIfAborted();
      return found;
    } catch (error) {
      signal?.throwIfAborted();
      const away = error.status === 0, seconds = Math.max(wait, error.after ?? 0);
      if ((!away && !BUSY.includes(error.status)) || wait > (error.after ? 4 : 2) || waited + seconds > PATIENCE) throw error;
      say(`${away ? 'The server does not answer.' : 'The server is busy.'} Asking again ${seconds > 5 ? `in ${Math.ceil(seconds)} seconds ` : ''}…`);
      await pause(1000 * seconds, signal);
      waited += seconds;
    }
  }
}

/** What is said of a helpmate that this browser found in the place of a longer one. */
export const shorter = ({ plies, shortest }) => h('p.note', {}, `In ${plies} plies${shortest?.proved ? ', and none is shorter' : ''}; checked by this browser’s kernel.`);

/** The proof as a file, and a way to have it checked once more, in sight. */
export const certificateLinks = (context, address) => address && h('span.certificate', {},
  h('a.quiet-link', { href: address, download: '', onclick: (event) => keep(event, address) }, icon('down'), 'Certificate'), ' ',
  h('a.quiet-link', { href: context.href('check', { of: address }) }, 'check it'));

/** Where a server does not have the proof, this browser makes the file. */
async function keep(event, address) {
  const { currentTarget: link } = event;
  if (!isOurs(address) || link.href.startsWith('blob:')) return;
  event.preventDefault();
  try {
    link.download = `${address.match(/^\/certificate\/(\w+)/)[1]}.cert`;
    link.href = URL.createObjectURL(new Blob([await textAt(address)], { type: 'text/plain' }));
    link.click();
  } catch (error) {
    link.replaceWith(h('span.note', {}, error.message));
  }
}

/** A button that copies what `text` gives when it is pressed. */
export function copyButton(name, text, sign) {
  const label = h('span', {}, name);
  return h('button.text.copy', { type: 'button', onclick: async () => {
    try {
      await navigator.clipboard.writeText(text());
      label.textContent = 'Copied';
    } catch {
      label.textContent = 'The browser does not allow it';
    }
    setTimeout(() => { label.textContent = name; }, 2000);
  } }, sign && icon(sign), label);
}

/** A button that copies the address of this very answer. */
export const copyLink = (context) => copyButton('Copy the link to this', () => context.share(), 'link');
