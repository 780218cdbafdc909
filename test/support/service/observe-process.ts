import type { ChildProcessWithoutNullStreams } from 'node:child_process';
import { once } from 'node:events';

/**
 * Listens to a process from its start: what it says on each output, its lines of JSON, and its exit
 * code.
 */
export function observeProcess(child: ChildProcessWithoutNullStreams) {
  let out = '';
  let err = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    out += text;
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    err += text;
  });
  return {
    out: () => out,
    err: () => err,
    ended: once(child, 'close').then(([code]) => code as number | null),
    /**
     * Everything on the standard output, which must be JSON, one a line; a line that is not whole
     * yet is left out.
     */
    lines: (): any[] =>
      out
        .split('\n')
        .slice(0, -1)
        .map((line) => JSON.parse(line)),
  };
}
