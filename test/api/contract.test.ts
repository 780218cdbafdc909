import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { describe, test } from 'vitest';
import type { Json } from '../../src/http/openapi/components.ts';
import { serviceVersion } from '../../src/runtime/service-version.ts';
import { breakingChanges } from './breaking-changes.ts';

// Within a major version the API only grows: openapi.json is compared with the last release's.

const text = (path: string): string => readFileSync(new URL(path, import.meta.url), 'utf8');
const parse = (path: string): Json => JSON.parse(text(path));
const released = globSync('openapi-*.json.gz', { cwd: new URL('.', import.meta.url) })
  .map((file) => ({ file, version: /openapi-(.+)\.json\.gz/.exec(file)?.[1] as string }))
  .toSorted((a, b) => a.version.localeCompare(b.version, 'en', { numeric: true }));
const last = released.at(-1) ?? assert.fail('the description of the last release is missing');
const before: Json = JSON.parse(gunzipSync(readFileSync(new URL(last.file, import.meta.url))).toString());

/** Lists of responses that grow in a minor version. The pages about upgrades name them. */
const OPEN = new Set(
  [
    'EventType',
    'EventTypeOrAll',
    'VatCode',
    'VatMention',
    'Country',
    'CurrencyCode',
    'LegalStatus',
    'PaymentMethod',
  ].concat([
    'PaymentRequestStatus',
    'PersonalServiceActivity',
    'ProductUnit',
    'CatalogUnit',
    'Scope',
    'Warning.name',
    'Activity.type',
  ]),
);

test(`every client of ${last.version} still works: nothing of the API is removed or narrowed`, () => {
  assert.deepEqual(breakingChanges(before, parse('../../openapi.json'), OPEN), []);
});

test('the last release is of the same major version, and not newer than this one', () => {
  const version = serviceVersion();
  assert.equal(last.version.split('.')[0], version.split('.')[0]);
  assert.ok(last.version.localeCompare(version, 'en', { numeric: true }) <= 0);
});

test('the pages about upgrades name every list that may grow, and each is in the description', () => {
  for (const name of OPEN) {
    const [schema = '', member] = name.split('.');
    const { enum: values, properties } = before.components.schemas[schema];
    assert.ok(values ?? properties[member as string], name);
    for (const language of ['en', 'fr'])
      assert.ok(text(`../../docs/${language}/host/upgrade.md`).includes(`\`${name}\``), `${language}: ${name}`);
  }
});

test('a member missing in the real description is found, through references and unions', () => {
  const now = structuredClone(before);
  delete now.components.schemas.EventType.enum[0];
  now.components.schemas.EventType.enum = now.components.schemas.EventType.enum.filter(Boolean);
  delete now.paths['/v2/billings'];
  const faults = breakingChanges(before, now, OPEN);
  assert.ok(faults.includes('GET /v2/billings: removed'));
  assert.match(faults.join('\n'), /\(EventType(OrAll)?\).*no longer accepted: project\.created/);
});

const NAME = { type: 'string', maxLength: 20 };
const KIND = { type: 'string', enum: ['paid', 'open'] };
const describing = (change: (operation: Json, schemas: Json) => void = () => {}): Json => {
  const schemas: Json = {
    Body: {
      type: 'object',
      properties: { name: NAME, kind: { $ref: '#/components/schemas/Kind' } },
      required: ['name'],
    },
    Kind: structuredClone(KIND),
    Bill: {
      allOf: [
        {
          type: 'object',
          properties: { id: { type: 'string' }, kind: { $ref: '#/components/schemas/Kind' } },
          required: ['id'],
        },
        {
          type: 'object',
          properties: {
            sum: { anyOf: [{ type: 'integer' }, { type: 'null' }] },
            parts: { type: 'array', items: { $ref: '#/components/schemas/Bill' } },
          },
        },
      ],
    },
  };
  const operation: Json = {
    security: [{ bearer: ['billing:write'] }],
    parameters: [
      { in: 'path', name: 'id', required: true, schema: NAME },
      { in: 'query', name: 'page', schema: { type: 'integer', maximum: 9 } },
    ],
    requestBody: { content: { 'application/json': { schema: { $ref: '#/components/schemas/Body' } } } },
    responses: {
      200: {
        headers: { ETag: {} },
        content: { 'application/json': { schema: { $ref: '#/components/schemas/Bill' } } },
      },
      404: {},
    },
  };
  const both = structuredClone({ operation, schemas });
  change(both.operation, both.schemas);
  return { paths: { '/bill/{id}': { post: both.operation } }, components: { schemas: both.schemas } };
};
const found = (change: (operation: Json, schemas: Json) => void, open?: Set<string>): string[] =>
  breakingChanges(describing(), describing(change), open);

