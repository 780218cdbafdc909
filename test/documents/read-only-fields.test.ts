import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, test } from 'vitest';
import { operations } from '../../src/api/index.ts';
import { valueOf } from '../../src/pipeline/answer.ts';
import type { Operation } from '../../src/pipeline/operation.ts';
import { runOperation } from '../../src/pipeline/run-operation.ts';
import type { Caller } from '../../src/services/caller.ts';
import { type Books, booksOf, LYON } from '../support/documents/example-books.ts';
import { openImport, PAST_LIST, takeOver } from '../support/documents/past-lists.ts';
import { unappliedPayment } from '../support/documents/unapplied-payment.ts';
import { COMPANY } from '../support/service/company.ts';
import { memberOf } from '../support/service/create-member.ts';
import { MONDAY, type TestService, testService } from '../support/service/in-process-service.ts';
import { rolledBackServices } from '../support/service/rolled-back-services.ts';
import { approvedPlatform, PLATFORM } from '../support/stand-ins/approved-platform.ts';
import { bankLines } from '../support/stand-ins/bank-lines.ts';

// Clients may send back what they read, or forge it: every body contains read-only fields.

let service: TestService;
let books: Books;
/** A document or customer on which the operation succeeds, by its not-found refusal. */
const ids: Record<string, string> = {};
beforeAll(async () => {
  service = await testService();
  books = booksOf(service);
  await books.company({ ...COMPANY, email: 'zoe@example.org' });
  const contact = await books.contact();
  const organization = await books.organization();
  const person = { firstname: 'Paul', lastname: 'Müller' };
  const member = (await books.done('create-organization-contact', organization, person)).id;
  const signed = await books.signedEstimate(contact);
  const invoice = await books.finalized(books.invoice(contact));
  const key = await books.done('create-api-key', undefined, { name: 'Ma boutique' });
  Object.assign(ids, {
    ...{ contact_not_found: contact, organization_not_found: organization, customer_not_found: contact },
    ...{ key_not_found: key.id, member, signed: signed.id, invoice: invoice.id },
    product_not_found: (await books.done('create-product', undefined, { designation: 'Vis', type: 1, unit: 14 })).id,
    document_not_found: (await books.invoice(contact)).id,
    invoice_not_found: (await books.invoice(contact)).id,
    estimate_not_found: (await books.estimate(contact)).id,
    advance_not_found: (await books.done('create-advance', signed.id)).id,
    credit_note_not_found: (await books.done('create-free-asset', undefined, { billingCustomerId: contact })).id,
    paidInvoice: (await books.pay('invoice', (await books.finalized(books.invoice(contact))).id, 120000)).id,
    advance: (await books.finalizedAdvance(signed.id)).id,
    creditNote: (await books.finalized(books.done('create-asset', invoice.id))).id,
    refused: (await books.done('refuse-estimate', (await books.finalized(books.estimate(contact))).id)).id,
    finalized: (await books.finalized(books.estimate(contact))).id,
    unbilled: (await books.signedEstimate(contact)).id,
    due: (await books.finalized(books.invoice(contact))).id,
    online_payment_not_found: await unappliedPayment(service, invoice.id, 50_000),
  });
  const xml = readFileSync(new URL('../../examples/invoice-usual/cii.xml', import.meta.url));
  const received = { name: 'facture.xml', content: xml.toString('base64') };
  const { supplierInvoice } = await books.done('upload-supplier-invoice', undefined, received);
  ids.supplier_invoice_not_found = supplierInvoice.id;
  const fromBank = await bankLines(service);
  ids.bank_transaction_not_found = await fromBank(120_000, 'VIR LEA MOREAU');
  ids.debit = await fromBank(-4_990, 'CB PAPETERIE');
  ids.theme_not_found = (await books.done('create-theme', undefined, { name: 'Atelier' })).id;
  approvedPlatform(service);
  ids.platform_connection_not_found = (await books.done('connect-platform', undefined, PLATFORM)).id;
  const bought = { paidOn: '2026-03-01', supplierName: 'Papeterie du Port', nature: 'supplies', amount: 4_990 };
  ids.purchase_not_found = (await books.done('record-purchase', undefined, { ...bought, method: 'cash' })).id;
  const rent = { ...bought, paidOn: undefined, method: 'transfer', every: 'month', from: '2030-01-05' };
  ids.recurring_purchase_not_found = (await books.done('create-recurring-purchase', undefined, rent)).id;
  const comment = { subject: { kind: 'purchase', id: ids.purchase_not_found }, text: 'Facture ?' };
  const car = { name: 'Clio', kind: 'car', power: 5, from: '2026-01-01' };
  ids.vehicle_not_found = (await books.done('create-vehicle', undefined, car)).id;
  const trip = { on: '2026-03-01', origin: 'Lyon', destination: 'Grenoble', purpose: 'Visite', kilometers: 112 };
  ids.trip_not_found = (await books.done('record-trip', undefined, { ...trip, vehicleId: ids.vehicle_not_found })).id;
  ids.book_comment_not_found = (await books.done('add-book-comment', undefined, comment)).id;
  const lines = [
    { account: '512', label: 'Banque', debit: 1_000 },
    { account: '101', label: 'Capital', credit: 1_000 },
  ];
  ids.opening_entry_not_found = (
    await books.done('record-opening-balances', undefined, { on: '2026-01-01', lines })
  ).id;
  ids.undoable = (await takeOver(books, { 'autres.csv': PAST_LIST.replaceAll('-0', '-9') })).id;
  await takeOver(books, { 'factures.csv': PAST_LIST });
  const [open] = (await books.ask('list-past-documents', { query: { search: 'FA-2026-0001', unpaid: 'true' } })).json
    .docs;
  ids.past_document_not_found = open.id;
  ids.paid_past = (await books.ask('list-past-documents', { query: { search: 'FA-2025-0040' } })).json.docs[0].id;
  const { payments } = (await books.ask('get-past-document', { path: { id: ids.paid_past } })).json;
  ids.past_payment = payments[0].id;
  ids.import_not_found = await openImport(books, { 'encore.csv': PAST_LIST.replaceAll('-0', '-8') });
  const plan = (await books.ask('get-import', { path: { id: ids.import_not_found } })).json;
  ids.import_file = plan.fileList[0].id;
  const takings = { on: '2026-03-01', sold: 'goods', rate: 2000, amount: 42_000 };
  ids.counter_sale_not_found = (await books.done('create-counter-sale', undefined, takings)).id;
  const hook = { url: 'https://example.com/own', events: ['invoice.paid'] };
  const webhook = await books.done('create-webhook', undefined, hook);
  Object.assign(ids, { webhook_not_found: webhook.id });
  ids.event = (await books.done('test-webhook', webhook.id)).eventId;
  const [{ id: categoryId }] = await books.done('get-project-categories');
  const planned = { name: 'Site', amount: 1, customerId: contact, categoryId };
  Object.assign(ids, {
    category_not_found: categoryId,
    project_not_found: (await books.done('create-project', undefined, planned)).id,
    task_not_found: (await books.done('create-task', undefined, { name: 'Maquette', description: '' })).id,
  });
  const worked = { name: 'Textes', description: '', timeSpent: 60, opportunityId: ids.project_not_found };
  await books.done('create-task', undefined, worked);
  ids.person_not_found = (await memberOf(service, service.live, 'paul')).personId;
  ids.owner = (await memberOf(service, service.live, 'zoe', 'owner')).personId;
  ids.paidAdvance = (await books.pay('advance', (await books.finalizedAdvance(signed.id)).id, 36000)).id;
});
afterAll(() => service.close());

