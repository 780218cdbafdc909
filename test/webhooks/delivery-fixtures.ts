import pino from 'pino';
import { type DeliveryOptions, deliverEvent } from '../../src/jobs/events/deliver-webhook.ts';
import { startQueueWorker, type WorkerOptions } from '../../src/queue/worker.ts';
import type { Caller } from '../../src/services/caller.ts';
import { until } from '../support/runner/wait-until.ts';
import { testService } from '../support/service/in-process-service.ts';
import { emitEvents } from './emit-events.ts';
import { receiverCa } from './receiver.ts';
import { superuserQuery } from './superuser-query.ts';

const POLL_MS = 20;

/** How deliveries are made: read again at each `start`. */
export type DeliveryFixtureOptions = DeliveryOptions & Pick<Partial<WorkerOptions>, 'pollMs' | 'chance'>;

/**
 * A service on a clock that is moved by hand, what delivers its events, and what a test looks at.
 */
export async function deliveryFixture(given: DeliveryFixtureOptions = {}) {
  const service = await testService();
  const logged: string[] = [];
  const log = pino({ level: 'info' }, { write: (line: string) => void logged.push(line) });
  const start = () =>
    startQueueWorker(service.services, log, {
      connection: service.database.serving,
      jobs: [
        deliverEvent(service.services.environment, { ca: receiverCa, resolve: async () => ['127.0.0.1'], ...given }),
      ],
      pollMs: given.pollMs ?? POLL_MS,
      ...(given.chance && { chance: given.chance }),
    });
  let worker: ReturnType<typeof startQueueWorker> | undefined = start();
  const above = await superuserQuery(service.database);
  const stop = async (): Promise<void> => {
    await worker?.stop();
    worker = undefined;
  };
  return {
    ...service,
    logged,
    /** Ends the worker; `start` begins another. */
    stop,
    start: () => {
      worker = start();
    },
    /** Tells many events of a caller's mode at once, and gives their ids. */
    emitEvents: (
      many: number,
      { type = 'project.created', caller = service.live }: { type?: string; caller?: Caller } = {},
    ) => emitEvents(service, many, { type, caller }),
    /** Asks the database, seeing every account. */
    query: above.query,
    /**
     * Waits until all that is due was tried, and what became of it is written. The clock may only
     * be moved then: a try under way outlives its lease by it, and is made once more.
     */
    allTried: () =>
      until('everything due to be tried', async () => {
        const [row] = await above.query(DUE, [service.clock.now]);
        return row?.many === 0;
      }),
    close: async () => {
      await stop();
      await above.close();
      await service.close();
    },
  };
}

/** A delivery under way is due too. */
const DUE = `select count(*)::int as many from billing.job d join billing.endpoint e on e.id = d.share_id
  where e.active and d.due_at <= $1`;

export type DeliveryFixture = Awaited<ReturnType<typeof deliveryFixture>>;
