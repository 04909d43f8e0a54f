import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { DESK, PHONE, countOf, textOf, visit } from '../browser.js';

export default function legal(site) {
  const at = (fen) => `${site.url}/#/legal?fen=${encodeURIComponent(fen)}`;

  test('an illegal position comes with its reason', () => visit(site.browser, at('rnbqkbnr/pppppppp/8/8/8/P7/P1PPPPPP/RNBQKBNR b KQkq - 0 1'), async (page) => {
    await page.getByText('no game leads to this position').waitFor();
    assert.match(await textOf(page, '.answer'), /Illegal: .* White’s pawns need at least 1 capture/);
    assert.equal(await page.locator('.answer .checked').count(), 1);
    // Moves fit the men all the same: what that means is said.
    await page.getByText('4 last moves of White’s are possible').waitFor();
    assert.match(await textOf(page, '.before'), /no game leads here, so none of them was ever played/);
    // The reason is drawn: White's eight pawns, and a legend says so.
    await countOf(page, 'square.point', 8);
    assert.match(await textOf(page, '.answer'), /White’s pawns/);
    // Each of the four fails, and its card says why.
    await countOf(page, '.before .why', 4);
    assert.match(await page.locator('.before .why').first().innerText(), /The same is true before it/);
  }));

  test('each last move says why the position before it cannot arise', () => visit(site.browser, at('rnbqkbnr/1ppppppp/8/8/8/8/PPPpPPPP/RNBQKBNR w KQkq - 0 1'), async (page) => {
    await page.locator('.before .why').first().waitFor();
    assert.match(await textOf(page, '.before'), /Black’s pawns need at least 2 captures/);
  }));

  test('no last move, and why', () => visit(site.browser, at('8/8/8/8/8/8/P1k5/K7 b - - 0 1'), async (page) => {
    await page.getByText('No last move of White’s is possible').waitFor();
    assert.match(await textOf(page, '.answer'), /Pawn a2: still on its first square/);
    await countOf(page, 'square.point', 2);
    await page.getByRole('button', { name: /Pawn a2/ }).hover();
    await countOf(page, 'square.point', 1);
  }));

  test('one goes back through last moves, and returns by the way one came', () => visit(site.browser, at('8/8/2kP4/8/8/8/6BK/2R5 b - - 0 1'), async (page) => {
    await page.getByText('One last move of White’s is possible').waitFor();
    await page.getByText('c5×d6 e.p.').click();
    await page.getByText('One last move of Black’s is possible').waitFor();
    assert.match(await textOf(page, '.before .gallery'), /d7–d5/);
    await page.getByText('d7–d5').click();
    await page.locator('.trail a').nth(2).waitFor();
    await page.locator('.trail a').first().click();
    await page.getByText('One last move of White’s is possible').waitFor();
    assert.equal(await page.locator('.trail').count(), 0);
  }));

  test('the proof game is replayed to the position', () => visit(site.browser, at('r1bqkb1r/pppp1ppp/2n2n2/1B2p3/4P3/5N2/PPPP1PPP/RNBQK2R w KQkq - 4 4'), async (page) => {
    await page.getByRole('button', { name: 'Play the game' }).click();
    await page.locator('.place').waitFor();
    await page.keyboard.press('End');
    const [ply, last] = (await textOf(page, '.place')).split(' / ');
    assert.equal(ply, last);
    assert.match(await page.locator('.lent .moves').innerText(), /1\./);
  }));

  test('a field left open is answered for all that it can mean', () => visit(site.browser, at('4k2r/8/2P1P1P1/2PpKpP1/8/8/8/8 w k ?'), async (page) => {
    await page.getByText('it has 3 readings').waitFor();
    // The conclusion comes first.
    assert.match(await textOf(page, '.answer'), /En-passant square: d6 or f6; not none/);
    await page.locator('ol.reasons a').first().click();
    await countOf(page, 'ol.reasons a', 0);
    await page.getByText('No last move of Black’s is possible').first().waitFor();
  }));

  test('which games count is a choice, and stands in the address', () => visit(site.browser, at('k7/8/2K5/8/8/8/8/8 w - - 0 1'), async (page) => {
    await page.getByText('Legal: a game of').waitFor();
    await page.getByLabel('No move from a dead position').check();
    await page.getByText('that ends when it is dead').waitFor();
    assert.match(page.url(), /dead_reckoning=1/);
    assert.match(await textOf(page, '.answer'), /Dead reckoning: only games count/);
    // The last moves that are taken out stand there all the same, with the reason.
    await countOf(page, '.before .why', 10);
    await page.getByLabel('Chess960').check();
    await page.getByText('The rules parity and cage are left out').waitFor();
    assert.match(page.url(), /chess960=1/);
    // Both belong to the question: the position before is asked about in the same way.
    await page.goBack();
    await page.goBack();
    await page.getByText('Legal: a game of').waitFor();
    assert.equal(await page.getByLabel('No move from a dead position').isChecked(), false);
  }));

  test('a game of Chess960 begins with its own array', () => visit(site.browser, `${at('bb1qnrkr/pppppppp/2n5/8/8/8/PPPPPPPP/BBNQNRKR w HFhf - 0 1')}`, async (page) => {
    await page.getByText('from BBNQNRKR').waitFor();
    await page.getByRole('button', { name: 'Play the game' }).click();
    await page.locator('.place').waitFor();
    await page.keyboard.press('Home');
    await page.locator('.lent piece.bishop.white').nth(1).waitFor();
  }));

  test('many retractions are shown in two steps', () => visit(site.browser, at('4k3/8/8/8/8/8/5PPP/R4RK1 b - - 0 1'), async (page) => {
    await page.getByText('66 last moves of White’s are possible, from 67 positions').waitFor();
    assert.equal(await page.locator('.before .gallery li').count(), 12);
    await page.getByRole('button', { name: 'Show all 67' }).click();
    assert.equal(await page.locator('.before .gallery li').count(), 67);
  }));

  for (const [name, options] of Object.entries({ desk: { ...DESK, viewport: { width: 1280, height: 800 } }, tablet: { ...DESK, viewport: { width: 820, height: 1180 } }, phone: PHONE })) {
    test(`field and verdict are on the first screen of a ${name}`, () => visit(site.browser, at('rnbqkbnr/pppppppp/8/8/8/P7/P1PPPPPP/RNBQKBNR b KQkq - 0 1'), async (page) => {
      await page.locator('.reasons').waitFor();
      for (const part of ['.fen', '.verdict', '.reasons']) {
        const { y, height } = await page.locator(part).first().boundingBox();
        assert.ok(y >= 0 && y + height <= options.viewport.height, `${part} ends at ${y + height}`);
      }
    }, options));
  }

  test('a pasted game is asked about at its end', () => visit(site.browser, at('8/8/8/8/8/8/P1k5/K7 b - - 0 1'), async (page) => {
    await page.getByText('No last move of White’s is possible').waitFor();
    await page.evaluate(() => {
      const data = new DataTransfer();
      data.setData('text', '1. e4 e5 2. Nf3 Nc6 *');
      document.body.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }));
    });
    await page.waitForURL(/r1bqkbnr\/pppp1ppp\/2n5\/4p3\/4P3\/5N2\/PPPP1PPP\/RNBQKB1R[_+]w[_+]KQkq[_+]-[_+]2[_+]3/);
    await page.getByRole('button', { name: 'Play the game' }).waitFor();
  }));

  test('the shortest game is found in this browser', { skip: !existsSync(new URL('../../dist/engine/zermelo.wasm', import.meta.url)) && 'the engines were not built' }, () => visit(site.browser, at('rnb1kb1r/pp1ppppp/8/q1B5/8/3P1n2/PPP1PPPP/RN1QKBNR w KQkq - 0 6'), async (page) => {
    await page.getByRole('button', { name: 'Shortest game' }).click();
    await page.getByText('Shortest proof game, 5 moves: unique, one game and no other.').waitFor();
    await page.getByRole('button', { name: 'Play it' }).click();
    await page.locator('.place').waitFor();
    assert.match(await page.locator('.lent .moves').innerText(), /Nf3#/);
  }));

  test('an open answer can be asked for longer, of this browser', { skip: !existsSync(new URL('../../dist/engine/zermelo.wasm', import.meta.url)) && 'the engines were not built' }, () => visit(site.browser, `${site.short.url}/#/legal?fen=N3R3/1bN1n1b1/nr1RR1B1/3R3K/1bkr2Q1/B1q1R2B/nr1B1QB1/1rq5_w_-_-_0_1`, async (page) => {
    await page.getByText('neither a game nor a reason against one was found').waitFor();
    await page.getByRole('button', { name: 'Ask longer' }).click();
    await page.getByRole('button', { name: 'Play the game' }).waitFor();
    await page.getByText('checked by this browser’s kernel').waitFor();
    // The server did not find the proof: the browser has it.
    const [file] = await Promise.all([page.waitForEvent('download'), page.locator('.certificate a').first().click()]);
    assert.match(readFileSync(await file.path(), 'utf8'), /^zermelo-certificate 1\n/);
    await page.locator('.certificate a').nth(1).click();
    await page.getByText('Accepted: the claim is proved.').waitFor();
  }, { acceptDownloads: true }));
}
