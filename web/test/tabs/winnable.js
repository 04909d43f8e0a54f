import assert from 'node:assert/strict';
import { test } from 'node:test';
import { PHONE, countOf, textOf, visit } from '../browser.js';
import { EXAMPLES } from '../../src/tabs/examples.js';
import { flagFall } from '../../src/words.js';

const WALL = EXAMPLES[0].fen;
const at = (site, fen) => `${site.url}/#/winnable?fen=${encodeURIComponent(fen)}`;
const BAD = /status of 400/;

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
    await page.getByRole('button', { name: 'Pause' }).click();
    await page.keyboard.press('End');
    const current = page.locator('.moves [aria-current]');
    assert.match(await current.innerText(), /#$/);
    const { plies } = (await (await fetch(`${site.url}/winnable?fen=${encodeURIComponent(EXAMPLES[2].fen)}`)).json()).white;
    assert.equal(await textOf(page, '.place'), `${plies} / ${plies}`);
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
    assert.match(await textOf(page, '.setup .fault'), /8 ranks/);
    assert.equal(await field.getAttribute('aria-invalid'), 'true');
    await field.fill('8/8/8/8/8/8/8/K7 w - -');
    assert.match(await textOf(page, '.setup .fault'), /Black has no king/);
    await field.fill('4k3/4R3/8/8/8/8/8/4K3 w - -');
    await page.getByText(/Black is in check although it is White's move/).first().waitFor();
    await field.fill('8/8/8/8/8/8/8/K1k5 w - - 0 1');
    await page.getByText('Dead position: neither side can mate.').waitFor();
    assert.equal(await textOf(page, '.setup .fault'), '');
  }, { allow: BAD }));

  test('a damaged link is no disaster', () => visit(site.browser, `${site.url}/#/winnable?fen=%E0%A4%A&x=1`, async (page) => {
    await page.getByText('Only White can still win.').waitFor();
  }));

  test('an open verdict is said to be open, and nothing is checked', () => visit(site.browser, `${site.bare.url}/#/winnable?fen=${encodeURIComponent(EXAMPLES[5].fen)}`, async (page) => {
    await page.locator('[data-side=white].open').waitFor();
    assert.match(await textOf(page, '[data-side=white]'), /White may win or not: open The search reached its limit/);
    assert.equal(await page.locator('[data-side=white] .checked').count(), 0);
    assert.equal(await page.locator('[data-side=white] a[download]').count(), 0);
    assert.match(await textOf(page, '.flags'), /Black’s flag \? it is open/);
  }));

  test('a position is set up by keyboard alone', () => visit(site.browser, site.url, async (page) => {
    await page.getByText('Only White can still win.').waitFor();
    await page.getByRole('button', { name: 'Clear' }).focus();
    await page.keyboard.press('Enter');
    await page.getByRole('application').focus();
    // The cursor begins on e4.
    for (const key of ['ArrowUp', 'K', 'ArrowUp', 'ArrowUp', 'k', 'ArrowLeft', 'ArrowLeft', 'ArrowDown', 'Q']) await page.keyboard.press(key);
    await page.getByText('Only White can still win.').waitFor();
    assert.equal(await page.getByLabel('Position in FEN').inputValue(), '8/8/4k3/2Q5/4K3/8/8/8 w - - 0 1');
    await page.keyboard.press('Delete');
    await page.getByText('Dead position').waitFor();
  }, { allow: BAD }));

  test('men are dragged and tapped into place', () => visit(site.browser, at(site, '8/8/8/8/8/8/8/K1k5 w - - 0 1'), async (page) => {
    await page.getByText('Dead position').waitFor();
    const board = await page.locator('cg-board').boundingBox();
    const middle = (file, rank) => [board.x + ((file + 0.5) * board.width) / 8, board.y + ((7.5 - rank) * board.height) / 8];
    const spare = await page.getByLabel('Place a white queen').boundingBox();
    await page.mouse.move(spare.x + 10, spare.y + 10);
    await page.mouse.down();
    await page.mouse.move(...middle(3, 3), { steps: 4 });
    await page.mouse.up();
    await page.getByText('Only White can still win.').waitFor();
    assert.equal(await page.getByLabel('Position in FEN').inputValue(), '8/8/8/8/3Q4/8/8/K1k5 w - - 0 1');
    await page.getByLabel('Place a black rook').click();
    await page.mouse.click(...middle(7, 7));
    await page.getByText('Either side can still win.').waitFor();
    await page.getByRole('radio', { name: 'Black to move' }).check();
    await page.waitForFunction(() => location.hash.includes('_b_'));
  }, { allow: BAD }));

  test('a link carries the position, and Back goes back', () => visit(site.browser, site.url, async (page) => {
    await page.getByText('The knight that still mates').click();
    await page.getByText('Either side can still win.').waitFor();
    assert.ok(page.url().includes('8/5k1K/7P/8/8/5n2/8/8_w'));
    await page.goBack();
    await page.getByText('Only White can still win.').waitFor();
  }));

  test('a pasted game is asked about at its end', () => visit(site.browser, site.url, async (page) => {
    await page.getByText('Only White can still win.').waitFor();
    await page.getByLabel('Position in FEN').evaluate((field) => {
      const data = new DataTransfer();
      data.setData('text', '1. f3 e5 2. g4 Qh4# 0-1');
      field.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }));
    });
    await page.getByText('Checkmate: Black has won.').waitFor();
  }));

  test('a dropped game is asked about at its end', () => visit(site.browser, site.url, async (page) => {
    await page.getByText('Only White can still win.').waitFor();
    await page.locator('.gallery').evaluate((place) => {
      const data = new DataTransfer();
      data.items.add(new File(['[FEN "8/8/4k3/8/8/3pK3/8/8 w - - 0 56"]\n\n56. Kxd3 Kd6 1/2-1/2\n'], 'game.pgn'));
      place.dispatchEvent(new DragEvent('drop', { dataTransfer: data, bubbles: true, cancelable: true }));
    });
    await page.getByText('Dead position: neither side can mate.').waitFor();
    assert.ok(page.url().includes('8/8/3k4/8/8/3K4/8/8_w'));
  }));

  test('without JavaScript there is a form, and its answer is a page', () => visit(site.browser, site.url, async (page) => {
    await page.getByLabel('Position in FEN').fill(WALL);
    await page.getByRole('button', { name: 'Who can still win?' }).click();
    await page.getByText(/Black cannot win/).first().waitFor();
  }, { javaScriptEnabled: false }));

  test('it works by touch', () => visit(site.browser, site.url, async (page) => {
    await page.getByText('Only White can still win.').waitFor();
    await page.getByRole('button', { name: 'See why' }).tap();
    await page.locator('square.reach-black').first().waitFor();
    await page.getByRole('button', { name: 'Back to setting up' }).tap();
    await page.getByLabel('Take men away').tap();
    await page.locator('cg-board').tap({ position: { x: 10, y: 70 } });
    await page.waitForFunction(() => !location.hash.includes('p7/Pp3k2'));
    const width = await page.evaluate(() => document.documentElement.scrollWidth);
    assert.ok(width <= 390, `the page is ${width} wide`);
  }, PHONE));
}
