import assert from 'node:assert/strict';
import { afterAll, beforeAll, test } from 'vitest';
import { LYON } from '../support/documents/example-books.ts';
import { unappliedPayment } from '../support/documents/unapplied-payment.ts';
import { COMPANY } from '../support/service/company.ts';
import { type TestService, testService } from '../support/service/in-process-service.ts';
import { type Assistant, PLATFORM_TOOLS, schemaOf, toolClientOf, tools } from './tool-client.ts';

// A business year with tools only. Each answer is validated against the tool's output schema
// (tool-client.ts).

let service: TestService;
let assistant: Assistant;
let done: Assistant['done'];
beforeAll(async () => {
  service = await testService();
  assistant = toolClientOf(service);
  done = assistant.done;
  // Company settings belong to the account: no tool changes them.
  const company = await service.call('update-company', { body: COMPANY });
  assert.equal(company.refused, undefined);
});
afterAll(() => service.close());

const TRAINING = { designation: 'Formation', quantity: 2, quantityUnit: 'day', unitPrice: 60000, vatCode: 'FR_2000' };
const paidBy = (amount: number) => ({ payments: [{ amount, receivedAt: '2026-03-02', method: 'transfer' }] });

test('the assistant reads the company it works for', async () => {
  const { success, company, settings } = await done('get-company');
  assert.equal(success, true);
  assert.deepEqual([company.id, company.siret, company.isInTestMode], [service.accountId, '73282932000074', false]);
  assert.equal(settings.zone, 'Europe/Paris');
});

test('customers: created, found, read, updated', async () => {
  const { contact } = await done('create-contact', { firstname: 'Léa', lastname: 'Moreau', billingAddress: LYON });
  assert.deepEqual((await done('get-contact-by-id', { contactId: contact.id })).contact, contact);
  const married = await done('update-contact', { contactId: contact.id, lastname: 'Durand' });
  assert.deepEqual(
    [married.contact.firstname, married.contact.lastname, married.contact.billingAddress],
    ['Léa', 'Durand', LYON],
  );
  const changed = await done('update-contact', { contactId: contact.id, emails: ['lea@example.org'] });
  assert.deepEqual([changed.contact.lastname, changed.contact.emails], ['Durand', ['lea@example.org']]);

  const made = await done('create-organization', { name: 'Boulangerie Müller', billingAddress: LYON });
  const organizationId = made.organization.id;
  const said = { organizationId, siret: '552 081 317 66522' };
  const { organization } = await done('update-organization', said);
  assert.deepEqual([organization.name, organization.siret], ['Boulangerie Müller', '55208131766522']);
  const paul = { organizationId, firstname: 'Paul', lastname: 'Müller', defaultContact: true };
  const { contact: person } = await done('create-organization-contact', paul);
  assert.deepEqual(person.organization, { id: organizationId, name: 'Boulangerie Müller' });
  const read = await done('get-organization-by-id', { organizationId });
  assert.deepEqual([read.organization.countContacts, read.organization.defaultContactId], [1, person.id]);

  const contacts = await done('get-contacts');
  assert.deepEqual([contacts.total, contacts.page, contacts.limit, contacts.totalPages], [2, 1, 50, 1]);
  assert.deepEqual(
    contacts.contacts.map(({ fullname }: { fullname: string }) => fullname),
    ['Léa Durand', 'Paul Müller'],
  );
  const { organizations, ...about } = await done('get-organizations', { search: 'muller', limit: 1 });
  assert.deepEqual([organizations[0].id, about.total, about.limit], [organizationId, 1, 1]);
  assert.equal((await done('get-contacts', { archived: true })).total, 0);
});

test('the catalogue: a day of training is created, updated, found', async () => {
  const day = { designation: 'Formation', type: 'SERVICE_DELIVERY', unit: 'DAY', vatCode: 'FR_2000' };
  const { product } = await done('create-product', { ...day, unitPrice: 55000 });
  await done('update-product', { ...day, productId: product.id, unitPrice: 60000 });
  assert.equal((await done('get-product-by-id', { productId: product.id })).product.unitPrice, 60000);
  assert.equal((await done('get-products', { search: 'formation' })).total, 1);
  await done('delete-product', { productId: product.id });
});

