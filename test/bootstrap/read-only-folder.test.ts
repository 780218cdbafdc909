import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { test } from 'vitest';

const BUILD_CACHE = new URL('../../bootstrap/build-cache.mjs', import.meta.url).href;
/** A build into a folder that is missing, on a file system that is read-only. */
const PROGRAM = `
  const { buildCached } = await import('${BUILD_CACHE}');
  const make = async () => { console.log('built'); return true; };
  console.log(await buildCached({ folder: '/mnt/dist', name: 'a', lock: '/mnt/lock' }, make));`;

test('on a read-only file system nothing is built and nothing fails: the pages are built elsewhere', (t) => {
  const mounting = 'mount -t tmpfs none /mnt && mount -o remount,ro /mnt';
  const node = `"${process.execPath}" --input-type=module --eval "$1"`;
  const inNamespace = (commands: string) =>
    spawnSync('unshare', ['--mount', '--map-root-user', 'sh', '-c', commands, 'sh', PROGRAM], { encoding: 'utf8' });
  // Root can write to every folder, so only a read-only file system shows the fault. Mounting one
  // needs a mount namespace, which not every container allows.
  if (inNamespace(mounting).status !== 0) t.skip('this machine mounts no file system for a test (unshare)');
  const { status, stdout, stderr } = inNamespace(`${mounting} && ${node}`);
  assert.equal(status, 0, stderr);
  assert.equal(stdout, 'undefined\n');
});
