import assert from 'node:assert/strict';
import { test } from 'node:test';
import { countOf, textOf, visit } from '../browser.js';

export default function krk(site) {
  for (const size of [4, 7, 8, 16]) {
    test(`Black is mated on ${size} x ${size}`, () => visit(site.browser, `${site.url}/#/krk?board=${size}`, async (page) => {
      // The longest game on 16x16 has 153 plies; any defence ends.
      for (let moves = 0; moves <= 77; moves++) {
        await page.waitForFunction((n) => document.querySelectorAll('.duel li').length > n, moves);
        if (await page.getByText(/Mate in \d+ moves?\./).count()) {
          assert.equal(await textOf(page, '.rules [data-used] b'), 'Mate');
          assert.equal(await page.locator('.rooms i').count(), moves + 1);
          return;
        }
        const targets = page.locator('.target');
        await targets.nth(moves % (await targets.count())).click();
      }
      assert.fail('no mate');
    }));
  }

  test('the king walks by arrow keys, and the rule is named', () => visit(site.browser, `${site.url}/#/krk?board=8&men=Kb2_Rh1_kf6`, async (page) => {
    await page.locator('.target').first().waitFor();
    assert.match(await textOf(page, '.says'), /White plays Re1 Squeeze: the room of the black king shrinks from 14 to 10/);
    await page.keyboard.press('ArrowDown');
    await countOf(page, '.duel li', 2);
    assert.match(await textOf(page, '.duel'), /Re1 … Kf5/);
    await page.getByRole('button', { name: 'Again' }).click();
    await countOf(page, '.duel li', 1);
  }));
}
