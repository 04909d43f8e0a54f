// While somebody searches: for how long, what is being done, and a button to stop it.
import { Fault } from '../api.js';
import { h } from '../dom.js';

/** A search that is shorter needs no words. */
const PATIENCE = 500;

/**
 * Does what can be stopped. `act` is given the signal to heed, and a way to say what is being done.
 * @template T
 * @param {AbortSignal | undefined} signal
 * @param {(stop: AbortSignal, progress: (words: string) => void) => Promise<T>} act
 * @param {string} [who] is at work
 * @returns {Promise<T>}
 */
export async function searching(signal, act, who = 'This browser') {
  const controller = new AbortController();
  const abort = () => controller.abort();
  if (signal?.aborted) abort();
  signal?.addEventListener('abort', abort, { once: true });
  const start = performance.now();
  let stopped = false, doing = '';
  const time = h('span', { 'aria-hidden': 'true' });
  const stop = () => { stopped = true; abort(); };
  const strip = h('div.searching', { role: 'status' }, h('span', {}, `${who} is at work.`), time,
    h('button.pill', { type: 'button', onclick: stop }, 'Stop'));
  const timer = setInterval(() => {
    time.textContent = `${Math.floor((performance.now() - start) / 1000)} s ${doing}`;
    if (!strip.isConnected) document.body.append(strip);
  }, PATIENCE);
  try {
    return await act(controller.signal, (words) => { doing = words; });
  } catch (error) {
    if (stopped) throw new Fault(499, 'You stopped the search.');
    throw error;
  } finally {
    clearInterval(timer);
    strip.remove();
    signal?.removeEventListener('abort', abort);
  }
}
