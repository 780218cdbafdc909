import assert from 'node:assert/strict';
import { afterAll, beforeAll, test } from 'vitest';
import { hasText, textFieldNames, textRow } from '../../src/domain/billing/document/text-fields.ts';
import { states } from '../state-matrix/document-states.ts';
import { type Books, booksOf, LYON, TRAINING } from '../support/documents/example-books.ts';
import { COMPANY } from '../support/service/company.ts';
import { MONDAY, type TestService, testService } from '../support/service/in-process-service.ts';
import { misfits, shapes } from './document-schemas.ts';

let service: TestService;
let books: Books;
beforeAll(async () => {
  service = await testService();
  books = booksOf(service);
  await books.company();
});
afterAll(() => service.close());

const shapeOf: Readonly<Record<string, string>> = {
  estimate: 'Estimate',
  purchase_order: 'Estimate',
  invoice: 'Invoice',
  advance: 'Advance',
  asset: 'Asset',
};
const getters: Readonly<Record<string, string>> = {
  ...{ estimate: 'get-estimate', purchase_order: 'get-estimate', invoice: 'get-invoice' },
  ...{ advance: 'get-advance', asset: 'get-asset' },
};
const names = (value: object) => Object.keys(value).sort();

for (const [kind, makers] of Object.entries(states))
  test(`${kind}: exactly the members of the API in each of ${Object.keys(makers).length} states`, async () => {
    const customerId = await books.contact();
    for (const [state, make] of Object.entries(makers)) {
      const id = await make(books, customerId);
      const document = await books.done(getters[kind] ?? '', id);
      assert.deepEqual(misfits(shapeOf[kind] ?? '', document, `${kind} ${state}`), []);
      assert.deepEqual(await books.done('get-billing-by-id', id), document);
      const isDraft = document.state === 'draft';
      assert.deepEqual([document.isEditable, document.isDeletable, document.locked], [isDraft, isDraft, !isDraft]);
      assert.equal('number' in document, !isDraft);
    }
  });

test('a document of a minimal customer has the required members, empty, and no optional ones', async () => {
  const customerId = await books.contact({ firstname: '', emails: [], billingAddress: null });
  const common = [
    ...['billingLegals', 'compatibilityVersion', 'createdAt', 'currency', 'currencyCode', 'customer', 'dueAt'],
    ...['attachments', 'discountAdvancePayment', 'displayDeliveryAddress', 'displaySettings', 'emittedAt', 'emitter'],
    ...['finalizable', 'finalizeRequirements', 'id', 'isDeletable', 'isEditable', 'latePenalty', 'locale', 'locked'],
    ...['paymentDelay', 'situation', 'state', 'test', 'total', 'type', 'updatedAt', 'warnings'],
  ];
  const lined = ['includeDiscountDisbursement', 'lines'];
  const bill = ['hasAssociatedTransaction', 'isOnlinePaymentActivated', 'isReminderActivated', 'settlement'];
  const invoice = await books.invoice(customerId, {});
  assert.deepEqual(names(invoice), [...common, ...lined, ...bill, 'isFinalInvoice', 'paymentRequest'].sort());
  const estimate = await books.estimate(customerId, {});
  assert.deepEqual(
    names(estimate),
    [
      ...[...common, ...lined, 'advances', 'advanceEstimateLines', 'electronicSignature'],
      ...['electronicSignatureRequirements', 'expiredAt', 'hasFinalInvoice', 'withElectronicSignature'],
    ].sort(),
  );
  const asset = await books.done('create-free-asset', undefined, { billingCustomerId: customerId });
  assert.deepEqual(names(asset), [...common, ...lined, 'lumpSumCompensation'].sort());
  assert.equal(asset.lumpSumCompensation, null);
  const NOWHERE = { line1: '', city: '', zipCode: '', country: 'FR' };
  assert.deepEqual(invoice.customer.billingAddress, NOWHERE);
  assert.deepEqual([invoice.lines, invoice.attachments, invoice.total.vatDetails], [[], [], []]);
  assert.deepEqual(estimate.electronicSignature, {
    ...{ id: estimate.id, status: 'requested', procedureId: null, magicLink: null },
    ...{ canceledAt: null, signedAt: null, refusedAt: null },
  });
  const nobody = (await books.done('create-free-asset')).customer;
  assert.deepEqual(nobody, {
    ...{ id: '', legacyId: '', name: '', token: '', emails: [], test: false },
    ...{ billingAddress: NOWHERE, deliveryAddressIsSame: true },
  });
});

