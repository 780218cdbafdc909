import assert from 'node:assert/strict';
import { afterAll, beforeAll, describe, test } from 'vitest';
import { type Books, booksOf } from '../../../test/support/documents/example-books.ts';
import {
  bought,
  GOODS,
  inShort,
  PAPER,
  purchaseLines,
  purchaser,
  READS,
} from '../../../test/support/documents/purchases.ts';
import { type TestService, testService } from '../../../test/support/service/in-process-service.ts';
import { inTransaction, sql } from '../../db/transaction.ts';

// The register of purchases through the API: its lines, corrections and totals.

let service: TestService;
beforeAll(async () => {
  service = await testService();
});
afterAll(() => service.close());

const business = (company?: object) => purchaser(service, company);
const refused = async (books: Books, change: object) => books.ask('record-purchase', { body: { ...PAPER, ...change } });

test('record-purchase: 49.90 with 8.32 of VAT, paid by card, is line 1; the next of the year is 2, whatever its day', async () => {
  const { books } = await business();
  const first = await bought(books);
  assert.deepEqual(
    [...inShort(first), first.nature, first.method, first.reference, first.corrected, first.test],
    [1, '2026-03-01', 'Papeterie du Port', 4_990, 832, 'supplies', 'credit_card', 'TK-4411', false, false],
  );
  await bought(books, { paidOn: '2026-01-15', supplierName: ' Miellerie ', amount: 30_000, deductibleVat: 0 });
  await bought(books, { paidOn: '2025-12-31', amount: 700, deductibleVat: 0 });
  assert.deepEqual((await purchaseLines(books, { from: '2025-01-01' })).map(inShort), [
    [1, '2025-12-31', 'Papeterie du Port', 700, 0],
    [2, '2026-01-15', 'Miellerie', 30_000, 0],
    [1, '2026-03-01', 'Papeterie du Port', 4_990, 832],
  ]);
});

test('record-purchase refuses a day to come, VAT of 50.00 in 49.90 or of the other sign, 0.00, no supplier, an unknown nature', async () => {
  const { books } = await business();
  assert.deepEqual(await codes(books, { paidOn: '2026-03-03' }), 'purchase_to_come');
  assert.deepEqual(await codes(books, { deductibleVat: 5_000 }), 'purchase_vat_exceeds');
  assert.deepEqual(await codes(books, { deductibleVat: -1 }), 'purchase_vat_exceeds');
  for (const bad of [
    ...[{ amount: 0 }, { amount: 1.5 }, { amount: 1_000_000_000_001 }, { amount: '4990' }, { supplierName: ' ' }],
    ...[{ supplierName: 'x'.repeat(256) }, { nature: 'gold' }, { method: 'gold' }, { paidOn: '2026-02-30' }],
    ...[{ reference: 'x'.repeat(101) }, { designation: 'x'.repeat(201) }, { supplierName: 'a\0b' }],
  ])
    assert.equal(await codes(books, bad), 'input_invalid', JSON.stringify(bad));
  assert.deepEqual(await purchaseLines(books), []);
});
const codes = async (books: Books, change: object) => (await refused(books, change)).refused;

