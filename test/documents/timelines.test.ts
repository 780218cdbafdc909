import assert from 'node:assert/strict';
import { afterAll, beforeAll, test } from 'vitest';
import { paymentDelays } from '../../src/domain/billing/document/terms/payment-terms.ts';
import { type Books, booksOf } from '../support/documents/example-books.ts';
import { MONDAY, type TestService, testService } from '../support/service/in-process-service.ts';

let service: TestService;
let books: Books;
let customerId: string;
beforeAll(async () => {
  service = await testService();
  books = booksOf(service);
  await books.company();
  customerId = await books.contact();
});
afterAll(() => service.close());

/** 14:30 in Paris. */
const at = (day: string): number => Date.parse(`${day}T14:30:00+01:00`) / 1000;
const inParis = (seconds: number): string =>
  new Intl.DateTimeFormat('sv-SE', { timeZone: 'Europe/Paris', dateStyle: 'short', timeStyle: 'short' }).format(
    new Date(seconds * 1000),
  );

// Issued on 31 January 2027, and on 31 January of the leap year 2028.
const due: Record<(typeof paymentDelays)[number], readonly [string, string]> = {
  at_reception: ['2027-01-31', '2028-01-31'],
  end_of_month: ['2027-01-31', '2028-01-31'],
  seven_days: ['2027-02-07', '2028-02-07'],
  ten_days: ['2027-02-10', '2028-02-10'],
  fifteen_days: ['2027-02-15', '2028-02-15'],
  thirty_days: ['2027-03-02', '2028-03-01'],
  thirty_days_end_of_month: ['2027-03-31', '2028-03-31'],
  forty_five_days: ['2027-03-17', '2028-03-16'],
  forty_five_days_end_of_month: ['2027-03-31', '2028-03-31'],
  sixty_days: ['2027-04-01', '2028-03-31'],
  sixty_days_end_of_month: ['2027-04-30', '2028-03-31'],
  ninety_days: ['2027-05-01', '2028-04-30'],
  ninety_days_end_of_month: ['2027-05-31', '2028-04-30'],
  one_hundred_and_twenty_days: ['2027-05-31', '2028-05-30'],
  other: ['2027-02-20', '2028-02-20'],
};

for (const delay of paymentDelays)
  test(`${delay} from 31 January is ${due[delay].join(', in a leap year ')}, at the same time of day`, async () => {
    const invoice = await books.invoice(customerId);
    const offer = await books.estimate(customerId);
    const credit = await books.done('create-asset', invoice.id);
    for (const [index, year] of [2027, 2028].entries()) {
      const customDueDate = at(`${year}-02-20`);
      const expiredAt = at(`${year}-03-15`);
      const said = { emittedAt: at(`${year}-01-31`), paymentDelay: delay.toUpperCase(), customDueDate, expiredAt };
      for (const [kind, { id }] of Object.entries({ invoice, estimate: offer, asset: credit })) {
        const dated = await books.done(`update-${kind}-timeline`, id, said);
        assert.equal(inParis(dated.dueAt), `${due[delay][index]} 14:30`, kind);
        assert.deepEqual([dated.emittedAt, dated.paymentDelay], [said.emittedAt, delay]);
        if (kind === 'estimate') assert.equal(dated.expiredAt, expiredAt);
      }
    }
  });

test('an advance is dated like an invoice', async () => {
  const estimate = await books.signedEstimate(customerId);
  const { id } = await books.done('create-advance', estimate.id);
  const said = { emittedAt: MONDAY, paymentDelay: 'seven_days', deliveryDate: MONDAY };
  const advance = await books.done('update-advance-timeline', id, said);
  assert.deepEqual([advance.dueAt, advance.deliveryDate], [MONDAY + 7 * 86_400, MONDAY]);
});

test('a delivery day stays until it is removed, and an estimate is valid for thirty days', async () => {
  const { id, expiredAt, emittedAt } = await books.estimate(customerId);
  assert.equal(inParis(expiredAt).slice(0, 10), '2026-04-01');
  const said = { emittedAt, paymentDelay: 'thirty_days', expiredAt };
  const dated = (more: object) => books.done('update-estimate-timeline', id, { ...said, ...more });
  assert.equal((await dated({ deliveryDate: MONDAY })).deliveryDate, MONDAY);
  assert.equal((await dated({})).deliveryDate, MONDAY);
  assert.equal('deliveryDate' in (await dated({ deliveryDate: null })), false);
});

test('the owner can record the signature of an expired estimate', async () => {
  const { id, expiredAt } = await books.finalized(books.estimate(customerId));
  service.clock.now = expiredAt + 30 * 86_400;
  try {
    const signed = await books.done('sign-estimate', id);
    assert.deepEqual([signed.state, signed.signedAt], ['signed', service.clock.now]);
  } finally {
    service.clock.now = MONDAY;
  }
});

test('a draft without a date has the current date each day', async () => {
  const { id } = await books.invoice(customerId);
  service.clock.now = MONDAY + 3 * 86_400;
  try {
    const { emittedAt, dueAt } = await books.done('get-invoice', id);
    assert.equal(inParis(emittedAt), '2026-03-05 00:00');
    assert.equal(inParis(dueAt).slice(0, 10), '2026-04-04');
    const dated = await books.done('update-invoice-timeline', id, { emittedAt: MONDAY, paymentDelay: 'ten_days' });
    service.clock.now += 86_400;
    assert.equal((await books.done('get-invoice', id)).emittedAt, dated.emittedAt);
  } finally {
    service.clock.now = MONDAY;
  }
});

test('an invoice without a due day, with account delay "other", shows 0 and cannot be finalized', async () => {
  await books.company({ defaults: { paymentDelay: 'other' } });
  try {
    const invoice = await books.invoice(customerId);
    assert.equal(invoice.dueAt, 0);
    assert.deepEqual(
      invoice.finalizeRequirements.map(({ name }: { name: string }) => name),
      ['hasDueDate'],
    );
  } finally {
    await books.company({ defaults: { paymentDelay: 'thirty_days' } });
  }
});

test('changing terms keeps an undated draft undated and a dated one on its date', async () => {
  const undated = await books.invoice(customerId);
  await books.done('update-invoice-timeline', undated.id, { emittedAt: null, paymentDelay: 'sixty_days' });
  const dated = await books.invoice(customerId);
  await books.done('update-invoice-timeline', dated.id, { emittedAt: MONDAY, paymentDelay: 'sixty_days' });
  const offer = await books.estimate(customerId);
  await books.done('update-estimate-timeline', offer.id, {
    ...{ emittedAt: null, expiredAt: null, paymentDelay: 'sixty_days' },
  });
  const before = service.clock.now;
  service.clock.now = before + 3 * 86_400;
  const day = async ({ id }: { id: string }) =>
    inParis((await books.done('get-billing-by-id', id)).emittedAt).slice(0, 10);
  assert.deepEqual([await day(undated), await day(dated)], ['2026-03-05', '2026-03-02']);
  // Valid for thirty days from its future issue date.
  const { expiredAt } = await books.done('get-billing-by-id', offer.id);
  assert.equal(inParis(expiredAt).slice(0, 10), '2026-04-04');
  await books.done('update-invoice-timeline', dated.id, { emittedAt: null, paymentDelay: 'sixty_days' });
  assert.equal(await day(dated), '2026-03-02');
  service.clock.now = before;
});
