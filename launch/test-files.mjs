import { globSync } from 'node:fs';
import { inProject } from './install.mjs';

const TEST_FILES = ['src/**/*.test.ts', 'test/**/*.test.ts', 'web/**/*.test.ts'];
/** Folders whose files begin first, those that take longest at the head: what is left at the end is short. */
const FIRST = [
  ...['test/siege', 'test/faults', 'test/limits', 'test/simulation', 'test/operating', 'test/webhooks', 'src/cli'],
  ...[
    'src/ground',
    'test/mcp',
    'test/matrix',
    'test/isolation',
    'test/print',
    'test/integrations',
    'test/mail',
    'test',
  ],
];

/** The files of a whole run in the order they begin. */
export function testFiles() {
  const all = globSync(TEST_FILES, { cwd: inProject('.') }).map((file) => file.replaceAll('\\', '/'));
  return all
    .toSorted()
    .toSorted((a, b) => place(a) - place(b))
    .map((file) => inProject(file));
}

function place(file) {
  const found = FIRST.findIndex((folder) => file.startsWith(`${folder}/`));
  return found < 0 ? FIRST.length : found;
}
