import assert from 'node:assert/strict';
import { afterAll, beforeAll, test } from 'vitest';
import { readPlatform } from '../../src/jobs/einvoicing/read-platform.ts';
import { sendToPlatform } from '../../src/jobs/einvoicing/send-document.ts';
import { sendMessage } from '../../src/jobs/einvoicing/send-message.ts';
import { type Lived, lived } from '../jobs/recurring-simulation.ts';
import { type Books, booksOf } from '../support/documents/example-books.ts';
import { COMPANY } from '../support/service/company.ts';
import { type TestService, testService } from '../support/service/in-process-service.ts';
import { type Assistant, PLATFORM_TOOLS, toolClientOf } from './tool-client.ts';

// An assistant works with the trial platform. Each answer is validated against the output schema of
// its tool (tool-client.ts).

const MINUTE = 60;
const OCTOBER_5_2027 = Date.UTC(2027, 9, 5, 10) / 1000;
const LUMEN = { name: 'Atelier Lumen SAS', siret: '10000000900017' };

let service: TestService;
let books: Books;
let life: Lived;
let assistant: Assistant;
let done: Assistant['done'];
beforeAll(async () => {
  service = await testService();
  service.clock.now = OCTOBER_5_2027;
  const live = booksOf(service);
  books = booksOf(service, service.test);
  await live.company({ ...COMPANY, vatRegime: 'normal', vatDeclaredQuarterly: true });
  await live.done('connect-platform', undefined, { preset: 'trial', syntax: 'CII' });
  life = lived(service, [sendToPlatform, sendMessage, readPlatform]);
  assistant = toolClientOf(service, { caller: service.test });
  done = assistant.done;
});
afterAll(() => service.close());

const later = (seconds: number) => life.until(service.clock.now + seconds);
const stageOf = async (billingId: string) => (await done('get-transmission', { billingId })).transmission.stage;

test('an invoice is sent and refused by its customer, and the assistant replaces it', async () => {
  const { id: billingId } = await books.finalized(books.invoice(await books.organization(LUMEN)));
  assert.equal(await stageOf(billingId), 'not_sent');
  assert.equal((await done('send-to-platform', { billingId })).transmission.stage, 'waiting');
  await later(MINUTE);
  assert.equal(await stageOf(billingId), 'made_available');
  assert.equal(await assistant.failureCode('send-to-platform', { billingId }), 'platform.already_sent');
  await books.done('act-as-trial-buyer', billingId, { action: 'refuse', reason: 'TX_TVA_ERR' });
  await later(MINUTE);
  assert.equal(await stageOf(billingId), 'refused');
  const { billing } = await done('replace-refused-document', { billingId });
  assert.deepEqual([billing.type, billing.state], ['invoice', 'draft']);
  const { transmission } = await done('get-transmission', { billingId });
  assert.equal(transmission.replacedBy.billingId, billing.id);
});

test('an invoice of a supplier is read and disputed', async () => {
  await books.done('receive-trial-invoice');
  await later(MINUTE);
  const { supplierInvoices, total } = await done('get-supplier-invoices', { state: 'to_do' });
  assert.equal(total, 1);
  const [{ id: supplierInvoiceId }] = supplierInvoices;
  const { supplierInvoice } = await done('get-supplier-invoice-by-id', { supplierInvoiceId });
  assert.equal(supplierInvoice.amountWithTax, 120_000);
  const disputed = { supplierInvoiceId, status: 'disputed', reasons: ['QTE_ERR'], text: 'Deux cartons manquent.' };
  const answered = await done('answer-supplier-invoice', disputed);
  assert.equal(answered.supplierInvoice.statuses.at(-1).status, 'disputed');
  const without = { supplierInvoiceId, status: 'refused' };
  assert.equal(await assistant.failureCode('answer-supplier-invoice', without), 'supplier_invoice.status_reasons');
});

test('the e-report of September states 600.00 of takings, and is sent', async () => {
  await books.done('create-counter-sale', undefined, {
    ...{ on: '2027-09-14', sold: 'services', rate: 2_000, amount: 60_000 },
  });
  const { calendar } = await done('get-e-report-periods', { from: '2027-09-01', to: '2027-09-30' });
  assert.ok(calendar.periods.some(({ kind }: { kind: string }) => kind === 'transactions'));
  const of = { kind: 'transactions', on: '2027-09-14' };
  const { report } = await done('get-e-report', of);
  assert.equal(report.isEmpty, false);
  const { transmission } = await done('transmit-e-report', of);
  assert.equal(transmission.type, 'IN');
  assert.equal(await assistant.failureCode('transmit-e-report', of), 'e_report.under_way');
});

test('the assistant reads what the reform asks of the business', async () => {
  const { readiness } = await done('get-e-invoicing-readiness');
  assert.ok(readiness.duties.length > 0);
});

test('every tool for approved platforms was called, and succeeded', () => {
  assert.deepEqual(
    PLATFORM_TOOLS.filter((name) => !assistant.called.has(name)),
    [],
  );
});
