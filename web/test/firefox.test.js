// One walk through every tab in Firefox: what works in Chromium alone would not be noticed there.
import { after, before, describe, test } from 'node:test';
import { firefox } from 'playwright-core';
import { visit } from './browser.js';
import { everything, prepare, serve } from './server.js';
import { TABS, nameOf } from './tabs/whole.js';

const { FIREFOX } = process.env;

describe('the page in Firefox', { timeout: 3_600_000, skip: FIREFOX ? false : 'no Firefox: install firefox-esr' }, () => {
  let made, site, browser;
  before(async () => {
    made = prepare();
    site = await serve(...everything(made.folder));
    // Debian's own build, by WebDriver BiDi.
    browser = await firefox.launch({ channel: 'moz-firefox', executablePath: FIREFOX, timeout: 120_000 });
  });
  after(async () => {
    await browser?.close();
    await site?.stop();
    made?.remove();
  });
  for (const [tab, act] of Object.entries(TABS)) {
    test(nameOf(tab), () => visit(browser, `${site.url}/#/${tab}`, act));
  }
});