describe('correct-purchase', () => {
  test('49.90 that was 40.90: a counter-entry of -49.90 on the same day, and a new line; the first stays', async () => {
    const { books } = await business();
    const { id } = await bought(books);
    const { counterEntry, replacement } = await books.done('correct-purchase', id, {
      replacement: { ...PAPER, amount: 4_090, deductibleVat: 682 },
    });
    assert.deepEqual(
      (await purchaseLines(books)).map((line) => [...inShort(line), line.corrected, line.correctsId, line.replacesId]),
      [
        [1, '2026-03-01', 'Papeterie du Port', 4_990, 832, true, undefined, undefined],
        [2, '2026-03-01', 'Papeterie du Port', -4_990, -832, false, id, undefined],
        [3, '2026-03-01', 'Papeterie du Port', 4_090, 682, false, undefined, id],
      ],
    );
    assert.deepEqual([counterEntry.number, replacement.number], [2, 3]);
    const { total } = (await books.ask('get-purchases-totals', { query: {} })).json;
    assert.deepEqual([total.count, total.amount, total.deductibleVat], [3, 4_090, 682]);
  });

  test('without a replacement the purchase is withdrawn; a second time, and a counter-entry itself, are refused', async () => {
    const { books } = await business();
    const { id } = await bought(books);
    const { counterEntry, replacement } = await books.done('correct-purchase', id, {});
    assert.equal(replacement, undefined);
    assert.equal((await books.ask('correct-purchase', { path: { id }, body: {} })).refused, 'purchase_corrected');
    assert.equal(
      (await books.ask('correct-purchase', { path: { id: counterEntry.id }, body: {} })).refused,
      'purchase_is_counter_entry',
    );
    assert.equal((await purchaseLines(books)).length, 2);
  });

  test('a replacement dated tomorrow is refused with its place, and leaves no counter-entry', async () => {
    const { books } = await business();
    const { id } = await bought(books);
    const late = { replacement: { ...PAPER, paidOn: '2026-03-03' } };
    const answer = await books.ask('correct-purchase', { path: { id }, body: late });
    assert.deepEqual([answer.refused, (answer as { within?: string }).within], ['purchase_to_come', 'replacement']);
    assert.equal((await purchaseLines(books)).length, 1);
  });

  test('eight corrections at once of one purchase: one counter-entry, seven refusals', async () => {
    const { books } = await business();
    const { id } = await bought(books);
    const all = await Promise.all(
      Array.from({ length: 8 }, () => books.ask('correct-purchase', { path: { id }, body: {} })),
    );
    assert.equal(all.filter(({ refused: code }) => code === 'purchase_corrected').length, 7);
    assert.equal((await purchaseLines(books)).length, 2);
  });
});

test('list-purchases: three lines in pages of one by cursor, by day of payment, of the period asked for', async () => {
  const { books } = await business();
  for (const paidOn of ['2026-02-03', '2026-02-01', '2026-02-02', '2026-01-31']) await bought(books, { paidOn });
  const seen: string[] = [];
  for (let cursor: string | undefined, page = 0; page < 5; page++) {
    const query = { from: '2026-02-01', limit: 1, ...(cursor && { cursor }) };
    const { json } = await books.ask('list-purchases', { query });
    assert.equal(json.totalDocs, 3);
    seen.push(...json.docs.map((line: any) => line.paidOn));
    cursor = json.nextCursor;
    if (!cursor) break;
  }
  assert.deepEqual(seen, ['2026-02-01', '2026-02-02', '2026-02-03']);
  const query = { from: '2026-03-02', to: '2026-03-01' };
  for (const name of READS) assert.equal((await books.ask(name, { query })).refused, 'period_inverted', name);
  assert.equal((await books.ask('list-purchases', { query: { cursor: 'eyJvbiI6IjEifQ' } })).refused, 'input_invalid');
});

test('list-purchase-suppliers suggests by name without case and accents, with what was last bought and how', async () => {
  const { books } = await business();
  await bought(books, { supplierName: 'Épicerie Léon', nature: 'raw_materials', paidOn: '2026-01-02' });
  await bought(books, { supplierName: 'epicerie leon', nature: 'supplies', method: 'cash', paidOn: '2026-02-02' });
  const gone = await bought(books, { supplierName: 'Erreur' });
  await books.done('correct-purchase', gone.id, {});
  const named = async (search: string) => (await books.ask('list-purchase-suppliers', { query: { search } })).json.docs;
  const leon = { name: 'epicerie leon', nature: 'supplies', method: 'cash', lastPaidOn: '2026-02-02' };
  assert.deepEqual(await named('ÉPIC'), [leon]);
  assert.deepEqual(await named(''), [leon]);
  assert.deepEqual(await named('100%'), []);
});

test('get-purchases-totals: 49.90 and 300.00 by month, quarter, year and nature, with 300.00 in cash', async () => {
  const { books } = await business();
  await bought(books, { paidOn: '2025-12-31' });
  await bought(books, { paidOn: '2026-01-31' });
  await bought(books, { ...GOODS, method: 'cash' });
  const { json } = await books.ask('get-purchases-totals', { query: { from: '2025-01-01' } });
  const sums = (all: any[]) => all.map(({ from, amount }) => [from, amount]);
  assert.deepEqual(sums(json.months), [
    ['2025-12-01', 4_990],
    ['2026-01-01', 4_990],
    ['2026-03-01', 30_000],
  ]);
  assert.deepEqual(sums(json.quarters), [
    ['2025-10-01', 4_990],
    ['2026-01-01', 34_990],
  ]);
  assert.deepEqual(sums(json.years), [
    ['2025-01-01', 4_990],
    ['2026-01-01', 34_990],
  ]);
  assert.deepEqual(json.total, {
    ...{ count: 3, amount: 39_980, deductibleVat: 3_228, cash: 30_000 },
    natures: [
      { nature: 'goods_for_resale', amount: 30_000, deductibleVat: 1_564 },
      { nature: 'supplies', amount: 9_980, deductibleVat: 1_664 },
    ],
  });
});

