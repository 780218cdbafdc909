import assert from 'node:assert/strict';
import { afterAll, beforeAll, test } from 'vitest';
import { type Books, booksOf, TRAINING } from '../support/documents/example-books.ts';
import { type TestService, testService } from '../support/service/in-process-service.ts';

// Electronic addresses, references of public bodies and periods, from the record to the files.

let service: TestService;
let books: Books;
beforeAll(async () => {
  service = await testService();
  books = booksOf(service);
  await books.company();
});
afterAll(() => service.close());

const fileOf = async (id: string, format: 'cii' | 'ubl'): Promise<string> => {
  const { file } = await books.ask('download-billing', { path: { id }, query: { format } });
  assert.ok(file);
  return Buffer.from(file.bytes).toString();
};
const billed = async (customerId: string, said: object = {}): Promise<string> =>
  (await books.finalized(books.invoice(customerId, { lines: [TRAINING], ...said }))).id;

test('update-company, update-organization: BT-34 and BT-49 are the chosen addresses, and those of the SIREN by default', async () => {
  const customerId = await books.organization();
  const before = await billed(customerId);
  const [cii, ubl] = [await fileOf(before, 'cii'), await fileOf(before, 'ubl')];
  const addresses = (xml: string) => [...xml.matchAll(/schemeID="0225">([^<]*)</g)].map(([, value]) => value);
  assert.deepEqual(addresses(cii), ['732829320', '552081317']);
  assert.deepEqual(addresses(ubl), ['732829320', '552081317']);

  await books.company({ electronicAddress: '732829320_COMPTA' });
  const electronicAddress = '552081317_55208131766522_ACHATS';
  await books.done('update-organization', customerId, { electronicAddress });
  const contact = await books.done('create-organization-contact', customerId, { firstname: 'Paul', lastname: 'Roux' });
  for (const id of [await billed(customerId), await billed(contact.id)])
    for (const format of ['cii', 'ubl'] as const)
      assert.deepEqual(addresses(await fileOf(id, format)), ['732829320_COMPTA', electronicAddress], format);
  // The earlier invoice keeps the addresses of its day.
  assert.deepEqual([await fileOf(before, 'cii'), await fileOf(before, 'ubl')], [cii, ubl]);
  await books.company({ electronicAddress: null });
});

test('an electronic address of another SIREN is refused, and a new SIRET of the company removes the earlier one', async () => {
  assert.equal(
    await books.refusal('update-company', undefined, { electronicAddress: '552081317' }),
    'electronic_address_of_another_siren',
  );
  await books.company({ electronicAddress: '732829320_A' });
  const moved = await books.company({ siret: '55208131766522' });
  assert.equal(moved.settings.electronicAddress, undefined);
  const back = await books.company({ siret: '73282932000074', electronicAddress: '732829320_B' });
  assert.equal(back.settings.electronicAddress, '732829320_B');
  await books.company({ electronicAddress: null });
});

test('service code BT-10, contract BT-12 and commitment BT-13 are in both syntaxes', async () => {
  const said = { serviceCode: 'CULTURE', contractNumber: 'M-2026-042', customerOrderNumber: 'EJ-7' };
  const id = await billed(await books.organization(), said);
  const cii = await fileOf(id, 'cii');
  const order =
    '<ram:BuyerOrderReferencedDocument><ram:IssuerAssignedID>EJ-7</ram:IssuerAssignedID></ram:BuyerOrderReferencedDocument>';
  const contract = order.replaceAll('BuyerOrder', 'Contract').replace('EJ-7', 'M-2026-042');
  const flat = (xml: string) => xml.replaceAll(/>\s+</g, '><');
  assert.ok(flat(cii).includes('<ram:BuyerReference>CULTURE</ram:BuyerReference><ram:SellerTradeParty>'), cii);
  assert.ok(flat(cii).includes(order + contract), cii);
  const ubl = flat(await fileOf(id, 'ubl'));
  assert.ok(ubl.includes('<cbc:BuyerReference>CULTURE</cbc:BuyerReference>'), ubl);
  assert.ok(ubl.includes('<cac:OrderReference><cbc:ID>EJ-7</cbc:ID></cac:OrderReference>'), ubl);
  assert.ok(ubl.includes('<cac:ContractDocumentReference><cbc:ID>M-2026-042</cbc:ID></cac:ContractDocumentReference>'));
});

test('update-invoice-timeline: the period of March 2026 is printed, in BG-14 of both syntaxes, and on the credit note', async () => {
  const { id } = await books.invoice(await books.organization(), { lines: [TRAINING] });
  const timeline = { emittedAt: null, paymentDelay: 'thirty_days' };
  const [from, to] = [Date.UTC(2026, 2, 1, 11) / 1000, Date.UTC(2026, 2, 31, 11) / 1000];
  const set = (invoicingPeriod: unknown) => books.done('update-invoice-timeline', id, { ...timeline, invoicingPeriod });
  assert.deepEqual((await set({ from, to })).invoicingPeriod, { from, to });
  const inverted = { ...timeline, invoicingPeriod: { from: to, to: from } };
  assert.equal(await books.refusal('update-invoice-timeline', id, inverted), 'input_invalid');
  assert.equal((await set(null)).invoicingPeriod, undefined);
  await set({ from, to });
  assert.deepEqual((await books.done('update-invoice-timeline', id, timeline)).invoicingPeriod, { from, to });
  await books.finalized({ id });
  const flat = (xml: string) => xml.replaceAll(/>\s+</g, '><');
  const day = (name: string, value: string) =>
    `<ram:${name}DateTime><udt:DateTimeString format="102">${value}</udt:DateTimeString></ram:${name}DateTime>`;
  const cii = flat(await fileOf(id, 'cii'));
  const period = `${day('Start', '20260301')}${day('End', '20260331')}`;
  assert.ok(cii.includes(`<ram:BillingSpecifiedPeriod>${period}</ram:BillingSpecifiedPeriod>`), cii);
  const ubl = flat(await fileOf(id, 'ubl'));
  assert.ok(ubl.includes('<cbc:StartDate>2026-03-01</cbc:StartDate><cbc:EndDate>2026-03-31</cbc:EndDate>'), ubl);
  const credit = await books.done('create-asset', id);
  assert.deepEqual(credit.invoicingPeriod, { from, to });
  assert.equal((await books.done('duplicate-billing', id)).invoicingPeriod, undefined);
});
