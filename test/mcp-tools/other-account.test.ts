import assert from 'node:assert/strict';
import type pg from 'pg';
import { afterAll, beforeAll, test } from 'vitest';
import { openPool } from '../../src/db/connections/pool.ts';
import { isRefusal } from '../../src/domain/refusal.ts';
import type { ToolAnswer } from '../../src/mcp/call-tool.ts';
import type { Tool } from '../../src/mcp/tool.ts';
import type { AppServices } from '../../src/services/app-dependencies.ts';
import type { Caller } from '../../src/services/caller.ts';
import { type Belongings, leaksIn, twoAccounts } from '../isolation/two-accounts.ts';
import { withoutConditions } from '../isolation/without-account-filter.ts';
import { databaseDigest } from '../support/database/database-digest.ts';
import { testCluster } from '../support/database/test-database.ts';
import { rolledBackServices } from '../support/service/rolled-back-services.ts';
import { type Called, NOBODY, schemaOf, toolClientOf, tools } from './tool-client.ts';

// Every tool is called with every id of another account in every place for an id: a foreign id is
// handled like an unknown one.

let accounts: Awaited<ReturnType<typeof twoAccounts>>;
let foreign: Belongings;
let own: Belongings;
beforeAll(async () => {
  accounts = await twoAccounts();
  own = await withWork(accounts.own, 'Eigenes');
  foreign = await withWork(accounts.foreign, 'Fremdes');
});
afterAll(() => accounts.service.close());

/** Further data of an account: a product, a project and a task, each with a name of its own. */
async function withWork({ caller, ids, secrets }: Belongings, name: string): Promise<Belongings> {
  const { done } = toolClientOf(accounts.service, { caller });
  const { product } = await done('create-product', { ...DAY, designation: `${name} Produkt` });
  const [category] = (await done('get-project-categories')).categories;
  const customerId = ids.contact_not_found;
  const planned = { name: `${name} Projekt`, amount: 1, customerId, categoryId: category.id };
  const { project } = await done('create-project', planned);
  const { task } = await done('create-task', { name: `${name} Werk`, description: '', projectId: project.id });
  const work = { product_not_found: product.id, project_not_found: project.id, task_not_found: task.id };
  return {
    caller,
    ids: { ...ids, ...work, category_not_found: category.id },
    secrets: [...secrets, ...Object.values(work), product.designation, project.name, task.name],
  };
}

const DAY = { type: 'SERVICE_DELIVERY', unit: 'DAY', vatCode: 'FR_2000', designation: 'Jour' };
const PERSON = { firstname: 'Zoé', lastname: 'Martin' };
const DAY_OF_ISSUE = '2026-03-02';

const MONTHLY = {
  ...{ from: '2026-04-01', to: '2027-03-31', frequency: 1, interval: 'month' },
  ...{ finalizeInvoice: true, sendByMail: false, inCopy: false },
};

/** What each tool needs apart from its id. */
const BESIDE: Readonly<Record<string, object>> = {
  'update-contact': PERSON,
  'create-contact': PERSON,
  'create-organization-contact': PERSON,
  'update-organization': { name: 'Fournil' },
  'create-organization': { name: 'Fournil' },
  'create-product': DAY,
  'update-product': DAY,
  'update-estimate-timeline': { emittedAt: DAY_OF_ISSUE, paymentDelay: 'thirty_days', expiredAt: DAY_OF_ISSUE },
  'update-invoice-timeline': { emittedAt: DAY_OF_ISSUE, paymentDelay: 'thirty_days' },
  'update-advance-timeline': { emittedAt: DAY_OF_ISSUE, paymentDelay: 'thirty_days' },
  'create-invoice-frequency': MONTHLY,
  'update-invoice-frequency': MONTHLY,
  'update-billing-title': { title: 'A' },
  'update-billing-lines': { lines: [] },
  'answer-supplier-invoice': { status: 'approved' },
  'create-project': { name: 'Site', amount: 1 },
  'create-task': { name: 'Maquette', description: '' },
  'mark-paid': { payments: [{ amount: 1, receivedAt: DAY_OF_ISSUE, method: 'transfer' }] },
  'mark-advance-paid': { payments: [{ amount: 1, receivedAt: DAY_OF_ISSUE, method: 'transfer' }] },
};

