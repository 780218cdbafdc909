import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { test } from 'vitest';

const ran = (script: string, ...args: string[]): Promise<{ code?: number; stderr: string }> =>
  promisify(execFile)(process.execPath, [script, ...args]).catch((error) => error);

test('a project script with an unknown option prints its usage without a stack trace and exits with 2', async () => {
  const integrations = await ran('test/integrations/official-tools.ts', '--n9n');
  assert.equal(integrations.code, 2);
  assert.match(integrations.stderr, /--n9n.*\nnpm run integrations -- \[--folder <folder>\] \[--n8n\]\n$/);
  const kills = await ran('test/faults/kill/kill-test-command.ts', 'often');
  assert.equal(kills.code, 2);
  assert.match(kills.stderr, /'often'.*\nnpm run kill-test -- .*--kills 500.*\n$/);
});
