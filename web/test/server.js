// Starts the real binary with everything it can serve: a proof tree, tables and a campaign, made here in seconds.
import { spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const binary = process.env.ZERMELO;

/** What losing chess needs, in a folder of its own. */
export function prepare() {
  const folder = mkdtempSync(join(tmpdir(), 'zermelo-web-'));
  const run = (...args) => {
    const { status, stderr } = spawnSync(binary, args, { cwd: folder, stdio: ['ignore', 'ignore', 'pipe'], encoding: 'utf8' });
    // 1 is an open answer: what a campaign has after four searches.
    if (status !== 0 && status !== 1) throw new Error(`zermelo ${args.join(' ')}: ${status}\n${stderr}`);
  };
  const tables = ['--men', '3', '--folder', 'tables', '--threads', '1'];
  run('losing', 'solve', 'e3', 'Na6', ...tables, '--memory', '256M', '--quick', '--proof', 'na6.cert.zst');
  run('losing', 'solve', 'e3', 'd5', ...tables, '--memory', '256M', '--quick', '--proof', 'd5.cert.zst');
  run('table', 'build', 'KRvK', '--folder', 'tables', '--threads', '1');
  run('losing', 'campaign', 'new', 'campaign', 'e3', 'c6', '--nodes', '20000');
  run('losing', 'campaign', 'run', 'campaign', ...tables, '--memory', '64M', '--searches', '4');
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true }) };
}

/** Options to serve all of it. */
export const everything = (folder) => ['--tables', `${folder}/tables`, '--tree', `${folder}/na6.cert.zst`, '--tree', `${folder}/d5.cert.zst`, '--campaign', `${folder}/campaign`];

/** Runs `zermelo serve` with these options until `stop`; resolves when it says where it listens. */
export function serve(...options) {
  const child = spawn(binary, ['serve', '--bind', '127.0.0.1:0', ...options], { stdio: ['ignore', 'pipe', 'pipe'] });
  let said = '';
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(`the server does not say where it listens:\n${said}`)), 120_000);
    const listen = (text) => {
      said += text;
      const address = said.match(/127\.0\.0\.1:(\d+)/);
      if (!address) return;
      clearTimeout(timer);
      resolve({
        url: `http://${address[0]}`,
        stop: () => new Promise((done) => { child.once('exit', done); child.kill('SIGTERM'); }),
        said: () => said,
      });
    };
    child.stdout.on('data', listen);
    child.stderr.on('data', listen);
    child.once('exit', (code) => reject(new Error(`zermelo serve ended with ${code}:\n${said}`)));
  });
}