type Probe = { tool: Tool; parameter: string; said: (id: string) => object; named: string };

const idsOf = (tool: Tool): string[] => Object.keys(tool.parameters.shape).filter((name) => name.endsWith('Id'));
const reads = ({ scope }: Tool): boolean => scope.endsWith(':read');

/** Which ids of an account a parameter takes. */
const KINDS: Readonly<Record<string, string>> = {
  billingId: 'document_not_found',
  customerId: 'contact_not_found',
  opportunityId: 'project_not_found',
  onlinePaymentId: 'online_payment_not_found',
};
const ownId = (parameter: string): string | undefined =>
  own.ids[KINDS[parameter] ?? parameter.replace(/Id$/, '_not_found')];

/** Makes a call valid except for the probed id: the other required ids are from the own account. */
function soundFor(tool: Tool): object {
  const required: readonly string[] = schemaOf(tool).required ?? [];
  const ids = idsOf(tool).filter((name) => required.includes(name));
  return { ...BESIDE[tool.name], ...Object.fromEntries(ids.map((name) => [name, ownId(name)])) };
}

/**
 * Every parameter that takes an id, including those of lines, for every tool, with every id of the
 * other account.
 */
function probes(): Probe[] {
  const named = [...new Set(Object.values(foreign.ids))];
  const line = { designation: 'Jour', quantity: 1, unitPrice: 100, vatCode: 'FR_2000' };
  return tools.flatMap((tool) => {
    const sound = soundFor(tool);
    const flat = idsOf(tool).map((parameter) => ({
      parameter,
      said: (id: string) => ({ ...sound, [parameter]: id }),
    }));
    const inLines = {
      parameter: 'lines.productId',
      said: (productId: string) => ({ ...sound, lines: [{ ...line, productId }] }),
    };
    const places = 'lines' in tool.parameters.shape ? [...flat, inLines] : flat;
    return places.flatMap((place) => named.map((id) => ({ tool, ...place, named: id })));
  });
}

/** The content of an answer, without requested ids and created ones. */
const gist = (answer: Called): string =>
  isRefusal(answer)
    ? answer.refused
    : JSON.stringify((answer as ToolAnswer).body).replace(/[0-9a-f]{8}-[0-9a-f-]{27}/g, '…');

/** The caller, and what must not be revealed to it. */
type Asking = { caller: Caller; hidden: Belongings };

/**
 * The answer to an unknown id, by tool and parameter: requested once, since every probe is rolled
 * back.
 */
type NobodyGets = (place: string, ask: () => Promise<string>) => Promise<string>;

function askedOnce(): NobodyGets {
  const answers = new Map<string, string>();
  return async (place, ask) => {
    const answer = answers.get(place) ?? (await ask());
    answers.set(place, answer);
    return answer;
  };
}

/**
 * The fault of an answer to a probe: undefined if it equals that to an unknown id, and reveals
 * nothing.
 */
async function wrongIn(
  services: AppServices,
  { caller, hidden, nobodyGets = askedOnce() }: Asking & { nobodyGets?: NobodyGets },
  { tool, parameter, said, named }: Probe,
) {
  const what = `${tool.name} ${parameter} ${named}`;
  const rolledBack = rolledBackServices(services);
  const { call } = toolClientOf(accounts.service, { caller, services: rolledBack });
  const answer = await call(tool.name, said(named));
  const leaks = leaksIn(answer, hidden, named);
  if (leaks.length > 0) return `${what}: tells ${leaks.join(', ')}`;
  const expected = await nobodyGets(`${tool.name} ${parameter}`, async () => gist(await call(tool.name, said(NOBODY))));
  const { total, totalDocs = total } = isRefusal(answer)
    ? {}
    : ((answer as ToolAnswer).body as Record<string, unknown>);
  const found = totalDocs;
  // A list filtered by an id shared by both modes is empty, while an unknown id is refused.
  if (found === 0 && !hidden.secrets.includes(named)) return undefined;
  if (gist(answer) !== expected) return `${what}: ${gist(answer)} is not ${expected}`;
  // A list filtered by an id is empty.
  if (found !== undefined) return found === 0 ? undefined : `${what}: found`;
  if (parameter !== 'lines.productId' && !(isRefusal(answer) && /_not_found$/.test(answer.refused)))
    return `${what}: is done`;
  return undefined;
}