describe('what breaks a client is found, with its place', () => {
  const POST = 'POST /bill/{}';
  const cases: [string, (operation: Json, schemas: Json) => void, string][] = [
    ['a parameter is removed', (o) => o.parameters.pop(), `${POST} query page: removed`],
    [
      'a parameter is added and required',
      (o) => o.parameters.push({ in: 'query', name: 'x', required: true }),
      `${POST} query x: new and required`,
    ],
    [
      'a limit is lower',
      (o) => {
        o.parameters[1].schema.maximum = 5;
      },
      `${POST} query page: maximum is 5, it was 9`,
    ],
    [
      'another scope is required',
      (o) => {
        o.security = [{ bearer: ['account:admin'] }];
      },
      `${POST}: {"bearer":["billing:write"]} is no longer enough`,
    ],
    [
      'a body is required',
      (o) => {
        o.requestBody.required = true;
      },
      `${POST} request: a body is required now`,
    ],
    [
      'a member is required',
      (_, s) => {
        s.Body.required.push('kind');
      },
      `${POST} request (Body).kind: required now`,
    ],
    [
      'a new member is required',
      (_, s) => {
        s.Body.properties.day = NAME;
        s.Body.required.push('day');
      },
      `${POST} request (Body).day: required now`,
    ],
    [
      'a member of the body is removed',
      (_, s) => {
        delete s.Body.properties.kind;
      },
      `${POST} request (Body).kind: removed`,
    ],
    [
      'a text has a pattern',
      (_, s) => {
        s.Body.properties.name = { ...NAME, pattern: '^a' };
      },
      `${POST} request (Body).name: pattern is ^a, it was open`,
    ],
    [
      'a text is shorter',
      (_, s) => {
        s.Body.properties.name = { ...NAME, maxLength: 5 };
      },
      `${POST} request (Body).name: maxLength is 5, it was 20`,
    ],
    [
      'a value is no longer accepted',
      (_, s) => {
        s.Kind.enum = ['paid'];
      },
      `${POST} request (Body).kind (Kind): no longer accepted: open`,
    ],
    [
      'a type is another',
      (_, s) => {
        s.Body.properties.name = { type: 'integer' };
      },
      `${POST} request (Body).name: the type was string and is integer`,
    ],
    [
      'unknown members are refused',
      (_, s) => {
        s.Body.additionalProperties = false;
      },
      `${POST} request (Body): unknown members are refused now`,
    ],
    [
      'a response is removed',
      (o) => {
        delete o.responses[200];
      },
      `${POST} 200: removed`,
    ],
    [
      'a header is removed',
      (o) => {
        delete o.responses[200].headers.ETag;
      },
      `${POST} 200 ETag: the header is removed`,
    ],
    [
      'a member of the response is removed',
      (_, s) => {
        delete s.Bill.allOf[1].properties.parts;
      },
      `${POST} 200 (Bill).parts: removed`,
    ],
    [
      'a member may be missing',
      (_, s) => {
        s.Bill.allOf[0].required = [];
      },
      `${POST} 200 (Bill).id: no longer always there`,
    ],
    [
      'the response has a new value',
      (_, s) => {
        s.Kind.enum.push('lost');
      },
      `${POST} 200 (Bill).kind (Kind): new value: lost`,
    ],
    [
      'the response has a new alternative',
      (_, s) => {
        s.Bill.allOf[1].properties.sum.anyOf.push({ type: 'string' });
      },
      `${POST} 200 (Bill).sum: has a new or changed alternative`,
    ],
  ];
  for (const [name, change, said] of cases) test(name, () => assert.deepEqual(found(change), [said]));

  test('an operation is removed', () => {
    assert.deepEqual(breakingChanges(describing(), { paths: {} }), [`${POST}: removed`]);
  });
});

test('what only adds is accepted: members, parameters, values of requests, operations, names of path parameters', () => {
  assert.deepEqual(
    found(() => {}),
    [],
  );
  const additions = found((operation, { Body, Bill }) => {
    operation.parameters[0].name = 'billId';
    operation.parameters[1].schema.maximum = 99;
    operation.parameters.push({ in: 'query', name: 'x', schema: {} });
    operation.responses[409] = {};
    Body.properties.note = NAME;
    Body.required = [];
    Bill.allOf[1].properties.note = NAME;
    Bill.allOf[0].required.push('kind');
    Bill.allOf[1].properties.sum = { type: 'integer' };
  });
  assert.deepEqual(additions, []);
  assert.deepEqual(
    found((_, { Kind }) => Kind.enum.push('lost'), new Set(['Kind'])),
    [],
  );
  const { paths, ...rest } = describing();
  const session = { ...paths['/bill/{id}'].post, security: [{ session: [] }] };
  assert.deepEqual(breakingChanges({ ...rest, paths: { ...paths, '/me': { get: session } } }, describing()), []);
});
