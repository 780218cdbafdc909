import type { ChildProcessWithoutNullStreams } from 'node:child_process';
import { once } from 'node:events';

/**
 * Collects the output of a process from its start: each stream, the JSON lines, and the exit code.
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
     * The JSON lines of standard output so far, without an incomplete last line. Fails if a line is
     * not JSON.
     */
    lines: (): any[] =>
      out
        .split('\n')
        .slice(0, -1)
        .map((line) => JSON.parse(line)),
  };
}
