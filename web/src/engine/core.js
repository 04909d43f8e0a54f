// A module of crates/wasm, and how it is asked: the same in a page, in a worker and in node.

const ANSWER = 0, PROGRESS = 1, FAULT = 2;

/** Why there is no answer, in a sentence. `kind` is `input`, `open`, `rejected` or `bug`. */
export class ZermeloError extends Error {
  constructor(kind, message) {
    super(message);
    this.name = 'ZermeloError';
    this.kind = kind;
  }
}

const FIRST = ['winnable', 'judge', 'check', 'moves'];
/** How proofs begin that only the other module knows. */
const STRATEGY = /^\ufeff?zermelo-certificate \d+\r?\nrules strategy /;

/** Which module answers a question, with the bytes that go with it. */
export function moduleOf(question, payload = undefined) {
  const isFirst = FIRST.includes(question) && !(question === 'check' && STRATEGY.test(new TextDecoder('utf-8', { ignoreBOM: true }).decode(payload?.subarray(0, 60))));
  return isFirst ? 'zermelo' : 'zermelo-more';
}

/** The module at an address. @param {URL} address */
export async function compile(address) {
  const response = await fetch(address);
  if (!response.ok) throw new Error(`${address.pathname} cannot be loaded: status ${response.status}`);
  const type = response.headers.get('content-type') ?? '';
  if (type.startsWith('application/wasm')) return WebAssembly.compileStreaming(response);
  // Some static hosts do not know what it is.
  return WebAssembly.compile(await response.arrayBuffer());
}

/** One module, compiled when it is first asked. */
export class Core {
  #compile;
  #compiled;
  #instance;
  #told;

  /** `compile` gives the `WebAssembly.Module`, or a promise of it. */
  constructor(compile) {
    this.#compile = compile;
  }

  /** Loads and compiles it, if that was not done yet, and makes an instance, once for all who ask meanwhile. */
  start() {
    return this.#instance ??= this.#make().catch((error) => {
      this.#instance = undefined;
      throw error;
    });
  }

  async #make() {
    this.#compiled ??= Promise.resolve(this.#compile());
    this.#compiled.catch(() => { this.#compiled = undefined; }); // the network may be back next time
    const text = new TextDecoder();
    const imports = { zermelo: {
      now: () => performance.now(),
      say: (told, at, length) => this.#told(told, text.decode(new Uint8Array(/** @type {any} */ (made.exports.memory).buffer, at, length))),
    } };
    const made = await WebAssembly.instantiate(/** @type {WebAssembly.Module} */ (await this.#compiled), imports);
    return made;
  }

  /**
   * Asks, and calls `each` with every answer (`judge` has one for each game) and `progress` with words.
   * `payload` is what goes with the request: bytes. Works on the calling thread until it is done.
   */
  async ask(request, payload, each, progress) {
    const { room, ask, memory } = (await this.start()).exports;
    const head = new TextEncoder().encode(JSON.stringify(request));
    const body = payload ?? new Uint8Array();
    const at = room(head.length + body.length) >>> 0;
    const bytes = new Uint8Array(memory.buffer, at, head.length + body.length);
    bytes.set(head);
    bytes.set(body, head.length);
    let fault, lastWords;
    this.#told = (told, words) => {
      if (told === ANSWER) each(JSON.parse(words));
      else if (told === PROGRESS) progress?.(words);
      else if (told === FAULT) fault = JSON.parse(words);
      else lastWords = words;
    };
    try {
      ask(head.length);
    } catch (error) {
      // What stopped in the middle of something must not go on: the next question has a new instance.
      this.#instance = undefined;
      if (!(error instanceof WebAssembly.RuntimeError || error instanceof RangeError)) throw error;
      throw new ZermeloError('bug', `the engine failed: ${lastWords ?? error.message}`);
    }
    if (fault) throw new ZermeloError(fault.kind, fault.message);
  }
}
