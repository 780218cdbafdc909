import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { test } from 'vitest';
import { CHROMIUM_FLAGS } from './chromium.ts';

/** Names that belong to another browser. */
const OF_ANOTHER = /^ms[A-Z]/;

test('the e2e browser disables every feature that this version of Playwright disables', () => {
  const folder = join(createRequire(import.meta.url).resolve('playwright-core/package.json'), '..');
  const [, list = ''] =
    /disabledFeatures = \[([^\]]*)\]/.exec(readFileSync(join(folder, 'lib/coreBundle.js'), 'utf8')) ?? [];
  const names = [...list.matchAll(/^\s*"(\w+)"/gm)]
    .map(([, name = '']) => name)
    .filter((name) => !OF_ANOTHER.test(name));
  assert.ok(names.length >= 10, `${names.length} names were read`);
  const without = CHROMIUM_FLAGS.flatMap((flag) => flag.split(/[=,]/));
  assert.deepEqual(
    names.filter((name) => !without.includes(name)),
    [],
  );
});
