import assert from 'node:assert/strict';
import { Validator } from '@seriousme/openapi-schema-validator';
import { test } from 'vitest';
import * as z from 'zod';
import { readDescription } from '../../../test/support/openapi/read-description.ts';
import { referred } from '../../../test/support/openapi/resolve-references.ts';
import { committedDescription, servedDescription } from '../../../test/support/openapi/served-description.ts';
import { operations } from '../../api/index.ts';
import { type Operation, operation } from '../../pipeline/operation.ts';
import { readAs } from '../../pipeline/route-parameter.ts';
import { refusalsPage } from '../codegen/refusals-page.ts';
import { httpRefusalProblems } from '../errors/http-refusal.ts';
import type { Json } from './components.ts';
import { openapi, openapiText } from './openapi.ts';

const Colour = z.object({ name: z.string(), shade: z.number().default(1) }).meta({ id: 'Colour' });
const none = z.object({});
const paint = operation({
  name: 'paint',
  summary: 'Paint a wall',
  chapter: 'Account',
  routes: ['POST /wall/{colourId}', 'POST /old/wall/{colourId}'],
  scope: 'account:admin',
  path: z.object({ colourId: z.string() }),
  query: z.object({ coats: z.coerce.number().int().optional().meta({ description: 'How many.' }) }),
  body: z.object({ colour: Colour }),
  success: 201,
  output: z.object({ colours: z.array(Colour) }),
  refusals: ['nothing_left_to_credit', 'version_stale'],
  example: { colour: { name: 'red' } },
  run: async () => ({ body: { colours: [] } }),
});
const look = operation({
  name: 'look',
  summary: 'Look at a wall',
  chapter: 'Account',
  routes: ['GET /wall/{wallId}'],
  scope: 'account:read',
  path: z.object({ wallId: z.string() }),
  query: none,
  body: none,
  success: 200,
  output: z.object({ colours: z.array(Colour) }),
  refusals: [],
  run: async () => ({ body: { colours: [] } }),
});
const WALL = '/wall/{colourOrWallId}';
const both: readonly Operation[] = [paint, look];

test('the description of all operations is valid OpenAPI 3.1', async () => {
  for (const list of [servedDescription(), openapi(both)]) {
    const { valid, errors } = await new Validator().validate(structuredClone(list));
    assert.equal(valid, true, JSON.stringify(errors, null, 2));
  }
});

test('it states the version of the API it describes', () => {
  assert.equal(committedDescription().info.version, '1.116.0');
});

test('two operations at one path share its parameter under a common name, and each documents it', () => {
  const { paths } = openapi(both);
  assert.deepEqual(Object.keys(paths[WALL]), ['post', 'get']);
  const { name, description } = paths[WALL].get.parameters[0];
  assert.deepEqual([name, description], ['colourOrWallId', 'Here `wallId`.']);
});

test('a deprecated operation says since when, until when and what replaces it', () => {
  const deprecated = { since: '2027-01-01', sunset: '2028-01-01', replacedBy: 'GET /wall/{wallId}' } as const;
  const { post } = openapi([{ ...both[0], deprecated } as Operation]).paths['/wall/{colourId}'];
  assert.equal(post.deprecated, true);
  assert.match(post.description, /Deprecated since 2027-01-01, kept until 2028-01-01\. Use `GET \/wall\/\{wallId\}`\./);
  assert.equal(openapi(both).paths['/wall/{colourOrWallId}'].post.deprecated, undefined);
});

test('a route kept for older clients is deprecated, and its operation id includes the address', () => {
  const { post } = openapi(both).paths['/old/wall/{colourId}'];
  assert.deepEqual([post.deprecated, post.operationId], [true, 'paint-at-old-wall']);
});

test('parameters have meaningful names, operation ids are unique and never end in a number', () => {
  const { paths } = committedDescription();
  assert.equal(namesIn(paths, '{id}').length, 0);
  assert.ok(paths['/v2/billing/{billingId}/finalize'] && paths['/v2/billing/{customerOrInvoiceId}'] === undefined);
  assert.deepEqual(Object.keys(paths['/v2/billing/invoice/{customerOrInvoiceId}']), ['post', 'get']);
  const ids = Object.values<Json>(paths).flatMap((item) => Object.values<Json>(item).map((each) => each.operationId));
  assert.equal(new Set(ids).size, ids.length);
  assert.deepEqual(
    ids.filter((id) => /\d$/.test(id)),
    [],
  );
});

const namesIn = (paths: Json, name: string): string[] => Object.keys(paths).filter((path) => path.includes(name));

