import assert from 'node:assert/strict';
import { afterAll, beforeAll, test } from 'vitest';
import { booksOf } from '../support/documents/example-books.ts';
import { type TestService, testService } from '../support/service/in-process-service.ts';
import { type Assistant, toolClientOf } from './tool-client.ts';

// Ranges as people write them: days of the account's zone, or instants.

let service: TestService;
let assistant: Assistant;
let books: ReturnType<typeof booksOf>;
beforeAll(async () => {
  service = await testService();
  assistant = toolClientOf(service);
  books = booksOf(service);
  await books.company();
});
afterAll(() => service.close());

const at = (instant: string): number => Date.parse(instant) / 1000;
const titlesIn = async (said: object): Promise<string[]> =>
  (await assistant.done('get-billings', said)).billings.map(({ title }: { title: string }) => title).sort();

/** A draft issued and created at an instant. */
async function issued(instant: string): Promise<void> {
  service.clock.now = at(instant);
  const { id } = await books.invoice(await books.contact(), { title: instant });
  await books.done('update-invoice-timeline', id, { emittedAt: at(instant), paymentDelay: 'at_reception' });
}

const LAST_OF_FEBRUARY = '2026-02-28T23:30:00+01:00';
const FIRST_OF_MARCH = '2026-03-01T00:10:00+01:00';
const LATE_IN_MARCH = '2026-03-31T23:59:00+02:00';
const FIRST_OF_APRIL = '2026-04-01T00:01:00+02:00';

test('the documents of March are those from its first to its last day, both included, in Paris', async () => {
  for (const instant of [LAST_OF_FEBRUARY, FIRST_OF_MARCH, LATE_IN_MARCH, FIRST_OF_APRIL]) await issued(instant);
  const march = { rangeFrom: '2026-03-01', rangeTo: '2026-03-31' };
  for (const rangeType of ['emittedAt', 'createdAt'])
    assert.deepEqual(await titlesIn({ ...march, rangeType }), [FIRST_OF_MARCH, LATE_IN_MARCH], rangeType);
  assert.deepEqual(await titlesIn(march), [FIRST_OF_MARCH, LATE_IN_MARCH]);
  assert.deepEqual(await titlesIn({ rangeFrom: '2026-03-31' }), [LATE_IN_MARCH, FIRST_OF_APRIL]);
  assert.deepEqual(await titlesIn({ rangeTo: '2026-02-28' }), [LAST_OF_FEBRUARY]);
  assert.deepEqual(await titlesIn({ rangeFrom: '2026-04-02', rangeTo: '2026-04-01' }), []);
});

test('an instant is exact to the second, whatever its UTC offset', async () => {
  const from = (rangeFrom: string) => titlesIn({ rangeFrom, rangeType: 'createdAt' });
  assert.deepEqual(await from('2026-03-31T21:59:00Z'), [LATE_IN_MARCH, FIRST_OF_APRIL]);
  assert.deepEqual(await from('2026-03-31T21:59:01Z'), [FIRST_OF_APRIL]);
  assert.deepEqual(await from('2026-04-01T07:01:00+09:00'), [FIRST_OF_APRIL]);
  assert.deepEqual(await titlesIn({ rangeTo: '2026-02-28T22:29:59Z', rangeType: 'createdAt' }), []);
});

test('in La Réunion, three hours ahead, days follow its own zone', async () => {
  await books.done('update-company', undefined, { zone: 'Indian/Reunion' });
  const ofDay = (day: string) => titlesIn({ rangeFrom: day, rangeTo: day, rangeType: 'createdAt' });
  assert.deepEqual(await ofDay('2026-03-01'), [LAST_OF_FEBRUARY, FIRST_OF_MARCH]);
  assert.deepEqual(await ofDay('2026-04-01'), [LATE_IN_MARCH, FIRST_OF_APRIL]);
});

test('moment_invalid: an invalid date, or one without zone, is refused with the parameter name and the expected format', async () => {
  const wrong = ['2026-02-30', 'yesterday', '', '2026-03-01 10:00', '2026-03-01T10:00:00', '0000-01-01', '3000-01-01'];
  for (const rangeFrom of [...wrong, '1969-12-31T23:59:59Z']) {
    const { error } = await assistant.failure('get-billings', { rangeFrom });
    const [fault] = error.parameters ?? [];
    assert.deepEqual([error.code, fault?.name, fault?.code], ['request.invalid', 'rangeFrom', 'moment_invalid']);
    assert.match(fault?.message ?? '', /2026-03-02T09:00:00\+01:00/);
  }
  for (const said of [{ rangeTo: 1795132800 }, { rangeTo: ['2026-03-01'] }, { range: [0, 1] }])
    assert.equal(await assistant.failureCode('get-billings', said), 'request.invalid', JSON.stringify(said));
});

test('late documents are past their due day with an amount left to pay', async () => {
  assert.deepEqual(await titlesIn({ late: true }), []);
  service.clock.now = at('2026-05-01T10:00:00+02:00');
  const { id } = await books.finalized(books.invoice(await books.contact()));
  service.clock.now = at('2026-07-01T10:00:00+02:00');
  const { billings } = await assistant.done('get-billings', { late: true });
  assert.deepEqual(
    billings.map((each: { id: string }) => each.id),
    [id],
  );
  assert.equal((await assistant.done('get-billings', { late: false })).total, 4);
});