const FORGED = '01890a5d-ac96-774b-bcce-b302099a8057';
/** Read-only fields with values the service would never set. */
const serverOwned = {
  ...{ accountId: FORGED, account_id: FORGED, id: FORGED, legacyId: FORGED, familyId: FORGED, parentId: FORGED },
  ...{ number: 'F-1999-0666', state: 'paid', type: 'asset', kind: 'credit_note', test: true, version: 666 },
  ...{ total: { amountWithTaxAfterDiscount: 666 }, totals: { net: 666 }, life: { paid: 666 }, paid: 666 },
  ...{ finalizedAt: 666, sealed: { number: 'F-1999-0666' }, signedAt: 666, refusedAt: 666, paidAt: 666 },
  ...{ canceledAt: 666, archivedAt: 666, createdAt: 666, updatedAt: 666, lastDownloadAt: 666, locked: true },
  ...{ finalizable: true, isEditable: true, isDeletable: false, hasFinalInvoice: true, isFinalInvoice: true },
  ...{ emitter: { name: 'Forgé' }, customer: { id: FORGED, name: 'Forgé' }, parent: { id: FORGED }, token: 'forged' },
  ...{ hasBillings: true, organizationId: FORGED, compatibilityVersion: 'V1', isDefault: true, secret: 'forged' },
  ...{ ending: 'forged', madeBy: FORGED },
  ...{ content: { number: 'F-1999-0666' }, deductions: [{ advanceId: FORGED }], __proto__: { test: true } },
};

