import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { test } from 'node:test';
import { copied, countOf, DESK, PHONE, square, textOf, visit } from '../browser.js';
import { EXAMPLES } from '../../src/tabs/examples.js';
import { flagFall } from '../../src/words.js';

export const WALL = EXAMPLES[0].fen;
// With ?server every question goes there, also those that the browser could answer at once.
export const at = (site, fen) => `${site.url}/?server#/winnable?fen=${encodeURIComponent(fen)}`;
/** Open for either side. (It cannot arise.) */
const OPEN = 'rb5b/k1p4B/1pPp1p1p/1PbP1P1P/8/r5R1/K7/1Bb4B w - - 0 1';
export const BAD = /status of 400/;
const LOST = /status of 503|net::ERR_FAILED/;

/** Points at a square until the page has seen it: an answer's check that comes in meanwhile draws and moves things once more. */
async function pointAt(page, name, seen) {
  for (let tries = 0; tries < 400; tries++) {
    const [x, y] = await square(page, name);
    await page.mouse.move(x - 3, y - 3);
    await page.mouse.move(x, y);
    await page.waitForTimeout(100);
    if (await seen()) return;
  }
  assert.fail(`pointing at ${name} does nothing`);
}

export async function drag(page, from, to) {
  await page.mouse.move(...from);
  await page.mouse.down();
  await page.mouse.move(...to, { steps: 4 });
  await page.mouse.up();
}

/** Pastes a text where nothing has the focus. */
export const paste = (page, text) => page.evaluate((pasted) => {
  const data = new DataTransfer();
  data.setData('text', pasted);
  document.body.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }));
}, text);

/** Waits until the engine of the browser needs nothing from the network. */
export async function engineLoaded(page) {
  const loaded = async () => { const { built } = await import('/engine/loading.js'); return !built || (await import('/engine/engine.js')).engine.isLoaded; };
  for (let tries = 0; !await page.evaluate(loaded); tries++) { assert.ok(tries < 600); await page.waitForTimeout(100); }
}

/** Nothing is said of any position. */
export async function silent(page) {
  await page.getByText('There is no question yet.').waitFor();
  assert.equal(await page.locator('.verdict, .flags, .side, a[download], [data-lend]').count(), 0);
  assert.equal(await page.locator('.first').getAttribute('aria-busy'), 'false');
}