test('the board: a project is planned, moved and worked on', async () => {
  const { categories } = await done('get-project-categories');
  const [first, second] = categories.map(({ id }: { id: string }) => id);
  const customerId = (await done('get-contacts', { search: 'durand' })).contacts[0].id;
  const planned = { name: 'Site', amount: 450000, customerId, categoryId: first, dueDate: '2026-03-29' };
  const { project } = await done('create-project', planned);
  assert.equal(project.dueDate, Date.parse('2026-03-29T00:00:00+01:00') / 1000);
  const moved = (await done('update-project', { projectId: project.id, categoryId: second })).project;
  assert.deepEqual([moved.categoryId, moved.amount], [second, 450000]);
  assert.deepEqual((await done('get-project-by-id', { projectId: project.id })).project, moved);
  assert.deepEqual((await done('get-projects', { categoryId: second })).projects, [moved]);
  assert.equal((await done('get-projects', { categoryId: first })).total, 0);

  const { task } = await done('create-task', { name: 'Maquette', description: '', projectId: project.id });
  assert.deepEqual([task.opportunityId, task.customerId], [project.id, customerId]);
  const worked = { taskId: task.id, timeSpent: 90, doneAt: '2026-03-02' };
  const { task: finished } = await done('update-task', worked);
  assert.deepEqual((await done('get-tasks', { projectId: project.id, isDone: true })).tasks, [finished]);
  assert.equal((await done('get-tasks', { isDone: false })).total, 0);
});

test('estimate, signed; an advance, paid; the final invoice, paid; both canceled by credit notes', async () => {
  const customerId = (await done('get-contacts', { search: 'durand' })).contacts[0].id;
  const draft = (await done('create-estimate', { customerId, title: 'Formation Rust' })).billing;
  assert.deepEqual([draft.type, draft.state, draft.customer.id, draft.lines], ['estimate', 'draft', customerId, []]);
  const estimateId = draft.id;
  const lined = await done('update-billing-lines', { billingId: estimateId, lines: [TRAINING] });
  assert.equal(lined.billing.total.amountWithTaxAfterDiscount, 144000);
  await done('update-billing-title', { billingId: estimateId, title: 'Formation TypeScript' });
  const dates = { emittedAt: '2026-03-02', paymentDelay: 'thirty_days' };
  const dated = await done('update-estimate-timeline', { estimateId, ...dates, expiredAt: '2026-04-30' });
  assert.deepEqual(
    [dated.billing.emittedAt, dated.billing.expiredAt],
    ['2026-03-02T00:00:00+01:00', '2026-04-30T00:00:00+02:00'].map((at) => Date.parse(at) / 1000),
  );
  const offered = (await done('finalize-billing', { billingId: estimateId })).billing;
  assert.deepEqual([offered.number, offered.title, offered.locked], ['D-2026-0001', 'Formation TypeScript', true]);
  assert.equal((await done('sign-estimate', { estimateId })).billing.state, 'signed');

  const advance = (await done('create-advance', { estimateId, percentage: 30 })).billing;
  assert.equal(advance.total.amountWithTaxAfterDiscount, 43200);
  await done('update-advance-timeline', { advanceId: advance.id, ...dates });
  assert.equal((await done('finalize-billing', { billingId: advance.id })).billing.number, 'F-2026-0001');
  const advanceId = advance.id;
  assert.equal((await done('mark-advance-paid', { advanceId, ...paidBy(43200) })).billing.state, 'paid');
  assert.equal((await done('mark-advance-unpaid', { advanceId })).billing.state, 'finalized');
  assert.equal((await done('mark-advance-paid', { advanceId, ...paidBy(43200) })).billing.state, 'paid');
  const { payments } = await done('get-payments', { billingId: advanceId });
  assert.deepEqual(
    payments.map(({ amount }: { amount: number }) => amount),
    [43200, -43200, 43200],
  );

  const final = (await done('create-final-invoice', { estimateId })).billing;
  assert.deepEqual([final.isFinalInvoice, final.total.remainingAmountWithTax], [true, 100800]);
  const invoiceId = final.id;
  await done('update-invoice-timeline', { invoiceId, ...dates });
  assert.equal((await done('finalize-billing', { billingId: invoiceId })).billing.number, 'F-2026-0002');
  assert.equal((await done('mark-paid', { invoiceId, ...paidBy(100800) })).billing.state, 'paid');
  assert.equal((await done('mark-unpaid', { invoiceId })).billing.state, 'finalized');

  const asset = (await done('create-asset', { invoiceId })).billing;
  assert.deepEqual([asset.type, asset.state, asset.parent.id], ['asset', 'draft', invoiceId]);
  await done('delete-billing', { billingId: asset.id });
  const canceled = (await done('cancel-invoice', { invoiceId, wantArchiveAfterCancellation: true })).billing;
  assert.equal(canceled.canceledAt, service.clock.now);
  assert.equal(canceled.archivedAt, service.clock.now);
  assert.deepEqual(
    canceled.assets.map(({ number, amountWithTax }: any) => [number, amountWithTax]),
    [['AV-2026-0001', 100800]],
  );
  assert.equal((await done('unarchive-billing', { billingId: invoiceId })).billing.archivedAt, undefined);

  const taken = (await done('create-asset-from-advance', { advanceId })).billing;
  assert.deepEqual([taken.type, taken.total.amountWithTaxAfterDiscount], ['asset', 43200]);
  await done('delete-billing', { billingId: taken.id });
  const { billing } = await done('cancel-advance', { advanceId });
  assert.deepEqual([billing.state, billing.assets[0].number], ['paid', 'AV-2026-0002']);
  assert.equal(await assistant.failureCode('cancel-advance', { advanceId }), 'asset.nothing_left_to_credit');
});

