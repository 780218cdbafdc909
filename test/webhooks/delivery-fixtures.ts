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

/** Delivery options, read again at each `start`. */
export type DeliveryFixtureOptions = DeliveryOptions & Pick<Partial<WorkerOptions>, 'pollMs' | 'chance'>;

/**
 * A service with a clock that tests set, a worker that delivers its events, and what a test reads.
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
    /** Stops the worker; `start` starts another. */
    stop,
    start: () => {
      worker = start();
    },
    /** Emits many events in a caller's mode at once, and returns their IDs. */
    emitEvents: (
      many: number,
      { type = 'project.created', caller = service.live }: { type?: string; caller?: Caller } = {},
    ) => emitEvents(service, many, { type, caller }),
    /** Queries the database across all accounts. */
    query: above.query,
    /**
     * Waits until every due delivery was attempted and its result is stored. Move the clock only
     * then: otherwise the lease of a running attempt ends, and the attempt is repeated.
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

/** A delivery in progress is also due. */
const DUE = `select count(*)::int as many from billing.job d join billing.endpoint e on e.id = d.share_id
  where e.active and d.due_at <= $1`;

export type DeliveryFixture = Awaited<ReturnType<typeof deliveryFixture>>;
