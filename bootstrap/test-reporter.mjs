// Test report: Node's own, with the slowest tests before the totals.
import { relative, resolve } from 'node:path';
import { Readable } from 'node:stream';
import { spec } from 'node:test/reporters';
import { projectPath } from './install.mjs';

/** Number of files and tests listed, and the minimum duration. */
const LONGEST = 10;
const LONG_MS_MIN = 500;

export default async function* testReport(events) {
  yield* Readable.from(withLongest(events)).compose(new spec());
}

/** The same events, plus the slowest tests after the last one. */
async function* withLongest(events) {
  const [files, tests] = [[], []];
  let isOver = false;
  for await (const event of events) {
    const { type, data } = event;
    if (type === 'test:complete') note(data, { files, tests });
    // Totals belong to no file.
    if (type === 'test:diagnostic' && data.file === undefined && !isOver) {
      isOver = true;
      yield* longest('files', files);
      yield* longest('tests', tests);
    }
    yield event;
  }
}

/**
 * A file is reported as a test named by its path, or as a suite if it shares a process; its
 * duration includes setup.
 */
function note({ name, file = '', nesting, details }, { files, tests }) {
  if (details.type === 'suite') {
    if (nesting === 0 && name.endsWith('.test.ts')) files.push({ name, ms: details.duration_ms });
    return;
  }
  if (file.endsWith('shared-process.ts')) return;
  const path = relative(projectPath('.'), file);
  if (resolve(projectPath('.'), name) === file) files.push({ name: path, ms: details.duration_ms });
  else tests.push({ name: `${path}: ${name}`, ms: details.duration_ms });
}

function* longest(what, all) {
  const long = all.filter(({ ms }) => ms >= LONG_MS_MIN).toSorted((a, b) => b.ms - a.ms);
  if (long.length > 0) yield line(`longest ${what}:`);
  for (const { name, ms } of long.slice(0, LONGEST)) yield line(`${(ms / 1000).toFixed(1).padStart(7)} s  ${name}`);
}

const line = (message) => ({ type: 'test:diagnostic', data: { nesting: 0, message, level: 'info' } });