test('a stand-alone invoice, a refused estimate, a stand-alone credit note, and archived documents', async () => {
  const customerId = (await done('get-organizations')).organizations[0].id;
  const unpriced = { ...TRAINING, unitPrice: 0 };
  const invoice = (await done('create-invoice', { customerId, lines: [TRAINING, unpriced] })).billing;
  const warning = invoice.warnings.find((each: { name: string }) => each.name === 'line_without_price');
  assert.deepEqual([warning.name, warning.lines], ['line_without_price', [2]]);
  assert.match(warning.message, /2 \(.*\)/);
  await done('update-billing-lines', { billingId: invoice.id, lines: [TRAINING] });
  assert.equal(invoice.customer.organizationId, customerId);
  const invoiceId = invoice.id;
  const monthly = { from: '2027-01-31', to: '2027-12-31', frequency: 1, interval: 'month', finalizeInvoice: true };
  const said = { invoiceId, ...monthly, sendByMail: true, inCopy: false };
  const recurs = async (tool: string, more: object) => (await done(tool, more)).billing.frequency;
  assert.deepEqual((await recurs('create-invoice-frequency', said)).nextDays.slice(0, 2), ['2027-01-31', '2027-02-28']);
  assert.equal((await recurs('update-invoice-frequency', { ...said, frequency: 2 })).nextDays[1], '2027-03-31');
  assert.equal((await recurs('pause-invoice-frequency', { invoiceId })).nextBillingAt, null);
  assert.equal((await recurs('resume-invoice-frequency', { invoiceId })).nextDays[0], '2027-01-31');
  assert.equal(await recurs('delete-invoice-frequency', { invoiceId }), undefined);
  await done('delete-billing', { billingId: invoice.id });
  assert.equal(await assistant.failureCode('get-billing-by-id', { billingId: invoice.id }), 'billing.not_found');

  const order = (await done('create-estimate', { customerId, estimateType: 'purchase_order', lines: [TRAINING] }))
    .billing;
  assert.equal(order.type, 'purchase_order');
  assert.equal((await done('finalize-billing', { billingId: order.id })).billing.number, 'BC-2026-0001');
  assert.equal((await done('refuse-estimate', { estimateId: order.id })).billing.state, 'refused');
  assert.equal((await done('archive-billing', { billingId: order.id })).billing.archivedAt, service.clock.now);

  const references = [{ number: 'F-2025-0042', date: '2025-12-02' }];
  const dated = [{ number: 'F-2025-0042', date: Date.parse('2025-12-02T00:00:00+01:00') / 1000 }];
  const free = (await done('create-free-asset', { customerId, references, lines: [TRAINING] })).billing;
  assert.deepEqual([free.type, free.references], ['asset', dated]);
  const { billing } = await done('finalize-billing', { billingId: free.id });
  assert.deepEqual((await done('get-billing-by-id', { billingId: free.id })).billing, billing);
  assert.equal(billing.number, 'AV-2026-0003');
});