export default function winnable(site) {
  test('both sides are answered at once, with the ruling', () => visit(site.browser, site.url, async (page) => {
    await page.getByText('Only White can still win.').waitFor();
    assert.match(await textOf(page, '[data-side=white]'), /White can still win If both players help, White mates in \d+ moves/);
    assert.match(await textOf(page, '[data-side=black]'), /Black cannot win The position is locked/);
    assert.match(await textOf(page, '.flags'), /White’s flag ½ – ½ Black cannot mate .* Black’s flag 1 – 0/);
    assert.equal(await page.locator('.checked').count(), 2);
  }));

  test('the examples are what their captions say', async () => {
    const expected = ['winnable unwinnable', 'unwinnable unwinnable', 'winnable unwinnable', 'winnable winnable', 'unwinnable unwinnable'];
    for (const [i, verdicts] of expected.entries()) {
      const report = await (await fetch(`${site.url}/winnable?fen=${encodeURIComponent(EXAMPLES[i].fen)}`)).json();
      assert.equal(`${report.white.verdict} ${report.black.verdict}`, verdicts, EXAMPLES[i].name);
      for (const flag of ['white', 'black']) {
        const ruled = await (await fetch(`${site.url}/winnable?fen=${encodeURIComponent(EXAMPLES[i].fen)}&flag=${flag}`)).json();
        const shown = flagFall(report, flag).result.replaceAll(' ', '').replace('–', '-').replaceAll('½', '1/2');
        assert.equal(shown, ruled.result, `${EXAMPLES[i].name}, ${flag}'s flag`);
      }
    }
  });

  test('the helpmate is played to the mate', () => visit(site.browser, at(site, EXAMPLES[2].fen), async (page) => {
    await page.getByRole('button', { name: 'Play the helpmate' }).click();
    await page.locator('.place').waitFor();
    await page.keyboard.press('End');
    const current = page.locator('.moves [aria-current]');
    assert.match(await current.innerText(), /#$/);
    const known = (await (await fetch(`${site.url}/winnable?fen=${encodeURIComponent(EXAMPLES[2].fen)}`)).json()).white.plies;
    const [ply, plies] = (await textOf(page, '.place')).split(' / ');
    assert.equal(ply, plies);
    assert.ok(Number(plies) <= known, 'the one of the server, or a shorter one');
    await page.keyboard.press('Home');
    await page.keyboard.press('ArrowRight');
    assert.equal(await textOf(page, '.place'), `1 / ${plies}`);
    await page.keyboard.press('Escape');
    await page.getByLabel('Position in FEN').waitFor();
    assert.equal(await page.getByLabel('Position in FEN').inputValue(), EXAMPLES[2].fen);
  }));

  test('one sees why a side cannot win', () => visit(site.browser, at(site, WALL), async (page) => {
    await page.getByRole('button', { name: 'See why' }).click();
    const { region } = (await (await fetch(`${site.url}/winnable?fen=${encodeURIComponent(WALL)}`)).json()).black;
    await countOf(page, 'square.reach-white', region.white_king.length);
    await countOf(page, 'square.reach-black', region.black_king.length);
    await countOf(page, 'square.locked', region.locked_pawns.length);
    await page.getByLabel('squares White’s king can ever reach').uncheck();
    await countOf(page, 'square.reach-white', 0);
  }));

  test('the certificate can be had, and the server accepts it', () => visit(site.browser, at(site, WALL), async (page) => {
    const [download] = await Promise.all([page.waitForEvent('download'), page.locator('[data-side=black] a[download]').click()]);
    const text = await (await fetch(download.url())).text();
    assert.match(text, /^zermelo-certificate 1\n/);
    const said = await (await fetch(`${site.url}/check`, { method: 'POST', body: text })).json();
    assert.equal(said.accepted, true);
  }));

  test('a bad FEN gets a sentence, from the page or from the server', () => visit(site.browser, site.url, async (page) => {
    const field = page.getByLabel('Position in FEN');
    await field.fill('8/8/8 w - -');
    assert.match(await textOf(page, '.entry .fault'), /8 ranks/);
    assert.equal(await field.getAttribute('aria-invalid'), 'true');
    await field.fill('8/8/8/8/8/8/8/K7 w - -');
    assert.match(await textOf(page, '.entry .fault'), /Black has no king/);
    await field.fill('4k3/4R3/8/8/8/8/8/4K3 w - -');
    await page.getByText(/Black is in check although it is White's move/).first().waitFor();
    // It is said once, and read out once.
    assert.equal(await page.getByText(/although it is White/).count(), 1);
    assert.equal(await page.locator('[role=alert]').filter({ hasText: /./ }).count(), 1);
    await field.fill('8/8/8/8/8/8/8/K1k5 w - - 0 1');
    await page.getByText('Dead position: neither side can mate.').waitFor();
    assert.equal(await textOf(page, '.entry .fault'), '');
  }, { allow: BAD }));

  test('a damaged link says so, and nothing else', () => visit(site.browser, `${site.url}/#/winnable?fen=%E0%A4%A&x=1`, async (page) => {
    await page.getByText('The link holds no position.').waitFor();
    assert.equal(await page.locator('.verdict, .flags').count(), 0);
    await page.goto(`${site.url}/#/winable?fen=8/8/8/8/8/8/8/K1k5_w_-_-`);
    await page.reload();
    await page.getByRole('heading', { name: 'There is nothing here.' }).waitFor();
    assert.equal(await page.locator('.verdict, .flags').count(), 0);
    await page.getByRole('link', { name: 'Can they still win?' }).click();
    await page.getByText('Only White can still win.').waitFor();
  }));

  test('an open verdict is said to be open, and nothing is checked', () => visit(site.browser, at(site.bare, EXAMPLES[5].fen), async (page) => {
    await page.locator('[data-side=black].open').waitFor();
    assert.match(await textOf(page, '[data-side=black]'), /Black may win or not: open The search reached its limit/);
    assert.equal(await page.locator('[data-side=black] .checked').count(), 0);
    assert.equal(await page.locator('[data-side=black] a[download]').count(), 0);
    assert.match(await textOf(page, '.flags'), /White’s flag \? it is open/);
  }));

  test('a link carries the position, and Back goes back', () => visit(site.browser, site.url, async (page) => {
    await page.getByText('The knight that still mates').click();
    await page.getByText('Either side can still win.').waitFor();
    await page.waitForURL(/8\/5k1K\/7P\/8\/8\/5n2\/8\/8[_+]w/);
    await page.goBack();
    await page.getByText('Only White can still win.').waitFor();
  }));

  test('without JavaScript there is a form, and its answer is a page', () => visit(site.browser, site.url, async (page) => {
    await page.getByLabel('Position in FEN').fill(WALL);
    await page.getByRole('button', { name: 'Who can still win?' }).click();
    await page.getByText(/Black cannot win/).first().waitFor();
  }, { javaScriptEnabled: false }));

  test('a link that is shared has its verdict in it, and the board goes on from there', async () => {
    const link = `${site.url}/winnable?fen=${encodeURIComponent(WALL)}&flag=black`;
    await visit(site.browser, link, async (page) => {
      await page.getByText(/Black cannot win/).first().waitFor();
      assert.match(await page.title(), /Only White can still win/);
      const picture = await fetch(site.url + await page.locator('main img').getAttribute('src'));
      assert.equal(picture.headers.get('content-type'), 'image/png');
    }, { javaScriptEnabled: false });
    await visit(site.browser, link, async (page) => {
      await page.getByText('Only White can still win.').waitFor();
      assert.equal(page.url(), link);
    });
  });

  test('the bar has the address of the server, whatever link was followed', () => visit(site.browser, `${site.url}/#/winnable?fen=8/8/8/8/3Q4/8/8/K1k5_b_-_-_0_1`, async (page) => {
    const bar = (path) => page.waitForURL(`${site.url}${path}`);
    await page.getByText('Only White can still win.').waitFor();
    await bar('/winnable?fen=8/8/8/8/3Q4/8/8/K1k5+b+-+-+0+1');
    await page.getByRole('button', { name: 'Black’s flag' }).click();
    await bar('/winnable?fen=8/8/8/8/3Q4/8/8/K1k5+b+-+-+0+1&flag=black');
    await page.getByRole('link', { name: 'Could it arise?' }).last().click();
    await bar('/legal?fen=8/8/8/8/3Q4/8/8/K1k5+b+-+-+0+1');
    await page.getByRole('heading', { name: 'Could it arise?' }).waitFor();
    // A link of before, and a text with everything that an address may hold.
    await page.evaluate(() => { location.hash = `#/judge?pgn=${encodeURIComponent("[White \"O'Neil_&_Sons +\"]\n\n1. e4 e5 *").replace(/_/g, '%5F')}`; });
    await page.getByText('O\'Neil_&_Sons + – ?').first().waitFor();
    await bar(`/judge?pgn=${encodeURIComponent("[White \"O'Neil_&_Sons +\"]\n\n1. e4 e5 *").replace(/_/g, '%5F').replace(/'/g, '%27').replace(/%20/g, '+')}`);
    await page.reload();
    await page.getByText('O\'Neil_&_Sons + – ?').first().waitFor();
    await page.goBack();
    await bar('/legal?fen=8/8/8/8/3Q4/8/8/K1k5+b+-+-+0+1');
    await page.getByRole('heading', { name: 'Could it arise?' }).waitFor();
    await page.goBack();
    await bar('/winnable?fen=8/8/8/8/3Q4/8/8/K1k5+b+-+-+0+1&flag=black');
    await page.getByText('Only White can still win.').waitFor();
  }));

  test('it works by touch', () => visit(site.browser, site.url, async (page) => {
    await page.getByText('Only White can still win.').waitFor();
    await page.getByRole('button', { name: 'See why' }).tap();
    await page.locator('square.reach-black').first().waitFor();
    await page.getByRole('button', { name: 'Back to setting up' }).tap();
    await page.getByLabel('Take men away').tap();
    await page.locator('cg-board').tap({ position: { x: 10, y: 70 } });
    await page.waitForFunction(() => !location.href.includes('p7/Pp3k2'));
    const width = await page.evaluate(() => document.documentElement.scrollWidth);
    assert.ok(width <= 390, `the page is ${width} wide`);
  }, PHONE));

  test('no verdict stands beside another position', () => visit(site.browser, at(site, WALL), async (page) => {
    const verdict = page.getByText('Only White can still win.');
    await verdict.waitFor();
    await page.getByRole('button', { name: 'Clear' }).click();
    await silent(page);
    await page.goBack();
    await verdict.waitFor();
    await drag(page, await square(page, 'f6'), [(await page.locator('.board').first().boundingBox()).x - 60, 300]);
    await silent(page);
    assert.match(await textOf(page, '.entry .fault'), /Black has no king/);
    await page.goBack();
    await verdict.waitFor();
    await page.getByLabel('Position in FEN').fill('8/8/8 w - -');
    await silent(page);
    await page.getByLabel('Position in FEN').fill(WALL);
    await verdict.waitFor();
    // While the next answer is looked for, the last one is gone.
    await page.getByRole('button', { name: 'Play the helpmate' }).click();
    let hold;
    const held = new Promise((go) => { hold = go; });
    // Not the certificates.
    await page.route(/\d\/winnable\?/, (route) => hold(route));
    await page.getByText('… and on a5').click();
    const question = await held;
    await page.waitForFunction(() => location.hash.includes('pP6'));
    assert.equal(await page.locator('.verdict, .flags, .side, [data-lend], .lent').count(), 0);
    assert.equal(await page.locator('.first').getAttribute('aria-busy'), 'true');
    await question.continue();
    await page.getByText('Only White can still win.').waitFor();
    assert.equal(await page.getByLabel('Position in FEN').inputValue(), EXAMPLES[2].fen);
  }));

  test('Back undoes edits; another tab and back keeps them', () => visit(site.browser, at(site, WALL), async (page) => {
    await page.getByText('Only White can still win.').waitFor();
    await page.getByRole('radio', { name: 'Black to move' }).check();
    await page.waitForFunction(() => location.hash.includes('_b_'));
    const [from, to] = [await square(page, 'f6'), await square(page, 'e6')];
    await drag(page, from, to);
    await page.waitForFunction(() => location.hash.includes('/Pp2k3/'));
    await page.getByRole('link', { name: 'Judge a game' }).click();
    await page.getByRole('heading', { name: 'Judge a game' }).waitFor();
    await page.getByRole('link', { name: 'Can they still win?' }).click();
    await page.waitForFunction(() => location.hash.includes('/Pp2k3/'));
    assert.match(await page.getByLabel('Position in FEN').inputValue(), /Pp2k3.* b /);
    for (const left of ['judge', '/Pp2k3/', '_b_', 'w']) { await page.goBack(); await page.waitForFunction((part) => location.hash.includes(part), left); }
    await page.waitForFunction((fen) => document.querySelector('input.fen').value === fen, WALL);
    await page.getByText('Only White can still win.').waitFor();
    // What is typed is one step.
    await page.getByLabel('Position in FEN').press('End');
    await page.keyboard.type('234');
    await page.waitForFunction(() => location.hash.includes('61234'));
    await page.goBack();
    await page.waitForFunction((fen) => document.querySelector('input.fen').value === fen, WALL);
  }, { allow: BAD }));

  test('a bad link says so, and is over', () => visit(site.browser, `${site.url}/#/winnable?fen=8/8/8`, async (page) => {
    await page.getByText('The link holds no position.').waitFor();
    assert.match(await textOf(page, '.entry .fault'), /8 ranks/);
    assert.equal(await page.locator('.first').getAttribute('aria-busy'), 'false');
  }));

  test('a lost network is no end', () => visit(site.browser, 'about:blank', async (page) => {
    await page.route(/\/winnable\?|\.wasm$/, (route) => route.abort());
    await page.goto(at(site, WALL));
    await page.getByRole('button', { name: 'Try again' }).waitFor();
    assert.match(await textOf(page, '.first'), /The server does not answer/);
    await page.unroute(/\/winnable\?|\.wasm$/);
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByText('Only White can still win.').waitFor();
  }, { allow: LOST, anywhere: true }));

  test('where the server does not answer, the browser does', { skip: !existsSync(new URL('../../dist/engine/zermelo.wasm', import.meta.url)) && 'the engines were not built' }, () => visit(site.browser, 'about:blank', async (page) => {
    await page.route(/\d\/(winnable|served)\b/, (route) => route.abort());
    await page.goto(at(site, WALL));
    await page.getByText('Only White can still win.').waitFor();
    await countOf(page, '.side .checked', 2);
    assert.equal(await page.getByText('checked by this browser’s kernel').count(), 2);
  }, { allow: LOST, anywhere: true }));

  test('a server that goes away is not missed', { skip: !existsSync(new URL('../../dist/engine/zermelo.wasm', import.meta.url)) && 'the engines were not built' }, () => visit(site.browser, site.url, async (page) => {
    await page.getByText('Only White can still win.').waitFor();
    await page.getByText('checked by this browser’s kernel').first().waitFor();
    await engineLoaded(page);
    await page.route(/.*/, (route) => route.abort());
    await page.getByLabel('Position in FEN').fill('8/8/4k3/8/8/3NK3/8/8 w - - 0 1');
    await page.getByText('Dead position').waitFor();
    await countOf(page, '.side .checked', 2);
    assert.equal(await page.getByText('checked by this browser’s kernel').count(), 2);
  }, { allow: LOST }));

  test('what a server says is put to the kernel of the browser', { skip: !existsSync(new URL('../../dist/engine/zermelo.wasm', import.meta.url)) && 'the engines were not built' }, () => visit(site.browser, 'about:blank', async (page) => {
    await page.route(/\/certificate\/winnable\?.*for=white/, (route) => route.fulfill({ contentType: 'text/plain', body: 'zermelo-certificate 1\nclaim winnable white\n' }));
    await page.goto(at(site, WALL));
    await page.getByText('This browser’s kernel does not accept the proof.').waitFor();
    await page.getByText('checked by this browser’s kernel').waitFor();
    assert.equal(await page.locator('[data-side=black] .checked').count(), 1);
    assert.equal(await page.locator('[data-side=white] .checked').count(), 0);
    // What follows from it is not said either.
    assert.equal(await textOf(page, '.first .verdict'), 'The proof does not hold.');
    assert.equal(await page.locator('.flags').count(), 0);
  }, { anywhere: true }));

  test('a busy server is asked again', () => visit(site.browser, 'about:blank', async (page) => {
    let asked = 0;
    await page.route(/\d\/winnable\?/, (route) => (++asked < 3 ? route.fulfill({ status: 503, body: 'too much to do' }) : route.continue()));
    await page.goto(at(site, WALL));
    await page.getByText('Only White can still win.').waitFor();
    assert.equal(asked, 3);
  }, { allow: LOST, anywhere: true }));

  test('a flag that falls too late is ruled by the article of the end', () => visit(site.browser, at(site, '8/8/8/8/8/8/8/K1k5 w - - 0 1'), async (page) => {
    await page.getByText('Dead position: neither side can mate.').waitFor();
    assert.match(await textOf(page, '.flags'), /too late: the position is dead \(Article 5\.2\.2\)/);
    assert.doesNotMatch(await textOf(page, '.flags'), /6\.9/);
  }));

  test('no example is impossible', async () => {
    for (const { fen, name } of EXAMPLES) {
      const report = await (await fetch(`${site.url}/retract?fen=${encodeURIComponent(fen)}`)).json();
      assert.deepEqual(report.notes, [], name);
      assert.ok(report.possible > 0, name);
    }
    const legal = await (await fetch(`${site.bare.url}/legal?fen=${encodeURIComponent(EXAMPLES[5].fen)}`)).json();
    assert.notEqual(legal.verdict, 'illegal');
  });

  test('the skip link leads to the answer, not to another tab', () => visit(site.browser, `${site.url}/#/judge`, async (page) => {
    await page.getByRole('heading', { name: 'Judge a game' }).waitFor();
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    assert.equal(await page.evaluate(() => document.activeElement.id), 'page');
    assert.ok(page.url().endsWith('/judge'));
    assert.equal(await page.getByRole('heading', { name: 'Judge a game' }).count(), 1);
  }));

  test('the position is there in words, also while a line is played', () => visit(site.browser, at(site, EXAMPLES[2].fen), async (page) => {
    const words = () => page.locator('.board').first().evaluate((board) => document.getElementById(board.getAttribute('aria-describedby')).textContent);
    await page.getByRole('button', { name: 'Play the helpmate' }).click();
    await page.locator('.place').waitFor();
    await page.keyboard.press('Home');
    assert.match(await words(), /White: king b7, bishop a8, pawns .* Black: king d8, .* White to move\./);
    await page.keyboard.press('End');
    assert.match(await words(), /Black to move\./);
    assert.match(await page.locator('.controls [aria-live]').textContent(), /#$/);
  }));

  test('coordinates are visible in the dark', () => visit(site.browser, at(site, WALL), async (page) => {
    await page.getByText('Only White can still win.').waitFor();
    const contrast = await page.evaluate(() => {
      const light = (color) => {
        const [r, g, b] = color.match(/[\d.]+/g).map((part) => { const c = Number(part) / 255; return c <= 0.03928 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4; });
        return 0.2126 * r + 0.7152 * g + 0.0722 * b;
      };
      const probe = document.createElement('i');
      document.body.append(probe);
      const of = (color) => { probe.style.color = color; return light(getComputedStyle(probe).color); };
      const text = light(getComputedStyle(document.querySelector('coords coord')).color);
      return Math.min(...['var(--light-square)', 'var(--dark-square)'].map(of).map((square) => (Math.max(square, text) + 0.05) / (Math.min(square, text) + 0.05)));
    });
    assert.ok(contrast > 3, `contrast ${contrast}`);
  }, { colorScheme: 'dark' }));

  for (const [name, options] of Object.entries({
    'a desk': { ...DESK, viewport: { width: 1280, height: 800 } }, 'a tablet': { ...DESK, viewport: { width: 820, height: 1180 } },
    'a laptop turned narrow': { ...DESK, viewport: { width: 820, height: 700 } }, 'a phone': PHONE,
  })) {
    test(`field, verdict and ruling are on the first screen of ${name}`, () => visit(site.browser, at(site, WALL), async (page) => {
      await page.locator('.flags').waitFor();
      for (const part of ['.fen', '.first .verdict', '.flags']) {
        const { y, height } = await page.locator(part).first().boundingBox();
        assert.ok(y >= 0 && y + height <= options.viewport.height, `${part} ends at ${y + height}`);
      }
    }, options));
  }

  test('an open answer can be asked for longer', () => visit(site.browser, `${site.bare.url}/?server#/winnable?fen=6k1/p3p1P1/6PB/6P1/8/2P5/PK2P3/8_w_-_-`, async (page) => {
    await page.locator('[data-side=black].open').waitFor();
    await page.getByRole('button', { name: 'Ask longer' }).click();
    await page.locator('[data-side=black]:not(.open)').waitFor();
    assert.equal(await page.getByRole('button', { name: 'Ask longer' }).count(), 0);
    assert.equal(await page.locator('.checked').count(), 2);
    const [download] = await Promise.all([page.waitForEvent('download'), page.locator('[data-side=black] a[download]').click()]);
    assert.match(await (await fetch(download.url())).text(), /^zermelo-certificate 1\n/);
  }));

  test('a search of the server is seen and stopped; a longer one that is stopped leaves what was known', () => visit(site.browser, 'about:blank', async (page) => {
    let held = 0;
    const hold = /\d\/winnable\?/;
    await page.route(hold, () => { held += 1; });
    // Nobody has asked longer about this one: it is open.
    await page.goto(at(site.bare, OPEN));
    await page.getByText('The server is at work.').waitFor();
    await page.getByRole('button', { name: 'Stop' }).click();
    await page.getByText('You stopped the search.').waitFor();
    await page.unroute(hold);
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.locator('[data-side=white].open').waitFor();
    const known = await textOf(page, '.first');
    await page.route(hold, () => { held += 1; });
    await page.getByRole('button', { name: 'Ask longer' }).first().click();
    await page.getByRole('button', { name: 'Stop' }).click();
    await page.locator('.first[aria-busy=false]').waitFor();
    assert.equal(await textOf(page, '.first'), known);
    await page.getByRole('button', { name: 'Ask longer' }).first().waitFor();
    assert.equal(held, 2);
  }, { anywhere: true }));

  test('a mate is no chance', () => visit(site.browser, at(site, '7k/6Q1/5K2/8/8/8/8/8 b - - 0 1'), async (page) => {
    await page.getByText('Checkmate: White has won.').waitFor();
    assert.match(await textOf(page, '[data-side=white] h3'), /White has won/);
  }));

  test('without JavaScript there are ways to the other questions', () => visit(site.browser, site.url, async (page) => {
    await page.getByRole('link', { name: 'Judge a game' }).click();
    await page.getByRole('button', { name: 'Judge' }).waitFor();
  }, { javaScriptEnabled: false }));

  test('every man shows where it can ever stand', () => visit(site.browser, at(site, WALL), async (page) => {
    await page.getByRole('button', { name: 'See why' }).click();
    const { region } = (await (await fetch(`${site.url}/winnable?fen=${encodeURIComponent(WALL)}`)).json()).black;
    assert.equal(await page.locator('.man').count(), region.men.length);
    const bishop = region.men.find((man) => man.home === 'f8');
    await page.getByRole('button', { name: 'black bishop f8' }).focus();
    await countOf(page, 'square.reach-black', bishop.squares.length);
    await countOf(page, 'square.reach-white', 0);
    assert.match(await textOf(page, '.region .note'), new RegExp(`Black’s bishop of f8 can stand on no more than these ${bishop.squares.length} squares`));
    // On the board, by the mouse.
    const note = async () => textOf(page, '.region .note');
    await pointAt(page, 'f3', async () => /^White’s king of f3/.test(await note()));
    await countOf(page, 'square.reach-white', region.white_king.length);
    await countOf(page, 'square.reach-black', 0);
    await pointAt(page, 'a7', async () => await note() === 'Black’s pawn of a7 never moves and is never taken.');
  }));

  test('the flag that fell is in the link; the link that is copied is one that others see a preview of', () => visit(site.browser, at(site, WALL), async (page) => {
    await page.getByRole('button', { name: 'White’s flag' }).click();
    await page.waitForURL(/&flag=white$/);
    assert.equal(await page.getByRole('button', { name: 'White’s flag' }).getAttribute('aria-pressed'), 'true');
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    const link = await copied(page, 'Copy the link to this');
    assert.equal(link, `${site.url}/winnable?fen=${WALL.replace(/ /g, '+')}&flag=white`);
    await page.goto(link);
    await page.getByText('Only White can still win.').waitFor();
    assert.equal(await page.getByRole('button', { name: 'White’s flag' }).getAttribute('aria-pressed'), 'true');
    // It stays while the position is set up, and is gone with another one.
    await page.getByRole('radio', { name: 'Black to move' }).check();
    await page.waitForURL(/[_+]b[_+].*&flag=white$/);
    await page.getByLabel('Position in FEN').fill('8/8/8/8/8/8/8/K1k5 w - - 0 1');
    await page.waitForURL((url) => !/flag/.test(url.href));
  }));

  test('a long helpmate gives way to a short one', { skip: !existsSync(new URL('../../dist/engine/zermelo.wasm', import.meta.url)) && 'the engines were not built' }, () => visit(site.browser, at(site, '8/8/4k3/8/8/3NK3/8/4b3 w - - 0 1'), async (page) => {
    await page.locator('[data-side=white]').getByRole('button', { name: 'Play the helpmate' }).click();
    await page.locator('.place').waitFor();
    // Machines are slow at times: then the one at hand is played.
    const short = await page.getByText('In 13 plies, and none is shorter').count();
    assert.match(await textOf(page, '.place'), short ? /\/ 13$/ : /\/ \d\d$/);
    await page.keyboard.press('End');
    assert.match(await page.locator('.moves [aria-current]').innerText(), /#$/);
  }));

  test('who does not want to wait for a shorter helpmate has the one at hand', () => visit(site.browser, at(site, 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1'), async (page) => {
    await page.locator('[data-side=white]').getByRole('button', { name: 'Play the helpmate' }).click();
    const place = page.locator('.place').waitFor();
    // It may be found before one can say so.
    await Promise.race([place, page.getByRole('button', { name: 'Play the one at hand' }).click().catch(() => { /* it is played */ })]);
    await place;
    await page.keyboard.press('End');
    assert.match(await page.locator('.moves [aria-current]').innerText(), /#$/);
  }));

  test('a busy server is asked again when it says', () => visit(site.browser, 'about:blank', async (page) => {
    const times = [];
    await page.route(/\d\/winnable\?/, (route) => (times.push(performance.now()), times.length < 2 ? route.fulfill({ status: 503, headers: { 'retry-after': '6' }, body: 'too much to do' }) : route.continue()));
    await page.goto(at(site, WALL));
    await page.getByText('The server is busy. Asking again in 6 seconds').waitFor();
    await page.getByText('Only White can still win.').waitFor();
    assert.ok(times[1] - times[0] > 5500, `${times[1] - times[0]} ms`);
  }, { allow: LOST, anywhere: true }));

  test('what the browser finds at once is not asked of the server', { skip: !existsSync(new URL('../../dist/engine/zermelo.wasm', import.meta.url)) && 'the engines were not built' }, () => visit(site.browser, site.bare.url, async (page) => {
    await page.getByText('Only White can still win.').waitFor();
    const asked = [];
    page.on('request', (request) => { if (/\d\/winnable\?/.test(request.url())) asked.push(request.url()); });
    await engineLoaded(page);
    await page.getByText('The knight that still mates').click();
    await page.getByText('Either side can still win.').waitFor();
    await countOf(page, '.side .checked', 2);
    assert.equal(await page.getByText('checked by this browser’s kernel').count(), 2);
    assert.deepEqual(asked, []);
    // What is open then is for the server, which may search longer.
    await page.goto(`${site.bare.url}/#/winnable?fen=${OPEN.replaceAll(' ', '_')}`);
    await page.locator('[data-side=white].open').waitFor();
    assert.equal(asked.length, 1);
  }));
}
