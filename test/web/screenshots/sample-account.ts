import { readFileSync } from 'node:fs';
import { createSampleYear } from '../../../src/demo/sample/sample-year.ts';
import { type Books, TRAINING } from '../../support/documents/example-books.ts';
import type { ScreenFixtures } from '../screen-catalogue.ts';

type Listed = { readonly id: string; readonly title?: string; readonly type: string; readonly state: string };

/**
 * Creates the sample year in a live account, and finds what its screens show. Today is in Unix
 * seconds.
 */
export async function sampleAccount(books: Books, today: number): Promise<ScreenFixtures> {
  const ask = async (name: string, { id, query, body }: { id?: string; query?: object; body?: object }) => {
    const heard = await books.ask(name, {
      ...(id !== undefined && { path: { id } }),
      ...(query && { query: { ...query } }),
      ...(body && { body }),
    });
    if (heard.refused) throw new Error(`${name}: ${JSON.stringify(heard)}`);
    return heard.json;
  };
  await createSampleYear(ask, today);
  const { docs } = (await ask('get-billings', { query: { limit: 100, test: false } })) as { docs: readonly Listed[] };
  const first = (is: Partial<Listed>): string => {
    const found = docs.find((each) => Object.entries(is).every(([member, value]) => each[member as 'id'] === value));
    if (!found) throw new Error(`the sample year has no ${JSON.stringify(is)}`);
    return found.id;
  };
  const { docs: customers } = (await ask('list-organizations', {
    query: { search: 'Moreau Architectes', test: false },
  })) as {
    docs: readonly { id: string }[];
  };
  // No customer of the sample year can sign online: all its estimates are to businesses without a
  // named contact.
  const { docs: people } = (await ask('list-contacts', { query: { search: 'Moreau', test: false } })) as {
    docs: readonly { id: string }[];
  };
  const offered = { title: 'Site personnel, en anglais', lines: [TRAINING] };
  const person = people[0]?.id ?? '';
  const offer = await books.finalized(books.estimate(person, offered));
  const file = readFileSync(new URL('../../../examples/invoice-usual/cii.xml', import.meta.url));
  const upload = { name: 'facture.xml', content: file.toString('base64') };
  const { supplierInvoice } = await books.done('upload-supplier-invoice', undefined, upload);
  const paper = { paidOn: '2026-01-08', supplierName: 'Papeterie du Port', nature: 'supplies', amount: 4_990 };
  const image = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]).toString('base64');
  const bought = { ...paper, deductibleVat: 832, method: 'credit_card', designation: 'Ramettes et encre' };
  const receipt = { name: 'ticket-4411.png', content: image };
  await books.done('record-purchase', undefined, { ...bought, reference: 'TK-4411', receipt });
  const train = { paidOn: '2026-02-12', supplierName: 'SNCF', nature: 'travel', amount: 8_700, deductibleVat: 0 };
  const { id } = await books.done('record-purchase', undefined, { ...train, method: 'cash' });
  await books.done('correct-purchase', id, { replacement: { ...train, amount: 7_800, method: 'cash' } });
  const car = { name: 'Clio', kind: 'car', power: 5, from: '2026-01-01' };
  const vehicleId = (await books.done('create-vehicle', undefined, car)).id;
  const visit = { vehicleId, origin: 'Lyon', destination: 'Grenoble', purpose: 'Visite de chantier', kilometers: 112 };
  for (const on of ['2026-01-14', '2026-02-11'])
    await books.done('record-trip', undefined, { ...visit, on, returnTrip: true });
  return {
    customer: customers[0]?.id ?? '',
    person,
    draft: first({ title: 'Maintenance mensuelle', state: 'draft' }),
    estimate: first({ title: 'Photos et fiches produit' }),
    offer: offer.id,
    invoice: first({ title: 'Reprise des données' }),
    paid: first({ title: 'Billetterie' }),
    creditNote: first({ type: 'asset' }),
    received: supplierInvoice.id,
  };
}
