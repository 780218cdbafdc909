import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, test } from 'vitest';
import { commandSecurityLog } from './command-security-log.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'facturier commands '));
});
afterAll(() => rm(folder, { recursive: true }));

const file = () => join(folder, 'commands.jsonl');
const events = async () =>
  (await readFile(file(), 'utf8'))
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line).event);

test('the log of a command is readable by its owner only, and has each action once', async () => {
  const note = commandSecurityLog(folder);
  note({ event: 'command_run', operation: 'list-api-keys', actor: 'command-line' });
  note({ event: 'command_run', operation: 'list-api-keys', actor: 'command-line' });
  note({ event: 'account_made', account: 'a', actor: 'command-line' });
  commandSecurityLog(folder)({ event: 'command_run', operation: 'list-api-keys', actor: 'command-line' });
  assert.deepEqual(await events(), ['command_run', 'account_made', 'command_run']);
  if (process.platform !== 'win32') assert.equal((await stat(file())).mode & 0o777, 0o600);
});

test('a file of more than 1 MiB is rotated, and one old file is kept', async () => {
  await writeFile(file(), `${JSON.stringify({ event: 'key_made', padding: 'x'.repeat(1_048_576) })}\n`);
  commandSecurityLog(folder)({ event: 'account_made' });
  assert.deepEqual(await events(), ['account_made']);
  assert.ok((await stat(`${file()}.1`)).size > 1_048_576);
});

test('a folder that is not writable stops no command', () => {
  const note = commandSecurityLog(join(folder, 'missing'));
  assert.doesNotThrow(() => note({ event: 'account_made' }));
});
