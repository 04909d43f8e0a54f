import assert from 'node:assert/strict';
import { test } from 'node:test';
import { textOf, visit } from '../browser.js';

export default function longest(site) {
  test('the longest game is there to its last ply', () => visit(site.browser, `${site.url}/#/longest`, async (page) => {
    await page.getByText('0 of 17,697').waitFor();
    assert.match(await textOf(page, '.facts'), /Critical moves 0 of 117/);
    assert.equal(await page.locator('.saw.whole rect').count(), 117);
    await page.keyboard.press('End');
    assert.match(await textOf(page, '.facts'), /Ply 17,697 of 17,697 .* mate ends the game/);
    await page.keyboard.press('Home');
    await page.getByRole('button', { name: 'Next critical move' }).click();
    assert.match(await textOf(page, '.facts'), /Clock 0 of 150 Critical moves 1 of 117/);
    await page.waitForFunction(() => location.hash.includes('ply=150'));
  }));

  test('the curve and the scrubber lead anywhere, and it plays', () => visit(site.browser, `${site.url}/#/longest?ply=4321`, async (page) => {
    await page.getByText('4,321 of 17,697').waitFor();
    await page.locator('.saw.whole').click();
    const middle = Number((await textOf(page, '.place')).split(' ')[0].replace(',', ''));
    assert.ok(Math.abs(middle - 8848) < 30, `ply ${middle}`);
    await page.getByLabel('Speed').selectOption('1000');
    await page.getByRole('button', { name: 'Play' }).click();
    await page.waitForFunction((from) => Number(document.querySelector('.place').textContent.split(' ')[0].replace(',', '')) > from + 300, middle);
    await page.getByRole('button', { name: 'Pause' }).click();
  }));
}
