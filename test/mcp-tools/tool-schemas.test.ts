import assert from 'node:assert/strict';
import { test } from 'vitest';
import { operations } from '../../src/api/index.ts';
import type { Tool } from '../../src/mcp/tool.ts';
import { schemaOf, toolNamed, tools } from './tool-client.ts';

// Rules for every tool, existing or new.

const membersOf = ({ operation: { path, query, body } }: Tool): Set<string> =>
  new Set([path, query, body].flatMap(({ shape }) => Object.keys(shape)));

/** Parameters passed to the operation under an unknown name: they would be lost. */
function lostParameters(tool: Tool): string[] {
  const { renamed = {}, always = {} } = tool.face;
  const members = membersOf(tool);
  const handed = Object.keys(tool.parameters.shape).map((name) => renamed[name] ?? name);
  // A tool that maps its parameters itself is covered by its own tests.
  const checked = tool.face.reads ? [] : handed;
  return [...checked, ...Object.keys(always)].filter((member) => !members.has(member));
}

/** Where a schema has no description, at its own level or next to null. */
const isDescribed = ({ description, anyOf }: { description?: string; anyOf?: { description?: string }[] }): boolean =>
  Boolean(description ?? anyOf?.some((each) => each.description));

/** Parameters of a tool, including those within lists of lines and payments. */
function parametersOf(schema: Record<string, any>, path = ''): [string, Record<string, any>][] {
  return Object.entries<Record<string, any>>(schema.properties ?? {}).flatMap(([name, member]) => [
    [`${path}${name}`, member] as [string, Record<string, any>],
    ...parametersOf(member.items ?? {}, `${path}${name}.`),
  ]);
}

test('names are unique and begin with the verb, in the words of the API', () => {
  const names = tools.map(({ name }) => name);
  assert.equal(new Set(names).size, names.length);
  for (const name of names)
    assert.match(
      name,
      /^(get|create|update|delete|finalize|sign|refuse|cancel|mark|archive|unarchive|duplicate|search|pause|resume|apply|send|transmit|replace|answer)-[a-z-]+$/,
    );
});

test('no parameter is lost on its way to the operation', () => {
  for (const tool of tools) assert.deepEqual(lostParameters(tool), [], tool.name);
  const tool = toolNamed('finalize-billing');
  assert.deepEqual(lostParameters({ ...tool, face: { ...tool.face, renamed: {} } }), ['billingId']);
});

/** The required parameters of each tool; the five of the catalogue are in catalogue.test.ts. */
const REQUIRED: Readonly<Record<string, readonly string[]>> = {
  'get-company': [],
  'get-contacts': [],
  'get-contact-by-id': ['contactId'],
  'create-contact': ['firstname', 'lastname'],
  'update-contact': ['contactId'],
  'get-organizations': [],
  'get-organization-by-id': ['organizationId'],
  'create-organization': ['name'],
  'update-organization': ['organizationId'],
  'create-organization-contact': ['organizationId', 'firstname', 'lastname'],
  'get-dashboard': [],
  'search-everything': ['search'],
  'get-activity': [],
  'get-billing-activity': ['billingId'],
  'get-next-number': ['type'],
  'get-vat-choices': [],
  'get-currency-rates': [],
  'duplicate-billing': ['billingId'],
  'get-customer-balance': ['customerId'],
  'get-customer-statement': ['customerId'],
  'get-billings': [],
  'get-billing-by-id': ['billingId'],
  'create-estimate': ['customerId'],
  'create-invoice': ['customerId'],
  'create-final-invoice': ['estimateId'],
  'create-advance': ['estimateId'],
  'update-billing-lines': ['billingId', 'lines'],
  'update-billing-title': ['billingId', 'title'],
  'update-estimate-timeline': ['estimateId', 'emittedAt', 'paymentDelay', 'expiredAt'],
  'update-advance-timeline': ['advanceId', 'emittedAt', 'paymentDelay'],
  'update-invoice-timeline': ['invoiceId', 'emittedAt', 'paymentDelay'],
  'create-invoice-frequency': [
    ...['invoiceId', 'from', 'to', 'frequency', 'interval', 'finalizeInvoice', 'sendByMail', 'inCopy'],
  ],
  'update-invoice-frequency': [
    ...['invoiceId', 'from', 'to', 'frequency', 'interval', 'finalizeInvoice', 'sendByMail', 'inCopy'],
  ],
  'delete-invoice-frequency': ['invoiceId'],
  'pause-invoice-frequency': ['invoiceId'],
  'resume-invoice-frequency': ['invoiceId'],
  'finalize-billing': ['billingId'],
  'sign-estimate': ['estimateId'],
  'refuse-estimate': ['estimateId'],
  'archive-billing': ['billingId'],
  'unarchive-billing': ['billingId'],
  'delete-billing': ['billingId'],
  'mark-paid': ['invoiceId', 'payments'],
  'mark-unpaid': ['invoiceId'],
  'mark-advance-paid': ['advanceId', 'payments'],
  'mark-advance-unpaid': ['advanceId'],
  'get-payments': ['billingId'],
  'get-online-payments': [],
  'apply-online-payment': ['onlinePaymentId', 'billingId'],
  'mark-online-payment-returned': ['onlinePaymentId'],
  'create-asset': ['invoiceId'],
  'create-asset-from-advance': ['advanceId'],
  'create-free-asset': [],
  'get-projects': [],
  'get-project-categories': [],
  'get-project-by-id': ['projectId'],
  'create-project': ['name', 'amount', 'customerId', 'categoryId'],
  'update-project': ['projectId'],
  'get-tasks': [],
  'create-task': ['name', 'description'],
  'update-task': ['taskId'],
  'get-transmission': ['billingId'],
  'send-to-platform': ['billingId'],
  'replace-refused-document': ['billingId'],
  'get-supplier-invoices': [],
  'get-supplier-invoice-by-id': ['supplierInvoiceId'],
  'answer-supplier-invoice': ['supplierInvoiceId', 'status'],
  'get-e-report-periods': [],
  'get-e-report': ['kind', 'on'],
  'transmit-e-report': ['kind', 'on'],
  'get-e-invoicing-readiness': [],
  'get-urssaf-declaration': [],
  'get-vat-return': [],
  'get-receipts-totals': [],
  'get-trial-balance': [],
  'get-result': [],
  'get-books-state': [],
  'cancel-invoice': ['invoiceId'],
  'cancel-advance': ['advanceId'],
};

