import { type ChildProcess, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { ConnectionSettings } from '../../src/runtime/database/open-database.ts';

/** One request. What `then` holds is asked next, one by one on the same connection; `{id}` stands for the id it answered. */
export type Ask = { method: string; path: string; key: string; body?: string; then?: readonly Omit<Ask, 'then'>[] };

/** A document for the one-statement form to finalize. */
export type Draft = { accountId: string; id: string };

type Common = { clients: number };
/**
 * What a driver does: so many clients at once, each with a connection of its own, each asking again when it was
 * answered. Reads go round their list until the time is up; what can be done only once is taken off one list until it
 * is empty.
 */
export type Load = Common &
  (
    | { over: 'https'; port: number; ca: string; asks: Ask[]; seconds?: number }
    | {
        over: 'sql';
        connection: ConnectionSettings;
        drafts: Draft[];
        text: string;
        link: string;
        words: string;
        told: string;
      }
  );

/** Latencies in milliseconds. `failures` counts answers that were no success, by their status or error code. */
export type Outcome = {
  perSecond: number;
  done: number;
  p50: number;
  p95: number;
  p99: number;
  worst: number;
  failures: Record<string, number>;
  /** Milliseconds of processor a request took, in the server and in PostgreSQL: what else the machine does moves them less than rates. */
  serverMs?: number;
  postgresMs?: number;
};

export type Driver = { run: (load: Load) => Promise<Outcome>; close: () => void };

/** Starts the process that drives the load, so that its work is not the server's, nor the bench's own. */
export function startDriver(): Driver {
  const child: ChildProcess = fork(fileURLToPath(new URL('load-driver.ts', import.meta.url)), {
    execArgv: ['--disable-warning=ExperimentalWarning'],
    serialization: 'advanced',
  });
  return {
    run: (load) =>
      new Promise((resolve, reject) => {
        const ended = (): void => reject(new Error('the driver ended before its load'));
        child.once('exit', ended);
        child.once('message', (answer: Outcome | { error: string }) => {
          child.removeListener('exit', ended);
          if ('error' in answer) reject(new Error(answer.error));
          else resolve(answer);
        });
        child.send(load);
      }),
    close: () => void child.kill(),
  };
}
