import assert from 'node:assert/strict';
import { test } from 'vitest';
import * as z from 'zod';
import { referred, resolveReferences } from '../../../test/support/openapi/resolve-references.ts';
import { committedDescription } from '../../../test/support/openapi/served-description.ts';
import { operations } from '../../api/index.ts';
import type { Operation } from '../../pipeline/operation.ts';
import { readAs } from '../../pipeline/route-parameter.ts';
import { serviceLogo } from '../../schemas/billing/service-logo.ts';
import { refusalProblems } from '../../schemas/refusals/all-refusals.ts';
import type { Json } from './components.ts';
import { toolOperations } from './openapi.ts';

// Components only shorten the description. With references resolved, each operation must match its
// definition: address, parameters, body, response, refusals.

const described = [...operations, ...toolOperations(operations)];
const asWritten = committedDescription();
const routes = described.flatMap((operation) => operation.routes.map((route) => ({ operation, route })));

test('with references resolved, the API description says the same of every operation as the operation list', () => {
  assert.ok(routes.length > 200, `${routes.length} routes`);
  for (const { operation, route } of routes)
    assert.deepEqual(saidBy(asWritten, route), meantBy(operation, route), `${operation.name}: ${route}`);
});

test('the description has no other operations, except the health checks', () => {
  const places = Object.entries<Json>(asWritten.paths).flatMap(([path, item]) =>
    Object.keys(item).map((method) => placeOf(`${method.toUpperCase()} ${path}`)),
  );
  const known = [...routes.map(({ route }) => placeOf(route)), 'GET /health/live', 'GET /health/ready'];
  assert.deepEqual(places.sort(), known.sort());
});

test('refusals common to all writing, or all reading, operations are the same for each of them', () => {
  for (const writes of [true, false]) {
    const common = routes
      .filter(({ route }) => route.startsWith('GET') !== writes)
      .map(({ operation, route }) => {
        const own = new Set(operation.refusals.map((code) => refusalProblems[code].code));
        if (operation.answersSecret) own.add('idempotency.secret_shown_once');
        if (operation.makesDocument) own.add('account.too_many_documents');
        return allCodes(operationAt(asWritten, route)).filter((code) => !own.has(code));
      });
    const most = [...new Set(common.flat())].sort();
    assert.ok(most.includes('auth.scope_missing') && most.includes('idempotency.in_flight') === writes);
    for (const codes of common) assert.deepEqual([...codes].sort(), most);
  }
});

test('negative control: a component that differs, and a reference to another one, are detected', () => {
  const spoilt: readonly (readonly [string, (copy: Json) => void])[] = [
    ['update-billing-lines', ({ components }) => delete components.schemas.LineInput.properties.quantity],
    ['update-invoice-timeline', ({ components }) => components.schemas.Timeline.required.pop()],
    ['get-invoice', ({ components }) => components.schemas.InvoiceEmbedded.required.pop()],
    [
      'update-estimate-locale',
      ({ components }) => components.schemas.BillingNotDraftProblem.allOf[1].properties.code.enum.shift(),
    ],
    ['update-billing-lines', ({ components }) => (components.parameters.BillingId.name = 'id')],
    ['get-dashboard', ({ components }) => (components.schemas.CurrencyCode.enum[0] = 'EURO')],
    [
      'update-billing-lines',
      ({ paths }) => {
        const { responses } = paths['/v2/billing/{billingId}/lines'].patch;
        responses[404] = responses[409];
      },
    ],
  ];
  for (const [name, spoil] of spoilt) {
    const { operation, route } = routes.find((each) => each.operation.name === name) as (typeof routes)[0];
    const meant = meantBy(operation, route);
    assert.ok(
      isSame(() => saidBy(asWritten, route), meant),
      name,
    );
    const copy = structuredClone(asWritten);
    spoil(copy);
    assert.ok(!isSame(() => saidBy(copy, route), meant), `${name}: ${String(spoil)}`);
  }
});

function isSame(said: () => Meaning, meant: Meaning): boolean {
  try {
    assert.deepEqual(said(), meant);
    return true;
  } catch {
    return false;
  }
}

type Meaning = {
  parameters: Json[];
  body: Json | undefined;
  takesFile: boolean;
  success: { status: number; types: string[]; schema: Json | undefined };
  /** The operation's own refusals with their status. */
  refusals: [string, number][];
};

