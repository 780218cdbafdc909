import assert from 'node:assert/strict';
import { afterAll, beforeAll, beforeEach, describe, test } from 'vitest';
import { inTransaction, sql } from '../../src/db/transaction.ts';
import { recordRecurringPurchases } from '../../src/jobs/books/record-recurring-purchases.ts';
import { recordDuePurchase } from '../../src/services/books/recurring-purchases.ts';
import { contextOf } from '../../src/services/payments/online/open-session.ts';
import { type Books, booksOf } from '../support/documents/example-books.ts';
import { purchaseLines } from '../support/documents/purchases.ts';
import { seeded, seedOf } from '../support/runner/seeded-random.ts';
import { COMPANY } from '../support/service/company.ts';
import { type TestService, testService } from '../support/service/in-process-service.ts';
import { createClockMover } from './move-clock.ts';
import { killedAt, lived } from './recurring-simulation.ts';

// Purchases that recur, over months of a moved clock.

const at = (moment: string): number => Date.parse(moment) / 1000;
const RENT = {
  ...{ supplierName: 'Régie Martin', nature: 'other', designation: 'Loyer', amount: 60_000, deductibleVat: 10_000 },
  ...{ method: 'direct_debit', every: 'month', from: '2026-01-31' },
};
const SEED = seedOf('RECURRING_PURCHASES_SEED');

let service: TestService;
let books: Books;
let account: Awaited<ReturnType<TestService['newAccount']>>;
beforeAll(async () => {
  service = await testService();
});
afterAll(() => service.close());
beforeEach(async () => {
  service.clock.now = at('2026-01-10T09:00:00Z');
  account = await service.newAccount('Atelier');
  books = booksOf(service, account.live);
  await books.company({ ...COMPANY, vatRegime: 'normal' });
});

const worker = () =>
  lived({ ...service, ...account, accountId: account.live.accountId } as TestService, [recordRecurringPurchases]);
const start = (change: object = {}) => books.done('create-recurring-purchase', undefined, { ...RENT, ...change });
const until = (moment: string): Promise<void> => worker().until(at(moment));
const days = async (from = '2026-01-01', to = '2029-12-31') =>
  (await purchaseLines(books, { from, to })).map(({ paidOn, amount }) => `${paidOn} ${amount}`);
const shown = async () => (await books.ask('list-recurring-purchases')).json.docs;

test('create-recurring-purchase: a rent of 600.00 on the 31st is recorded on 31 January, 28 February and 31 March at 06:00, with its facts', async () => {
  const vat = [{ rate: 2_000, net: 50_000, vat: 10_000 }];
  const rent = await start({ vat, deductibleVat: undefined, reference: 'Bail 12' });
  assert.deepEqual([rent.state, rent.nextOn, rent.deductibleVat], ['active', '2026-01-31', 10_000]);
  await until('2026-01-31T04:59:00Z');
  assert.deepEqual(await days(), []);
  await until('2026-04-01T12:00:00Z');
  assert.deepEqual(await days(), ['2026-01-31 60000', '2026-02-28 60000', '2026-03-31 60000']);
  const [line] = await purchaseLines(books, { from: '2026-01-01' });
  assert.deepEqual(
    [line.supplierName, line.designation, line.method, line.reference, line.vat[0].vat, line.deductibleVat],
    ['Régie Martin', 'Loyer', 'direct_debit', 'Bail 12', 10_000, 10_000],
  );
  assert.deepEqual(
    (await shown()).map(({ nextOn }: any) => nextOn),
    ['2026-04-30'],
  );
});

test('quarterly until 31 July: two purchases, then it has ended; yearly on the last day of February: 28, 28, 29', async () => {
  await start({ every: 'quarter', from: '2026-02-15', until: '2026-07-31' });
  await start({ every: 'year', from: '2026-02-01', onLastDay: true, amount: 100, deductibleVat: 0 });
  await until('2028-03-01T12:00:00Z');
  assert.deepEqual(await days(), [
    ...['2026-02-15 60000', '2026-02-28 100', '2026-05-15 60000', '2027-02-28 100', '2028-02-29 100'],
  ]);
  assert.deepEqual(
    (await shown()).map(({ state }: any) => state),
    ['active', 'ended'],
  );
});

test('after three months of downtime each missing rent is recorded on its own day, once', async () => {
  await start();
  service.clock.now = at('2026-05-01T12:00:00Z');
  await worker().worked();
  assert.deepEqual(await days(), ['2026-01-31 60000', '2026-02-28 60000', '2026-03-31 60000', '2026-04-30 60000']);
});

