// The page and its engines in a real browser, from a static host that serves files of web/dist and nothing else.
import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { dirname, extname, join, normalize } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { countOf, launch, visit } from './browser.js';

const dist = join(dirname(fileURLToPath(import.meta.url)), '../dist');
const TYPES = { '.js': 'text/javascript', '.html': 'text/html', '.css': 'text/css', '.svg': 'image/svg+xml', '.wasm': 'application/wasm' };
// As `zermelo serve` has it, as far as scripts go.
const POLICY = "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; img-src 'self' data:; style-src 'self' 'unsafe-inline'";

/** A host that knows files, and packs them if the browser likes that; `plain` is one that does not know what WebAssembly is, `unknown` what it says of files that it does not have. */
function host(plain, unknown = { status: 404, type: 'text/plain' }) {
  let sent = 0;
  const server = createServer(({ url, method, headers }, reply) => {
    const path = normalize(new URL(url, 'http://host').pathname);
    if (path === '/some/folder/blank.html') return reply.writeHead(200, { 'content-type': 'text/html', 'content-security-policy': POLICY }).end('<!doctype html><link rel=icon href=data:,>');
    const file = join(dist, path.replace(/^\/some\/folder\/$/, '/index.html').replace(/^\/some\/folder\//, '/'));
    if (method !== 'GET') return reply.writeHead(405).end();
    if (!path.startsWith('/some/folder/') || !existsSync(file)) return reply.writeHead(unknown.status, { 'content-type': unknown.type }).end('{}');
    const type = plain ? { ...TYPES, '.wasm': 'application/octet-stream' } : TYPES;
    const packed = !plain && /\bbr\b/.test(headers['accept-encoding']) && existsSync(`${file}.br`);
    const bytes = readFileSync(packed ? `${file}.br` : file);
    sent += bytes.length;
    return reply.writeHead(200, {
      'content-type': type[extname(file)] ?? 'text/plain', 'content-security-policy': POLICY, ...(packed && { 'content-encoding': 'br' }),
    }).end(bytes);
  });
  return new Promise((resolve) => {
    server.listen(0, 'localhost', () => {
      const page = `http://localhost:${/** @type {any} */ (server.address()).port}/some/folder/`;
      resolve({ page, url: `${page}blank.html`, sent: () => sent, forget: () => { sent = 0; }, stop: () => { server.closeAllConnections(); server.close(); } });
    });
  });
}

/** Takes seconds at least. */
const LONG = 'rb5b/k1p4B/1pPp1p1p/1PbP1P1P/8/r5R1/K7/1Bb4B w - -';

describe('the engines in a browser', { timeout: 600_000, skip: !existsSync(join(dist, 'engine/zermelo.wasm')) && 'they were not built' }, () => {
  let browser, site;
  before(async () => { [browser, site] = [await launch(), await host(false)]; });
  after(async () => { await browser?.close(); site?.stop(); });
  const within = (act, given, url = site.url) => new Promise((resolve, reject) => {
    visit(browser, url, async (page) => resolve(await page.evaluate(act, given))).catch(reject);
  });

  test('questions of both modules are answered as by the server, and proofs checked', async () => {
    const found = await within(async () => {
      const { answers, engine, kernel } = await import('/some/folder/engine/engine.js');
      const winnable = await engine.get('/winnable', { fen: '8/8/4k3/8/8/3NK3/8/8_w_-_-', for: 'both', chess960: '' });
      const checked = await kernel.check(await engine.certificate(winnable.white.certificate));
      const games = [];
      await engine.stream('/judge', { timeline: 1, flag: 'white' }, '1. f3 e5 2. g4 Qh4# 1-0\n\n1. e4 e5 *', (game) => games.push([game.ruling, game.timeline.sans.length]));
      const legal = await engine.get('/legal', { fen: '8/8/8/8/8/8/P1k5/K7 b - -' });
      const zombie = await engine.get('/legal', { fen: 'k7/8/2K5/8/8/8/8/8 w - -', dead_reckoning: 1 });
      const reckoned = await engine.certificate(zombie.certificate);
      const moves = (await engine.get('/moves', { fen: '4k3/8/8/8/8/8/4p3/4K3 w - - 3 61' })).moves.length;
      const krk = await engine.get('/strategy/krk', { board: '8', men: 'Kc3 Ra1 kd5', turn: 'white' });
      return { can: [answers('/winnable'), answers('/served')], winnable, checked, games, legal, reckoned, moves, krk };
    });
    assert.deepEqual(found.can, [true, false]);
    assert.equal(found.winnable.standing, 'dead');
    assert.deepEqual([found.checked.accepted, found.checked.claim], [true, 'unwinnable']);
    assert.deepEqual(found.games, [['over', 4], ['flag', 2]]);
    assert.deepEqual([found.legal.verdict, found.legal.checked], ['illegal', true]);
    // The proof is asked for with the premises of the answer.
    assert.match(found.reckoned, /^reading dead-reckoning$/m);
    assert.deepEqual([found.krk.men, found.moves], ['Kc3 Ra1 kd5', 3]);
  });

  test('a search is stopped at once, and what waits is answered', async () => {
    const found = await within(async (long) => {
      const { Engine } = await import('/some/folder/engine/engine.js');
      const engine = new Engine();
      await engine.get('/winnable', { fen: '8/8/4k3/8/8/3NK3/8/8 w - -' });
      const [running, waiting] = [new AbortController(), new AbortController()];
      const stopped = engine.get('/winnable', { fen: long, memory: 3e9 }, running.signal).catch((error) => error.name);
      const dropped = engine.get('/winnable', { fen: long }, waiting.signal).catch((error) => error.name);
      const next = engine.get('/winnable', { fen: '7k/8/5K2/8/8/8/8/6Q1 w - -', for: 'white' });
      waiting.abort();
      running.abort();
      return [await stopped, await dropped, (await next).white.verdict];
    }, LONG);
    assert.deepEqual(found, ['AbortError', 'AbortError', 'winnable']);
  });

  test('faults have the status that the server would give them; what is being done is told', async () => {
    const found = await within(async () => {
      const { engine } = await import('/some/folder/engine/engine.js');
      const fault = await engine.get('/winnable', { fen: 'x' }).catch((error) => [error.constructor.name, error.status, error.message]);
      const told = [];
      await engine.get('/puzzle', { fen: '7k/8/5K2/8/8/8/8/6Q1', stipulation: 'h#1' }, undefined, (words) => told.push(words));
      return { fault, told };
    });
    assert.deepEqual(found.fault.slice(0, 2), ['Fault', 400]);
    assert.match(found.fault[2], /^placement/);
    assert.match(found.told[0], /h#1/);
  });

  test('a host that does not know WebAssembly will do', async () => {
    const plain = await host(true);
    const verdict = await within(async () => {
      const { engine } = await import('/some/folder/engine/engine.js');
      return (await engine.get('/winnable', { fen: '7k/8/5K2/8/8/8/8/6Q1 w - -', for: 'white' })).white.verdict;
    }, undefined, plain.url);
    plain.stop();
    assert.equal(verdict, 'winnable');
  });

  // A host of files says so of questions to a server.
  const allow = { allow: /status of 40[45]/ };
  const OURS = 'checked by this browser’s kernel';

  test('the page answers without a server, and its proofs are checked and saved', () => visit(browser, site.page, async (page) => {
    await page.getByText('Only White can still win.').waitFor();
    await countOf(page, '.side .checked', 2);
    assert.equal(await page.getByText(OURS).count(), 2);
    const [file] = await Promise.all([page.waitForEvent('download'), page.locator('[data-side=black] .certificate a').first().click()]);
    assert.equal(file.suggestedFilename(), 'winnable.cert');
    assert.match(readFileSync(await file.path(), 'utf8'), /^zermelo-certificate 1\n/);
    await page.locator('[data-side=black] .certificate a').nth(1).click();
    await page.getByText('Accepted: the claim is proved.').waitFor();
    await page.getByText(`${OURS} in`).waitFor();
    await page.goto(`${site.page}#/judge?pgn=1._f3_e5_2._g4_Qh4#_1-0`);
    await page.getByText('Checkmate with 2... Qh4#: Black won.').waitFor();
    await page.getByText(OURS).waitFor();
    await page.goto(`${site.page}#/legal?fen=8/8/8/8/8/8/P1k5/K7_b_-_-`);
    await page.getByText('Illegal').first().waitFor();
    await page.goto(`${site.page}#/longest?ply=4321`);
    await page.getByText('4,321 of 17,697').waitFor();
    await page.goto(`${site.page}#/krk?board=8&men=Kb2_Rh1_kf6`);
    await countOf(page, '.duel li', 1);
  }, { ...allow, acceptDownloads: true }));

  test('a first look needs no worker, and finds no harm in one that is not there', () => visit(browser, 'about:blank', async (page) => {
    await page.route(/\/worker\.js$/, (route) => route.abort());
    await page.goto(site.page);
    await page.getByText('Only White can still win.').waitFor();
    await countOf(page, '.side .checked', 2);
    await page.unroute(/\/worker\.js$/);
    await page.goto(`${site.page}#/judge?pgn=1._f3_e5_2._g4_Qh4#_1-0`);
    await page.getByText('Checkmate with 2... Qh4#: Black won.').waitFor();
  }, { allow: /status of 404|net::ERR_FAILED/, anywhere: true, serviceWorkers: 'block' }));

  test('a long search is stopped, and asked again', () => visit(browser, `${site.page}#/winnable?fen=${LONG.replaceAll(' ', '_')}`, async (page) => {
    await page.getByRole('button', { name: 'Stop' }).click();
    await page.getByText('You stopped the search.').waitFor();
    assert.equal(await page.locator('.searching').count(), 0);
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByRole('button', { name: 'Stop' }).click();
    await page.getByText('You stopped the search.').waitFor();
  }, allow));

  test('without a network the page answers all the same', () => visit(browser, site.page, async (page) => {
    await page.getByText('Only White can still win.').waitFor();
    await page.evaluate(() => navigator.serviceWorker.ready);
    await page.context().setOffline(true);
    await page.reload();
    await page.getByText('Only White can still win.').waitFor();
    await page.goto(`${site.page}#/legal?fen=8/8/8/8/8/8/P1k5/K7_b_-_-`);
    await page.getByText('Illegal').first().waitFor();
    // The page has two addresses. (From the other one there would be no navigation.)
    await page.goto('about:blank');
    await page.goto(`${site.page}index.html#/krk?board=8&men=Kb2_Rh1_kf6`);
    await countOf(page, '.duel li', 1);
    // What needs a server says so, and does not wait for one.
    await page.goto(`${site.page}#/tables`);
    await page.getByText('There are no tables here: they need a server').waitFor();
    await countOf(page, 'footer a[href*=openapi]', 0);
  }, { allow: /status of 40[45]|ERR_INTERNET_DISCONNECTED/ }));

  test('the page is light without a server, too', async (t) => {
    const fresh = await host(false);
    let [soonest, answer] = [Infinity, Infinity];
    for (let i = 0; i < 3; i++) {
      fresh.forget();
      await visit(browser, 'about:blank', async (page) => {
        await page.addInitScript(() => new MutationObserver(() => {
          if (document.querySelector('.first h2') && !performance.getEntriesByName('answered').length) performance.mark('answered');
        }).observe(document, { subtree: true, childList: true }));
        await page.goto(fresh.page);
        await page.getByText('Only White can still win.').waitFor();
        const [ready, answered] = await page.evaluate(() => ['interactive', 'answered'].map((name) => performance.getEntriesByName(name)[0].startTime));
        [soonest, answer] = [Math.min(soonest, ready), Math.min(answer, answered - ready)];
      }, { ...allow, anywhere: true, serviceWorkers: 'block' });
    }
    t.diagnostic(`static page: ${Math.ceil(fresh.sent() / 1000)} kB packed with the first answer, interactive after ${Math.ceil(soonest)} ms, first answer ${Math.ceil(answer)} ms later`);
    assert.ok(fresh.sent() > 300_000 && fresh.sent() < 600_000, `${fresh.sent()} bytes`);
    fresh.stop();
  });

  for (const [name, status, type] of /** @type {const} */ ([['403', 403, 'application/xml'], ['a page', 200, 'text/html'], ['data of its own', 200, 'application/json']])) {
    test(`a host that answers every question with ${name} has files only`, async () => {
      const strange = await host(false, { status, type });
      after(() => strange.stop());
      await visit(browser, strange.page, async (page) => {
        await page.getByText('Only White can still win.').waitFor();
        await countOf(page, '.side .checked', 2);
        assert.equal(await page.getByText(OURS).count(), 2);
        await countOf(page, 'footer a[href*=openapi]', 0);
        await page.goto(`${strange.page}#/losing`);
        await page.getByText('There are no proof trees here').waitFor();
      }, { allow: /status of 40[35]/ });
    });
  }

  test('what browsers do not unpack is said', () => visit(browser, `${site.page}#/check`, async (page) => {
    await page.setInputFiles('input[type=file]', { name: 'wall.cert.zst', mimeType: 'application/zstd', buffer: Buffer.from([0x28, 0xb5, 0x2f, 0xfd, 0, 0, 0]) });
    await page.getByText('This is compressed.').waitFor();
    await page.getByText('zstd -d').waitFor();
  }, allow));

  test('the longest game is made and audited here', () => visit(browser, `${site.page}#/longest`, async (page) => {
    await page.getByText('0 of 17,697').waitFor();
    await page.getByText(OURS).waitFor();
  }, allow));
});
