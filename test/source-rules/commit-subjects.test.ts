import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { test } from 'vitest';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const SUBJECT_LENGTH_MAX = 72;
/** Number of latest commits that are checked: older ones cannot be changed any more. */
const COMMITS = 10;
const skip = existsSync(`${ROOT}.git`) ? false : 'no git repository: a copy of the sources has no commits';

const tooLong = (subjects: readonly string[]): string[] =>
  subjects.filter((subject) => [...subject].length > SUBJECT_LENGTH_MAX);

test(`commit subjects have at most ${SUBJECT_LENGTH_MAX} characters`, (t) => {
  if (skip) t.skip(skip);
  const git = [
    '-c',
    `safe.directory=${ROOT.replace(/\/$/, '')}`,
    '-C',
    ROOT,
    'log',
    `-${COMMITS}`,
    '--no-merges',
    '--format=%s',
  ];
  const subjects = execFileSync('git', git, { encoding: 'utf8' }).trim().split('\n');
  assert.ok(subjects.length > 0);
  assert.deepEqual(tooLong(subjects), []);
});

test('control: a subject of 73 characters is detected', () => {
  assert.equal(tooLong(['x'.repeat(SUBJECT_LENGTH_MAX), 'x'.repeat(SUBJECT_LENGTH_MAX + 1)]).length, 1);
});