test('a day of a closed period is booked on the first open day, as by hand', async () => {
  await start();
  service.clock.now = at('2026-02-02T12:00:00Z');
  await books.done('close-books', undefined, { through: '2026-01-31' });
  await worker().worked();
  const [line] = await purchaseLines(books, { from: '2026-01-01' });
  assert.deepEqual([line.paidOn, line.bookedOn], ['2026-01-31', '2026-02-01']);
});

test('update-recurring-purchase: paused in February it leaves out its days, and goes on in April; ended it stays so', async () => {
  const { id } = await start();
  await until('2026-02-01T12:00:00Z');
  const change = (state: string) => books.ask('update-recurring-purchase', { path: { id }, body: { state } });
  assert.deepEqual([(await change('paused')).json.state, (await shown())[0].nextOn], ['paused', undefined]);
  await until('2026-04-15T12:00:00Z');
  assert.equal((await change('active')).json.nextOn, '2026-04-30');
  await until('2026-05-01T12:00:00Z');
  assert.deepEqual(await days(), ['2026-01-31 60000', '2026-04-30 60000']);
  assert.equal((await change('ended')).json.state, 'ended');
  assert.equal((await change('active')).refused, 'recurring_purchase_ended');
  await until('2026-08-01T12:00:00Z');
  assert.equal((await days()).length, 2);
});

test('VAT that the franchise no longer allows pauses it with the reason, and records nothing', async () => {
  await start({ vat: [{ rate: 2_000, net: 50_000 }] });
  await books.company({ ...COMPANY, vatRegime: 'franchise' });
  await until('2026-03-01T12:00:00Z');
  const [rent] = await shown();
  assert.deepEqual([rent.state, rent.pausedBecause, await days()], ['paused', 'purchase_vat_disagrees', []]);
});

test('a first day before today, a last day before the first, VAT above the amount, and the 201st are refused', async () => {
  const refused = async (change: object) =>
    (await books.ask('create-recurring-purchase', { body: { ...RENT, ...change } })).refused;
  assert.equal(await refused({ from: '2026-01-09' }), 'recurring_purchase_without_day');
  assert.equal(await refused({ until: '2026-01-30' }), 'input_invalid');
  assert.equal(
    await refused({ from: '2026-02-01', until: '2026-02-20', onLastDay: true }),
    'recurring_purchase_without_day',
  );
  assert.equal(await refused({ deductibleVat: 60_001 }), 'purchase_vat_exceeds');
  assert.equal(await refused({ every: 'week' }), 'input_invalid');
  // Later than every other test of this file, which would otherwise record them.
  for (let nth = 0; nth < 200; nth++) await start({ from: '2040-01-31' });
  assert.equal(await refused({}), 'recurring_purchases_full');
});

test('a test key moves its own clock: the test register has two rents, the live one none; another account sees nothing', async () => {
  const tests = booksOf(service, account.test);
  await tests.done('create-recurring-purchase', undefined, RENT);
  await createClockMover({ ...service, ...account } as TestService, account.test).advance({ until: '2026-03-05' });
  assert.equal((await purchaseLines(tests, { from: '2026-01-01', to: '2026-12-31' })).length, 2);
  assert.deepEqual([await days(), await shown()], [[], []]);
  const stranger = booksOf(service, (await service.newAccount('Autre')).live);
  const [{ id }] = (await tests.ask('list-recurring-purchases')).json.docs;
  const body = { state: 'ended' };
  for (const other of [stranger, books])
    assert.equal(
      (await other.ask('update-recurring-purchase', { path: { id }, body })).refused,
      'recurring_purchase_not_found',
    );
  const reader = { ...account.live, scopes: ['billing:read'] } as never;
  assert.equal(
    (await service.call('create-recurring-purchase', { body: RENT, caller: reader })).refused,
    'scope_missing',
  );
});

test('workers killed at random statements record each of twelve rents once', async () => {
  await start({ from: '2026-01-15' });
  const chance = seeded(SEED);
  const killers: ReturnType<typeof killedAt>[] = [];
  const dying = () => {
    if (killers.length > 0 && chance.chance(40)) return undefined;
    const killed = killedAt(service.services.pool, chance.int(0, killers.length === 0 ? 3 : 15));
    killers.push(killed);
    return killed.pool;
  };
  await worker().until(at('2026-12-31T12:00:00Z'), dying);
  await worker().until(at('2027-01-01T12:00:00Z'));
  const kills = killers.filter(({ isDead }) => isDead()).length;
  assert.ok(kills > 0, `RECURRING_PURCHASES_SEED=${SEED}: ${kills} kills`);
  assert.deepEqual(
    await days('2026-01-01', '2026-12-31'),
    Array.from({ length: 12 }, (_, month) => `2026-${String(month + 1).padStart(2, '0')}-15 60000`),
  );
});

