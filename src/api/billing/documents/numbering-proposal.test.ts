import assert from 'node:assert/strict';
import { afterAll, beforeAll, test } from 'vitest';
import { booksOf, TRAINING } from '../../../../test/support/documents/example-books.ts';
import { type TestService, testService } from '../../../../test/support/service/in-process-service.ts';

let service: TestService;
beforeAll(async () => {
  service = await testService();
});
afterAll(() => service.close());

test('propose-numbering: after FA2611-0041 of another program the first invoice is FA2026-0042, and credit notes keep their own series', async () => {
  const books = booksOf(service);
  await books.company();
  const { json } = await books.ask('propose-numbering', { query: { last: 'FA2611-0041' } });
  assert.deepEqual(json, {
    ...{ series: 'F', format: 'FA{year}-{counter:4}', startsAt: 42, number: 'FA2026-0042' },
    changes: ['year_in_full', 'month_left_out'],
  });
  const before = await books.ask('get-next-number', { query: { type: 'invoice' } });
  assert.equal(before.json.number, 'F-2026-0001', 'a proposal changes nothing');
  const { format, startsAt } = json;
  await books.ask('update-company', { body: { numbering: { F: { format, startsAt } } } });
  const { number } = await books.finalized(books.invoice(await books.contact(), { lines: [TRAINING] }));
  assert.equal(number, 'FA2026-0042');
  const credit = await books.ask('get-next-number', { query: { type: 'asset' } });
  assert.equal(credit.json.number, 'AV-2026-0001');
});

test('a number without a counter, an unknown series and a text of 61 characters are refused', async () => {
  const books = booksOf(service, (await service.newAccount('Autre')).live);
  const refusal = async (query: Record<string, unknown>) => (await books.ask('propose-numbering', { query })).refused;
  assert.equal(await refusal({ last: 'FACTURE' }), 'last_number_unreadable');
  assert.equal(await refusal({ last: 'F-1', series: 'X' }), 'input_invalid');
  assert.equal(await refusal({ last: `F-${'0'.repeat(59)}` }), 'input_invalid');
});
