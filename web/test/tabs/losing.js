import assert from 'node:assert/strict';
import { test } from 'node:test';
import { countOf, textOf, visit } from '../browser.js';

export default function losing(site) {
  const url = () => `${site.url}/#/losing`;

  test('a proof tree is browsed down and up', () => visit(site.browser, url(), async (page) => {
    await page.getByText('White wins.').waitFor();
    assert.match(await textOf(page, '.trail'), /start ?1\. e3 ?Na6/);
    await page.getByRole('link', { name: 'Bxa6', exact: true }).click();
    await page.getByRole('link', { name: 'bxa6', exact: true }).waitFor();
    await page.keyboard.press('ArrowRight');
    await countOf(page, '.trail a', 5);
    await page.keyboard.press('ArrowLeft');
    await countOf(page, '.trail a', 4);
    await page.getByRole('button', { name: 'Play it' }).click();
    await page.keyboard.press('End');
    const [ply, last] = (await textOf(page, '.place')).split(' / ');
    assert.equal(ply, last);
  }));

  test('tables give the value of every move', () => visit(site.browser, url(), async (page) => {
    await page.getByText('Black wins in 2 plies.').waitFor();
    await countOf(page, 'square.value-win', 1);
    await countOf(page, 'square.value-draw', 7);
  }));

  test('a campaign is watched and steered', () => visit(site.browser, url(), async (page) => {
    await page.getByText('Largest open parts').waitFor();
    await page.getByLabel('Line, from the start').fill('e3 c6 Ba6 bxa6');
    await page.getByRole('button', { name: 'Search here next' }).click();
    await page.getByText('The order is given').waitFor();
    await page.getByLabel('Move to force').fill('b4');
    const forced = page.waitForResponse((response) => response.url().endsWith('/force'));
    await page.getByRole('button', { name: 'Force this move' }).click();
    assert.ok((await forced).ok(), await (await forced).text());
  }));

  test('what the server does not serve is left out', () => visit(site.browser, site.bare.url, async (page) => {
    await page.getByText('Positions worth a look').waitFor();
    await page.waitForLoadState('networkidle');
    assert.equal(await page.getByRole('link', { name: 'Losing chess' }).count(), 0);
  }));
}
