// Questions to the engines and the kernel in this browser: `get` and `stream` are called as those of
// api.js, with the same addresses, and give the same answers; `here` says that they are this browser's.
import { Fault, link } from '../api.js';
import { Core } from './core.js';
import { begin, built, isLoaded, load } from './loading.js';

/** The question behind an address of the server. */
const QUESTIONS = {
  '/winnable': 'winnable', '/judge': 'judge', '/check': 'check',
  '/legal': 'legal', '/retract': 'retract', '/puzzle': 'puzzle', '/strategy/krk': 'strategy', '/moves': 'moves', '/longest': 'longest',
};
const FLAGS = ['chess960', 'fast', 'history', 'shortest', 'timeline', 'certificate', 'long', 'dead_reckoning'];
const NUMBERS = ['nodes', 'memory', 'seconds', 'limit'];
/** Positions of a first look, and its seconds at most: it is taken where it is asked, and nothing else is done meanwhile. */
const LOOK = { nodes: 1_150, seconds: 0.05 };
/** Positions of a search that is over at once. */
const FEW = 20_000;
/** Milliseconds until another worker is made ready. */
const SOON = 200;
const STATUS = { input: 400, rejected: 400, open: 404, unavailable: 0 };

/** Whether a question can be answered here. */
export const answers = (path) => built && path in QUESTIONS;

/** The parameters of an address as a request: flags and numbers are no texts there. */
function request(params = {}) {
  const given = Object.entries(params).filter(([key, value]) => key !== 'here' && value !== undefined && value !== null && value !== '');
  return Object.fromEntries(given.map(([key, value]) => {
    if (FLAGS.includes(key)) return [key, value === true || value === 1 || value === '1' || value === 'true'];
    return [key, NUMBERS.includes(key) ? Number(value) : String(value)];
  }));
}

const isOpen = (found) => ['white', 'black'].some((side) => found[side]?.verdict === 'open');

/** Workers that can be asked without waiting. @type {WeakSet<Worker>} */
const able = new WeakSet();

/** A worker that waits for whoever asks first. There is always one, so that a network that is lost does not matter. @type {import('./loading.js').Begun | undefined} */
let ready;

/** Keeps a worker at hand, for a question that will come. */
function keep(begun = begin()) {
  ready = begun;
  begun.loaded.then(() => able.add(begun.worker), () => { if (ready === begun) ready = undefined; });
}
/** Not at once: when somebody waits to see the page, or an answer. */
const keepSoon = () => setTimeout(() => { if (!ready) keep(); }, SOON);
if (built) keepSoon();

/** Takes first looks. */
const looking = new Core(load);

/** A worker of its own, started when it is first asked. Questions wait for each other. */
export class Engine {
  #worker = null;
  #queue = [];
  #next = 0;
  #proofs = new Map();

  /** `seconds` bounds each search where the question does not; a `long` one has ten times as many. */
  constructor({ seconds = undefined } = {}) {
    this.seconds = seconds;
  }