/** The record an operation is tried on when a draft would be refused. */
const onWhich: Readonly<Record<string, string>> = {
  'record-purchase-of-bank-transaction': 'debit',
  ...{ 'undo-import': 'undoable', 'reverse-past-payment': 'paid_past' },
  ...{ 'create-advance': 'signed', 'create-final-invoice': 'signed', 'unsign-estimate': 'unbilled' },
  ...{ 'sign-estimate': 'finalized', 'refuse-estimate': 'finalized', 'unrefuse-estimate': 'refused' },
  ...{ 'mark-paid': 'due', 'mark-unpaid': 'paidInvoice', 'cancel-invoice': 'due', 'refund-asset': 'creditNote' },
  ...{ 'mark-advance-paid': 'advance', 'mark-advance-unpaid': 'paidAdvance', 'cancel-advance': 'advance' },
  ...{ 'create-asset-from-advance': 'advance', 'update-organization-contact': 'member' },
  ...{
    'send-billing-by-email': 'invoice',
    'link-billing': 'invoice',
    'remind-of-billing': 'due',
    'ask-for-electronic-signature': 'finalized',
  },
};

/**
 * Not implemented, or dependent on an external service missing in tests: the refusal is always the
 * same.
 */
const notDone: ReadonlySet<string> = new Set([
  ...['remind-of-electronic-signature', 'activate-invoice-online-payment'],
  ...['activate-advance-online-payment', 'update-invoice-frequency', 'connect-payment-account'],
  ...['pause-invoice-frequency', 'resume-invoice-frequency', 'make-formal-notice'],
  ...['undo-bank-transaction', 'revise-mileage'],
  ...['connect-agency-account', 'register-agency-customer', 'send-payment-request'],
  ...[
    'connect-platform',
    'send-to-platform',
    'answer-supplier-invoice',
    'replace-refused-document',
    'act-as-trial-buyer',
    'transmit-e-report',
  ],
  ...['set-mail-server', 'test-mail-server', 'set-backup', 'back-up-now'],
]);

const withBody: readonly Operation[] = operations.filter(({ routes: [route] }) => !/^(GET|DELETE)/.test(route));

/** The record an operation is tried on. */
function pathOf(operation: Operation): Record<string, string | undefined> {
  const [missing = ''] = operation.refusals.filter((code) => code.endsWith('_not_found'));
  const [named] = Object.keys(operation.path.shape);
  if (!named) return {};
  const within = { fileId: ids.import_file, paymentId: ids.past_payment };
  const mine = { [named]: ids[onWhich[operation.name] ?? missing], emailType: 'invoice_simple', kind: 'transactions' };
  return { ...within, ...mine };
}

