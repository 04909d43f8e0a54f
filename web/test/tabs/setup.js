// Setting up a position: by hand, by keyboard and by touch, typed, pasted, dropped, by legal moves.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { copied, PHONE, square, textOf, visit } from '../browser.js';
import { BAD, WALL, at, drag, engineLoaded, paste, silent } from './winnable.js';

export default function setup(site) {
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
    await page.getByLabel('Place a black rook').click();
    await page.getByRole('radio', { name: 'Black to move' }).check();
    await page.waitForFunction(() => location.hash.includes('_b_'));
  }, { allow: BAD }));

  test('the field shows what the board shows, also while one is in it', () => visit(site.browser, site.url, async (page) => {
    const field = page.getByLabel('Position in FEN');
    await field.fill('8/8/4k3/8/8/3NK3/8/8 w - - 0 1');
    await page.getByText('Dead position').waitFor();
    await drag(page, await square(page, 'd3'), await square(page, 'd4'));
    await page.waitForFunction(() => /** @type {any} */ (document.querySelector('input.fen')).value === '8/8/4k3/8/3N4/4K3/8/8 w - - 0 1');
    assert.equal(await page.evaluate(() => document.activeElement.className), 'fen');
    await drag(page, await square(page, 'e6'), [(await page.locator('.board').first().boundingBox()).x - 60, 300]);
    await page.waitForFunction(() => /** @type {any} */ (document.querySelector('input.fen')).value === '8/8/8/8/3N4/4K3/8/8 w - - 0 1');
  }));

  test('no fault stays beside an answer, however fast one types', () => visit(site.browser, site.bare.url, async (page) => {
    const field = page.getByLabel('Position in FEN');
    await page.getByText('Only White can still win.').waitFor();
    await engineLoaded(page);
    await field.fill('');
    await field.pressSequentially('8/8/4k3/8/8/3NK3/8/8 w - - 0 1');
    await page.getByText('Dead position').waitFor();
    // Nobody hears of a question that was stopped, whatever is wrong with it.
    const heard = await page.evaluate(async () => {
      const { get } = await import('/api.js');
      const controller = new AbortController();
      const answer = get('/winnable', { fen: '8/8/8 w - -', for: 'both' }, controller.signal).catch(({ name }) => name);
      controller.abort();
      return answer;
    });
    assert.equal(heard, 'AbortError');
    assert.equal(await textOf(page, '.entry .fault'), '');
    assert.equal(await field.getAttribute('aria-invalid'), 'false');
  }, { allow: BAD }));

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
    await page.waitForURL(/8\/8\/3k4\/8\/8\/3K4\/8\/8[_+]w/);
  }));

  test('a spare man is tapped into place', () => visit(site.browser, at(site, '8/8/8/8/8/8/8/K1k5 w - - 0 1'), async (page) => {
    await page.getByText('Dead position').waitFor();
    await page.getByLabel('Place a white queen').tap();
    assert.equal(await page.getByLabel('Place a white queen').getAttribute('aria-pressed'), 'true');
    await page.touchscreen.tap(...await square(page, 'd4'));
    await page.getByText('Only White can still win.').waitFor();
    assert.equal(await page.getByLabel('Position in FEN').inputValue(), '8/8/8/8/3Q4/8/8/K1k5 w - - 0 1');
  }, { ...PHONE, allow: BAD }));

  test('a position, a game or a link is pasted anywhere', () => visit(site.browser, site.url, async (page) => {
    await page.getByText('Only White can still win.').waitFor();
    for (const [text, says] of [
      ['8/5k1K/7P/8/8/5n2/8/8 w - -', 'Either side can still win.'],
      ['[FEN "8/8/8/8/8/8/8/K1k5 w - - 0 1"]', 'Dead position: neither side can mate.'],
      ['https://lichess.org/analysis/standard/8/8/8/8/3Q4/8/8/K1k5_b_-_-_0_1', 'Only White can still win.'],
      ['[White "A"]\n\n1. f3 e5 2. g4 Qh4# 0-1', 'Checkmate: Black has won.'],
      ['8/8/4k3/8/8/3NK3/8/8 b - - bm Kf5; id "knight";', 'Dead position: neither side can mate.'],
    ]) {
      await paste(page, text);
      await page.getByText(says).waitFor();
    }
    await paste(page, 'https://lichess.org/abcdefgh');
    await page.getByText(/Share & export/).waitFor();
    await silent(page);
    // The same on another tab.
    await page.getByRole('link', { name: 'Judge a game' }).click();
    await page.getByRole('heading', { name: 'Judge a game' }).waitFor();
    await paste(page, '1. f3 e5 2. g4 Qh4# 1-0');
    await page.getByText(/Contradicted: the record says 1 – 0/).waitFor();
    await paste(page, '8/5k1K/7P/8/8/5n2/8/8 w - -');
    await page.getByText('Either side can still win.').waitFor();
  }));

  test('the men alone are a position, with White to move', () => visit(site.browser, at(site, WALL), async (page) => {
    const field = page.getByLabel('Position in FEN');
    await field.fill('8/8/8/8/3Q4/8/8/K1k5');
    await page.locator('.first[aria-busy=false] .verdict').getByText('Only White can still win.').waitFor();
    assert.equal(await textOf(page, '.entry .fault'), '');
    await page.getByRole('radio', { name: 'Black to move' }).check();
    await page.waitForFunction(() => /** @type {any} */ (document.querySelector('input.fen')).value === '8/8/8/8/3Q4/8/8/K1k5 b - - 0 1');
    await paste(page, `${site.url}/winnable?fen=${WALL.replaceAll(' ', '+')}&flag=black`);
    await page.locator('button.flag[data-flag=black][aria-pressed=true]').waitFor();
  }, { allow: BAD }));

  test('castling, Chess960 and en passant are chosen', () => visit(site.browser, at(site, 'r3k2r/8/8/3pP3/8/8/8/1R1K3R w - - 0 1'), async (page) => {
    const field = page.getByLabel('Position in FEN');
    await page.getByText('Either side can still win.').waitFor();
    await page.getByLabel('Black O-O', { exact: true }).check();
    assert.equal(await field.inputValue(), 'r3k2r/8/8/3pP3/8/8/8/1R1K3R w k - 0 1');
    await page.getByLabel('En-passant square').selectOption('d6');
    assert.equal(await field.inputValue(), 'r3k2r/8/8/3pP3/8/8/8/1R1K3R w k d6 0 1');
    assert.equal(await page.getByLabel(/White, rook/).count(), 0);
    await page.getByLabel('Chess960').check();
    await page.getByLabel('White, rook b1').check();
    assert.equal(await field.inputValue(), 'r3k2r/8/8/3pP3/8/8/8/1R1K3R w Bh d6 0 1');
    await page.waitForFunction(() => location.hash.includes('chess960=1'));
    await page.getByText('Either side can still win.').waitFor();
    const report = await (await fetch(`${site.url}/winnable?${new URL((await page.evaluate(() => location.href)).replace('?server#/winnable', '')).searchParams}`)).json();
    assert.equal(report.chess960, true);
    await page.reload();
    await page.getByText('Either side can still win.').waitFor();
    assert.ok(await page.getByLabel('White, rook b1').isChecked());
    await page.goBack();
    await page.waitForFunction(() => !location.hash.includes('_Bh_'));
    assert.ok(!(await page.getByLabel('White, rook b1').isChecked()));
  }));

  test('legal moves are played, copied and taken elsewhere', () => visit(site.browser, at(site, '8/P6k/8/8/8/8/8/K7 w - - 0 9'), async (page) => {
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    const field = page.getByLabel('Position in FEN');
    await page.getByText('Only White can still win.').waitFor();
    await page.getByLabel('Play legal moves').check();
    // Not legal: nothing happens.
    await page.waitForFunction(() => document.querySelector('cg-board'));
    await drag(page, await square(page, 'a1'), await square(page, 'h5'));
    assert.equal(await field.inputValue(), '8/P6k/8/8/8/8/8/K7 w - - 0 9');
    await page.mouse.click(...await square(page, 'a7'));
    await page.locator('square.move-dest:visible').first().waitFor();
    await page.mouse.click(...await square(page, 'a8'));
    await page.getByRole('button', { name: 'rook', exact: true }).click();
    await page.waitForFunction(() => location.hash.includes('R7/7k'));
    assert.equal(await field.inputValue(), 'R7/7k/8/8/8/8/8/K7 b - - 0 9');
    // An answer that comes in moves things.
    await page.locator('.first[aria-busy=false] .verdict').waitFor();
    await page.mouse.click(...await square(page, 'h7'));
    await page.locator('square.move-dest:visible').first().waitFor();
    await page.mouse.click(...await square(page, 'g7'));
    await page.waitForFunction(() => location.hash.includes('6k1/'));
    assert.equal(await textOf(page, '.played'), '9. a8=R Kg7');
    assert.equal(await copied(page, 'Copy FEN'), 'R7/6k1/8/8/8/8/8/K7 w - - 1 10');
    assert.match(await copied(page, 'Copy PGN'), /^\[SetUp "1"\]\n\[FEN "8\/P6k.* 0 9"\]\n\n9\. a8=R Kg7 \*\n$/);
    const lichess = page.getByRole('link', { name: 'Open in lichess' });
    await lichess.focus();
    assert.equal(await lichess.getAttribute('href'), 'https://lichess.org/analysis/standard/R7/6k1/8/8/8/8/8/K7_w_-_-_1_10');
    await page.goBack();
    await page.waitForFunction(() => location.hash.includes('R7/7k'));
    assert.equal(await textOf(page, '.played'), '9. a8=R');
  }));

  test('letters place no men while moves are played', () => visit(site.browser, at(site, WALL), async (page) => {
    await page.getByText('Only White can still win.').waitFor();
    await page.getByLabel('Play legal moves').check();
    await page.getByRole('application').focus();
    for (const key of ['ArrowUp', 'Q', 'Delete', 'ArrowUp']) await page.keyboard.press(key);
    assert.equal(await page.getByLabel('Position in FEN').inputValue(), WALL);
  }));

  test('the rights to castle say which chess it is, and can be cleared where they are none', () => visit(site.browser, at(site, WALL), async (page) => {
    const field = page.getByLabel('Position in FEN');
    await field.fill('1k6/8/8/8/8/8/8/RK5R w HA - 0 1');
    await page.getByText('Only White can still win.').waitFor();
    assert.ok(await page.getByLabel('Chess960').isChecked());
    await field.fill('r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1');
    await page.getByText('Either side can still win.').waitFor();
    assert.ok(!(await page.getByLabel('Chess960').isChecked()));
    await field.fill('4k3/8/8/8/8/8/8/R3K3 w KQkq - 0 1');
    await page.getByRole('button', { name: 'Clear castling rights' }).click();
    await page.getByText('Only White can still win.').waitFor();
    assert.equal(await field.inputValue(), '4k3/8/8/8/8/8/8/R3K3 w Q - 0 1');
  }, { allow: BAD }));

  test('rights named after the files of rooks are the usual ones where king and rooks stand as usual', () => visit(site.browser, at(site, WALL), async (page) => {
    const field = page.getByLabel('Position in FEN'), shredder = 'r3k2r/8/8/8/8/8/8/R3K2R w HAha - 0 1';
    await page.getByText('Only White can still win.').waitFor();
    await paste(page, shredder);
    await page.getByText('Either side can still win.').waitFor();
    assert.equal(await field.inputValue(), 'r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1');
    await field.fill('8/8/8/8/8/8/8/K1k5 w - - 0 1');
    await page.getByText('Dead position').waitFor();
    await field.fill(shredder);
    await page.getByText('Either side can still win.').waitFor();
    // In a link, too; and those of Chess960 set its switch.
    await page.goto(`${site.url}/winnable?fen=${shredder.replaceAll(' ', '+')}`);
    await page.waitForURL(/w\+KQkq\+-/);
    await page.getByText('Either side can still win.').waitFor();
    await page.goto(`${site.url}/winnable?fen=1k6/8/8/8/8/8/8/RK5R+w+HA+-+0+1`);
    await page.waitForURL(/chess960=1/);
    await page.getByText('Only White can still win.').waitFor();
    assert.ok(await page.getByLabel('Chess960').isChecked());
    await page.goto(`${site.url}/legal?fen=${shredder.replaceAll(' ', '+')}`);
    await page.locator('.first .verdict').waitFor();
    assert.match(await field.inputValue(), /KQkq/);
    await paste(page, '1k6/8/8/8/8/8/8/RK5R w HA - 0 1');
    await page.waitForURL(/chess960=1/);
    await page.getByText('are left out').waitFor();
    // Tables are of ordinary chess.
    await page.goto(`${site.url}/#/tables?fen=8/8/8/8/8/8/8/K1k5_w_-_-_0_1`);
    await page.locator('.verdict').first().waitFor();
    await paste(page, '1k6/8/8/8/8/8/8/RK6 w A - 0 1');
    await page.getByText('are those of Chess960, and this is asked of ordinary chess').waitFor();
    await silent(page);
    await page.getByRole('button', { name: 'Clear castling rights' }).click();
    await page.locator('.first .verdict').waitFor();
  }, { allow: BAD }));

  test('of several positions or games the first is read, and it is said', () => visit(site.browser, at(site, WALL), async (page) => {
    await page.getByText('Only White can still win.').waitFor();
    await paste(page, '1. f3 e5 2. g4 Qh4# 0-1\n\n1. e4 e5 1/2-1/2\n');
    await page.getByText('Checkmate: Black has won.').waitFor();
    await page.getByText('Of 2 games that were pasted, this is the end of the first one').waitFor();
    await paste(page, '8/8/8/8/8/8/8/K1k5 w - - 0 1\n8/5k1K/7P/8/8/5n2/8/8 w - - 0 1\nR7/8/8/8/8/8/8/K1k5 w - - 0 1\n');
    await page.getByText('Dead position').waitFor();
    assert.equal(await textOf(page, '.entry .note'), 'Of 3 positions that were pasted, this is the first one.');
    await paste(page, WALL);
    await page.getByText('Only White can still win.').waitFor();
    assert.equal(await textOf(page, '.entry .note'), '');
  }, { allow: BAD }));

  test('a game that cannot be read stands in the field, and nothing beside it', () => visit(site.browser, at(site, WALL), async (page) => {
    await page.getByText('Only White can still win.').waitFor();
    await paste(page, '1. e4 e5 2. Kf7');
    await page.getByText(/Kf7 is illegal/).waitFor();
    await page.getByText('The game cannot be read.').waitFor();
    assert.equal(await page.getByLabel('Position in FEN').inputValue(), '1. e4 e5 2. Kf7');
    assert.equal(await page.locator('.verdict, .flags, .side').count(), 0);
  }, { allow: BAD }));

  test('legal moves are played by keyboard', () => visit(site.browser, at(site, '4k3/8/8/8/8/8/4P3/4K3 w - - 0 1'), async (page) => {
    await page.locator('.first .verdict').waitFor();
    await page.getByLabel('Play legal moves').check();
    await page.getByRole('application').focus();
    // From e4 to the pawn; it is taken up, let go, and taken up again.
    for (const key of ['ArrowDown', 'ArrowDown', 'ArrowUp', 'ArrowDown', 'ArrowDown']) await page.keyboard.press(key);
    const spoken = page.locator('.setup > [aria-live]');
    await page.locator('.setup .board cg-board piece').first().waitFor();
    for (let tries = 0; !/e3, e4/.test(await spoken.textContent()); tries++) { assert.ok(tries < 200); await page.keyboard.press('Enter'); }
    await page.keyboard.press('Escape');
    assert.equal(await spoken.textContent(), '');
    await page.keyboard.press('Space');
    assert.equal(await spoken.textContent(), 'e2: to e3, e4');
    for (const key of ['ArrowUp', 'ArrowUp', 'Enter']) await page.keyboard.press(key);
    await page.waitForURL(/4P3\/8\/8\/4K3[_+]b/);
    assert.equal(await page.getByLabel('Position in FEN').inputValue(), '4k3/8/8/8/4P3/8/8/4K3 b - - 0 1');
    assert.equal(await spoken.textContent(), 'e4');
  }));

  for (const [name, options] of Object.entries({ 'a desk': {}, 'a phone': PHONE })) {
    test(`before it is known what a pawn becomes, nothing has moved, and it can stay so (${name})`, () => visit(site.browser, at(site, '8/P6k/8/8/8/8/8/K7 w - - 0 9'), async (page) => {
      await page.getByText('Only White can still win.').waitFor();
      await page.getByLabel('Play legal moves').check();
      const promote = async () => {
        await page.mouse.click(...await square(page, 'a7'));
        await page.locator('square.move-dest:visible').first().waitFor();
        await page.mouse.click(...await square(page, 'a8'));
        await page.locator('.promotion button').first().waitFor();
      };
      await promote();
      assert.match(await page.locator('.setup .boarded .quiet').textContent(), /^White: king a1, pawn a7\./);
      assert.equal(await page.locator('cg-board piece.pawn').evaluate((pawn) => /** @type {any} */ (pawn).cgKey), 'a7');
      // It stands on the board.
      const board = await page.locator('cg-board').first().boundingBox(), choice = await page.locator('.promotion').boundingBox();
      assert.ok(choice.x >= board.x && choice.y >= board.y && choice.x + choice.width <= board.x + board.width && choice.y + choice.height <= board.y + board.height);
      await page.keyboard.press('Escape');
      await page.locator('.promotion button').first().waitFor({ state: 'hidden' });
      await promote();
      await page.getByRole('button', { name: 'Cancel' }).click();
      assert.equal(await page.getByLabel('Position in FEN').inputValue(), '8/P6k/8/8/8/8/8/K7 w - - 0 9');
      await promote();
      await page.getByRole('button', { name: 'queen', exact: true }).click();
      await page.waitForURL(/Q7\/7k/);
    }, options));
  }

  test('Escape leads back to where the board was lent', () => visit(site.browser, at(site, WALL), async (page) => {
    const why = page.getByRole('button', { name: 'See why' });
    await why.focus();
    await page.keyboard.press('Enter');
    await page.locator('.stage button').first().focus();
    await page.keyboard.press('Escape');
    assert.equal(await page.evaluate(() => document.activeElement.textContent), 'See why');
  }));
}
