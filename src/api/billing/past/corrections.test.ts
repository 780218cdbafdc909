import assert from 'node:assert/strict';
import { afterAll, beforeAll, test } from 'vitest';
import { booksOf } from '../../../../test/support/documents/example-books.ts';
import { openImport } from '../../../../test/support/documents/past-lists.ts';
import { COMPANY } from '../../../../test/support/service/company.ts';
import { MONDAY, type TestService, testService } from '../../../../test/support/service/in-process-service.ts';

// What a person corrects of the plan of an import, and what it says once it is done.

/** FA-2025-0041 is paid, but no day says when. */
const DOUBTFUL = `Type;Numéro;Date;Échéance;Client;HT;TVA;TTC;Payé le;Statut
Facture;FA-2025-0040;15/10/2025;14/11/2025;Atelier Lumière SARL;1 000,00;200,00;1 200,00;20/11/2025;Payée
Facture;FA-2025-0041;03/12/2025;02/01/2026;Atelier Lumière SARL;300,00;60,00;360,00;;Payée
`;

let service: TestService;
beforeAll(async () => {
  service = await testService();
});
afterAll(() => service.close());

async function opened() {
  service.clock.now = MONDAY;
  const books = booksOf(service, (await service.newAccount('Atelier')).live);
  await books.company(COMPANY);
  const importId = await openImport(books, { 'factures.csv': DOUBTFUL });
  return {
    ...{ books, importId },
    plan: async () => (await books.ask('get-import', { path: { id: importId } })).json,
    doubtful: async () =>
      (await books.ask('list-import-documents', { path: { id: importId }, query: { view: 'doubtful', limit: 100 } }))
        .json.docs,
  };
}

test('change-import-file confirms a document as it stands: 360.00 paid on the proposed 2 January 2026 is no longer doubtful', async () => {
  const { books, importId, plan, doubtful } = await opened();
  const [found] = await doubtful();
  assert.deepEqual(
    [found.number, found.doubts, found.paidOn, found.rates],
    ['FA-2025-0041', ['payment_day_unknown'], '2026-01-02', [2_000]],
  );
  const path = { id: importId, fileId: found.fileId };
  const confirm = (confirmed: boolean) =>
    books.ask('change-import-file', { path, body: { documents: [{ place: found.place, confirmed }] } });
  assert.equal((await confirm(true)).refused, undefined);
  assert.deepEqual([(await plan()).doubtful, await doubtful()], [0, []]);
  await confirm(false);
  assert.equal((await plan()).doubtful, 1);
});

test('get-import of a done import still states what it brought: two invoices of 1,560.00, and none of them as known', async () => {
  const { books, importId, plan } = await opened();
  const before = await plan();
  assert.equal((await books.ask('run-import', { path: { id: importId } })).refused, undefined);
  const after = await plan();
  assert.deepEqual([after.state, after.known, after.sums, after.series], ['done', 0, before.sums, before.series]);
  assert.equal(after.sums[0].invoiced, 156_000);
});
