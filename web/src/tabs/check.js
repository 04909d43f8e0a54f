// "Check a proof": a certificate in, what the kernel says of it out.
import { makeAnswer } from '../answer.js';
import { checkCertificate, text as fetchText } from '../api.js';
import { fill, h } from '../dom.js';
import { icon } from '../icons.js';
import { copyLink, failure, patiently } from '../parts.js';
import { miniBoard } from '../mini.js';
import { fine, time } from '../words.js';

/** Where a certificate of this server is found; nothing else is fetched. */
const OWN = /^\/certificate\/(winnable|legal)\?[^#]*$/;
const SAMPLE = '/certificate/winnable?fen=5b2/p7/Pp3k2/1Pp1pBp1/2P1P1P1/5K2/8/8+w+-+-&for=black';

export function create(context) {
  /** Which one of this server is shown: those that are pasted have no address. */
  let shown = '';

  const field = h('textarea', { rows: 8, spellcheck: 'false', 'aria-label': 'Certificate', 'data-reads': 'certificate', placeholder: 'zermelo-certificate 1 …', oninput: () => edited() });
  const file = h('input.quiet', { type: 'file', 'aria-label': 'A certificate file', tabindex: '-1', onchange: () => { if (file.files[0]) check(file.files[0]); file.value = ''; } });
  const answer = h('section.answer.low', { 'aria-live': 'polite' });
  const answering = makeAnswer([answer], () => { shown = ''; });
  const form = h('form.paper', { onsubmit: (event) => { event.preventDefault(); if (field.value.trim()) check(field.value); } },
    field,
    h('div.row', {},
      h('button.pill.strong', { type: 'submit' }, 'Check'),
      h('button.text', { type: 'button', onclick: () => file.click() }, 'Open a file'),
      h('a', { href: context.href('check', { of: SAMPLE }) }, 'Try one'),
      file));
  const element = h('div.tab', {},
    h('h1', {}, 'Check a proof'),
    h('p.lead', {}, 'Every answer here comes with a certificate: a file that proves it. Paste one or drop a file, from this page or from anywhere, and the kernel says whether the proof holds.'),
    h('div.columns', {}, form, h('div.beside', {}, answer)),
    h('h2.apart', {}, 'What this means'),
    h('dl.terms', {},
      h('dt', {}, 'The engine'), h('dd', {}, 'looks for an answer as fast as it can. It may have bugs, and is not believed.'),
      h('dt', {}, 'The certificate'), h('dd', {}, 'is what it found, written down so that anybody can check it: a series of moves that ends in mate; or a set of squares for every man, which no legal move leaves and in which that mate never stands on the board. It is text; open one and read it.'),
      h('dt', {}, 'The kernel'), h('dd', {}, 'knows the rules of chess and each kind of proof, and nothing else. It is small enough to be read in an afternoon, and imports nothing from the engine. What it accepts is true, wherever the certificate comes from.'),
      h('dt', {}, 'Without this page'), h('dd', {}, 'the command ', h('code', {}, 'zermelo check FILE'), ' says the same. ', h('a', { href: 'docs/formats/certificates.txt' }, 'The layout is specified'), ', so that you can write a checker of your own.')));
  /** A certificate that is not in the address: the address says so by holding nothing. */
  function check(certificate) {
    if (typeof certificate !== 'string') field.value = '';
    ask(() => certificate, typeof certificate === 'string' ? '' : certificate.name);
    context.go('check');
  }

  /** Another certificate than the one in the address: so that holds none. */
  function edited() {
    if (!answering.asked) return;
    answering.drop('');
    context.go('check', {}, { stroke: 'check' });
  }

  /** @param {() => any} fetched the certificate */
  async function ask(fetched, name, of = '') {
    const signal = answering.begin(of || 'pasted');
    shown = of;
    let isOne = false;
    try {
      const certificate = await patiently(fetched, signal, answering.say);
      if (typeof certificate === 'string') field.value = certificate.length < 200_000 ? certificate : '';
      isOne = /^zermelo-certificate \d/.test(typeof certificate === 'string' ? certificate.trimStart() : await certificate.slice(0, 64).text());
      tell(await patiently(() => checkCertificate(certificate, signal), signal, answering.say), name);
    } catch (error) {
      if (error.name === 'AbortError') return;
      // The heading has said it.
      error.message = error.message.replace(/^this is no certificate: /, '');
      failure(answer, error, error.status === 415 ? 'This is compressed.' : isOne ? 'This certificate cannot be read to its end.' : 'This is no certificate.', () => ask(fetched, name, of));
    }
    answering.end();
  }

  function tell(report, name) {
    const { accepted, words, fault, check_us: us, fen, here } = report;
    const question = { chances: 'winnable', legality: 'legal' }[report.kind];
    fill(answer,
      name && h('p.players', {}, name),
      h(`h2.verdict.${accepted ? 'legal' : 'illegal'}`, {}, h('em', {}, accepted ? 'Accepted' : 'Rejected'), accepted ? ': the claim is proved.' : ': this proves nothing.'),
      h('p', {}, accepted ? `${fine(words)}.` : `It claims: ${fine(words)}.`),
      fault && h('p.fault', {}, `Why not: ${fine(fault)}.`),
      h('p.checked', {}, accepted && icon('check'), `checked by ${here ? 'this browser’s' : 'the server’s'} kernel in ${time(us)}`),
      fen && fen.split('/').length === 8 && h('div.claimed', {}, miniBoard(fen)),
      h('div.row', {},
        question && fen && h('a.quiet-link', { href: context.href(question, { fen }) }, 'Ask about this position'),
        shown && copyLink(context)));
  }

  return {
    element,
    /** @param {Record<string, string>} params */
    show({ of }) {
      if (!of) {
        // Back from the one that was in the address.
        if (shown) answering.drop('');
        return;
      }
      if (answering.is(of)) return;
      if (!OWN.test(of)) {
        answering.drop('');
        fill(answer, h('h2.verdict', {}, 'This link leads to no certificate.'));
        return;
      }
      ask(() => fetchText(of, answering.signal), '', of);
    },
    takes: ['certificate'],
    paste({ text }) { field.value = text; check(text); },
    // Compressed ones are no text.
    drop: check,
  };
}