test('two workers on one due rent record it once; the database refuses a second purchase of its day and a way back to it', async () => {
  const { id } = await start();
  service.clock.now = at('2026-02-01T12:00:00Z');
  const due = () =>
    inTransaction(service.services.pool, { accountId: account.live.accountId, test: false }, async (tx) => ({
      commit: true,
      answer: await recordDuePurchase(await contextOf(service.services, tx, false), id),
    }));
  await Promise.all([due(), due(), due()]);
  assert.deepEqual(await days(), ['2026-01-31 60000']);
  const written = (text: string) =>
    inTransaction(service.services.pool, { accountId: account.live.accountId, test: false }, async (tx) => {
      tx.write(sql`${text}`, [account.live.accountId, id]);
      return { commit: true, answer: undefined };
    });
  const again = `insert into billing.recurring_purchase_day (account_id, recurring_id, occurs_on, test, purchase_id)
    select d.account_id, d.recurring_id, d.occurs_on, d.test, gen_random_uuid() from billing.recurring_purchase_day d
    where d.account_id = $1 and d.recurring_id = $2`;
  await assert.rejects(written(again), /recurring_purchase_day_pkey/);
  const changed = (change: string) =>
    written(`update billing.recurring_purchase set ${change} where account_id = $1 and id = $2`);
  await assert.rejects(changed("next_on = '2026-01-31'"), /goes back to a recorded day/);
  for (const change of ['created_at = 0', 'test = true', 'id = gen_random_uuid()'])
    await assert.rejects(changed(change), /is fixed/, change);
  await changed("next_on = null, state = 'ended'");
  await assert.rejects(changed("facts = '{}'"), /is fixed/);
});