/** Only people manage members, and a key has at most the rights of the person who creates it. */
const asker = (): Caller => ({ ...service.live, isPerson: true, actor: ids.owner as string });

/** Test mode only. */
const inTestMode: ReadonlySet<string> = new Set(['advance-test-clock']);

/** The response to a body, on an unchanged document of ours. */
async function answerTo(operation: Operation, body: object): Promise<unknown> {
  const path = pathOf(operation);
  let next = 0;
  // New IDs come in the same order in both attempts, so the responses are comparable.
  const newId = () => `01890a5d-ac96-774b-bcce-${String(++next).padStart(12, '0')}`;
  const services = { ...rolledBackServices(service.services), newId };
  const caller = inTestMode.has(operation.name) ? service.test : asker();
  const answer = await runOperation(services, operation, caller, { parts: { path, query: {}, body }, language: 'en' });
  if (notDone.has(operation.name)) {
    assert.ok('refused' in answer && answer.refused !== 'input_invalid', `${operation.name}: it is done by now`);
    return answer;
  }
  assert.ok(!('refused' in answer), `${operation.name}: ${JSON.stringify(answer)}`);
  const value = valueOf(answer);
  return value === undefined ? undefined : withoutChance(value);
}

/** Secrets are random unless forged. */
const withoutChance = (json: unknown): unknown =>
  JSON.parse(JSON.stringify(json, (member, value) => (DRAWN.has(member) && value !== 'forged' ? 'drawn' : value)));

const DRAWN: ReadonlySet<string> = new Set(['token', 'key', 'secret', 'ending']);

/** Bodies missing in the examples. */
function bodyOf(operation: Operation): object {
  const trip = { on: '2026-03-01', origin: 'Lyon', destination: 'Grenoble', purpose: 'Visite', kilometers: 112 };
  const given: Readonly<Record<string, object>> = {
    'record-trip': { ...trip, vehicleId: ids.vehicle_not_found },
    'correct-trip': { replacement: { ...trip, vehicleId: ids.vehicle_not_found } },
    'update-billing-customer': { customerId: ids.customer_not_found },
    'update-billing-sap-products': { lines: [] },
    'update-invoice-payment-request': { paymentRequest: null },
    'mark-supplier-invoices': { supplierInvoiceIds: [ids.supplier_invoice_not_found], state: 'handled' },
    'set-default-contact': { defaultContactId: ids.member },
    'update-contact': { firstname: 'Léa', lastname: 'Moreau', billingAddress: LYON },
    'update-company': { phone: '0102030405' },
    'apply-online-payment': { billingId: ids.due, amount: 5000 },
    'apply-bank-transaction': { documents: [{ billingId: ids.due, amount: 5000 }] },
    'mark-paid': { payments: [{ amount: 100, receivedAt: MONDAY, method: 'transfer' }] },
    'mark-advance-paid': { payments: [{ amount: 100, receivedAt: MONDAY, method: 'transfer' }] },
    'refund-asset': { refundAt: MONDAY },
    'close-books': { through: '2026-02-28' },
    'add-book-comment': { subject: { kind: 'purchase', id: ids.purchase_not_found }, text: 'Facture ?' },
    'update-advance-amount': { mode: 'AMOUNT', amount: 5000 },
    'update-billing-opportunity': { opportunityId: ids.project_not_found },
    'create-project': {
      ...{ name: 'Site', amount: 1, customerId: ids.customer_not_found, categoryId: ids.category_not_found },
    },
    'bill-task': { billingId: ids.document_not_found, unitPrice: 9000, vatCode: 'FR_2000', quantity: 1 },
    'bill-project': { billingId: ids.document_not_found, unitPrice: 9000, vatCode: 'FR_2000' },
    'replay-webhook': { eventId: ids.event },
    'create-free-asset': { references: [{ number: 'F-2025-0042', date: 1748736000 }] },
    'change-purchases': { ids: [ids.purchase_not_found], nature: 'services' },
  };
  return given[operation.name] ?? operation.example ?? {};
}