/** What an operation declares for one of its routes. */
function meantBy(operation: Operation, route: string): Meaning {
  const [path, query, body] = [operation.path, operation.query, operation.body].map((each) => inFull(each, 'input'));
  const places = placesIn(route);
  const asks = Object.keys(body?.properties ?? {}).length > 0;
  const { content: _, file: __, ...options } = takesFile(operation) ? (body?.properties ?? {}) : {};
  return {
    parameters: [
      ...places.map((name, at) => parameter(`#${at}`, 'path', path?.properties[readAs(operation, name)], true)),
      ...Object.entries<Json>(query?.properties ?? {}).map(([name, schema]) =>
        parameter(name, 'query', schema, query?.required?.includes(name)),
      ),
      ...Object.entries<Json>(options).map(([name, schema]) => parameter(name, 'query', schema, false)),
    ].sort(byPlace),
    body: asks ? body : undefined,
    takesFile: takesFile(operation),
    success: { status: operation.success, ...answerOf(operation) },
    refusals: operation.refusals
      .map((code): [string, number] => [refusalProblems[code].code, refusalProblems[code].status])
      .sort(([a], [b]) => (a < b ? -1 : 1)),
  };
}

const takesFile = ({ takes }: Operation): boolean =>
  takes === 'csv' || takes === 'bank_file' || takes === 'import_file';

function answerOf(operation: Operation): { types: string[]; schema: Json | undefined } {
  if (operation.success === 204) return { types: [], schema: undefined };
  if (operation.answers === 'file') return { types: [...(operation.fileTypes ?? ['*/*'])], schema: undefined };
  if (operation.answers === 'csv') return { types: ['text/csv'], schema: undefined };
  return { types: ['application/json'], schema: inFull(operation.output, 'output') };
}

/**
 * What the description says about a route, references resolved, limited to the refusals the
 * operation declares.
 */
function saidBy(description: Json, route: string): Meaning {
  const operation = operationAt(description, route);
  const names = placesIn(operation.path);
  const parameters = operation.parameters
    .map((each: Json) => referred(description, each))
    .filter((each: Json) => each.in !== 'header')
    .map(({ name, in: where, schema, required }: Json) =>
      parameter(where === 'path' ? `#${names.indexOf(name)}` : name, where, followed(description, schema), required),
    );
  const body = operation.requestBody && referred(description, operation.requestBody).content;
  const [status = '', answer] = Object.entries<Json>(operation.responses).find(([each]) => each.startsWith('2')) ?? [];
  const { content = {} } = referred(description, answer ?? {});
  const declared = new Set(operation.value.refusals.map((code) => refusalProblems[code].code));
  return {
    parameters: parameters.sort(byPlace),
    body: body && said(description, body['application/json'].schema, 'input'),
    takesFile: Object.keys(body ?? {}).some((type) => type !== 'application/json'),
    success: {
      status: Number(status),
      types: Object.keys(content),
      schema: content['application/json'] && said(description, content['application/json'].schema, 'output'),
    },
    refusals: codesByStatus(operation)
      .filter(([code]) => declared.has(code))
      .sort(([a], [b]) => (a < b ? -1 : 1)),
  };
}

const parameter = (name: string, where: string, schema: Json | undefined, required: boolean | undefined): Json => {
  const { description: _, ...rest } = plain(schema ?? {}, 'input');
  return { name, where, schema: rest, required: required ?? false };
};

const byPlace = (one: Json, other: Json): number =>
  `${one.where} ${one.name}` < `${other.where} ${other.name}` ? -1 : 1;

const placesIn = (path: string): string[] => [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name as string);
const placeOf = (route: string): string => route.replaceAll(/\{\w+\}/g, '{}');

/** Paths of each description, keyed by template with parameter names removed. */
const placed = new WeakMap<Json, Map<string, [string, Json]>>();
const pathsOf = (description: Json): Map<string, [string, Json]> =>
  placed.get(description) ?? new Map(Object.entries<Json>(description.paths).map((item) => [placeOf(item[0]), item]));

/** The described operation at a route, regardless of parameter names, with its parameter names. */
function operationAt(description: Json, route: string) {
  const [method = '', path = ''] = placeOf(route).split(' ');
  placed.set(description, pathsOf(description));
  const found = placed.get(description)?.get(path);
  const value = routes.find((each) => each.route === route)?.operation as Operation;
  const operation = found?.[1][method.toLowerCase()];
  assert.ok(operation, route);
  return { ...(operation as Json), path: found?.[0] ?? '', description, value } as Json & {
    path: string;
    value: Operation;
  };
}

const allCodes = (operation: Json): string[] => codesByStatus(operation).map(([code]) => code);

