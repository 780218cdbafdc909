import assert from 'node:assert/strict';
import { afterAll, beforeAll, test } from 'vitest';
import type { Kind } from '../../src/domain/billing/document/kind.ts';
import { hasText, type TextField, textFieldNames, textRow } from '../../src/domain/billing/document/text-fields.ts';
import { type Books, booksOf, TRAINING } from '../support/documents/example-books.ts';
import { type TestService, testService } from '../support/service/in-process-service.ts';

// The text fields of documents in requests and responses, by the rows of their table:
// `update-estimate-general-informations`, `update-invoice-general-informations`,
// `update-advance-general-informations`, `update-asset-general-informations`.

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

const written = (field: TextField): string => `Texte «${field}»`;
const membersOf = (fields: readonly TextField[], value: (field: TextField) => unknown): Record<string, unknown> =>
  Object.fromEntries(fields.map((field) => [textRow(field).json, value(field)]));
const having = (kind: Kind): readonly TextField[] => textFieldNames.filter((field) => hasText(kind, field));
/** The texts of a document in a response. */
const textsIn = (document: any): Record<string, unknown> =>
  Object.fromEntries(
    textFieldNames.flatMap((field) => {
      const { in: place, json } = textRow(field);
      const value = (place === 'legals' ? document.billingLegals : document)[json];
      return value === undefined ? [] : [[json, value]];
    }),
  );

const makers: Record<Kind, { noun: string; make: () => Promise<{ id: string }> }> = {
  estimate: { noun: 'estimate', make: () => books.estimate(customerId) },
  purchase_order: {
    noun: 'estimate',
    make: () => books.estimate(customerId, { estimateType: 'purchase_order', lines: [TRAINING] }),
  },
  advance: {
    noun: 'advance',
    make: async () => books.done('create-advance', (await books.signedEstimate(customerId)).id),
  },
  invoice: { noun: 'invoice', make: () => books.invoice(customerId) },
  credit_note: {
    noun: 'asset',
    make: () => books.done('create-free-asset', undefined, { billingCustomerId: customerId, lines: [TRAINING] }),
  },
};

for (const [kind, { noun, make }] of Object.entries(makers))
  test(`${kind}: each text it has is set, stays if left out, and is removed with null or ""`, async () => {
    const fields = having(kind as Kind);
    const { id } = await make();
    const update = (body: object) => books.done(`update-${noun}-general-informations`, id, body);
    const all = membersOf(fields, written);
    assert.deepEqual(textsIn(await update(all)), all);
    assert.deepEqual(textsIn(await update({})), all);
    assert.deepEqual(textsIn(await books.done('get-billing-by-id', id)), all);
    for (const nothing of [null, '']) {
      assert.deepEqual(textsIn(await update(membersOf(fields, () => nothing))), {}, JSON.stringify(nothing));
      assert.deepEqual(textsIn(await update(all)), all);
    }
    for (const field of fields.filter((each) => textRow(each).size === 'line')) {
      const body = { [textRow(field).json]: 'Deux\nlignes' };
      assert.equal(await books.refusal(`update-${noun}-general-informations`, id, body), 'input_invalid', field);
    }
  });

test('texts of every kind are set on creation; legal texts have a default in the settings of the account', async () => {
  const common = textFieldNames.filter((field) => textRow(field).kinds === 'all');
  const legal = common.filter((field) => textRow(field).in === 'legals');
  const own = common.filter((field) => textRow(field).in === 'document');
  const made = await books.invoice(customerId, { lines: [TRAINING], ...membersOf(own, written) });
  assert.deepEqual(textsIn(made), membersOf(own, written));

  const defaults = membersOf(legal, written);
  const { settings } = await books.company({ defaults });
  assert.deepEqual({ ...settings.defaults, ...defaults }, settings.defaults);
  assert.deepEqual(textsIn(await books.invoice(customerId)), defaults);
  const cleared = await books.company({ defaults: membersOf(legal, () => null) });
  assert.deepEqual(
    legal.filter((field) => textRow(field).json in cleared.settings.defaults),
    [],
  );
  assert.deepEqual(textsIn(await books.invoice(customerId)), {});
});

test('the list finds the searched texts, and the export has a column for each exported one', async () => {
  const { id } = await books.invoice(customerId);
  const body = membersOf(having('invoice'), (field) => `Texte-${field}`);
  await books.done('update-invoice-general-informations', id, body);
  for (const field of having('invoice')) {
    const { docs } = (await books.ask('get-billings', { query: { search: `texte-${field}` } })).json;
    assert.equal(docs.length, textRow(field).isSearched ? 1 : 0, field);
  }
  const { csv } = (await books.ask('export-billings', { query: { type: 'invoice' } })).json;
  const [head, ...rows] = csv
    .replace('\ufeff', '')
    .trim()
    .split('\r\n')
    .map((row: string) => row.split(';'));
  const exported = having('invoice').filter((field) => textRow(field).isExported);
  const labels = exported.map((field) => {
    const row = textRow(field);
    return row.isExported && row.printed.fr;
  });
  assert.deepEqual(head.slice(head.indexOf('Acomptes déduits TTC') + 1, head.indexOf('HT à 20 %')), labels);
  const own = rows.filter((row: string[]) => exported.every((field) => row.includes(`Texte-${field}`)));
  assert.equal(own.length, exported.length > 0 ? 1 : rows.length);
});
