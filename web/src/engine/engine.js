// Questions to the engines and the kernel in this browser: `get` and `stream` are called as those of
// api.js, with the same addresses, and give the same answers; `here` says that they are this browser's.
import { Fault, link } from '../api.js';
import { built } from './built.js';

/** The question behind an address of the server. */
const QUESTIONS = {
  '/winnable': 'winnable', '/judge': 'judge', '/check': 'check',
  '/legal': 'legal', '/retract': 'retract', '/puzzle': 'puzzle', '/strategy/krk': 'strategy', '/moves': 'moves', '/longest': 'longest',
};
const FLAGS = ['chess960', 'fast', 'history', 'shortest', 'timeline', 'certificate', 'long', 'dead_reckoning'];
const NUMBERS = ['nodes', 'memory', 'seconds', 'limit'];
/** Positions of a search that is over at once. */
const FEW = 20_000;
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

/** The engine, as the first worker has compiled it: the others need not load it again. @type {WebAssembly.Module | undefined} */
let compiled;

/** Workers that have loaded the engine. @type {WeakSet<Worker>} */
const able = new WeakSet();

function start() {
  const worker = new Worker(new URL('./worker.js', import.meta.url), { type: 'module', name: compiled ? 'given' : '' });
  if (compiled) worker.postMessage({ given: compiled });
  worker.addEventListener('message', ({ data: { loaded } }) => {
    if (!loaded) return;
    compiled ??= loaded;
    able.add(worker);
  });
  return worker;
}

/** A worker that waits for whoever asks first. There is always one, so that a network that is lost does not matter. @type {Worker | undefined} */
let ready;

/** Starts a worker, for a question that will come. */
export function warm() {
  const worker = ready = start();
  worker.addEventListener('error', (event) => {
    event.preventDefault();
    if (ready === worker) ready = undefined;
  });
}

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
    const long = params?.long ? 1 : '';
    await this.ask(QUESTIONS[path], { ...params, certificate: Boolean(long) }, undefined, (answer) => { found = answer; }, { signal, progress });
    const proved = (answer, kind, given) => {
      if (!answer?.checked) return;
      const address = link(`/certificate/${kind}`, { ...given, long, here: params.here || long });
      if (long) this.#proofs.set(address, answer.certificate);
      Object.assign(answer, { here: true, certificate: address });
    };
    if (path === '/winnable') for (const side of ['white', 'black']) proved(found[side], 'winnable', { fen: found.fen, for: side, chess960: params.chess960 });
    if (path === '/longest') found.here = found.checked;
    if (path === '/legal') for (const answer of found.readings ?? [found]) proved(answer, 'legal', { fen: answer.fen });
    return found;
  }

  /** Whether it has all that most people ask: what it finds soon, it finds sooner than a server. */
  get isLoaded() {
    const worker = this.#worker ?? ready;
    return Boolean(worker && able.has(worker));
  }

  /** The answer to a small question, where it is found at once; undefined if it is open, or there is something else to do. */
  async soon(path, params) {
    if (!this.isLoaded || this.#queue.length) return undefined;
    const found = await this.get(path, { ...params, nodes: FEW, seconds: 1, here: 1 });
    return ['white', 'black'].some((side) => found[side]?.verdict === 'open') ? undefined : found;
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
    const worker = ready ?? start();
    ready = undefined;
    worker.addEventListener('message', ({ data }) => this.#heard(data));
    worker.addEventListener('error', (event) => {
      event.preventDefault();
      this.#end();
      const [job] = this.#queue;
      if (job) this.#close(job, () => job.reject(new Fault(0, 'The engine of this browser cannot be started.')));
    });
    return worker;
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
    if (!ready) warm();
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
