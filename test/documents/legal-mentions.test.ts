import assert from 'node:assert/strict';
import { afterAll, beforeAll, test } from 'vitest';
import { type Books, booksOf, TRAINING } from '../support/documents/example-books.ts';
import { COMPANY } from '../support/service/company.ts';
import { type TestService, testService } from '../support/service/in-process-service.ts';

// Legal statements about seller and order, from the request to the customer's file.

let service: TestService;
let books: Books;
let customer: string;
beforeAll(async () => {
  service = await testService();
  books = booksOf(service);
  await books.company();
  customer = await books.organization({ vatNumber: 'FR03552081317' });
});
afterAll(() => service.close());

const xmlOf = async (id: string, format: 'cii' | 'ubl'): Promise<string> => {
  const { file } = await books.ask('download-billing', { path: { id }, query: { format } });
  return file?.bytes.toString('utf8') ?? '';
};

test('an order number is one line of text, set on creation or later, and removed with null', async () => {
  const { id, customerOrderNumber } = await books.invoice(customer, { customerOrderNumber: 'PO-118' });
  assert.equal(customerOrderNumber, 'PO-118');
  const informed = (said: object) => books.done('update-invoice-general-informations', id, said);
  assert.equal((await informed({ headerNote: 'Bonjour' })).customerOrderNumber, 'PO-118');
  assert.equal((await informed({ customerOrderNumber: '4500/7 B' })).customerOrderNumber, '4500/7 B');
  assert.equal('customerOrderNumber' in (await informed({ customerOrderNumber: null })), false);
  const lines = { customerOrderNumber: 'PO\n1' };
  assert.equal(await books.refusal('update-invoice-general-informations', id, lines), 'input_invalid');
});

test('advance, final invoice and credit note inherit the order number of the estimate, in BT-13 too', async () => {
  const said = { lines: [{ designation: 'Site', quantity: 1, unitPrice: 100_000, vatCode: 'FR_2000' }] };
  const estimate = await books.signedEstimate(customer, { ...said, customerOrderNumber: 'PO-2026-7' });
  const advance = await books.finalizedAdvance(estimate.id);
  const invoice = await books.finalized(books.done('create-final-invoice', estimate.id));
  const asset = await books.finalized(books.done('create-asset', invoice.id));
  for (const made of [advance, invoice, asset]) {
    assert.equal(made.customerOrderNumber, 'PO-2026-7', made.type);
    assert.match(
      await xmlOf(made.id, 'cii'),
      /<ram:BuyerOrderReferencedDocument>\s*<ram:IssuerAssignedID>PO-2026-7</,
      made.type,
    );
    assert.match(await xmlOf(made.id, 'ubl'), /<cac:OrderReference>\s*<cbc:ID>PO-2026-7</, made.type);
  }
  const { docs } = (await books.ask('get-billings', { query: { search: 'po-2026-7' } })).json;
  assert.equal(docs.length, 4);
});

test('a document of a purchase order carries its number, unless the customer gave another', async () => {
  const order = (said: object = {}) => ({
    estimateType: 'purchase_order',
    lines: [{ designation: 'Site', quantity: 1, unitPrice: 100_000, vatCode: 'FR_2000' }],
    ...said,
  });
  const billed = async (said?: object) => {
    const signed = await books.signedEstimate(customer, order(said));
    const { id } = await books.finalized(books.done('create-final-invoice', signed.id));
    return /BuyerOrderReferencedDocument>\s*<ram:IssuerAssignedID>([^<]*)/.exec(await xmlOf(id, 'cii'))?.[1];
  };
  assert.match((await billed()) ?? '', /^BC-/);
  assert.equal(await billed({ customerOrderNumber: 'PO-9' }), 'PO-9');
});

test('an estimate states its fee and the duration of the work, set on creation or later; null removes both', async () => {
  const estimateFee = { amount: 6_000, isDeducted: true };
  const plannedDuration = { value: 2.5, unit: 'week' };
  const made = await books.estimate(customer, { estimateFee: { amount: 6_000 }, plannedDuration });
  assert.deepEqual([made.estimateFee, made.plannedDuration], [{ amount: 6_000, isDeducted: false }, plannedDuration]);
  const informed = (said: object) => books.done('update-estimate-general-informations', made.id, said);
  const later = await informed({ estimateFee, plannedDuration: { value: 3, unit: 'day' } });
  assert.deepEqual([later.estimateFee, later.plannedDuration], [estimateFee, { value: 3, unit: 'day' }]);
  const { estimateFee: kept, plannedDuration: kept2 } = await informed({ headerNote: 'Bonjour' });
  assert.deepEqual([kept, kept2], [estimateFee, { value: 3, unit: 'day' }]);
  const signed = await books.signedEstimate(customer, { lines: [TRAINING], estimateFee, plannedDuration });
  assert.deepEqual([signed.estimateFee, signed.plannedDuration], [estimateFee, plannedDuration]);
  const invoice = await books.done('create-final-invoice', signed.id);
  assert.deepEqual(['estimateFee' in invoice, invoice.parent.estimateFee], [false, estimateFee]);
  const gone = await informed({ estimateFee: null, plannedDuration: null });
  assert.deepEqual(['estimateFee' in gone, 'plannedDuration' in gone], [false, false]);
  for (const said of [
    { estimateFee: { amount: 0 } },
    { estimateFee: { amount: 10.5 } },
    { plannedDuration: { value: 0, unit: 'day' } },
    { plannedDuration: { value: 1, unit: 'kilogram' } },
    { plannedDuration: { value: 1.00001, unit: 'day' } },
  ])
    assert.equal(await books.refusal('update-estimate-general-informations', made.id, said), 'input_invalid');
});

