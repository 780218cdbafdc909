// Replaces `node:test` in test files that share a process. Tests are collected until the whole file
// has loaded: the runner finds a test’s suite by async context, which top-level await would lose.
import * as runner from 'node:test';
import { getCallSites } from 'node:util';
import { compileFunction } from 'node:vm';

type Register = (...args: never[]) => unknown;

let collected: (() => unknown)[] | undefined;

/** The tests a file registered while `load` ran, in order. One file at a time. */
export async function registeredBy(load: () => Promise<unknown>): Promise<(() => unknown)[]> {
  const calls: (() => unknown)[] = [];
  collected = calls;
  try {
    await load();
  } finally {
    collected = undefined;
  }
  return calls;
}

const test = Object.assign(registering(runner.test), {
  skip: registering(runner.test.skip),
  todo: registering(runner.test.todo),
});

export default test;
export { test };
export const describe = registering(runner.describe);
export const before = registering(runner.before);
export const beforeEach = registering(runner.beforeEach);
export const after = registering(runner.after);
export const afterEach = registering(runner.afterEach);

function registering<R extends Register>(register: R): R {
  const registered = (...args: never[]) => {
    const call = from(callPlace(), register, args);
    if (!collected) return call();
    collected.push(call);
  };
  return registered as R;
}

type Place = { scriptName: string; lineNumber: number; columnNumber: number };

/** The call site in the test file: above this function and `registered`. */
const callPlace = (): Place | undefined => getCallSites(3)[2];

/** The same call from a function positioned at the test, because the report shows that position. */
function from(place: Place | undefined, register: Register, args: never[]): () => unknown {
  if (!place) return () => register(...args);
  const { scriptName, lineNumber, columnNumber } = place;
  const call = compileFunction('return register(...args);', ['register', 'args'], {
    filename: scriptName,
    lineOffset: lineNumber - 1,
    // Behind "return ".
    columnOffset: columnNumber - 8,
  });
  return () => call(register, args);
}
