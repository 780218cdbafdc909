import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { test } from 'vitest';

const PAGE = 'docs/security/asvs.md';

/** Number of ASVS 5.0.0 requirements by level. */
const LINES = { 1: 70, 2: 183 } as const;
/** The share of applicable level 2 requirements that must be met. */
const LEVEL_2_SHARE = 0.9;

type Line = { id: string; level: string; stands: string; shown: string };

const linesIn = (page: string): Line[] =>
  [...page.matchAll(/^\| (\d+\.\d+\.\d+) \| ([12]) \| [^|]+ \| ([^|]+) \| ([^|]+) \|$/gm)].map(
    ([, id = '', level = '', stands = '', shown = '']) => ({ id, level, stands: stands.trim(), shown }),
  );

/** The faults of the page that lists the requirements and how they are met. */
function faultsOf(page: string): string[] {
  const lines = linesIn(page);
  const faults: string[] = [];
  const ids = new Set(lines.map(({ id }) => id));
  if (ids.size !== lines.length) faults.push('a line stands twice');
  for (const [level, many] of Object.entries(LINES)) {
    const there = lines.filter((line) => line.level === level);
    if (there.length !== many) faults.push(`level ${level} has ${there.length} lines of ${many}`);
  }
  for (const { id, stands, shown } of lines) {
    if (!['met', 'not applicable', '**not met**'].includes(stands)) faults.push(`${id} stands nowhere: ${stands}`);
    for (const missing of missingIn(shown)) faults.push(`${id} names ${missing}, which is not there`);
  }
  const unmet = lines.filter(({ stands }) => stands === '**not met**');
  for (const { id, level } of unmet) if (level === '1') faults.push(`${id} of level 1 is not met`);
  const applying = lines.filter(({ level, stands }) => level === '2' && stands !== 'not applicable');
  if (unmet.length > applying.length * (1 - LEVEL_2_SHARE))
    faults.push(`${unmet.length} of the ${applying.length} lines of level 2 that apply are not met`);
  return faults;
}

/** Files and pages that a row names but that do not exist. */
function missingIn(shown: string): string[] {
  const files = [...shown.matchAll(/`((?:src|test)\/[^`]+\.ts)`/g)].map(([, file = '']) => file);
  const pages = [...shown.matchAll(/\]\(([^)#]+)\)/g)].map(([, page = '']) => join(dirname(PAGE), page));
  return [...files, ...pages].filter((path) => !existsSync(path));
}

const page = readFileSync(PAGE, 'utf8');

test('ASVS 5: all 70 level 1 and 90 % of applicable level 2 requirements (183 in total) are met, each with evidence', () => {
  assert.deepEqual(faultsOf(page), []);
});

test('control: a missing requirement, an unmet level 1 requirement and missing evidence are found', () => {
  const changed = (from: string | RegExp, to: string) => faultsOf(page.replace(from, to));
  assert.equal(changed(/^\| 1\.2\.4 .*\n/m, '').length, 1);
  assert.equal(changed(/^(\| 1\.2\.4 .*)\| met \|/m, '$1| **not met** |').length, 1);
  assert.equal(changed('`test/isolation/other-account.test.ts`', '`test/isolation/no-such.test.ts`').length, 1);
  assert.ok(changed(/\| met \|/g, '| **not met** |').length > 40);
});