test('a fully described document has every optional member', async () => {
  await books.company({
    ...COMPANY,
    ...{ fullName: 'Zoé Martin', commercialName: 'Z', email: 'zoe@example.org', phone: '0102030405' },
    ...{ rcsNumber: 'RCS 1', rsacNumber: 'RSAC 1', legalStatus: 5, sapAgreementNumber: 'SAP1' },
    ...{ rcsCity: 'Lyon', rneNumber: 'RNE 1', vatOnDebits: true, electronicAddress: '732829320_COMPTA' },
    shareCapital: { amount: 100_000 },
    insurance: { insurer: 'MAAF', contact: 'Chauray', area: 'France' },
    mediator: { name: 'CM2C', contact: 'Paris' },
  });
  const organizationId = await books.organization({
    ...{ commercialName: 'Chez Müller', nafCode: '10.71C', vatNumber: 'FR03552081317' },
    preferences: { currency: 'EUR', language: 'de' },
  });
  const person = { firstname: 'Paul', lastname: 'Müller', phone: '0102', defaultContact: true };
  const contactId = (await books.done('create-organization-contact', organizationId, person)).id;
  const named = { generatedId: 'g1', productId: 'p1', section: 'S', reference: 'R', description: 'D' };
  const line = { ...TRAINING, ...named, quantityUnit: 2 };
  const discount = { mode: 2, amount: 1000 };
  const { id } = await books.invoice(organizationId, {
    title: 'Refonte',
    discount,
    lines: [{ ...line, type: 2, discount, personalServiceActivity: 'JARDINAGE', isDeliveryOfGoods: true }],
  });
  const deliveryAddress = { line1: '3 quai', line2: 'Bât. B', city: 'Nantes', zipCode: '44000', country: 'FR' };
  await books.done('update-billing-delivery-address', id, { deliveryAddress, displayDeliveryAddress: true });
  const bankInformation = { iban: 'FR7630006000011234567890189', bic: 'AGRIFRPP', holder: 'Zoé' };
  await books.done('update-billing-bank-information', id, { bankInformation });
  const said = { emittedAt: MONDAY, paymentDelay: 'seven_days', deliveryDate: MONDAY };
  await books.done('update-invoice-timeline', id, said);
  const texts = textFieldNames.filter((field) => hasText('invoice', field));
  await books.done('update-invoice-general-informations', id, {
    ...Object.fromEntries(texts.map((field) => [textRow(field).json, 'Dit'])),
    ...{ paymentMethods: [1, 'CASH'], vatMention: 18 },
    latePenalty: { value: 'other', otherValue: '12 %' },
    lumpSumCompensation: { value: 2, otherValue: '50 EUR' },
    discountAdvancePayment: { value: 'other', otherValue: '1 %' },
    reminder: {
      inCopy: true,
      frequency: 'every_week',
      numberOfRemindersToSend: 3,
      active: true,
      recipients: ['a@b.fr'],
    },
    isOnlinePaymentActivated: true,
  });
  const invoice = await books.done('get-invoice', id);
  assert.deepEqual(misfits('Invoice', invoice, 'invoice'), []);
  for (const [shape, value] of Object.entries({
    Line: invoice.lines[0],
    Section: invoice.sections[0],
    BillingLegals: invoice.billingLegals,
    Emitter: invoice.emitter,
    BankInformation: invoice.bankInformation,
    Reminder: invoice.reminder,
  })) {
    const all = (shapes[shape] ?? '').match(/\w+(?=\??:)/g)?.filter((name) => name !== 'convertedAmounts');
    assert.deepEqual(names(value), all?.sort(), shape);
  }
  assert.deepEqual(invoice.billingLegals.paymentMethods, ['transfer', 'cash']);
  assert.equal(invoice.billingLegals.vatMention, 'vat_reduced_rate');
  assert.deepEqual(invoice.lumpSumCompensation, { value: 'other', otherValue: '50 EUR' });
  assert.deepEqual([invoice.isReminderActivated, invoice.isOnlinePaymentActivated], [true, true]);
  assert.deepEqual([invoice.title, invoice.locale, invoice.deliveryDate], ['Refonte', 'fr', MONDAY]);

  const { customer } = invoice;
  assert.deepEqual(
    [customer.id, customer.contactId, customer.organizationId, customer.isDefault, customer.parent.id],
    [contactId, contactId, organizationId, true, organizationId],
  );
  const parent = { siret: '55208131766522', siren: '552081317', nafCode: '10.71C', commercialName: 'Chez Müller' };
  assert.deepEqual({ ...customer.parent, ...parent }, customer.parent);
  assert.deepEqual(customer.billingAddress, { line1: LYON.address, city: 'Lyon', zipCode: '69003', country: 'FR' });
  assert.deepEqual(customer.deliveryAddress, deliveryAddress);
  assert.equal(customer.deliveryAddressIsSame, false);
});

test('fields emptied with "" or null are omitted; a payment method is listed once', async () => {
  const texts = [
    'headerNote',
    'footerNote',
    'generalTermsAndConditionsOfSale',
    'mentionMediator',
    'otherPaymentMethod',
  ];
  const own = ['generatedId', 'productId', 'reference', 'description'];
  for (const nothing of ['', null]) {
    const emptied = (names: readonly string[]) => Object.fromEntries(names.map((name) => [name, nothing]));
    const { id } = await books.invoice(await books.contact(), { lines: [{ ...TRAINING, ...emptied(own) }] });
    const filled = Object.fromEntries(texts.map((name) => [name, 'Dit']));
    const latePenalty = { value: 'other', otherValue: '12 %' };
    const before = await books.done('update-invoice-general-informations', id, { ...filled, latePenalty });
    assert.equal(before.billingLegals.headerNote, 'Dit');
    const after = await books.done('update-invoice-general-informations', id, {
      ...emptied(texts),
      latePenalty: { value: 'three_time_legal_rate', otherValue: nothing },
      paymentMethods: ['cash', 'CASH', 6],
    });
    assert.deepEqual(names(after.billingLegals), ['paymentMethods', 'vatMention']);
    assert.deepEqual(after.billingLegals.paymentMethods, ['cash']);
    assert.deepEqual(after.latePenalty, { value: 'three_time_legal_rate' });
    assert.deepEqual(
      own.filter((name) => name in after.lines[0]),
      [],
    );
  }
});
