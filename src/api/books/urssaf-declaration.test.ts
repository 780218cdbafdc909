import assert from 'node:assert/strict';
import { afterAll, beforeAll, test } from 'vitest';
import { type Books, booksOf } from '../../../test/support/documents/example-books.ts';
import { type TestService, testService } from '../../../test/support/service/in-process-service.ts';

// The declaration of turnover to Urssaf. The clock stands on 2 March 2026.

let service: TestService;
let books: Books;
beforeAll(async () => {
  service = await testService();
  books = booksOf(service);
  await books.company();
  await books.company({ vatRegime: 'normal', microSocial: { rhythm: 'monthly' } });
});
afterAll(() => service.close());

const declaration = async (query: Record<string, unknown> = {}, caller = books) =>
  (await caller.ask('get-urssaf-declaration', { query })).json;
/** An invoice of services, paid on 2 March. */
async function paid(unitPrice: number, type = 'service_delivery') {
  const lines = [{ designation: 'Atelier', quantity: 1, unitPrice, vatCode: 'FR_2000', type }];
  const { id, emittedAt, settlement } = await books.finalized(books.invoice(await books.contact(), { lines }));
  const payments = [{ amount: settlement.remainingAmount, receivedAt: emittedAt, method: 'cash' }];
  await books.done('mark-paid', id, { payments });
}

test('get-urssaf-declaration: of 1,200.00 received with 200.00 of VAT, 1,000 are declared and 258.00 are to be set aside', async () => {
  await paid(100_000);
  const { from, to, opensOn, dueOn, state, boxes, ...sums } = await declaration({ on: '2026-03-15' });
  assert.deepEqual(
    { from, to, opensOn, dueOn, state },
    {
      ...{ from: '2026-03-01', to: '2026-03-31', opensOn: '2026-04-01', dueOn: '2026-04-30', state: 'running' },
    },
  );
  assert.deepEqual(sums, { received: 100_000, declared: 100_000, due: 25_800, left: 74_200, withoutRate: 0 });
  assert.deepEqual(
    boxes.find(({ nature }: any) => nature === 'bnc'),
    {
      ...{ nature: 'bnc', received: 100_000, declared: 100_000, contributions: 25_600, training: 200, incomeTax: 0 },
      rates: { contributions: 2_560, training: 20, incomeTax: 0 },
    },
  );
});

test('by default it is the last period that has ended: February, declared until 31 March', async () => {
  const { from, dueOn, state, due } = await declaration();
  assert.deepEqual({ from, dueOn, state, due }, { from: '2026-02-01', dueOn: '2026-03-31', state: 'open', due: 0 });
  assert.equal((await declaration({ on: '2025-06-15' })).state, 'past');
  assert.equal((await declaration({ on: '2024-06-15' })).boxes[0].rates, null);
});

test('update-company: by quarter, with the Acre and income tax, 3 boxes follow the chosen rates', async () => {
  const microSocial = {
    ...{ rhythm: 'quarterly', acre: 'quarter', acreUntil: '2026-03-31', isCraft: true, paysIncomeTax: true },
  };
  await books.company({ microSocial });
  await paid(50_000, 'commercial_or_craft_services');
  const { from, to, boxes } = await declaration({ on: '2026-03-31' });
  assert.deepEqual([from, to], ['2026-01-01', '2026-03-31']);
  assert.deepEqual(
    boxes.map(({ nature, declared, rates }: any) => [
      nature,
      declared,
      rates.contributions,
      rates.training,
      rates.incomeTax,
    ]),
    [
      ['bic_goods', 0, 930, 30, 100],
      ['bic_services', 50_000, 1_590, 30, 170],
      ['bnc', 100_000, 1_920, 20, 220],
    ],
  );
  const endless = { microSocial: { ...microSocial, acreUntil: null } };
  assert.equal(await books.refusal('update-company', undefined, endless), 'input_invalid');
});

test('another account and test mode declare nothing of it', async () => {
  const other = booksOf(service, (await service.newAccount('Otto Fremd')).live);
  assert.equal((await declaration({ on: '2026-03-15' }, other)).declared, 0);
  assert.equal((await declaration({ on: '2026-03-15' }, booksOf(service, service.test))).declared, 0);
});
