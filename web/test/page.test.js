// The page in a real browser, served by the real binary. One server and one browser for all of it.
import { after, before, describe } from 'node:test';
import { launch } from './browser.js';
import { everything, prepare, serve } from './server.js';
import winnable from './tabs/winnable.js';
import setup from './tabs/setup.js';
import belongs from './tabs/belongs.js';
import judge from './tabs/judge.js';
import longest from './tabs/longest.js';
import legal from './tabs/legal.js';
import check from './tabs/check.js';
import krk from './tabs/krk.js';
import tables from './tabs/tables.js';
import losing from './tabs/losing.js';
import whole from './tabs/whole.js';

/** @type {any} */
const site = {};

describe('the page', { timeout: 3_600_000 }, () => {
  before(async () => {
    const made = prepare();
    site.browser = await launch();
    site.full = await serve(...everything(made.folder));
    site.bare = await serve('--nodes', '2000');
    // Leaves open what takes any search at all.
    site.short = await serve('--nodes', '20');
    site.url = site.full.url;
    site.made = made;
  });
  after(async () => {
    await site.browser?.close();
    await site.full?.stop();
    await site.bare?.stop();
    await site.short?.stop();
    site.made?.remove();
  });
  for (const part of [winnable, setup, belongs, judge, longest, legal, check, krk, tables, losing, whole]) part(site);
});
