import pg from 'pg';
import type { Logger } from 'pino';
import { JOBS_CHANNEL } from '../db/job-queue.ts';

/** Milliseconds before a lost connection is reopened, and to open one. */
const AGAIN_MS = 1_000;
const CONNECT_MS = 5_000;
const OPTIONS = { application_name: 'facturier jobs', keepAlive: true, connectionTimeoutMillis: CONNECT_MS };

/**
 * Calls `wake` with the queue whenever a job is announced (LISTEN), over a dedicated connection
 * that is reopened if lost; and without a queue after each reconnect, because announcements in
 * between were missed.
 */
export function listenForJobs(
  connection: pg.ClientConfig,
  wake: (lane?: string) => void,
  log: Pick<Logger, 'warn'>,
): { stop: () => Promise<void> } {
  let client: pg.Client | undefined;
  let timer: NodeJS.Timeout | undefined;
  let stopped = false;
  const again = (error: unknown): void => {
    if (stopped || timer) return;
    log.warn({ err: error }, 'lost the connection for job notifications; reconnecting');
    timer = setTimeout(() => {
      timer = undefined;
      void open();
    }, AGAIN_MS);
  };
  const open = async (): Promise<void> => {
    const opened = new pg.Client({ ...connection, ...OPTIONS });
    client = opened;
    let isLost = false;
    const lost = (error?: unknown): void => {
      if (isLost || stopped) return;
      isLost = true;
      void opened.end().catch(() => {});
      again(error);
    };
    opened.on('error', lost);
    opened.on('end', lost);
    opened.on('notification', ({ payload }) => wake(payload));
    try {
      await opened.connect();
      await opened.query(`listen ${JOBS_CHANNEL}`);
      wake();
    } catch (error) {
      lost(error);
    }
  };
  const opening = open();
  return {
    stop: async () => {
      stopped = true;
      clearTimeout(timer);
      await opening;
      await client?.end().catch(() => {});
    },
  };
}
