import assert from 'node:assert/strict';
import { afterAll, beforeAll, test } from 'vitest';
import { type Books, booksOf, TRAINING } from '../../../test/support/documents/example-books.ts';
import { type TestService, testService } from '../../../test/support/service/in-process-service.ts';

let service: TestService;
let books: Books;
beforeAll(async () => {
  service = await testService();
  books = booksOf(service);
  await books.company();
});
afterAll(() => service.close());

const drafted = async () => books.done('create-advance', (await books.signedEstimate(await books.contact())).id);
const inform = (id: string, said: object) => books.done('update-advance-general-informations', id, said);

test('an advance has a title and description of its own; omitted members stay, null or empty text clears them', async () => {
  const { id, designation } = await drafted();
  assert.match(designation, /^Acompte sur devis D-/);
  const named = await inform(id, { designation: 'Réservation de l’atelier', description: 'Du 2 au 6 mars' });
  assert.deepEqual([named.designation, named.description], ['Réservation de l’atelier', 'Du 2 au 6 mars']);
  const noted = await inform(id, { headerNote: 'Merci' });
  assert.deepEqual([noted.designation, noted.description], ['Réservation de l’atelier', 'Du 2 au 6 mars']);
  for (const description of [null, '']) {
    await inform(id, { description: 'Du 2 au 6 mars' });
    assert.equal('description' in (await inform(id, { description })), false);
  }
  assert.equal(await books.refusal('update-advance-general-informations', id, { designation: ' ' }), 'input_invalid');
  assert.equal((await books.finalized({ id })).designation, 'Réservation de l’atelier');
});

test('advance_has_no_lines: operations on lines refuse any advance; an unknown document is still not found', async () => {
  const { id, parent } = await drafted();
  const onLines = ['update-billing-lines', 'update-billing-include-discount-disbursement'];
  const body = { lines: [TRAINING] };
  for (const name of onLines) assert.equal(await books.refusal(name, id, body), 'advance_has_no_lines', name);
  await books.finalized({ id });
  for (const name of onLines) {
    assert.equal(await books.refusal(name, id, body), 'advance_has_no_lines', name);
    assert.equal(await books.refusal(name, parent.customer.id, body), 'document_not_found', name);
  }
});
