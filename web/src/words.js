// Answers as the server words them, made fit for the page.
import { count } from './dom.js';

export const NAME = { white: 'White', black: 'Black' };
export const OTHER = { white: 'black', black: 'white' };

/** Microseconds for people. Clocks of browsers are coarse on purpose, and often see no time go by. */
export function time(us) {
  if (us === null || us === undefined) return '';
  if (us === 0) return 'no measurable time';
  if (us < 1000) return `${us.toFixed(us < 10 ? 1 : 0)} µs`;
  if (us < 1e6) return `${(us / 1000).toFixed(us < 1e4 ? 1 : 0)} ms`;
  return `${(us / 1e6).toFixed(1)} s`;
}

const SIGN = { '1-0': '1 – 0', '0-1': '0 – 1', '1/2-1/2': '½ – ½' };

/** A result of a game; what there is none of is a question mark. */
export const score = (result) => SIGN[result] ?? result ?? '?';

/** The server's sentences with the signs of the page: apostrophes, results, thousands apart. */
export const fine = (text) => text.replaceAll("'", '’').replace(/\b(1-0|0-1|1\/2-1\/2)/g, score).replace(/\b\d{4,}\b/g, (n) => count(Number(n)));

/** Why a side can or cannot win: the server's sentences. */
export const why = ({ explanation }) => [...explanation.sentences, explanation.caption ?? ''].filter(Boolean).map(fine);

/** The ruling when a flag falls here: result, reason, and the article that says so. */
export function flagFall(report, fallen) {
  const { result, reason, article } = report.flag_falls[fallen];
  return { result: score(result), reason: fine(reason), article };
}