async function wrongsFor(services: AppServices, asking: Asking): Promise<string[]> {
  const wrong: string[] = [];
  const nobodyGets = askedOnce();
  for (const probe of probes()) {
    const fault = await wrongIn(services, { ...asking, nobodyGets }, probe);
    if (fault) wrong.push(fault);
  }
  return wrong;
}

test('every tool that takes an id is probed, with fourteen ids of another account in each place', () => {
  const all = probes();
  assert.ok(all.length >= 700, `${all.length} probes`);
  const probed = new Set(all.map(({ tool }) => tool));
  const unprobed = tools.filter((tool) => !probed.has(tool));
  for (const tool of unprobed) assert.doesNotMatch(JSON.stringify(schemaOf(tool)), /Ids?"/, tool.name);
  assert.ok(unprobed.length < tools.length / 3);
  const places = new Set(all.map(({ parameter }) => parameter));
  for (const place of [
    'advanceId',
    'billingId',
    'contactId',
    'customerId',
    'estimateId',
    'invoiceId',
    'lines.productId',
  ])
    assert.ok(places.has(place), place);
  for (const place of ['organizationId', 'productId', 'projectId', 'taskId', 'categoryId', 'opportunityId'])
    assert.ok(places.has(place), place);
});

test('an id of another account is answered like an unknown id, reveals nothing and changes nothing', async () => {
  const { digest, close } = await databaseDigest(accounts.service.database);
  try {
    const seen = await digest();
    assert.deepEqual(await wrongsFor(accounts.service.services, { caller: own.caller, hidden: foreign }), []);
    assert.equal(await digest(), seen);
  } finally {
    await close();
  }
});

test('a live id is unknown to a test key of the same account', async () => {
  // What both modes share is not secret: the company, and the columns of the board.
  const { category_not_found: _, ...live } = foreign.ids;
  const hidden = { ...foreign, secrets: Object.values(live) };
  assert.deepEqual(await wrongsFor(accounts.service.services, { caller: accounts.foreignTest, hidden }), []);
});

test('no list, and no tool without id, shows a row of another account', async () => {
  const { call } = toolClientOf(accounts.service, {
    caller: own.caller,
    services: rolledBackServices(accounts.service.services),
  });
  const lists = tools.filter((tool) => reads(tool) && !schemaOf(tool).required);
  assert.ok(lists.length >= 5, `${lists.length} lists`);
  let rows = 0;
  for (const tool of lists) {
    const answer = await call(tool.name, tool.name === 'get-billings' ? { limit: 100 } : {});
    assert.equal(isRefusal(answer), false, tool.name);
    assert.deepEqual(leaksIn(answer, foreign, ''), [], tool.name);
    rows += Number((answer as ToolAnswer).body.total ?? 0);
    for (const search of ['fremdes', 'Fremdlastname'])
      if ('search' in tool.parameters.shape)
        assert.equal(((await call(tool.name, { search })) as ToolAnswer).body.total, 0, `${tool.name} ${search}`);
  }
  assert.ok(rows > 5, `${rows} rows of its own`);
});

test('negative control: without conditions and row-level security the probes see the other account', async () => {
  const { superuser } = await testCluster();
  const { database } = accounts.service.database.serving as { database: string };
  const above = openPool({ ...superuser, database } as pg.PoolConfig, { size: 2 });
  try {
    const services = { ...accounts.service.services, pool: withoutConditions(above).pool };
    const seeing: readonly (readonly [string, string])[] = [
      ['get-billing-by-id', 'document_not_found'],
      ['get-contact-by-id', 'contact_not_found'],
      ['get-organization-by-id', 'organization_not_found'],
      ['get-product-by-id', 'product_not_found'],
      ['get-payments', 'invoice_not_found'],
      ['update-contact', 'contact_not_found'],
      ['delete-product', 'product_not_found'],
    ];
    for (const [name, kind] of seeing) {
      const probe = probes().find(({ tool, named }) => tool.name === name && named === foreign.ids[kind]);
      assert.ok(probe);
      assert.match(
        (await wrongIn(services, { caller: own.caller, hidden: foreign }, probe)) ?? '',
        /tells|is not/,
        name,
      );
    }
  } finally {
    await above.end();
  }
});