test('an advance inherits the theme of its estimate', async () => {
  const { id } = await books.estimate(customer);
  await books.done('update-billing-theme', id, { themeId: 'plume' });
  await books.finalized({ id });
  await books.done('sign-estimate', id);
  assert.equal((await books.done('create-advance', id)).themeId, 'plume');
  assert.equal((await books.done('create-final-invoice', id)).themeId, 'plume');
});

test('capital, town, VAT on debits and insurance are frozen: a finalized invoice keeps the seller of its day', async () => {
  const told = {
    ...{ rcsCity: 'Lyon', legalStatus: 'sas', vatOnDebits: true },
    shareCapital: { amount: 1_000_000 },
    insurance: { insurer: 'MAAF', contact: 'Chauray', area: 'France' },
    mediator: { name: 'CM2C', contact: 'Paris' },
  };
  const before = await books.finalized(books.invoice(customer));
  await books.company({ ...COMPANY, ...told });
  const invoice = await books.finalized(books.invoice(customer));
  await books.company({
    ...COMPANY,
    rcsCity: null,
    shareCapital: null,
    vatOnDebits: false,
    insurance: null,
    mediator: null,
  });
  const { emitter } = await books.done('get-invoice', invoice.id);
  assert.deepEqual([emitter.rcsCity, emitter.vatOnDebits], ['Lyon', true]);
  assert.deepEqual(emitter.shareCapital, { amount: 1_000_000, currency: 'EUR' });
  assert.deepEqual([emitter.insurance, emitter.mediator], [told.insurance, told.mediator]);
  const cii = await xmlOf(invoice.id, 'cii');
  for (const said of [
    /<ram:Description>SAS au capital de 10\u00a0000\u00a0€</,
    /<ram:Content>RCS Lyon 732 829 320<\/ram:Content>\s*<ram:SubjectCode>ABL</,
    /<ram:Content>Assurance professionnelle : MAAF, Chauray\. Couverture géographique : France\.<\/ram:Content>\s*<ram:SubjectCode>ABL</,
    /<ram:Content>Option pour le paiement de la taxe d’après les débits<\/ram:Content>\s*<ram:SubjectCode>AAI</,
    /<ram:DueDateTypeCode>5</,
  ])
    assert.match(cii, said);
  assert.match(await xmlOf(invoice.id, 'ubl'), /<cac:InvoicePeriod>\s*<cbc:DescriptionCode>3</);
  // Negative control: neither the previous document nor a later draft states any of it.
  const later = await books.invoice(customer);
  for (const silent of [await books.done('get-invoice', before.id), later])
    for (const member of ['rcsCity', 'shareCapital', 'vatOnDebits', 'insurance', 'mediator'])
      assert.equal(member in silent.emitter, false, member);
  assert.match(await xmlOf(before.id, 'cii'), /<ram:DueDateTypeCode>72</);
});

test('the proposed VAT is 20 % in France, and the EU code with its mention for a business in Berlin', async () => {
  const fitting = async (billingId?: string) => {
    const { json } = await books.ask('get-vat-choices', { query: { ...(billingId && { billingId }) } });
    const { codes, mentions } = json;
    assert.deepEqual([codes.length, mentions.length], [8, 21]);
    return {
      codes: codes.flatMap(({ vatCode, fits }: any) => (fits ? vatCode : [])),
      mentions: mentions.filter(({ fits }: any) => fits),
    };
  };
  assert.equal((await fitting()).codes[0], 'FR_2000');
  const draft = await books.invoice(await books.contact());
  assert.deepEqual((await fitting(draft.id)).mentions, [{ vatMention: 'not_subject', fits: true }]);
  const berlin = { address: 'Allee 1', city: 'Berlin', zipCode: '10115', country: 'DE' };
  const { id: firm } = await books.done('create-organization', undefined, {
    name: 'Holz GmbH',
    billingAddress: berlin,
  });
  const abroad = await books.invoice(firm, { lines: [{ ...TRAINING, vatCode: 'FR_00UE' }] });
  await books.done('update-invoice-locale', abroad.id, { locale: 'de' });
  const { codes, mentions } = await fitting(abroad.id);
  assert.deepEqual(codes, ['FR_00UE']);
  const said = mentions.find(({ vatMention }: any) => vatMention === 'vat_exemption_eu_service');
  assert.equal(said.text, 'Autoliquidation – art. 283-2 du CGI');
  assert.match(said.translation, /^Steuerschuldnerschaft/);
  const nowhere = { billingId: '01890a5d-ac96-774b-bcce-b302099a8057' };
  assert.equal((await books.ask('get-vat-choices', { query: nowhere })).refused, 'document_not_found');
});