test('a key without billing:read reads no register; another account and a test key see other registers', async () => {
  const { books, caller } = await business();
  const { id } = await bought(books);
  for (const name of [...READS, 'list-purchase-suppliers'])
    assert.equal(
      (await service.call(name, { caller: { ...caller, scopes: ['catalog:read'] } })).refused,
      'scope_missing',
    );
  const other = (await business()).books;
  const tests = booksOf(service, { ...caller, test: true });
  for (const stranger of [other, tests]) {
    assert.deepEqual(await purchaseLines(stranger), []);
    assert.deepEqual((await stranger.ask('list-purchase-suppliers', { query: {} })).json.docs, []);
    for (const name of ['correct-purchase', 'download-purchase-receipt'])
      assert.equal((await stranger.ask(name, { path: { id }, body: {} })).refused, 'purchase_not_found', name);
  }
  assert.equal((await bought(tests, { amount: 7_000 })).number, 1);
  assert.equal((await purchaseLines(books)).length, 1);
});

test('twenty purchases recorded at once have the numbers 1 to 20', async () => {
  const { books } = await business();
  const all = await Promise.all(Array.from({ length: 20 }, () => bought(books)));
  assert.deepEqual(
    all.map(({ number }) => number).toSorted((a, b) => a - b),
    Array.from({ length: 20 }, (_, at) => at + 1),
  );
});

describe('the database refuses to the application', () => {
  const written = (caller: { accountId: string }, text: string, id: string) =>
    inTransaction(service.services.pool, { accountId: caller.accountId, test: false }, async (tx) => {
      tx.write(sql`${text}`, [caller.accountId, id]);
      return { commit: true, answer: undefined };
    });
  const copy = (changed: string) => `
    insert into billing.purchase (account_id, id, supplier_name, supplier_key, nature, paid_on, method, created_at, test,
      number, amount_cents, deductible_vat_cents, corrects_id, replaces_id)
    select p.account_id, gen_random_uuid(), p.supplier_name, p.supplier_key, p.nature, p.paid_on, p.method, p.created_at,
      ${changed} from billing.purchase p where p.account_id = $1 and p.id = $2`;

  test('a change, a deletion, a gap of numbers, a counter-entry of another amount, a replacement of a line that stands', async () => {
    const { books, caller } = await business();
    const { id } = await bought(books);
    for (const [text, said] of [
      ['update billing.purchase set amount_cents = 1 where account_id = $1 and id = $2', /permission denied/],
      ['delete from billing.purchase where account_id = $1 and id = $2', /permission denied/],
      [copy('false, 3, 100, 0, null, null'), /leaves a gap/],
      [copy('false, 2, -4989, -832, p.id, null'), /differs from its purchase/],
      [copy('false, 2, 100, 0, null, p.id'), /was not taken back/],
      [copy('false, 2, 100, 101, null, null'), /purchase_check/],
      [copy('true, 1, -4990, -832, p.id, null'), /another mode/],
    ] as const)
      await assert.rejects(written(caller, text, id), said, text);
    // Control: the same statement with the next number is a line.
    await written(caller, copy('false, 2, 100, 0, null, null'), id);
    assert.deepEqual(
      (await purchaseLines(books)).map(({ number }) => number),
      [1, 2],
    );
  });

  test('the owner of the tables changes no line either', async () => {
    const { books, caller } = await business();
    const { id } = await bought(books);
    for (const text of [
      'update billing.purchase set amount_cents = 1 where account_id = $1 and id = $2',
      'delete from billing.purchase where account_id = $1 and id = $2',
    ])
      await assert.rejects(
        inTransaction(service.owner, { accountId: caller.accountId, test: false }, async (tx) => {
          tx.write(sql`${text}`, [caller.accountId, id]);
          return { commit: true, answer: undefined };
        }),
        /append-only/,
        text,
      );
  });
});