/** Unknown members are refused by name: always for the company, elsewhere if no member is known. */
const refuses = (operation: Operation, body: object): boolean => {
  const own = Object.keys(operation.body.shape);
  const isMaking = operation.success === 201 || operation.makesDocument === true;
  return operation.knowsAll === true || (isMaking && !Object.keys(body).some((member) => own.includes(member)));
};

for (const operation of withBody.filter((each) => refuses(each, bodyOf(each))))
  test(`${operation.name} refuses read-only fields by name`, async () => {
    const own = Object.keys(operation.body.shape);
    const forged = Object.fromEntries(Object.entries(serverOwned).filter(([member]) => !own.includes(member)));
    const parts = { path: pathOf(operation), query: {}, body: { ...forged, ...bodyOf(operation) } };
    const answer = await runOperation(service.services, operation, service.live, { parts, language: 'en' });
    assert.ok('refused' in answer && answer.refused === 'input_invalid', JSON.stringify(answer));
    assert.deepEqual(
      answer.faults.map(({ code, property }) => `${code} ${property}`).sort(),
      Object.keys(forged)
        .map((member) => `unrecognized_keys ${member}`)
        .sort(),
    );
  });

for (const operation of withBody.filter((each) => !refuses(each, bodyOf(each))))
  test(`${operation.name} does not accept read-only fields`, async () => {
    const body = bodyOf(operation);
    const own = Object.keys(operation.body.shape);
    const forged = Object.fromEntries(Object.entries(serverOwned).filter(([member]) => !own.includes(member)));
    assert.ok(Object.keys(forged).length > 40);
    const honest = await answerTo(operation, body);
    assert.deepEqual(await answerTo(operation, { ...forged, ...body }), honest);
  });

test('lines, payments and addresses in a body do not accept read-only fields', async () => {
  const line = { designation: 'Formation', quantity: 1, unitPrice: 100000, vatCode: 'FR_2000' };
  const forgedLine = {
    ...serverOwned,
    priceTotalTax: 1,
    vatAmount: 1,
    unitPriceHT: 1,
    discountAmount: 1,
    ...line,
    type: null,
  };
  const lines = operations.find(({ name }) => name === 'update-billing-lines') as Operation;
  assert.deepEqual(await answerTo(lines, { lines: [forgedLine] }), await answerTo(lines, { lines: [line] }));
  const pay = operations.find(({ name }) => name === 'mark-paid') as Operation;
  const payment = { amount: 100, receivedAt: MONDAY, method: 'transfer' };
  const forgedPayment = { ...serverOwned, documentId: FORGED, reverses: FORGED, reversesId: FORGED, ...payment };
  assert.deepEqual(await answerTo(pay, { payments: [forgedPayment] }), await answerTo(pay, { payments: [payment] }));
});

test('sending a document back unchanged changes nothing', async () => {
  const { id, ...read } = await books.done('get-invoice', ids.invoice_not_found);
  const echo = [
    'update-billing-lines',
    'update-invoice-timeline',
    'update-invoice-locale',
    'update-billing-display-settings',
  ];
  for (const name of echo) {
    const { updatedAt: _, lines, ...echoed } = await books.done(name, id, { ...read, id, ...read.displaySettings });
    const { updatedAt: __, lines: linesBefore, ...before } = read;
    const plain = (all: object[]) => all.map((line) => ({ ...line, id: '' }));
    assert.deepEqual(plain(lines), plain(linesBefore));
    assert.deepEqual({ ...echoed, emittedAt: 0, dueAt: 0 }, { ...before, id, emittedAt: 0, dueAt: 0 });
  }
});
