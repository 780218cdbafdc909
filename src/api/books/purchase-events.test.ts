import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, test } from 'vitest';
import { type Books, booksOf } from '../../../test/support/documents/example-books.ts';
import { bought, PAPER, purchaser } from '../../../test/support/documents/purchases.ts';
import { type TestService, testService } from '../../../test/support/service/in-process-service.ts';
import { assignEventPositions } from '../../db/events/events.ts';
import { inTransaction } from '../../db/transaction.ts';
import { shapeOf } from '../../schemas/events/event-description.ts';

// Events of the register of purchases and of recurring purchases, on Monday 2 March 2026.

let service: TestService;
beforeAll(async () => {
  service = await testService();
});
afterAll(() => service.close());

/** The events of purchases, in order; each matches its description. */
async function eventsOf(books: Books): Promise<any[]> {
  const { docs } = (await books.ask('list-events', { query: { limit: 100 } })).json;
  const found = docs.filter(({ event }: any) => /^(recurring_)?purchase\./.test(event.type));
  for (const each of found) assert.ok(shapeOf(each.event.type).schema.safeParse(each).success, each.event.type);
  return found;
}
const inShort = ({ event, purchase, replacement }: any) =>
  [event.type, purchase.number, purchase.amount, replacement?.number].filter((value) => value !== undefined);
const shortly = async (books: Books) => (await eventsOf(books)).map(inShort);

test('record-purchase publishes line 1 of 49.90; correct-purchase the counter-entry of -49.90 with line 3, and one without a replacement', async () => {
  const { books } = await purchaser(service);
  const { id } = await bought(books);
  const { replacement } = await books.done('correct-purchase', id, { replacement: { ...PAPER, amount: 4_090 } });
  await books.done('correct-purchase', replacement.id);
  assert.deepEqual(await shortly(books), [
    ['purchase.recorded', 1, 4_990],
    ['purchase.corrected', 2, -4_990, 3],
    ['purchase.corrected', 4, -4_090],
  ]);
  const [recorded, corrected] = await eventsOf(books);
  assert.deepEqual(recorded.purchase.id, id);
  assert.deepEqual([corrected.purchase.correctsId, corrected.replacement.replacesId], [id, id]);
  assert.equal(recorded.event.label, 'Achat enregistré');
});

test('a refused purchase, and a refused correction, publish nothing', async () => {
  const { books } = await purchaser(service);
  assert.equal(
    await books.refusal('record-purchase', undefined, { ...PAPER, paidOn: '2026-03-03' }),
    'purchase_to_come',
  );
  assert.deepEqual(await shortly(books), []);
  const { id } = await bought(books);
  await books.done('correct-purchase', id);
  assert.equal(await books.refusal('correct-purchase', id), 'purchase_corrected');
  assert.equal((await eventsOf(books)).length, 2);
});

test('record-purchase-of-bank-transaction publishes the line of the debit; recorded again after a correction it is recorded, not corrected', async () => {
  const { books } = await purchaser(service);
  const content = 'Date;Libellé;Montant;Devise\n02/02/2026;PRLV EDF;-120,00;EUR\n';
  await books.done('import-bank-statement', undefined, {
    content,
    columns: { date: 1, label: [2], amount: 3, currency: 4 },
  });
  const [{ id: transactionId }] = (await books.ask('list-bank-transactions', { query: {} })).json.docs;
  const book = async () =>
    (await books.ask('record-purchase-of-bank-transaction', { path: { transactionId }, body: { nature: 'services' } }))
      .json;
  await books.done('correct-purchase', (await book()).id);
  assert.equal((await book()).number, 3);
  assert.deepEqual(await shortly(books), [
    ['purchase.recorded', 1, 12_000],
    ['purchase.corrected', 2, -12_000],
    ['purchase.recorded', 3, 12_000],
  ]);
});

test('record-purchase-of-supplier-invoice publishes the line with its invoice', async () => {
  const { books } = await purchaser(service);
  const content = readFileSync('examples/invoice-usual/cii.xml').toString('base64');
  const { supplierInvoice } = await books.done('upload-supplier-invoice', undefined, { name: 'facture.xml', content });
  const recorded = await books.ask('record-purchase-of-supplier-invoice', {
    path: { supplierInvoiceId: supplierInvoice.id },
    body: { nature: 'services', method: 'transfer', paidOn: '2026-03-01' },
  });
  const [{ event, purchase }] = await eventsOf(books);
  assert.deepEqual(
    [event.type, purchase.id, purchase.supplierInvoiceId],
    ['purchase.recorded', recorded.json.id, supplierInvoice.id],
  );
});

test('change-purchases of 3 lines, one of them so already, publishes 2 corrections, each with its replacement', async () => {
  const { books } = await purchaser(service);
  const lines = [await bought(books), await bought(books), await bought(books, { nature: 'travel' })];
  const ids = lines.map(({ id }) => id);
  await books.done('change-purchases', undefined, { ids, nature: 'travel' });
  assert.deepEqual((await shortly(books)).slice(3), [
    ['purchase.corrected', 4, -4_990, 5],
    ['purchase.corrected', 6, -4_990, 7],
  ]);
  assert.equal(
    await books.refusal('change-purchases', undefined, { ids: [ids[0]], nature: 'other' }),
    'purchase_corrected',
  );
  assert.equal((await eventsOf(books)).length, 5);
});

