import pino from 'pino';
import { queueBacklog } from '../../../src/db/job-queue.ts';
import { closeBooks, queueBooks } from '../../../src/jobs/account/close-books.ts';
import { startQueueWorker } from '../../../src/queue/worker.ts';
import { until } from '../runner/wait-until.ts';
import type { TestService } from '../service/in-process-service.ts';

/**
 * Closes the finished periods of every account, as the scheduled task does, and returns its
 * reported failures.
 */
export async function closePeriods({ services, database, clock }: TestService): Promise<string[]> {
  const told: string[] = [];
  const log = pino({ level: 'error' }, { write: (line: string) => void told.push(line) });
  await queueBooks(services);
  const worker = startQueueWorker(services, log, { connection: database.serving, jobs: [closeBooks], pollMs: 20 });
  try {
    await until('no books to be due', async () => (await queueBacklog(services.pool, clock.now)).length === 0);
  } finally {
    await worker.stop();
  }
  return told;
}
