import assert from 'node:assert/strict';
import { afterAll, beforeAll, test } from 'vitest';
import * as z from 'zod';
import { operations } from '../../src/api/index.ts';
import { canonicalJson } from '../../src/audit/canonical-json.ts';
import { type Operation, operation } from '../../src/pipeline/operation.ts';
import { billedAccount, type Ids, idsFor } from '../support/documents/billed-account.ts';
import { described } from '../support/openapi/check-responses.ts';
import { type ServiceOverHttps, serviceOverHttps } from '../support/service/service-over-https.ts';

// Every object inherits members. Lookup tables must not find them by names from outside.

const NAMES = [...Object.getOwnPropertyNames(Object.prototype), 'prototype', 'length'];

/** Inherited names of each kind tried everywhere: a method, a prototype, a number. */
const AT_EACH_PLACE = process.env.INHERITED_NAMES ? NAMES : ['constructor', '__proto__', '__lookupGetter__', 'length'];

const table: Readonly<Record<string, readonly string[]>> = { known: ['a'] };
/** The bug itself, as the tests below would find it. */
const unguarded = operation({
  name: 'look-up-unguarded',
  summary: 'Looks up',
  chapter: 'Account',
  routes: ['GET /v2/unguarded'],
  scope: 'billing:read',
  path: z.object({}),
  query: z.object({ name: z.string() }),
  body: z.object({}),
  success: 200,
  output: z.object({ found: z.boolean() }),
  refusals: [],
  run: async (_, { name }) => ({ body: { found: name in table && table[name]?.every(Boolean) === true } }),
});

let service: ServiceOverHttps;
let ids: Ids;
beforeAll(async () => {
  service = await serviceOverHttps({ operations: [...operations, unguarded] as Operation[] });
  ids = await billedAccount(service);
});
afterAll(() => service.close());

const failures = async (asked: Parameters<ServiceOverHttps['ask']>[]): Promise<string[]> => {
  const failed: string[] = [];
  for (const [path, said] of asked) {
    const answer = await service.ask(path, said);
    if (answer.status >= 500) failed.push(`${said?.method ?? ''} ${path} ${JSON.stringify(said?.body)}`.slice(0, 300));
  }
  return failed;
};

test('a file named x.constructor is refused like any unknown file type, without an error', async () => {
  const [draft] = ids.invoice;
  for (const name of NAMES) {
    const body = { name: `x.${name}`, content: 'iVBORw0KGgo=' };
    const answer = await service.ask(`/v2/billing/${draft}/attachments`, { body });
    assert.deepEqual([answer.status, answer.json.code], [400, 'attachment.unusable'], `${name}: ${answer.text}`);
  }
});

test('tools with these names are unknown, over HTTP and over MCP', async () => {
  const accept = { accept: 'application/json, text/event-stream' };
  for (const name of NAMES) {
    assert.equal((await service.ask(`/v2/tools/${name}`, { body: {} })).status, 404);
    const call = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: {} } };
    const answer = await service.ask('/mcp', { body: call, headers: accept });
    assert.ok(answer.status < 500, answer.text);
    assert.match(answer.text, /error/);
  }
});

test('headers and cells of spreadsheets with these names cause no error', async () => {
  const rows = NAMES.flatMap((name) => [
    ['customers', `${name};nom\n${name};Moreau\n`],
    ['customers', `type;prénom;nom;pays;langue;devise\n${name};Léa;Moreau;${name};${name};${name}\n`],
    ['catalog', `désignation;unité;tva;type;prix\nConseil;${name};${name};${name};${name}\n`],
  ]);
  const asked = rows.flatMap(([sort, content]) =>
    ['comma', ...AT_EACH_PLACE].map((separator): [string, { body: object }] => [
      `/v2/${sort}/import`,
      { body: { content, separator, dryRun: true } },
    ]),
  );
  assert.deepEqual(await failures(asked), []);
});

test('query parameters with these names or values cause no error', async () => {
  const asked = described
    .filter(({ method }) => method === 'GET')
    .flatMap(({ method, template, operation: { parameters = [] } }) => {
      const path = template.replace(/\{\w+\}/g, () => idsFor(method, template, ids)[0] ?? 'x');
      const known = parameters.filter((each: { in: string }) => each.in === 'query');
      return AT_EACH_PLACE.map((name): [string, object] => [
        `${path}?${name}=1&${name}[]=2&${known.map((each: { name: string }) => `${each.name}=${name}`).join('&')}`,
        { headers: { 'accept-language': name } },
      ]);
    });
  assert.ok(asked.length > 300, `only ${asked.length} questions`);
  assert.deepEqual(await failures(asked), []);
});

test('members of request bodies and tool arguments with these names cause no error', async () => {
  const asked = described
    .filter(({ operation: { requestBody } }) => requestBody !== undefined)
    .flatMap(({ method, template, operation: { requestBody } }) => {
      const path = template.replace(/\{\w+\}/g, () => idsFor(method, template, ids)[0] ?? 'x');
      const members = Object.keys(requestBody.content['application/json']?.schema.properties ?? {});
      return AT_EACH_PLACE.map((name): [string, object] => {
        const said = Object.fromEntries(members.map((member) => [member, name]));
        // Raw text, as an object literal cannot easily have a member `__proto__`.
        const text = JSON.stringify(said).replace(/\}$/, `${members.length > 0 ? ',' : ''}"${name}":{"${name}":1}}`);
        return [path, { method, body: text, headers: { 'content-type': 'application/json' } }];
      });
    });
  assert.ok(asked.length > 300, `only ${asked.length} bodies`);
  assert.deepEqual(await failures(asked), []);
});

test('a member called __proto__ is covered by the audit chain like any other', () => {
  const said = JSON.parse('{"b":1,"__proto__":{"paid":true}}');
  assert.equal(canonicalJson(said), '{"__proto__":{"paid":true},"b":1}');
});

test('a lookup table without a guard is found', async () => {
  assert.equal((await service.ask('/v2/unguarded?name=unknown')).json.found, false);
  const failed = await failures(NAMES.map((name): [string, object] => [`/v2/unguarded?name=${name}`, {}]));
  assert.ok(failed.length >= 5, failed.join('\n'));
});