const HEADERS = 'Identifiant;Date de paiement;Fournisseur;Montant TTC;Nature;Mode de règlement;Pièce;Annule;Remplace';
const row = (at: number) => `;01/03/2026;Papeterie du Port;49,90;Fournitures;carte bancaire;TK-${at};;`;

test('import-purchases: a dry run publishes nothing; a line, its counter-entry and its replacement are two events', async () => {
  const { books } = await purchaser(service);
  await bought(books, { reference: 'A' });
  const { id } = await bought(books, { reference: 'B' });
  await books.done('correct-purchase', id, { replacement: { ...PAPER, reference: 'B', amount: 4_090 } });
  const content = (await books.ask('export-purchases-register', { query: {} })).json.csv;
  const other = (await purchaser(service)).books;
  await other.done('import-purchases', undefined, { content, dryRun: true });
  assert.deepEqual(await shortly(other), []);
  await other.done('import-purchases', undefined, { content });
  assert.deepEqual(await shortly(other), [
    ['purchase.recorded', 1, 4_990],
    ['purchase.recorded', 2, 4_990],
    ['purchase.corrected', 3, -4_990, 4],
  ]);
});

test('an import of 5,000 rows publishes 5,000 events in at most 10 statements, and each reaches the feed', async () => {
  const { books, caller } = await purchaser(service);
  const statements: string[] = [];
  const { pool } = service.services;
  const watched = new WeakSet<object>();
  const watch = (client: any): void => {
    if (watched.has(client)) return;
    watched.add(client);
    const query = client.query.bind(client);
    client.query = (asked: any, ...rest: unknown[]) => {
      statements.push(typeof asked === 'string' ? asked : (asked?.text ?? ''));
      return query(asked, ...rest);
    };
  };
  pool.on('acquire', watch);
  const content = [HEADERS, ...Array.from({ length: 5_000 }, (_, at) => row(at)), ''].join('\n');
  const report = await books.done('import-purchases', undefined, { content });
  pool.off('acquire', watch);
  assert.equal(report.created, 5_000);
  const published = statements.filter((text) => /billing\.tell/.test(text)).length;
  assert.ok(published > 0 && published <= 10, `${published} of ${statements.length} statements`);
  for (let placed = 1; placed > 0; )
    placed = await inTransaction(pool, { accountId: caller.accountId, test: false }, async (tx) => ({
      commit: true,
      answer: await assignEventPositions(tx, false, 500),
    }));
  const { rows } = await service.owner.query(
    'select count(*)::int as events, count(distinct place)::int as places from billing.event where account_id = $1 and type = $2',
    [caller.accountId, 'purchase.recorded'],
  );
  assert.deepEqual(rows[0], { events: 5_000, places: 5_000 });
});

test('create-recurring-purchase and update-recurring-purchase publish created, updated, paused, resumed and ended, each once', async () => {
  const { books } = await purchaser(service);
  const { id } = await books.done('create-recurring-purchase', undefined, {
    ...{ supplierName: 'Régie Martin', nature: 'other', amount: 60_000, method: 'direct_debit' },
    ...{ every: 'month', from: '2026-04-05' },
  });
  for (const body of [
    { state: 'active' },
    { amount: 62_000 },
    { state: 'paused' },
    { state: 'active' },
    { state: 'ended' },
  ])
    await books.done('update-recurring-purchase', id, body);
  assert.equal(await books.refusal('update-recurring-purchase', id, { amount: 1 }), 'recurring_purchase_ended');
  assert.deepEqual(
    (await eventsOf(books)).map(({ event, recurringPurchase: { amount, state } }) => [event.type, amount, state]),
    [
      ['recurring_purchase.created', 60_000, 'active'],
      ['recurring_purchase.updated', 62_000, 'active'],
      ['recurring_purchase.paused', 62_000, 'paused'],
      ['recurring_purchase.resumed', 62_000, 'active'],
      ['recurring_purchase.ended', 62_000, 'ended'],
    ],
  );
});

test('events of purchases stay in their account and mode: a test purchase queues a delivery for the test webhook alone', async () => {
  const { books, caller } = await purchaser(service);
  const tests = booksOf(service, { ...caller, test: true });
  const stranger = (await purchaser(service)).books;
  for (const [each, name] of [
    [books, 'live'],
    [tests, 'test'],
    [stranger, 'other'],
  ] as const)
    await each.done('create-webhook', undefined, {
      ...{ url: `https://example.com/${name}`, events: ['purchase.recorded', 'recurring_purchase.paused'] },
    });
  await bought(tests);
  assert.deepEqual([await shortly(books), await shortly(stranger)], [[], []]);
  assert.equal((await eventsOf(tests)).length, 1);
  const { rows } = await service.owner.query(
    `select e.url, j.test from billing.job j join billing.endpoint e on e.id = j.share_id
     where j.lane = 'delivery' and j.account_id = $1`,
    [caller.accountId],
  );
  assert.deepEqual(rows, [{ url: 'https://example.com/test', test: true }]);
});
