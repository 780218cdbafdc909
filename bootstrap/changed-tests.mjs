import { execFileSync } from 'node:child_process';
import { affectedTests } from '../test/support/source/affected-tests.ts';
import { readTree } from '../test/support/source/source-tree.ts';
import { projectPath } from './install.mjs';
import { testFiles } from './test-files.mjs';

/** The test files of `npm test -- --changed [base]`. Prints which they are and why. */
export function changedTestFiles(base = 'HEAD') {
  const changed = changedSince(base);
  const { alone, shared } = testFiles('tests');
  const slow = Object.values(testFiles('e2e')).flat();
  const found = affectedTests(readTree(), changed, [...alone, ...shared, ...slow]);
  if (found.all) {
    console.log(`All tests run: which of them ${found.because} affects cannot be known from imports.`);
    return { alone, shared };
  }
  const isAffected = (file) => found.testFiles.includes(file);
  const chosen = { alone: alone.filter(isAffected), shared: shared.filter(isAffected) };
  const count = chosen.alone.length + chosen.shared.length;
  const changes = `${changed.length} changed file${changed.length === 1 ? '' : 's'} since ${base}`;
  if (count === 0) console.log(`No test is affected by ${changes}.`);
  else console.log(`${count} of ${alone.length + shared.length} test files are affected by ${changes}.`);
  const slowCount = slow.filter(isAffected).length;
  if (slowCount > 0) console.log(`${slowCount} slow test files are affected too. Run them with npm run test:e2e.`);
  return chosen;
}

/**
 * What differs between the working tree and the commit it shares with `base`, new files included.
 */
function changedSince(base) {
  try {
    const differing = git('diff', '--name-only', '--no-renames', '--relative', '-z', '--merge-base', base, '--');
    return [...new Set([...differing, ...git('ls-files', '--others', '--exclude-standard', '-z')])];
  } catch (error) {
    console.error(`git cannot compare with ${base}: ${String(error.stderr ?? error.message).trim()}`);
    process.exit(2);
  }
}

const git = (...args) =>
  execFileSync('git', args, {
    cwd: projectPath('.'),
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
    maxBuffer: 2 ** 26,
  })
    .split('\0')
    .filter((path) => path !== '');