test('the home page shows the results of the year', async () => {
  const { dashboard } = await done('get-dashboard', { year: 2026 });
  assert.deepEqual([dashboard.year, dashboard.currency, dashboard.turnover.invoiced.months.length], [2026, 'EUR', 12]);
  const { found } = await done('search-everything', { search: 'D-2026-0001' });
  const { id: billingId, situation } = found.documents.find(({ number }: any) => number === 'D-2026-0001');
  assert.equal(situation, 'signed');
  const { activity } = await done('get-billing-activity', { billingId });
  assert.ok(activity.docs.some(({ type }: { type: string }) => type === 'signed'));
  assert.ok((await done('get-activity')).activity.docs.length > 2);
  const { next } = await done('get-next-number', { type: 'estimate' });
  assert.equal(next.number, 'D-2026-0002');
  const { vat } = await done('get-vat-choices', { billingId });
  assert.deepEqual(vat.codes[0], { vatCode: 'FR_2000', ratePercent: 20, fits: true });
  const { currencyRates } = await done('get-currency-rates', { day: '2026-02-27' });
  assert.deepEqual([currencyRates.base, currencyRates.source, currencyRates.isOn], ['EUR', 'ECB', false]);
  const { billing } = await done('duplicate-billing', { billingId });
  assert.deepEqual([billing.type, billing.state, billing.title], ['estimate', 'draft', 'Formation TypeScript']);
  const { balance } = await done('get-customer-balance', { customerId: billing.customer.id });
  assert.equal(balance.owed.amount, 0);
  const period = { customerId: billing.customer.id, from: '2026-01-01', to: '2026-12-31' };
  const { statement } = await done('get-customer-statement', period);
  const { opening, billed, credited, paid, refunded, closing } = statement;
  assert.equal(closing, opening + billed - credited - paid + refunded);
  assert.ok(billed > 0);
  await done('delete-billing', { billingId: billing.id });
});

test('the documents of the year are listed ten at a time, by kind, state, archive and words', async () => {
  const { billings, ...about } = await done('get-billings');
  const page = { page: 1, limit: 10, totalPages: 1, hasNextPage: false, hasPrevPage: false };
  assert.deepEqual(about, { success: true, total: 7, ...page });
  const listed = async (said: object) =>
    (await done('get-billings', said)).billings.map(({ number }: { number: string }) => number).sort();
  const advanceAndInvoice = ['F-2026-0001', 'F-2026-0002'];
  const notes = ['AV-2026-0001', 'AV-2026-0002', 'AV-2026-0003'];
  const offers = ['BC-2026-0001', 'D-2026-0001'];
  assert.deepEqual(billings.map(({ number }: any) => number).sort(), [...notes, ...offers, ...advanceAndInvoice]);
  assert.deepEqual(await listed({ type: ['invoice', 'advance'] }), advanceAndInvoice);
  assert.deepEqual(await listed({ type: ['asset'], state: ['finalized'] }), notes);
  assert.deepEqual(await listed({ state: ['refused', 'signed'] }), offers);
  assert.deepEqual(await listed({ archived: true }), ['BC-2026-0001']);
  assert.deepEqual(await listed({ search: 'formation typescript' }), ['D-2026-0001', 'F-2026-0002']);
  assert.deepEqual((await done('get-billings', { limit: 3, page: 3 })).billings.length, 1);
});

