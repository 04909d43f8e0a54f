import assert from 'node:assert/strict';
import { test } from 'node:test';
import { textOf, visit } from '../browser.js';

const WALL = '/certificate/winnable?fen=5b2/p7/Pp3k2/1Pp1pBp1/2P1P1P1/5K2/8/8+w+-+-&for=black';

export default function check(site) {
  const url = () => `${site.url}/#/check`;

  test('a certificate is followed from its answer to the kernel', () => visit(site.browser, site.url, async (page) => {
    await page.locator('[data-side=black] .certificate a').nth(1).click();
    await page.getByText('Accepted: the claim is proved.').waitFor();
    assert.match(await textOf(page, '.answer'), /Black cannot win from 5b2.* checked by .* kernel in/);
    assert.match(await page.getByLabel('Certificate', { exact: true }).inputValue(), /^zermelo-certificate 1\n/);
    await page.waitForURL(/\/check\?of=\/certificate/);
    await page.reload();
    await page.getByText('Accepted: the claim is proved.').waitFor();
    await page.getByRole('link', { name: 'Ask about this position' }).click();
    await page.getByText('Only White can still win.').waitFor();
  }));

  test('a damaged certificate is rejected, with the reason', () => visit(site.browser, url(), async (page) => {
    const proof = await (await fetch(site.url + WALL)).text();
    const field = page.getByLabel('Certificate', { exact: true });
    await field.fill(proof.replace('Kf3 0000000001ffffff', 'Kf3 0000000000ffffff'));
    await page.getByRole('button', { name: 'Check', exact: true }).click();
    await page.getByText('Rejected: this proves nothing.').waitFor();
    assert.match(await textOf(page, '.answer'), /the man of f3 may step a3-a4/);
    await field.fill('hello');
    await page.getByRole('button', { name: 'Check', exact: true }).click();
    await page.getByText('This is no certificate.').waitFor();
    // It is said once; and of a part of one it would not be true.
    assert.equal(await page.getByText(/this is no certificate/i).count(), 1);
    await field.fill(proof.slice(0, 200));
    await page.getByRole('button', { name: 'Check', exact: true }).click();
    await page.getByText('This certificate cannot be read to its end.').waitFor();
    assert.equal(await page.getByText(/this is no certificate/i).count(), 0);
  }, { allow: /status of 400/ }));

  test('a file is opened or dropped', () => visit(site.browser, url(), async (page) => {
    const proof = Buffer.from(await (await fetch(site.url + WALL)).arrayBuffer());
    await page.setInputFiles('input[type=file]', { name: 'wall.cert', mimeType: 'text/plain', buffer: proof });
    await page.getByText('Accepted: the claim is proved.').waitFor();
    assert.match(await textOf(page, '.answer'), /^wall\.cert/);
    await page.locator('.tab').evaluate((place) => {
      const data = new DataTransfer();
      data.items.add(new File(['hello'], 'bad.cert'));
      place.dispatchEvent(new DragEvent('drop', { dataTransfer: data, bubbles: true, cancelable: true }));
    });
    await page.getByText('This is no certificate.').waitFor();
  }, { allow: /status of 400/ }));

  test('a link leads to certificates of this server only', () => visit(site.browser, `${url()}?of=https://example.org/x`, async (page) => {
    await page.getByText('This link leads to no certificate.').waitFor();
  }));
}