  /**
   * Asks; `each` is called with every answer, `progress` with words. `signal` stops it: at once, for the
   * worker is ended, and another one takes up what waits.
   */
  ask(question, params, payload, each, { signal, progress } = /** @type {{signal?: AbortSignal, progress?: (words: string) => void}} */ ({})) {
    return new Promise((resolve, reject) => {
      if (signal?.aborted) return reject(new DOMException('stopped', 'AbortError'));
      const given = request(params);
      const asked = { seconds: this.seconds && this.seconds * (given.long ? 10 : 1), ...given };
      const job = { id: this.#next++, question, request: asked, payload, each, progress, resolve, reject, signal, stop: null };
      job.stop = () => this.#stop(job);
      signal?.addEventListener('abort', job.stop, { once: true });
      this.#queue.push(job);
      if (this.#queue.length === 1) this.#post();
    });
  }

  /** The JSON answer, as `get` of api.js. What took long to find is kept with its proof. */
  async get(path, params, signal, progress) {
    let found;
    await this.ask(QUESTIONS[path], { ...params, certificate: Boolean(params?.long) }, undefined, (answer) => { found = answer; }, { signal, progress });
    return this.#told(path, params, found);
  }

  /** The answer that a first look gives, without any worker; undefined if it is open. */
  async look(path, params) {
    let found;
    const asked = { ...request({ ...params, ...LOOK }), question: QUESTIONS[path], certificate: false };
    try {
      await looking.ask(asked, undefined, (answer) => { found = answer; });
    } catch (error) {
      throw new Fault(STATUS[error.kind] ?? 0, error.message);
    }
    return isOpen(found) ? undefined : this.#told(path, { ...params, here: 1 }, found);
  }

  /** Whether a look needs nothing from the network. */
  get canLook() { return isLoaded; }

  /** Where the proofs of an answer are, of which this browser is sure. */
  #told(path, params, found) {
    const long = params?.long ? 1 : '';
    const proved = (answer, kind, given) => {
      if (!answer?.checked) return;
      const address = link(`/certificate/${kind}`, { ...given, long, here: params.here || long });
      if (long) this.#proofs.set(address, answer.certificate);
      Object.assign(answer, { here: true, certificate: address });
    };
    if (path === '/winnable') for (const side of ['white', 'black']) proved(found[side], 'winnable', { fen: found.fen, for: side, chess960: params.chess960 });
    if (path === '/longest') found.here = found.checked;
    if (path === '/legal') for (const answer of found.readings ?? [found]) proved(answer, 'legal', { fen: answer.fen, chess960: answer.chess960 ? 1 : '', dead_reckoning: answer.dead_reckoning ? 1 : '' });
    return found;
  }

  /** Whether it has all that most people ask: what it finds soon, it finds sooner than a server. */
  get isLoaded() {
    const worker = this.#worker ?? ready?.worker;
    return Boolean(worker && able.has(worker));
  }

  /** The answer to a small question, where it is found at once; undefined if it is open, or there is something else to do. */
  async soon(path, params) {
    if (!this.isLoaded || this.#queue.length) return undefined;
    const found = await this.get(path, { ...params, nodes: FEW, seconds: 1, here: 1 });
    return isOpen(found) ? undefined : found;
  }

  /** The proof that the server would have at this address. */
  async certificate(address, body, signal) {
    if (this.#proofs.has(address)) return this.#proofs.get(address);
    const { pathname, searchParams } = new URL(address, 'http://here');
    const question = pathname.replace('/certificate/', '');
    let found;
    await this.ask(question, { ...Object.fromEntries(searchParams), certificate: true }, body, (answer) => { found ??= answer; }, { signal });
    const proof = question === 'winnable' ? found[searchParams.get('for')]?.certificate : found?.certificate;
    if (!proof) throw new Fault(404, found?.error ?? 'there is no certificate: the answer is open');
    return proof;
  }

  /** Calls `each` with every answer, as `stream` of api.js. */
  stream(path, params, body, each, signal) {
    return this.ask(QUESTIONS[path], params, body, (answer) => each({ ...answer, here: true }), { signal });
  }

  /** What the kernel says of a certificate: text or bytes. */
  async check(certificate, signal) {
    let found;
    await this.ask('check', {}, certificate, (answer) => { found = answer; }, { signal });
    return found;
  }

  #post() {
    const [job] = this.#queue;
    if (!job) return;
    this.#worker ??= this.#start();
    const { id, question, request, payload } = job;
    this.#worker.postMessage({ id, question, request, payload });
  }

  #start() {
    const { worker, loaded } = ready ?? begin();
    ready = undefined;
    const lost = ({ message }) => { if (worker === this.#worker) this.#lose(message); };
    loaded.then(() => able.add(worker), lost);
    worker.addEventListener('message', ({ data }) => this.#heard(data));
    worker.addEventListener('error', () => lost(new Error('The engine of this browser has stopped.')));
    return worker;
  }

  /** The worker is of no use. Another one is started if somebody asks again. */
  #lose(message) {
    this.#end();
    const [job] = this.#queue;
    if (job) this.#close(job, () => job.reject(new Fault(0, message)));
  }

  #heard({ id, progress, answer, error, done }) {
    const [job] = this.#queue;
    if (job?.id !== id) return;
    if (progress !== undefined) job.progress?.(progress);
    else if (answer !== undefined) job.each(answer);
    else if (error) {
      // What could not be loaded is loaded by another worker, if somebody asks again.
      if (error.kind === 'unavailable') this.#end();
      this.#close(job, () => job.reject(new Fault(STATUS[error.kind] ?? 500, error.message)));
    } else if (done) this.#close(job, job.resolve);
  }

  /** Ends a question, and begins with the next one if it was this one's turn. */
  #close(job, settle) {
    job.signal?.removeEventListener('abort', job.stop);
    const turn = this.#queue.indexOf(job);
    this.#queue.splice(turn, 1);
    settle();
    if (turn === 0) this.#post();
    if (!ready) keepSoon();
  }

  #stop(job) {
    if (!this.#queue.includes(job)) return;
    if (this.#queue[0] === job) this.#end();
    this.#close(job, () => job.reject(new DOMException('stopped', 'AbortError')));
  }

  #end() {
    this.#worker?.terminate();
    this.#worker = null;
  }
}

/** For questions. */
export const engine = new Engine({ seconds: 10 });

/** For checking what others have proved, beside a long search. */
export const kernel = new Engine();
