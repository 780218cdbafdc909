import { type ChildProcess, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { ConnectionSettings } from '../../src/runtime/database/open-database.ts';

/**
 * One request. Requests in `then` follow on the same connection; `{id}` is replaced by the id in
 * the response.
 */
export type Ask = { method: string; path: string; key: string; body?: string; then?: readonly Omit<Ask, 'then'>[] };

/** A document to finalize with a single statement. */
export type Draft = { accountId: string; id: string };

type Common = { clients: number };
/**
 * A driver's work: concurrent clients, each with its own connection, each sending the next request
 * after a response. Reads cycle through their list until the time is up; one-time requests are
 * taken from a shared list until it is empty.
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

/** Latencies in milliseconds. `failures` counts unsuccessful responses by status or error code. */
export type Outcome = {
  perSecond: number;
  done: number;
  p50: number;
  p95: number;
  p99: number;
  worst: number;
  failures: Record<string, number>;
  /**
   * Milliseconds of processor time per request, in the server and in PostgreSQL: less affected by
   * other load on the machine than rates.
   */
  serverMs?: number;
  postgresMs?: number;
};

export type Driver = { run: (load: Load) => Promise<Outcome>; close: () => void };

/**
 * Starts the load driver in its own process, so that its work counts neither for the server nor for
 * the bench.
 */
export function startDriver(): Driver {
  const child: ChildProcess = fork(fileURLToPath(new URL('load-driver.ts', import.meta.url)), {
    execArgv: ['--disable-warning=ExperimentalWarning'],
    serialization: 'advanced',
  });
  return {
    run: (load) =>
      new Promise((resolve, reject) => {
        const ended = (): void => reject(new Error('the driver exited before its load was done'));
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
