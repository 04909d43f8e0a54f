import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { DESK, PHONE, textOf, visit } from '../browser.js';

export default function judge(site) {
  const url = () => `${site.url}/#/judge`;

  test('several games are judged, and each can be walked through', () => visit(site.browser, url(), async (page) => {
    await page.getByRole('button', { name: 'Try three games' }).click();
    await page.getByText('2 results contradicted').waitFor();
    assert.equal(await textOf(page, '.answer h2'), 'Dead position with 56. Kxd3: a draw.');
    assert.match(await textOf(page, '.agreement'), /Contradicted: the record says 1 – 0, the rules say ½ – ½/);
    assert.equal(await textOf(page, '.place'), '1 / 4');
    assert.equal(await page.locator('.moves .after').count(), 3);
    await page.keyboard.press('ArrowRight');
    assert.equal(await textOf(page, '.place'), '2 / 4');
    await page.getByText('Carla – Dmitri').first().click();
    assert.equal(await textOf(page, '.answer h2'), 'White ran out of time, but Black cannot mate: a draw.');
    assert.equal(await page.locator('.answer .checked').count(), 1);
    await page.getByText('Emil – Fanny').first().click();
    assert.match(await textOf(page, '.agreement'), /agrees/);
  }));

  test('the timeline has a sign where a claim arose; a click goes there', () => visit(site.browser, url(), async (page) => {
    await page.getByLabel('Game record in PGN').fill('1. Nf3 Nf6 2. Ng1 Ng8 3. Nf3 Nf6 4. Ng1 Ng8 5. Nf3 Nf6 1/2-1/2');
    await page.getByRole('button', { name: 'Judge', exact: true }).click();
    const sign = page.locator('.strip .sign.claim').first();
    await sign.waitFor();
    await sign.click();
    const ply = Number((await sign.getAttribute('aria-label')).match(/\d+/)[0]);
    assert.ok((await textOf(page, '.place')).startsWith(`${ply} /`));
    // The link carries the game.
    await page.waitForURL(/pgn=/);
  }));

  test('a game that cannot be judged is told about, with its line', () => visit(site.browser, url(), async (page) => {
    await page.getByLabel('Game record in PGN').fill('1. e4 e5 2. Nf6 *');
    await page.getByRole('button', { name: 'Judge', exact: true }).click();
    await page.getByText(/Nf6 is illegal/).waitFor();
  }));

  test('a long record is judged', () => visit(site.browser, url(), async (page) => {
    // Knights and rooks to and fro: over by the five-fold rule, long before the record ends.
    let moves = '';
    for (let i = 1; i <= 3000; i++) moves += `${i}. ${i % 2 ? 'Nf3 Nf6' : 'Ng1 Ng8'} `;
    await page.getByLabel('Game record in PGN').fill(`${moves} 1/2-1/2`);
    await page.getByRole('button', { name: 'Judge', exact: true }).click();
    await page.getByText(/Five-fold repetition/).first().waitFor();
    assert.match(await textOf(page, '.answer'), /5,984 moves were played after the end/);
    assert.match(await textOf(page, '.under'), /too long a record/);
  }));

  test('a file with many games is dropped', () => visit(site.browser, url(), async (page) => {
    const game = (i) => `[White "A${i}"]\n[Black "B"]\n[Result "0-1"]\n\n1. f3 e5 2. g4 Qh4# 0-1\n\n`;
    const pgn = Array.from({ length: 300 }, (_, i) => game(i)).join('');
    await page.setInputFiles('input[type=file]', { name: 'games.pgn', mimeType: 'text/plain', buffer: Buffer.from(pgn) });
    await page.getByText('300 games').waitFor();
    assert.equal(await page.locator('.games li').count(), 300);
    assert.match(await textOf(page, '.answer h2'), /Checkmate with 2\.\.\. Qh4#: Black won\./);
  }));

  test('the flag is in the link, and what is in the field is judged', () => visit(site.browser, url(), async (page) => {
    const field = page.getByLabel('Game record in PGN');
    await page.getByRole('button', { name: 'Try three games' }).click();
    await page.getByText('2 results contradicted').waitFor();
    await field.fill('1. e4 e5 *');
    await page.getByLabel('Whose flag fell').selectOption('white');
    await page.getByText('White ran out of time: Black won.').waitFor();
    assert.equal(await field.inputValue(), '1. e4 e5 *');
    await page.waitForURL(/flag=white/);
    await page.reload();
    await page.getByText('White ran out of time: Black won.').waitFor();
    assert.equal(await page.getByLabel('Whose flag fell').inputValue(), 'white');
    await page.goBack();
    await page.getByText('2 results contradicted').waitFor();
    assert.equal(await page.getByLabel('Whose flag fell').inputValue(), '');
    assert.match(await field.inputValue(), /Anna/);
  }));

  test('game and ply are in the link, and Back goes back', () => visit(site.browser, url(), async (page) => {
    await page.getByRole('button', { name: 'Try three games' }).click();
    await page.getByText('Emil – Fanny').first().click();
    await page.waitForFunction(() => location.href.includes('game=3'));
    await page.getByRole('button', { name: 'To the start' }).click();
    await page.keyboard.press('ArrowRight');
    await page.waitForFunction(() => location.href.includes('ply=1'));
    await page.reload();
    await page.getByText('Emil – Fanny').first().waitFor();
    await page.locator('.place').waitFor();
    assert.equal(await textOf(page, '.place'), '1 / 10');
    await page.goBack();
    await page.getByText('Dead position with 56. Kxd3: a draw.').waitFor();
  }));

  test('contradicted games alone; a certificate; the mate that was still there', () => visit(site.browser, url(), async (page) => {
    await page.getByRole('button', { name: 'Try three games' }).click();
    await page.getByText('2 results contradicted').waitFor();
    await page.getByLabel('contradicted only').check();
    assert.equal(await page.locator('.games li').count(), 2);
    await page.getByText('Carla – Dmitri').first().click();
    await page.getByText('White ran out of time, but Black cannot mate: a draw.').waitFor();
    const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'Certificate' }).click()]);
    const said = await (await fetch(`${site.url}/check`, { method: 'POST', body: readFileSync(await download.path()) })).json();
    assert.deepEqual([said.accepted, said.claim], [true, 'record']);
    await page.getByLabel('Game record in PGN').fill('1. e4 e5 2. Nf3 *');
    await page.getByLabel('Whose flag fell').selectOption('black');
    await page.getByRole('button', { name: 'Play a mate' }).click();
    await page.getByText('How White could mate').waitFor();
    await page.keyboard.press('End');
    assert.match(await page.locator('.moves [aria-current]').innerText(), /#$/);
    await page.getByRole('button', { name: 'Back to the game' }).click();
    await page.getByText('The game', { exact: true }).waitFor();
  }));

  for (const [name, options] of Object.entries({ desk: { ...DESK, viewport: { width: 1280, height: 800 } }, tablet: { ...DESK, viewport: { width: 820, height: 1180 } }, phone: PHONE })) {
    test(`record, ruling and agreement are on the first screen of a ${name}`, () => visit(site.browser, `${url()}?flag=white&pgn=${encodeURIComponent('[Result "0-1"]\n[FEN "5b2/p7/Pp3k2/1Pp1pBp1/2P1P1P1/5K2/8/8 w - - 3 61"]\n\n61. Ke3 Be7 0-1')}`, async (page) => {
      await page.locator('.agreement').waitFor();
      for (const part of ['textarea', '.verdict', '.agreement']) {
        const { y, height } = await page.locator(part).first().boundingBox();
        assert.ok(y >= 0 && y + height <= options.viewport.height, `${part} ends at ${y + height}`);
      }
    }, options));
  }

  test('the mate that was still there is a short one', { skip: !existsSync(new URL('../../dist/engine/zermelo.wasm', import.meta.url)) && 'the engines were not built' }, () => visit(site.browser, `${url()}?flag=black&pgn=${encodeURIComponent('[FEN "8/8/4k3/8/8/3NK3/8/4b3 b - - 0 1"]\n\n1... Kf6 2. Ke4 Ke6 *')}`, async (page) => {
    await page.getByRole('button', { name: 'Play a mate' }).click();
    await page.getByText('How White could mate').waitFor();
    // Machines are slow at times: then the one at hand is played.
    const short = await page.getByText('and none is shorter').count();
    assert.match(await textOf(page, '.place'), short ? /\/ 1\d$/ : /\/ \d\d$/);
    await page.keyboard.press('End');
    assert.match(await page.locator('.moves [aria-current]').innerText(), /#$/);
    await page.getByRole('button', { name: 'Back to the game' }).click();
    await page.getByText('The game', { exact: true }).waitFor();
  }));

  const GAME960 = '[Variant "Chess960"]\n[FEN "1k6/8/8/8/8/8/8/RK5R w HA - 0 1"]\n\n1. O-O Kc7 *\n';
  test('a position of Chess960 stays one where it is asked about', () => visit(site.browser, `${url()}?pgn=${encodeURIComponent(GAME960)}`, async (page) => {
    await page.getByText('2 / 2').waitFor();
    await page.keyboard.press('Home');
    await page.getByText('0 / 2').waitFor();
    await page.getByRole('link', { name: 'Can they still win here?' }).click();
    await page.getByText('Only White can still win.').waitFor();
    assert.ok(await page.getByLabel('Chess960').isChecked());
  }));

  test('a link to a game or a ply that is not there shows and says what is', () => visit(site.browser, `${site.url}/#/judge?pgn=1._e4&game=9&ply=77`, async (page) => {
    await page.locator('.answer .verdict').waitFor();
    await page.waitForURL((url) => /judge\?pgn=1\.[_+]e4$/.test(url.href));
    await page.goto(`${site.url}/judge?pgn=1.+e4&ply=77`);
    await page.waitForURL(/judge\?pgn=1\.\+e4&ply=1$/);
  }));

  for (const [name, options] of Object.entries({ 'a desk': { ...DESK, viewport: { width: 1280, height: 800 } }, 'a phone': PHONE })) {
    test(`of many games, too, the ruling is on the first screen of ${name}`, () => visit(site.browser, url(), async (page) => {
      await page.getByRole('button', { name: 'Try three games' }).click();
      await page.getByText('2 results contradicted').waitFor();
      await page.evaluate(() => scrollTo(0, 0));
      const { y, height } = await page.locator('.answer .verdict').boundingBox();
      assert.ok(y >= 0 && y + height <= options.viewport.height, `the verdict ends at ${y + height}`);
    }, options));
  }

  test('a proof that is dropped is checked, on every tab', () => visit(site.browser, url(), async (page) => {
    await page.getByRole('heading', { name: 'Judge a game' }).waitFor();
    const drop = (selector, name, text) => page.locator(selector).evaluate((place, [called, said]) => {
      const data = new DataTransfer();
      data.items.add(new File([said], called));
      place.dispatchEvent(new DragEvent('drop', { dataTransfer: data, bubbles: true, cancelable: true }));
    }, [name, text]);
    const proof = await (await fetch(`${site.url}/certificate/winnable?fen=8/8/8/8/8/8/8/K1k5_w_-_-&for=white`)).text();
    await drop('.tab', 'proof.txt', proof);
    await page.getByText('Accepted: the claim is proved.').waitFor();
    await page.getByRole('link', { name: 'King and rook' }).click();
    await page.getByRole('heading', { name: 'King and rook' }).waitFor();
    await drop('body > header', 'game.pgn', '1. f3 e5 2. g4 Qh4# 1-0');
    await page.getByText(/Contradicted: the record says 1 – 0/).waitFor();
  }));
}
