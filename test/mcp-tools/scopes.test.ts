import assert from 'node:assert/strict';
import { afterAll, beforeAll, test } from 'vitest';
import { type Scope, scopes } from '../../src/domain/account/scope.ts';
import { toolsFor } from '../../src/mcp/tool.ts';
import { type TestService, testService } from '../support/service/in-process-service.ts';
import { toolClientOf, tools } from './tool-client.ts';

let service: TestService;
beforeAll(async () => {
  service = await testService();
});
afterAll(() => service.close());

/** The scope of each tool, written out so that no change goes unnoticed. */
const NEEDED: Readonly<Partial<Record<Scope, readonly string[]>>> = {
  'account:read': ['get-company'],
  'customers:read': ['get-contact-by-id', 'get-contacts', 'get-organization-by-id', 'get-organizations'],
  'customers:write': [
    ...['create-contact', 'update-contact', 'create-organization', 'update-organization'],
    'create-organization-contact',
  ],
  'catalog:read': ['get-products', 'get-product-by-id'],
  'catalog:write': ['create-product', 'update-product', 'delete-product'],
  'projects:read': ['get-projects', 'get-project-categories', 'get-project-by-id', 'get-tasks'],
  'projects:write': ['create-project', 'update-project', 'create-task', 'update-task'],
  'billing:read': [
    'get-dashboard',
    'search-everything',
    'get-activity',
    'get-billing-activity',
    'get-next-number',
    'get-vat-choices',
    'get-currency-rates',
    'get-customer-balance',
    'get-customer-statement',
    'get-billings',
    'get-billing-by-id',
    'get-payments',
    'get-online-payments',
    ...['get-transmission', 'get-supplier-invoices', 'get-supplier-invoice-by-id'],
    ...['get-e-report-periods', 'get-e-report', 'get-e-invoicing-readiness'],
    ...['get-urssaf-declaration', 'get-vat-return', 'get-receipts-totals', 'get-trial-balance', 'get-result'],
    'get-books-state',
  ],
  'billing:write': [
    ...['create-estimate', 'update-estimate-timeline', 'sign-estimate', 'refuse-estimate'],
    ...['create-advance', 'update-advance-timeline', 'create-invoice', 'create-final-invoice', 'duplicate-billing'],
    ...['update-invoice-timeline', 'update-billing-title', 'update-billing-lines', 'finalize-billing'],
    ...['archive-billing', 'unarchive-billing', 'delete-billing', 'mark-paid', 'mark-advance-paid', 'mark-unpaid'],
    ...['mark-advance-unpaid', 'create-asset', 'create-asset-from-advance', 'create-free-asset'],
    ...['cancel-invoice', 'cancel-advance', 'create-invoice-frequency', 'update-invoice-frequency'],
    ...['delete-invoice-frequency', 'pause-invoice-frequency', 'resume-invoice-frequency'],
    ...['apply-online-payment', 'mark-online-payment-returned'],
    ...['send-to-platform', 'replace-refused-document', 'answer-supplier-invoice', 'transmit-e-report'],
  ],
};

/** The tools one scope opens: write includes read, account:admin includes account:read. */
const openedBy = (scope: Scope): Set<string> => {
  const weaker = scope === 'account:admin' ? 'account:read' : (scope.replace(':write', ':read') as Scope);
  return new Set([...(NEEDED[scope] ?? []), ...(NEEDED[weaker] ?? [])]);
};

test('every tool requires the scope listed here, and no tool is missing', () => {
  const seen = tools.map(({ name, scope }) => `${scope} ${name}`).sort();
  const written = Object.entries(NEEDED).flatMap(([scope, names]) => names.map((name) => `${scope} ${name}`));
  assert.deepEqual(seen, written.sort());
});

test('scope_missing: with a single scope exactly the tools of that scope can be called', async () => {
  let refused = 0;
  for (const scope of scopes) {
    const opened = openedBy(scope);
    const { call } = toolClientOf(service, { caller: { ...service.live, scopes: [scope] } });
    for (const tool of tools) {
      // An invalid parameter, so that no call has an effect: within the scope the call is refused
      // as invalid.
      const answer = await call(tool.name, { nonsense: 1 });
      assert.ok('refused' in answer);
      const expected = opened.has(tool.name) ? 'input_invalid' : 'scope_missing';
      assert.equal(answer.refused, expected, `${scope} ${tool.name}`);
      if (answer.refused === 'scope_missing') assert.equal('scope' in answer && answer.scope, tool.scope);
      refused += expected === 'scope_missing' ? 1 : 0;
    }
  }
  assert.ok(refused > 300, `${refused} refused`);
});

test('catalog:write can also read; catalog:read cannot create a product', async () => {
  const writer = toolClientOf(service, { caller: { ...service.live, scopes: ['catalog:write'] } });
  assert.equal((await writer.done('get-products')).total, 0);
  const reader = toolClientOf(service, { caller: { ...service.live, scopes: ['catalog:read'] } });
  const day = { designation: 'Jour', type: 'SERVICE_DELIVERY', unit: 'DAY', vatCode: 'FR_2000' };
  assert.equal(await reader.failureCode('create-product', day), 'auth.scope_missing');
  assert.equal((await reader.done('get-products')).total, 0);
});

test('a key sees only the tools of its scopes, in one order for every key', () => {
  const order = tools.map(({ name }) => name);
  const shown = (held: readonly Scope[]) => toolsFor(tools, held).map(({ name }) => name);
  assert.deepEqual(shown(scopes), order);
  assert.deepEqual(shown([]), []);
  for (const scope of scopes)
    assert.deepEqual(
      shown([scope]),
      order.filter((name) => openedBy(scope).has(name)),
      scope,
    );
  assert.deepEqual(shown(['catalog:read', 'billing:read']), shown(['billing:read', 'catalog:read']));
  assert.deepEqual(shown([...scopes].reverse()), order);
});
