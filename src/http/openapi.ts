import { scopes } from '../domain/account/scope.ts';
import { chapters, type Operation } from '../operations/operation.ts';
import { answersOf, commonAnswers, problemSchema } from './openapi-answers.ts';
import { type Placed, pathItems } from './openapi-paths.ts';
import { type Json, type Schemas, schemasOf } from './openapi-schemas.ts';

/** The version of the interface that clients were written for. */
const INTERFACE_VERSION = '1.116.0';

/** The description of the whole service (OpenAPI 3.1), read off the list of operations. */
export function openapi(operations: readonly Operation[]): Json {
  const schemas = schemasOf(operations);
  const paths: Json = { ...healthPaths };
  for (const [path, item] of pathItems(operations)) {
    const described: Json = {};
    for (const placed of item) described[placed.method.toLowerCase()] = describedOperation(placed, schemas);
    paths[path] = described;
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Facturier',
      version: INTERFACE_VERSION,
      summary: 'French billing: estimates, advances, invoices and credit notes, law-proof and exact to the cent.',
      description: GENERAL,
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: '/' }],
    security: [{ bearer: [] }],
    tags: chapters.map((name) => ({ name })),
    paths,
    components: {
      securitySchemes: {
        bearer: { type: 'http', scheme: 'bearer', description: `An API key. Scopes: ${scopes.join(', ')}. ${IMPLIED}` },
      },
      parameters: sharedParameters,
      headers: sharedHeaders,
      responses: commonAnswers,
      schemas: { Problem: problemSchema, ...schemas.components },
    },
  };
}

/** The description as it is served and committed. */
export const openapiText = (operations: readonly Operation[]): string =>
  `${JSON.stringify(openapi(operations), null, 2)}\n`;

const IMPLIED = '`write` implies `read`, `account:admin` implies `account:read`.';

const GENERAL = [
  'Amounts are integers in hundredths of the document currency; times are Unix seconds; civil days are days in the account zone (Europe/Paris by default).',
  'Answers carry the names of enumerations; requests take the name in any case, or the number given in the description.',
  'Every error is an RFC 9457 problem with a stable `code`; its texts are French or English by `Accept-Language`.',
  'Members of a body that an operation does not know are ignored. A key made for tests sees and makes test data only.',
].join('\n\n');

function describedOperation({ operation, method, alias, names }: Placed, schemas: Schemas): Json {
  const writes = method !== 'GET';
  const { path, query, body, output } = schemas.of(operation);
  const said = [operation.description, `Scope: \`${operation.scope}\`.`, alias > 0 && OLDER(operation)];
  return {
    operationId: alias > 0 ? `${operation.name}-${alias + 1}` : operation.name,
    summary: operation.summary,
    description: said.filter(Boolean).join('\n\n'),
    tags: [operation.chapter],
    ...(alias > 0 && { deprecated: true }),
    security: [{ bearer: [operation.scope] }],
    'x-required-scope': operation.scope,
    parameters: [
      ...parametersOf('path', path, names),
      ...parametersOf('query', query),
      ...(writes ? [{ $ref: '#/components/parameters/IdempotencyKey' }] : []),
      ...(takesIfMatch(operation) ? [{ $ref: '#/components/parameters/IfMatch' }] : []),
      { $ref: '#/components/parameters/AcceptLanguage' },
      { $ref: '#/components/parameters/XRequestId' },
    ],
    ...(hasMembers(body) && { requestBody: requestBodyOf(operation, body) }),
    responses: { [operation.success]: successOf(operation, { output, writes }), ...answersOf(operation, { writes }) },
  };
}

const OLDER = (operation: Operation): string => `Kept for older clients: use \`${operation.routes[0]}\`.`;

const takesIfMatch = (operation: Operation): boolean => operation.refusals.includes('version_stale');

const hasMembers = (schema: Json): boolean =>
  schema.$ref !== undefined || Object.keys(schema.properties ?? {}).length > 0;

function parametersOf(where: 'path' | 'query', schema: Json, names?: ReadonlyMap<string, string>): Json[] {
  const required: readonly string[] = schema.required ?? [];
  return Object.entries<Json>(schema.properties ?? {}).map(([name, { description, ...member }]) => ({
    name: names?.get(name) ?? name,
    in: where,
    required: where === 'path' || required.includes(name),
    ...(description && { description }),
    schema: member,
  }));
}

function requestBodyOf(operation: Operation, body: Json): Json {
  const { example } = operation;
  return {
    required: (body.required ?? []).length > 0,
    content: { 'application/json': { schema: body, ...(example && { example }) } },
  };
}

function successOf(operation: Operation, given: { output: Json; writes: boolean }): Json {
  return {
    description: operation.summary,
    headers: {
      'X-Request-Id': { $ref: '#/components/headers/XRequestId' },
      ...(given.writes && { 'Idempotent-Replayed': { $ref: '#/components/headers/IdempotentReplayed' } }),
      ...(takesIfMatch(operation) && { ETag: { $ref: '#/components/headers/ETag' } }),
    },
    ...(operation.success !== 204 && { content: { 'application/json': { schema: given.output } } }),
  };
}

const sharedParameters: Json = {
  IdempotencyKey: {
    name: 'Idempotency-Key',
    in: 'header',
    description:
      'A value of your own for this request, 1 to 255 visible ASCII characters. Sent again within 24 hours with the same request, it gives the first answer byte for byte and has no further effect.',
    schema: { type: 'string', minLength: 1, maxLength: 257 },
  },
  IfMatch: {
    name: 'If-Match',
    in: 'header',
    description: 'The ETag you last read. The request is refused with 412 if the resource has changed since.',
    schema: { type: 'string' },
  },
  AcceptLanguage: {
    name: 'Accept-Language',
    in: 'header',
    description: 'Language of the texts in the answer: `fr` (default) or `en`.',
    schema: { type: 'string', default: 'fr' },
  },
  XRequestId: {
    name: 'X-Request-Id',
    in: 'header',
    description: 'An id of your own for this request, given back on its answer and noted in the log.',
    schema: { type: 'string', maxLength: 128 },
  },
};

const sharedHeaders: Json = {
  XRequestId: { description: 'The id of the request.', schema: { type: 'string' } },
  ETag: { description: 'The version of the resource, for `If-Match`.', schema: { type: 'string' } },
  IdempotentReplayed: {
    description: '`true` where the answer was kept from the first request with this key.',
    schema: { type: 'string', enum: ['true'] },
  },
};

const healthAnswer = (description: string, status: string): Json => ({
  description,
  content: {
    'application/json': {
      schema: { type: 'object', properties: { status: { type: 'string', enum: [status] } }, required: ['status'] },
    },
  },
});

const healthPaths: Json = {
  '/health/live': {
    get: {
      operationId: 'health-live',
      summary: 'Whether the process answers',
      security: [],
      responses: { 200: healthAnswer('It does.', 'live') },
    },
  },
  '/health/ready': {
    get: {
      operationId: 'health-ready',
      summary: 'Whether the service can do its work',
      security: [],
      responses: {
        200: healthAnswer('Migrations are in and the database answers.', 'ready'),
        503: { $ref: '#/components/responses/ServiceUnavailable' },
      },
    },
  },
};
