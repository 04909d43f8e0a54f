import assert from 'node:assert/strict';
import { test } from 'node:test';
import { copied, countOf, textOf, visit } from '../browser.js';

export default function krk(site) {
  // Without a position the board of 8 x 8 always has the same one.
  for (const [size, men] of /** @type {const} */ ([[4, 'Ka1_Rb2_kd4'], [7, 'Kb2_Rg1_kf6'], [8, ''], [16, 'Kb2_Rp1_kj9']])) {
    test(`Black is mated on ${size} x ${size}`, () => visit(site.browser, `${site.url}/#/krk?board=${size}&men=${men}`, async (page) => {
      // The longest game on 16x16 has 153 plies; any defence ends.
      for (let moves = 0; moves <= 77; moves++) {
        await page.waitForFunction((n) => document.querySelectorAll('.duel li').length > n, moves);
        if (await page.getByText(/Mate in \d+ moves?\./).count()) {
          assert.equal(await textOf(page, '.rules [data-used] b'), 'Mate');
          assert.equal(await page.locator('.rooms i').count(), moves + 1);
          // The rook gives check: there is no room to draw, and the last bar is empty.
          assert.equal(await page.locator('.rooms i').last().evaluate((bar) => bar.clientHeight), 0);
          assert.equal(await page.locator('.field .room').count(), 0);
          return;
        }
        const targets = page.locator('.target');
        await targets.nth(moves % (await targets.count())).click();
      }
      assert.fail('no mate');
    }));
  }

  test('a shared link has a preview and comes back to the same position', () => visit(site.browser, `${site.url}/krk?board=8&men=Kb2_Rh1_kf6`, async (page) => {
    await page.waitForURL(/\/krk\?board=8&men=Kb2[_+]Rh1[_+]kf6$/);
    await page.locator('.target').first().waitFor();
    // The page knows by then that a server is behind it.
    await page.getByRole('link', { name: 'Endgame tables' }).waitFor();
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    const link = await copied(page, 'Copy the link to this');
    assert.ok(link.startsWith(`${site.url}/krk?board=8&men=Kb2`), link);
    const shown = await (await fetch(link, { headers: { accept: 'text/html' } })).text();
    const picture = shown.match(/property="og:image" content="([^"]*)"/)?.[1];
    assert.match(picture, /\/picture\/krk\.png\?fen=8\/8\/5k2\/8\/8\/8\/1K6\/7R/);
  }));

  test('what the size of the room is, is said beside the board', () => visit(site.browser, `${site.url}/krk?board=8&men=Kb2_Rh1_kf6`, async (page) => {
    await page.getByText('shrinks from 14 to 10').waitFor();
    assert.equal(await textOf(page, '.measure'), 'The room is measured in files plus ranks: 3 + 7 = 10.');
  }));

  test('what is proved of a move is said, with a link to the lemma', () => visit(site.browser, `${site.url}/krk?board=8&men=Kb2_Rh1_kf6`, async (page) => {
    await page.getByText('Proved for every board: three such moves').waitFor();
    const link = page.getByRole('link', { name: 'lemma 4.5' });
    const lemmas = await (await fetch(new URL(await link.getAttribute('href'), `${site.url}/`))).text();
    assert.match(lemmas, /4\.5/);
    // White is told together with the rule, and not before.
    await page.goto(`${site.url}/krk?board=8&men=Kb2_Rh1_kf6&side=white`);
    await page.getByRole('button', { name: 'What do the rules say?' }).waitFor();
    assert.equal(await page.getByText('Proved for every board').isVisible(), false);
    await page.getByRole('button', { name: 'What do the rules say?' }).click();
    await page.getByText('Proved for every board').waitFor();
  }));

  test('a link without a position draws one', () => visit(site.browser, `${site.url}/#/krk?board=7`, async (page) => {
    await page.waitForURL(/board=7&men=K[a-g][1-7][_+]R[a-g][1-7][_+]k[a-g][1-7]$/);
    await countOf(page, '.duel li', 1);
  }));

  test('the king walks by arrow keys, and the rule is named', () => visit(site.browser, `${site.url}/#/krk?board=8&men=Kb2_Rh1_kf6`, async (page) => {
    await page.locator('.target').first().waitFor();
    assert.match(await textOf(page, '.says'), /White plays Re1 Squeeze: the room of the black king shrinks from 14 to 10/);
    await page.keyboard.press('ArrowDown');
    await countOf(page, '.duel li', 2);
    assert.match(await textOf(page, '.duel'), /Re1 … Kf5/);
    await page.getByRole('button', { name: 'Again' }).click();
    await countOf(page, '.duel li', 1);
  }));

  test('the address holds the position, and moves are taken back', () => visit(site.browser, `${site.url}/#/krk?board=8&men=Kb2_Rh1_kf6`, async (page) => {
    await page.locator('.target').first().waitFor();
    await page.keyboard.press('ArrowDown');
    await countOf(page, '.duel li', 2);
    await page.waitForURL(/men=Kb2[_+]Re1[_+]kf5$/);
    await page.goBack();
    await countOf(page, '.duel li', 1);
    assert.match(await textOf(page, '.duel'), /^Re1$/);
    assert.equal(await page.locator('.rooms i').count(), 1);
    await page.goForward();
    await countOf(page, '.duel li', 2);
    await page.getByRole('button', { name: 'Take back' }).click();
    await countOf(page, '.duel li', 1);
    await page.goto(`${site.url}/#/krk?board=8&men=Kc3_Rd4_kf6`);
    await page.getByText(/White plays/).waitFor();
    await countOf(page, '.duel li', 1);
  }));

  test('a student mates with White by the rules', () => visit(site.browser, `${site.url}/#/krk?board=8&men=Kb2_Rh1_kf6&side=white`, async (page) => {
    for (let moves = 0; moves <= 40; moves++) {
      await page.getByRole('button', { name: 'What do the rules say?' }).click();
      const [, man, square] = (await textOf(page, '.says b.rule')).match(/^([KR])([a-h][1-8])/);
      await page.locator(`.own[aria-label^="White ${man === 'K' ? 'king' : 'rook'}"]`).click();
      await page.getByRole('button', { name: `${man === 'K' ? 'King' : 'Rook'} to ${square}`, exact: true }).click();
      await page.waitForFunction((n) => document.querySelectorAll('.duel li').length > n, moves);
      if (await page.getByText(/Mate in \d+ moves?\. Well done|Mate in/).count()) return;
      assert.match(await textOf(page, '.says'), /is what the rules say/);
    }
    assert.fail('no mate');
  }));

  test('a move against the rules is told about, and taken back; a lost rook is a draw', () => visit(site.browser, `${site.url}/#/krk?board=8&men=Kb2_Rh1_kf6&side=white`, async (page) => {
    const play = async (man, square) => {
      await page.locator(`.own[aria-label^="White ${man}"]`).click();
      await page.getByRole('button', { name: new RegExp(`to ${square}$`) }).click();
    };
    await play('king', 'a1');
    await page.getByText('Ka1 is legal, but the rules say Re1: Squeeze.').waitFor();
    await page.goBack();
    await countOf(page, '.duel li', 0);
    await play('rook', 'h5');
    await countOf(page, '.duel li', 1);
    await page.goto(`${site.url}/#/krk?board=8&men=Kb2_Rh1_kf6&side=white`);
    await countOf(page, '.duel li', 0);
    await page.goto(`${site.url}/#/krk?board=8&men=Kb2_Re1_kf5&side=white`);
    await play('rook', 'e4');
    await page.getByText('Black takes the rook: a draw.').waitFor();
    await page.getByRole('button', { name: 'Take back' }).click();
    await page.getByText('Your move, White.').waitFor();
  }));

  test('each rule before the one that is used says why not; the board has coordinates', () => visit(site.browser, `${site.url}/#/krk?board=8&men=Kc3_Re4_kf6`, async (page) => {
    await page.getByText(/White plays/).waitFor();
    assert.match(await textOf(page, '[data-rule=Squeeze] .why-not'), /not now: R\w+ would do, but the rook would be exposed/);
    assert.match(await textOf(page, '[data-rule=ImmediateMate] .why-not'), /no move does this here/);
    assert.equal(await page.locator('.field .file').count(), 8);
    assert.equal(await page.locator('.field .rank').allInnerTexts().then((all) => all.join('')), '12345678');
  }));

  test('what is pasted goes to the tab that takes it', () => visit(site.browser, `${site.url}/#/krk?board=8&men=Kb2_Rh1_kf6`, async (page) => {
    const paste = (text) => page.evaluate((pasted) => {
      const data = new DataTransfer();
      data.setData('text', pasted);
      document.body.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }));
    }, text);
    await countOf(page, '.duel li', 1);
    await paste('1. f3 e5 2. g4 Qh4# 0-1');
    await page.getByText('Checkmate with 2... Qh4#: Black won.').waitFor();
    await page.goto(`${site.url}/#/longest`);
    await page.getByText('0 of 17,697').waitFor();
    await paste('8/5k1K/7P/8/8/5n2/8/8 w - -');
    await page.getByText('Either side can still win.').waitFor();
    // A certificate from every tab.
    const proof = await (await fetch(`${site.url}/certificate/winnable?fen=8/5k1K/7P/8/8/5n2/8/8+w+-+-&for=black`)).text();
    await paste(proof);
    await page.getByText('Accepted: the claim is proved.').waitFor();
    await paste('8/8/8/8/8/8/8/K1k5 w - - 0 1');
    await page.getByText('Dead position: neither side can mate.').waitFor();
  }));

  test('one move is one move', () => visit(site.browser, `${site.url}/#/krk?board=8&men=Kb6_Rh1_ka8`, async (page) => {
    await page.getByText('Mate in 1 move.').waitFor();
  }));
}
