import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { after, before, test } from 'node:test';
import { promisify } from 'node:util';
import { type Ground, ground, startProcess } from '../support/server-process.ts';

/** Loaded before a program: says at its end how often zod was told how to look for cycles. zod tells itself with the first schema, where nobody did. */
const TOLD = `let told = 0;
globalThis.__zod_globalConfig = new Proxy({}, { set: (config, name, value) => ((told += name === 'memoizer'), Reflect.set(config, name, value)) });
process.on('exit', () => process.stderr.write('told ' + told + '\\n'));`;
const LOADED = `--import=data:text/javascript,${encodeURIComponent(TOLD)}`;

let on: Ground;
before(async () => {
  on = await ground();
});
after(() => on?.discard());

test('the service makes no schema before zod is told that nothing it checks holds itself', async () => {
  const server = await startProcess(on, { settings: { NODE_OPTIONS: LOADED } });
  assert.equal(await server.stop(), 0, server.log());
  assert.match(server.log(), /^told 1$/m);
});

test('control: one schema made before is seen, for zod then told itself first', async () => {
  const late = `import { z } from 'zod'; z.object({}); (await import('./src/contract/without-cycles.ts')).checkWithoutCycles();`;
  const { stderr } = await promisify(execFile)(process.execPath, [LOADED, '--input-type=module', '--eval', late]);
  assert.match(stderr, /^told 2$/m);
});