test('the books: what to declare, the VAT return, the receipts of the year and the trial balance', async () => {
  // 432.00 of the advance were received, 1,008.00 taken back: 360.00 net and 72.00 VAT.
  const { totals } = await done('get-receipts-totals', { from: '2026-01-01', to: '2026-12-31' });
  assert.deepEqual([totals.total.count, totals.total.amount, totals.total.vat], [5, 43_200, 7_200]);
  // A professional service: 25.6 % of 360.00 are 92.16, and 0.2 % for training are 0.72.
  const { declaration } = await done('get-urssaf-declaration', { on: '2026-03-02' });
  const { declared, due, left, dueOn } = declaration;
  assert.deepEqual([declared, due, left, dueOn, declaration.state], [36_000, 9_288, 26_712, '2026-04-30', 'running']);

  const { vatReturn } = await done('get-vat-return', { on: '2026-03-02' });
  assert.deepEqual([vatReturn.form, vatReturn.dueEuros, vatReturn.dueOn], ['ca3', 72, '2026-04-15']);
  assert.deepEqual(
    vatReturn.lines.map(({ line, baseEuros, taxEuros }: any) => [line, baseEuros, taxEuros]),
    [
      ['A1', 360, undefined],
      ['08', 360, 72],
      ['16', undefined, 72],
      ['TD', undefined, 72],
      ['28', undefined, 72],
    ],
  );

  // 1,440.00 were credited beyond what was billed, and 360.00 received; nothing was spent.
  const { result } = await done('get-result', { month: '2026-03' });
  assert.deepEqual(
    [result.month.billed.amount, result.month.received.net, result.month.vat.balance, result.month.setAside],
    [-120_000, 36_000, 7_200, 7_200],
  );
  assert.deepEqual([result.month.left, result.change.received], [36_000, 43_200]);
  const { booksState } = await done('get-books-state', { from: '2026-01-01', to: '2026-12-31' });
  const { state, missing, complete } = booksState;
  assert.deepEqual([state, missing.drafts, missing.purchasesWithoutReceipt, complete], ['open', 0, 0, true]);

  const { trialBalance } = await done('get-trial-balance', { from: '2026-01-01', to: '2026-12-31' });
  const balanceOf = (account: string) => trialBalance.accounts.find((each: any) => each.account === account)?.balance;
  // 432.00 are in the bank. Customers are owed 1,872.00: 432.00 of the advance and 1,440.00 of the
  // free credit note. VAT fell due on what was received: 72.00.
  assert.deepEqual([balanceOf('512'), balanceOf('411'), balanceOf('44571200')], [43_200, -187_200, -7_200]);
  assert.equal(
    trialBalance.accounts.reduce((all: number, { debit, credit }: any) => all + debit - credit, 0),
    0,
  );
});

test('a list has the default page size of its tool', async () => {
  const lists = tools.filter(({ parameters }) => 'limit' in parameters.shape);
  assert.ok(lists.length >= 5);
  for (const tool of lists) {
    const { limit } = await done(tool.name);
    assert.equal(limit, schemaOf(tool).properties.limit.default, tool.name);
    assert.equal((await done(tool.name, { limit: 7 })).limit, 7, tool.name);
  }
});

test('card money of the canceled invoice pays another one, and the rest is refunded', async () => {
  const billingId = (await done('get-billings', { search: 'F-2026-0002' })).billings[0].id;
  await unappliedPayment(service, billingId, 50_000);
  const { onlinePayments } = await done('get-online-payments', { unapplied: true });
  const [{ id: onlinePaymentId, customerId, number }] = onlinePayments;
  assert.equal(number, 'F-2026-0002');
  const { todo, todoTotal } = (await done('get-dashboard')).dashboard;
  assert.deepEqual([todo[0].act, todo[0].amount, todoTotal.unapplied], ['account_for', 50_000, 1]);
  const { billing } = await done('create-invoice', { customerId, lines: [{ ...TRAINING, unitPrice: 10_000 }] });
  const invoiceId = (await done('finalize-billing', { billingId: billing.id })).billing.id;
  const applied = await done('apply-online-payment', { onlinePaymentId, billingId: invoiceId });
  assert.equal(applied.onlinePayment.unappliedAmount, 26_000);
  const back = await done('mark-online-payment-returned', { onlinePaymentId });
  assert.deepEqual([back.onlinePayment.unappliedAmount, back.onlinePayment.returnedAmount], [0, 26_000]);
  assert.equal((await done('get-dashboard')).dashboard.todoTotal.unapplied, 0);
  await done('cancel-invoice', { invoiceId, wantArchiveAfterCancellation: true });
});

test('every tool was called, and succeeded, except those for platforms, which have their own test', () => {
  const called = new Set([...assistant.called, ...PLATFORM_TOOLS]);
  const idle = tools.map(({ name }) => name).filter((name) => !called.has(name));
  assert.deepEqual(idle, []);
  assert.ok(tools.length >= 35, `${tools.length} tools`);
});
