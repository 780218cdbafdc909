import { readFileSync } from 'node:fs';
import { createSampleYear } from '../../../src/demo/sample/sample-year.ts';
import { type Books, TRAINING } from '../../support/documents/example-books.ts';
import { openImport, takeOver } from '../../support/documents/past-lists.ts';
import type { ScreenFixtures } from '../screen-catalogue.ts';

/** Invoices of another program: long paid, and some with doubts, a gap and an unreadable cell. */
const SETTLED = `Type;Numéro;Date;Échéance;Client;HT;TVA;TTC;Payé le
Facture;FA-2023-0017;04/09/2023;04/10/2023;Moreau Architectes;1 200,00;240,00;1 440,00;02/10/2023
Facture;FA-2023-0018;16/10/2023;15/11/2023;Moreau Architectes;850,00;170,00;1 020,00;20/11/2023
`;
const DOUBTFUL = `Type;Numéro;Date;Échéance;Client;HT;TVA;TTC;Payé le;Statut
Facture;FA-2024-0001;08/01/2024;07/02/2024;Moreau Architectes;600,00;120,00;720,00;05/02/2024;Payée
Facture;FA-2024-0002;19/02/2024;20/03/2024;Moreau Architectes;300,00;60,00;360,00;;Payée
Facture;FA-2024-0004;22/04/2024;22/05/2024;Librairie du Canal SARL;450,00;90,00;540,00;21/05/2024;Payée
Avoir;AV-2024-0001;30/04/2024;;Librairie du Canal SARL;50,00;10,00;60,00;;
Facture;FA-2024-0005;32/05/2024;;Librairie du Canal SARL;10,00;2,00;12,00;;Payée
`;
const CLIENTS =
  'Client Name,Client Number,Client Balance,Client Street,Client City,Client State/Province,Client Postal Code,Client Country,Client VAT Number,Contact First Name,Contact Last Name,Contact Email\n' +
  'Librairie du Canal SARL,0001,0.00,4 quai Rambaud,Lyon,,69002,France,,Inès,Faure,ines@canal.example\n';

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
  // Long settled, so that home and books of the sample year stay as they are.
  const moved = await takeOver(books, { 'factures-2023.csv': SETTLED });
  await openImport(books, { 'factures-2024.csv': DOUBTFUL, 'clients.csv': CLIENTS });
  const { docs: pastDocuments } = await ask('list-past-documents', { query: { search: 'FA-2023-0018', limit: 1 } });
  return {
    moved: moved.id,
    past: pastDocuments[0].id,
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