test('what two operations share is defined once: an answer, a parameter, an example', () => {
  const { components, paths } = committedDescription();
  const title = paths['/v2/billing/{billingId}/title'].patch;
  assert.deepEqual(title.parameters[0], { $ref: '#/components/parameters/BillingId' });
  assert.deepEqual(title.responses[409], { $ref: '#/components/responses/BillingNotDraft' });
  assert.deepEqual(title.requestBody.content['application/json'].schema, {
    $ref: '#/components/schemas/UpdateBillingTitleBody',
  });
  const finalized = paths['/v2/billing/{billingId}/finalize'].patch.responses[200];
  const { examples } = referred(committedDescription(), finalized).content['application/json'];
  assert.deepEqual(examples, { FinalizedInvoice: { $ref: '#/components/examples/FinalizedInvoice' } });
  for (const [shelf, kept] of Object.entries<Json>(components))
    for (const name of Object.keys(kept))
      assert.match(name, shelf === 'securitySchemes' ? /^(bearer|session)$/ : /^[A-Z][A-Za-z]*$/, `${shelf}/${name}`);
});

/** Inlined, an operation took 400 lines: 3 MB in total, at which generators failed. */
const LINES_PER_OPERATION_MAX = 64;

test('the committed description is short enough to be read, by people and by generators', () => {
  const text = openapiText(operations);
  const lines = text.trimEnd().split('\n');
  const described = Object.values<Json>(committedDescription().paths).flatMap((item) => Object.keys(item)).length;
  const perOperation = lines.length / described;
  assert.ok(perOperation <= LINES_PER_OPERATION_MAX, `${lines.length} lines for ${described} operations`);
  assert.deepEqual(JSON.parse(text), committedDescription());
});

test('the description read from its file, without the routes of signed-in people, is the same', () => {
  const [read, written] = [readDescription(), committedDescription()];
  assert.deepEqual(read.paths, written.paths);
  // Components of the personal operations are left out.
  for (const [shelf, kept] of Object.entries<Json>(written.components))
    for (const [name, said] of Object.entries(kept)) assert.deepEqual(read.components[shelf][name], said, name);
  const { paths: _, components: __, ...rest } = written;
  const { paths: ___, components: ____, ...restRead } = read;
  assert.deepEqual(restRead, rest);
});

test('request and answer schemas have different names if a default makes them differ', () => {
  const description = openapi(both);
  const { components, paths } = description;
  assert.deepEqual(components.schemas.ColourInput.required, ['name']);
  assert.deepEqual(components.schemas.Colour.required, ['name', 'shade']);
  const asked = referred(description, paths[WALL].post.requestBody).content['application/json'].schema;
  assert.equal(asked.$ref, '#/components/schemas/PaintBody');
  assert.equal(components.schemas.PaintBody.properties.colour.$ref, '#/components/schemas/ColourInput');
});

test('two different schemas with one name are refused', () => {
  const other = z.object({ red: z.number() }).meta({ id: 'Colour' });
  const mixed = { ...look, name: 'mixed', routes: ['GET /mixed'] as const, path: none, output: other };
  assert.throws(() => openapi([...both, mixed as unknown as Operation]), /two schemas are called Colour/);
});

test('a refusal is listed under its status, with its code and how to fix it', () => {
  const description = openapi(both);
  const { responses } = description.paths[WALL].post;
  assert.deepEqual(responses[409], { $ref: '#/components/responses/AssetNothingLeftToCredit' });
  assert.match(referred(description, responses[409]).description, /asset\.nothing_left_to_credit/);
  assert.deepEqual(responses[403], { $ref: '#/components/responses/Forbidden' });
  assert.deepEqual(Object.keys(responses).sort(), [
    '201',
    '400',
    '401',
    '403',
    '408',
    '409',
    '412',
    '413',
    '414',
    '415',
    '422',
    '429',
    '431',
    '500',
    '503',
  ]);
});

test('every operation is complete: unique names, examples of bodies, texts', () => {
  const names = operations.map(({ name }) => name);
  assert.equal(new Set(names).size, names.length);
  for (const each of operations) {
    assert.match(each.name, /^[a-z]+(-[a-z0-9]+)*$/);
    assert.ok(each.summary.length > 5, each.name);
    for (const route of each.routes) assert.match(route, /^(GET|POST|PUT|PATCH|DELETE) \/[\w/{}.-]+$/);
    const asksBody = Object.keys(each.body.shape).length > 0;
    assert.ok(!asksBody || each.example, `${each.name} takes a body: give it an example`);
    if (each.example) assert.ok(each.body.safeParse(each.example).success, `${each.name}: its example is refused`);
    for (const name of routeParameters(each))
      assert.ok(readAs(each, name) in each.path.shape, `${each.name} does not read {${name}}`);
  }
});

const routeParameters = ({ routes }: Operation): string[] =>
  routes.flatMap((route) => [...route.matchAll(/\{(\w+)\}/g)].map(([, name]) => name as string));

test('the page of refusals has one entry for each', () => {
  const page = refusalsPage(both);
  assert.match(page, /`asset\.nothing_left_to_credit` \| 409 \|.*paint/);
  for (const { code } of Object.values(httpRefusalProblems)) assert.ok(page.includes(code));
});
