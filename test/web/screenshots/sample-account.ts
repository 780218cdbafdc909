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