const codesByStatus = ({ responses, description }: Json): [string, number][] =>
  Object.entries<Json>(responses)
    .filter(([status]) => Number(status) >= 400)
    .flatMap(([status, answer]) => {
      const { schema } = referred(description, answer).content['application/problem+json'];
      const { properties } = once(description, JSON.stringify(schema), () => followed(description, schema));
      return properties.code.enum.map((code: string): [string, number] => [code, Number(status)]);
    });

/** The inlined JSON Schema of an operation. Operations share schemas. */
const inFull = (schema: z.ZodType, io: 'input' | 'output'): Json =>
  once(schema, io, () => {
    const { $defs = {}, $schema: _, ...whole } = z.toJSONSchema(schema, { io, unrepresentable: 'any' }) as Json;
    return plain(followed({ $defs }, whole), io);
  });

/** Normalizes a described schema. */
const said = (description: Json, schema: Json, io: 'input' | 'output'): Json =>
  once(description, `${io} ${JSON.stringify(schema)}`, () => plain(followed(description, schema), io));

const made = new WeakMap<object, Map<string, Json>>();

/** Memoizes a value per object and name. */
function once(of: object, name: string, make: () => Json): Json {
  const named = made.get(of) ?? new Map<string, Json>();
  made.set(of, named);
  const value = named.get(name) ?? make();
  named.set(name, value);
  return value;
}

/** A schema with all references inlined and inherited members merged. */
const followed = (description: Json, schema: Json): Json => withMembers(resolveReferences(description, schema));

function withMembers(schema: Json): Json {
  if (Array.isArray(schema)) return schema.map(withMembers);
  if (typeof schema !== 'object' || schema === null) return schema;
  const { allOf, ...rest } = mapped(schema, withMembers);
  return allOf === undefined ? rest : (allOf as Json[]).reduce(merged, rest);
}

const merged = (one: Json, other: Json): Json => ({
  ...one,
  ...other,
  properties: Object.fromEntries(
    Object.entries<Json>({ ...one.properties, ...other.properties }).map(([name, member]) => [
      name,
      { ...one.properties?.[name], ...member },
    ]),
  ),
  required: [...(one.required ?? []), ...(other.required ?? [])],
});

/** Normalizes a schema: no examples or extensions, nullable types as a list, sorted names. */
function plain(schema: Json, io: 'input' | 'output'): Json {
  if (Array.isArray(schema)) return schema.map((each) => plain(each, io));
  if (typeof schema !== 'object' || schema === null) return schema;
  const { id: _, example: __, serviceLogo: logo, ...said } = schema;
  if (logo !== undefined) return plain(withLogo(said, logo), io);
  if (said.additionalProperties === false) delete said.additionalProperties;
  if (said.type === 'integer' && io === 'output') {
    if (said.minimum === Number.MIN_SAFE_INTEGER) delete said.minimum;
    if (said.maximum === Number.MAX_SAFE_INTEGER) delete said.maximum;
  }
  const entries = Object.entries<Json>(said).map(([key, value]): [string, unknown] => {
    if (key === 'properties') return [key, mapped(value, (member) => plain(member, io))];
    if (key === 'required' || key === 'enum') return [key, [...(value as unknown as string[])].sort()];
    return [key, key === 'default' || key === 'const' ? value : plain(value, io)];
  });
  return withNullBeside(
    Object.fromEntries(entries.filter(([key, value]) => key !== 'required' || (value as []).length)),
  );
}

const mapped = (members: Json, change: (member: Json) => Json): Json =>
  Object.fromEntries(Object.entries<Json>(members).map(([name, member]) => [name, change(member)]));

function withNullBeside(schema: Json): Json {
  const { anyOf, ...beside } = schema;
  const [first, second, ...more] = (anyOf ?? []) as Json[];
  const saidTwice = Object.keys(beside).some((key) => key in (first ?? {}));
  if (typeof first?.type !== 'string' || second?.type !== 'null' || more.length > 0 || saidTwice) return schema;
  return { ...beside, ...first, type: [first.type, 'null'] };
}

/** Display settings store the logo under the name of the service. */
function withLogo({ properties, required, additionalProperties: _, ...said }: Json, logo: 'asked' | 'answered'): Json {
  const own = { type: 'boolean', description: 'Whether the service’s logo is shown.' };
  const other = { type: 'boolean', description: 'The same, independent of the service’s name.' };
  const [name, any] = [serviceLogo('Facturier'), serviceLogo('Service')];
  return {
    ...said,
    properties: { ...properties, [name]: own, ...(logo === 'asked' && { [any]: other }) },
    required: [...(required ?? []), ...(logo === 'answered' ? [name] : [])],
  };
}