describe('update-recurring-purchase', () => {
  const change = (id: string, body: object) => books.done('update-recurring-purchase', id, body);
  const refused = (id: string, body: object) => books.refusal('update-recurring-purchase', id, body);

  test('a rent that rises to 650.00 in February: January stays at 600.00, February and March have 650.00 and its VAT', async () => {
    const { id } = await start();
    await until('2026-02-01T12:00:00Z');
    const body = { supplierName: 'Régie Durand', amount: 65_000, vat: [{ rate: 2_000, net: 50_000, vat: 10_000 }] };
    const rent = await change(id, { ...body, designation: '', reference: 'Bail 13', nature: 'services' });
    assert.deepEqual(
      [rent.amount, rent.deductibleVat, rent.designation, rent.nextOn, rent.from],
      [65_000, 10_000, undefined, '2026-02-28', '2026-01-31'],
    );
    await until('2026-04-01T12:00:00Z');
    const lines = await purchaseLines(books, { from: '2026-01-01' });
    assert.deepEqual(
      lines.map((line) => [
        line.paidOn,
        line.supplierName,
        line.nature,
        line.amount,
        line.deductibleVat,
        line.reference,
      ]),
      [
        ['2026-01-31', 'Régie Martin', 'other', 60_000, 10_000, undefined],
        ['2026-02-28', 'Régie Durand', 'services', 65_000, 10_000, 'Bail 13'],
        ['2026-03-31', 'Régie Durand', 'services', 65_000, 10_000, 'Bail 13'],
      ],
    );
  });

  test('an amount without its VAT deducts none; a supplier alone keeps amount and VAT', async () => {
    const { id } = await start();
    assert.equal((await change(id, { supplierName: 'Régie Durand' })).deductibleVat, 10_000);
    const { amount, deductibleVat } = await change(id, { amount: 65_000 });
    assert.deepEqual([amount, deductibleVat], [65_000, 0]);
  });

  test('other days: from 10 February every quarter until 30 June, then without a last day; the 31st stays the last of shorter months', async () => {
    const { id } = await start();
    await until('2026-02-01T12:00:00Z');
    const moved = await change(id, { every: 'quarter', from: '2026-02-10', until: '2026-06-30' });
    assert.deepEqual(
      [moved.every, moved.from, moved.until, moved.nextOn],
      ['quarter', '2026-02-10', '2026-06-30', '2026-02-10'],
    );
    await until('2026-03-01T12:00:00Z');
    assert.equal((await change(id, { until: null })).until, undefined);
    await until('2026-09-01T12:00:00Z');
    assert.deepEqual(await days(), ['2026-01-31 60000', '2026-02-10 60000', '2026-05-10 60000', '2026-08-10 60000']);
    const other = await start({ from: '2026-10-31' });
    assert.equal((await change(other.id, { until: '2027-02-28' })).nextOn, '2026-10-31');
    await until('2026-12-01T12:00:00Z');
    assert.equal((await change(other.id, { every: 'quarter' })).nextOn, '2027-01-31');
  });

  test('refused as when it is set up: a day before today or already recorded, a last day before the next, VAT above the amount, nothing at all; an ended one stays so', async () => {
    const { id } = await start();
    service.clock.now = at('2026-01-31T12:00:00Z');
    await worker().worked();
    for (const body of [{ from: '2026-01-30' }, { from: '2026-02-05', until: '2026-02-04' }, { until: '2026-02-27' }])
      assert.equal(await refused(id, body), 'recurring_purchase_without_day', JSON.stringify(body));
    assert.equal(await refused(id, { deductibleVat: 60_001 }), 'purchase_vat_exceeds');
    assert.equal(await refused(id, { amount: 60_000, vat: [{ rate: 2_000, net: 60_000 }] }), 'purchase_vat_disagrees');
    for (const body of [{}, { amount: 0 }, { every: 'week' }, { supplierName: '' }, { until: '2026-02-30' }])
      assert.equal(await refused(id, body), 'input_invalid', JSON.stringify(body));
    assert.equal((await change(id, { onLastDay: true })).nextOn, '2026-02-28');
    // Recorded this morning: today is over.
    assert.equal((await change(id, { state: 'paused' })).state, 'paused');
    assert.equal((await change(id, { state: 'active' })).nextOn, '2026-02-28');
    await change(id, { state: 'ended' });
    assert.equal(await refused(id, { amount: 1 }), 'recurring_purchase_ended');
    assert.equal(await refused(id, { state: 'ended', amount: 1 }), 'recurring_purchase_ended');
    assert.equal((await change(id, { state: 'ended' })).state, 'ended');
    assert.deepEqual(await days(), ['2026-01-31 60000']);
  });

  test('one that the franchise paused is edited without its VAT, and resumed in the same request', async () => {
    const { id } = await start({ vat: [{ rate: 2_000, net: 50_000 }] });
    await books.company({ ...COMPANY, vatRegime: 'franchise' });
    await until('2026-02-01T12:00:00Z');
    assert.equal((await shown())[0].pausedBecause, 'purchase_vat_disagrees');
    const rent = await change(id, { amount: 60_000, state: 'active' });
    assert.deepEqual([rent.state, rent.pausedBecause, rent.nextOn], ['active', undefined, '2026-02-28']);
    const types = (await books.ask('list-events', { query: {} })).json.docs.map(({ event }: any) => event.type);
    assert.deepEqual(types, [
      ...['recurring_purchase.created', 'recurring_purchase.paused'],
      ...['recurring_purchase.updated', 'recurring_purchase.resumed'],
    ]);
  });

  test('a day that is due already, after an interruption, is recorded as it was stated, then the change applies', async () => {
    const { id } = await start();
    service.clock.now = at('2026-04-01T12:00:00Z');
    assert.equal((await change(id, { amount: 65_000, from: '2026-04-15' })).nextOn, '2026-04-15');
    await worker().worked();
    await until('2026-04-16T12:00:00Z');
    assert.deepEqual(await days(), [
      ...['2026-01-31 60000', '2026-02-28 60000', '2026-03-31 60000', '2026-04-15 65000'],
    ]);
  });

  test('twelve rents, each changed while two workers record it: none is missing, none is there twice', async () => {
    const { id } = await start({ from: '2026-01-15' });
    for (let month = 1; month <= 12; month++) {
      service.clock.now = at(`2026-${String(month).padStart(2, '0')}-15T12:00:00Z`);
      const due = () =>
        inTransaction(service.services.pool, { accountId: account.live.accountId, test: false }, async (tx) => ({
          commit: true,
          answer: await recordDuePurchase(await contextOf(service.services, tx, false), id),
        }));
      await Promise.all([due(), change(id, { amount: 60_000 + month }), due(), change(id, { reference: `${month}` })]);
    }
    await worker().worked();
    // Each states what the change of the month before said.
    assert.deepEqual(
      await days('2026-01-01', '2026-12-31'),
      Array.from({ length: 12 }, (_, month) => `2026-${String(month + 1).padStart(2, '0')}-15 ${60_000 + month}`),
    );
  });
});
