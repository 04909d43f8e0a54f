import assert from 'node:assert/strict';
import { test } from 'node:test';
import { countOf, square, textOf, visit } from '../browser.js';

export default function tables(site) {
  const at = (rules, fen) => `${site.url}/#/tables?rules=${rules}&fen=${fen.replace(/ /g, '_')}`;

  test('moves stand in groups, with distances and links of their own', () => visit(site.browser, `${site.url}/#/tables`, async (page) => {
    await page.getByText('White wins: mate in 15 moves (29 plies).').waitFor();
    assert.match(await textOf(page, '.worth.win'), /Winning moves 15 Kb2 mates in 15 moves Re1 mates in 15 moves Ka2 mates in 16 moves/);
    await page.getByRole('link', { name: /^Kb2/ }).click();
    await page.waitForURL(/rules=chess&fen=8\/8\/8\/3k4\/8\/8\/1K6\/1R6[_+]b[_+]-[_+]-$/);
    await page.locator('.worth.loss').getByText('is mated in 14 moves').first().waitFor();
    await page.goBack();
    await page.getByText('White wins: mate in 15 moves (29 plies).').waitFor();
    await page.getByRole('button', { name: 'Play the best line' }).click();
    await page.keyboard.press('End');
    assert.match(await textOf(page, '.moves [aria-current]'), /#$/);
  }));

  test('moves that give the win away stand apart', () => visit(site.browser, at('chess', '8/8/8/8/8/2k5/1R6/K7 w - -'), async (page) => {
    await page.locator('.worth.draw').waitFor();
    assert.match(await textOf(page, '.worth.draw'), /Drawing moves \d+/);
    assert.match(await textOf(page, '.worth.win'), /Winning moves \d+/);
  }));

  test('moves are played on the board, also by the rules of losing chess', () => visit(site.browser, at('losing', '8/8/8/3k4/8/8/8/KB6 b - -'), async (page) => {
    await page.getByText('Black wins: ').waitFor();
    await countOf(page, 'square.value-win', 1);
    await countOf(page, 'square.value-draw', 7);
    await page.getByLabel('Play legal moves').check();
    const click = async (name) => page.mouse.click(...await square(page, name));
    await page.evaluate(() => scrollTo(0, 0));
    await click('d5');
    await page.locator('square.move-dest:visible').first().waitFor();
    // What comes in late above the board moves it, and a click must not go to another square.
    await page.evaluate(() => { /** @type {HTMLElement} */ (document.querySelector('h1')).style.marginTop = '100px'; });
    await click('e4');
    await page.waitForURL(/4k3/);
    await page.locator('.worth').getByText('Bxe4').waitFor();
  }));

  test('one move after another is played on the board', () => visit(site.browser, at('chess', '8/8/8/3k4/8/8/8/KR6 w - - 0 1'), async (page) => {
    await page.getByText('White wins: mate in 15 moves (29 plies).').waitFor();
    await page.getByLabel('Play legal moves').check();
    for (const [from, to, after] of [['b1', 'b4', '1R6/8/8/K7'], ['d5', 'c5', '2k5/1R6'], ['b4', 'h4', '2k5/7R']]) {
      // An answer that comes in moves things.
      await page.locator('.first[aria-busy=false] .verdict').waitFor();
      await page.mouse.click(...await square(page, from));
      await page.locator('square.move-dest:visible').first().waitFor();
      await page.mouse.click(...await square(page, to));
      await page.waitForURL((url) => url.href.includes(after));
    }
    await page.locator('.worth.loss').getByText('is mated in').first().waitFor();
    assert.equal(await textOf(page, '.entry .fault'), '');
  }));

  test('endings and rules are chosen; what there is no table of is said', () => visit(site.browser, `${site.url}/#/tables`, async (page) => {
    await page.getByLabel('An ending').selectOption('KRvK');
    await page.getByText(/White wins: mate in \d+ moves/).waitFor();
    await page.getByLabel('Rules', { exact: true }).selectOption('losing');
    await page.getByText('Black wins: ').waitFor();
    await page.waitForURL(/rules=losing/);
    await page.getByLabel('Position in FEN').fill('8/8/8/3k4/8/8/8/KRBBB4 w - -');
    await page.getByText('Rank 1 has').waitFor();
    assert.equal(await page.locator('.verdict').count(), 0);
    await page.getByLabel('Position in FEN').fill('8/8/8/3k1q2/8/8/8/KRBB4 w - -');
    await page.getByText('No table.').waitFor();
  }, { allow: /status of 404/ }));

  test('rights to castle are seen, and taken away', () => visit(site.browser, at('chess', '4k3/8/8/8/8/8/8/R3K3 w Q - 0 1'), async (page) => {
    await page.getByText(/tables know no castling/).waitFor();
    await page.getByLabel('White O-O-O').uncheck();
    await page.getByText(/White wins: mate in \d+ moves/).waitFor();
    assert.equal(await textOf(page, '.entry .fault'), '');
  }, { allow: /status of 400/ }));

  test('a link has the value in its title', async () => {
    const shown = await (await fetch(`${site.url}/tables?rules=chess&fen=8/8/8/3k4/8/8/8/KR6+w+-+-+0+1`, { headers: { accept: 'text/html' } })).text();
    assert.match(shown, /<title>White wins: mate in 15 moves \(29 plies\)\. · Zermelo<\/title>/);
    assert.match(shown, /og:url" content="[^"]*\/tables\?rules=chess&amp;fen=8\/8\/8\/3k4\/8\/8\/8\/KR6\+w/);
  });

  test('what is served is asked again after a lost network, and its tabs come', () => visit(site.browser, 'about:blank', async (page) => {
    await page.route(/\/served$/, (route) => route.abort());
    await page.goto(`${site.url}/#/tables`);
    await page.getByRole('button', { name: 'Try again' }).waitFor();
    assert.equal(await page.getByText('There are no tables here').count(), 0);
    assert.equal(await page.getByRole('link', { name: 'Losing chess' }).count(), 0);
    await page.unroute(/\/served$/);
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByText('White wins: mate in 15 moves (29 plies).').waitFor();
    await page.getByRole('link', { name: 'Losing chess' }).waitFor();
  }, { allow: /net::ERR_FAILED/, anywhere: true }));

  test('en passant is chosen, and a game is pasted', () => visit(site.browser, at('chess', '8/8/8/3pP3/8/8/8/K1k5 w - -'), async (page) => {
    await page.getByLabel('En-passant square').selectOption('d6');
    await page.waitForURL(/w[_+]-[_+]d6/);
    await page.evaluate(() => {
      const data = new DataTransfer();
      data.setData('text', '[FEN "8/8/8/3k4/8/8/8/K1R5 w - - 0 1"]\n\n1. Rb1 Kd6 2. Rb2 Kd5 3. Rb1 *');
      document.body.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }));
    });
    await page.waitForURL(/3k4\/8\/8\/8\/KR6[_+]b/);
    await page.getByText(/White wins: mate in \d+ moves/).waitFor();
  }, { allow: /status of 404/ }));
}
