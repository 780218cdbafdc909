import assert from 'node:assert/strict';
import { afterAll, beforeAll, test } from 'vitest';
import { openPool } from '../../src/db/connections/pool.ts';
import { valueOf } from '../../src/pipeline/answer.ts';
import { runOperation } from '../../src/pipeline/run-operation.ts';
import type { AppServices } from '../../src/services/app-dependencies.ts';
import type { Caller } from '../../src/services/caller.ts';
import { databaseDigest } from '../support/database/database-digest.ts';
import { operationNamed } from '../support/documents/example-books.ts';
import { rolledBackServices } from '../support/service/rolled-back-services.ts';
import { leaksIn, twoAccounts } from './two-accounts.ts';
import { withoutConditions } from './without-account-filter.ts';

// Files are isolated like requests: they cannot reach IDs, names and references of another account.

let accounts: Awaited<ReturnType<typeof twoAccounts>>;
let foreign: { contact: string; organization: string; product: string };
beforeAll(async () => {
  accounts = await twoAccounts();
  const { contact_not_found: contact = '', organization_not_found: organization = '' } = accounts.foreign.ids;
  const body = { designation: 'Fremdware', type: 'GOODS_SALE', unit: 'UNIT', vatCode: 'FR_2000', reference: 'FREMD-1' };
  const made = await accounts.service.call('create-product', { caller: accounts.foreign.caller, body });
  foreign = { contact, organization, product: made.json.id };
});
afterAll(() => accounts.service.close());

const imported = (services: AppServices, caller: Caller, sort: string, body: object) =>
  runOperation(services, operationNamed(`import-${sort}`), caller, {
    parts: { path: {}, query: {}, body },
    language: 'en',
  });

async function wrongsIn(services: AppServices, caller = accounts.own.caller): Promise<string[]> {
  const { contact, organization, product } = foreign;
  const wrong: string[] = [];
  for (const [sort, content, code] of [
    ['products', `id;Désignation\n${product};Gestohlen\n`, 'product.not_found'],
    ['customers', `id;Nom\n${contact};Gestohlen\n`, 'customer.not_found'],
    ['customers', `id;Raison sociale\n${organization};Gestohlen\n`, 'customer.not_found'],
    ['customers', `Nom;Organisation\nDieb;${organization}\n`, 'organization.not_found'],
    ['customers', 'Nom;Organisation\nDieb;Société Fremdlastname\n', 'organization.not_found'],
  ] as const) {
    const answer = await imported(services, caller, sort, { content });
    const codes = 'refused' in answer && answer.refused === 'file_rows_refused' ? answer.report.errors : [];
    if (codes.map((error) => error.code).join() !== code) wrong.push(`${content}: ${JSON.stringify(answer)}`);
  }
  // Matching by reference, SIRET, name and e-mail ignores other accounts.
  for (const [sort, content] of [
    ['products', 'Désignation;Référence;Type;Unité;TVA\nFremdware;FREMD-1;Marchandise;unité;20\n'],
    ['customers', 'Raison sociale;SIRET\nSociété Fremdlastname;55208131766522\n'],
    ['customers', 'Prénom;Nom;E-mail\nLéa;Fremdlastname;fremdlastname@example.org\n'],
  ] as const)
    for (const updateExisting of [false, true]) {
      const answer = await imported(services, caller, sort, { content, dryRun: true, updateExisting });
      const report = 'refused' in answer ? {} : (valueOf(answer) as Record<string, unknown>);
      if (report.created !== 1 || report.warningCount !== 0) wrong.push(`${content}: ${JSON.stringify(answer)}`);
    }
  return wrong;
}

test('IDs, names and references of another account in a file are not found, and nothing changes', async () => {
  const { digest, close } = await databaseDigest(accounts.service.database);
  try {
    const seen = await digest();
    assert.deepEqual(await wrongsIn(accounts.service.services), []);
    assert.equal(await digest(), seen);
  } finally {
    await close();
  }
});

test('without the account filter row-level security alone hides them', async () => {
  const fresh = openPool(accounts.service.database.serving, { size: 2 });
  const { pool, untouched, rewritten } = withoutConditions(fresh);
  try {
    assert.deepEqual(await wrongsIn({ ...accounts.service.services, pool }), []);
    assert.deepEqual([...untouched], []);
    assert.ok(rewritten.size >= 6, `${rewritten.size} statements`);
  } finally {
    await fresh.end();
  }
});

test('control: the same files find each record for the account that owns it', async () => {
  const wrongs = await wrongsIn(rolledBackServices(accounts.service.services), accounts.foreign.caller);
  assert.equal(wrongs.length, 11);
});

test('an export contains nothing of another account', async () => {
  for (const sort of ['products', 'customers']) {
    const asked = { parts: { path: {}, query: {}, body: {} }, language: 'en' } as const;
    const answer = await runOperation(
      accounts.service.services,
      operationNamed(`export-${sort}`),
      accounts.own.caller,
      asked,
    );
    assert.deepEqual(leaksIn(answer, accounts.foreign, ''), []);
    const theirs = await runOperation(
      accounts.service.services,
      operationNamed(`export-${sort}`),
      accounts.foreign.caller,
      asked,
    );
    assert.ok(JSON.stringify(theirs).includes(sort === 'products' ? 'FREMD-1' : foreign.contact), sort);
  }
});
