import assert from 'node:assert/strict';
import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import pino from 'pino';
import { eventOf } from '../../src/operations/events/tell.ts';
import type { Caller } from '../../src/operations/perform.ts';
import { recordEvents } from '../../src/store/event-batch.ts';
import { inTransaction } from '../../src/store/transaction.ts';
import { type DeliveryGiven, deliverEvents } from '../../src/worker/deliver-events.ts';
import { type TestService, testService } from '../support/service-to-call.ts';
import { receiverCa } from './receiver.ts';

const POLL_MS = 20;

/** A service on a clock that is moved by hand, what delivers its events, and what a test looks at. */
export async function deliveringService(given: Partial<DeliveryGiven> = {}) {
  const service = await testService();
  const logged: string[] = [];
  const log = pino({ level: 'info' }, { write: (line: string) => void logged.push(line) });
  const start = () =>
    deliverEvents(service.world, log, {
      connection: service.database.serving,
      ca: receiverCa,
      pollMs: POLL_MS,
      resolve: async () => ['127.0.0.1'],
      ...given,
    });
  let worker: ReturnType<typeof deliverEvents> | undefined = start();
  const owner = new pg.Client(service.database.ownerUrl);
  await owner.connect();
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
    tellMany: (
      many: number,
      { type = 'project.created', caller = service.live }: { type?: string; caller?: Caller } = {},
    ) => tellMany(service, many, { type, caller }),
    /** Asks the database, seeing every account. */
    query: async (text: string, values: unknown[] = []) => (await owner.query(text, values)).rows,
    close: async () => {
      await stop();
      await owner.end();
      await service.close();
    },
  };
}

export type DeliveringService = Awaited<ReturnType<typeof deliveringService>>;

async function tellMany(
  { world, clock }: TestService,
  many: number,
  { type, caller }: { type: string; caller: Caller },
): Promise<string[]> {
  const happened = { type: type as 'project.created', subjectId: world.newId(), test: caller.test };
  return inTransaction(world.pool, caller, async (tx) => {
    const context = { tx, now: clock.now, newId: world.newId };
    const events = Array.from({ length: many }, (_, at) => eventOf(context, happened, { project: { at: String(at) } }));
    recordEvents(tx, events);
    return { commit: true, answer: events.map(({ id }) => id) };
  });
}

/** Waits until something is so; a test that waits in vain says what for. */
export async function until(what: string, isSo: () => boolean | Promise<boolean>, mostMs = 15_000): Promise<void> {
  const end = performance.now() + mostMs;
  while (!(await isSo())) {
    assert.ok(performance.now() < end, `waited ${mostMs} ms for: ${what}`);
    await wait(10);
  }
}
