import assert from 'node:assert/strict';
import { moveTestClock } from '../../src/jobs/account/advance-test-clock.ts';
import type { Caller } from '../../src/services/caller.ts';
import { booksOf } from '../support/documents/example-books.ts';
import type { TestService } from '../support/service/in-process-service.ts';
import { lived } from './recurring-simulation.ts';

/** The test clock of a caller, with due jobs run at once. */
export function createClockMover(service: TestService, caller: Caller) {
  const books = booksOf(service, caller);
  const life = lived(service);
  return {
    /** Advances the clock; due jobs run on the way. */
    advance: async (move: object): Promise<void> => {
      await books.done('advance-test-clock', undefined, move);
      for (let turns = 0; (await books.done('get-test-clock')).movingTo !== null; turns++) {
        assert.ok(turns < 10, 'the clock does not arrive');
        for (const held of await life.claimed(moveTestClock)) await life.run(moveTestClock, held);
      }
    },
    shown: (): Promise<{ today: string; daysAhead: number; movingTo: number | null }> => books.done('get-test-clock'),
  };
}