test('a tool requires only the parameters it needs', () => {
  const beyond = tools.filter(({ scope }) => !scope.startsWith('catalog:'));
  assert.deepEqual(Object.fromEntries(beyond.map((tool) => [tool.name, schemaOf(tool).required ?? []])), REQUIRED);
});

test('every parameter is described; amounts say cents, dates are days, percentages percent', () => {
  const seen = tools.flatMap((tool) => parametersOf(schemaOf(tool)).map((each) => [tool.name, ...each] as const));
  assert.ok(seen.length > 150, `${seen.length} parameters`);
  const unit: Readonly<Record<string, RegExp>> = {
    unitPrice: /cents/i,
    purchasePrice: /cents/i,
    productMargin: /percent/i,
    amount: /cents/i,
    percentage: /percent/i,
    discount: /10\.00 in mode AMOUNT/,
    payments: /cents/,
    receivedAt: /2026-/,
    emittedAt: /2026-/,
    expiredAt: /2026-/,
    customDueDate: /2026-/,
    deliveryDate: /2026-/,
    references: /2026-/,
    doneAt: /2026-/,
    timeSpent: /minutes/i,
    dueDate: /2026-/,
    limit: /at most 100/,
  };
  assert.ok(!/Unix seconds/.test(JSON.stringify(seen)), 'a parameter that is no day');
  for (const [tool, path, schema] of seen) {
    const name = path.split('.').at(-1) as string;
    if (!path.includes('.')) assert.ok(isDescribed(schema), `${tool} ${path}`);
    if (unit[name]) assert.match(JSON.stringify(schema), unit[name], `${tool} ${path}`);
  }
  assert.equal(isDescribed({}), false);
});

test('every parameter is flat, or a list or a document part with the same shape as in the API', () => {
  const nested = ['lines', 'discount', 'payments', 'references', 'estimateFee', 'plannedDuration'];
  const ofCustomers = ['billingAddress', 'deliveryAddress', 'bankInformations', 'preferences'];
  for (const tool of tools)
    for (const [name, schema] of Object.entries<object>(schemaOf(tool).properties)) {
      const isFlat = !JSON.stringify(schema).includes('"properties"') && !JSON.stringify(schema).includes('$ref');
      assert.ok(isFlat || [...nested, ...ofCustomers].includes(name), `${tool.name} ${name}`);
    }
});

test('destructive or irreversible tools are marked and say so; reading ones are not', () => {
  const irreversible = [
    ...['delete-product', 'delete-billing', 'finalize-billing', 'cancel-invoice', 'cancel-advance'],
    'mark-online-payment-returned',
    ...['send-to-platform', 'replace-refused-document', 'answer-supplier-invoice', 'transmit-e-report'],
  ];
  const overwriting = tools.map(({ name }) => name).filter((name) => name.startsWith('update-'));
  const deciding = ['sign-estimate', 'refuse-estimate'];
  const destructive = tools.filter(({ face }) => face.destructive).map(({ name }) => name);
  assert.deepEqual([...destructive].sort(), [...irreversible, ...overwriting, ...deciding].sort());
  for (const name of irreversible) assert.match(toolNamed(name).description, /cannot be undone/i, name);
  for (const name of ['mark-paid', 'mark-advance-paid', 'apply-online-payment'])
    assert.match(toolNamed(name).description, /never erased: mark-(advance-)?unpaid/, name);
  for (const name of destructive) assert.equal(toolNamed(name).scope.endsWith(':write'), true, name);
});

test('no tool administers the account or its keys, and none answers a secret', () => {
  for (const { name, scope, operation } of tools) {
    assert.notEqual(scope, 'account:admin', name);
    assert.equal(operation.answersSecret, undefined, name);
  }
  assert.ok(operations.some(({ answersSecret }) => answersSecret !== undefined));
});
