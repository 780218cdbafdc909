import { scopes } from '../domain/account/scope.ts';
import { chapters, type Operation } from '../operations/operation.ts';
import { answersOf, commonAnswers, problemSchema } from './openapi-answers.ts';
import { answerExample, bodyExample, parameterExample } from './openapi-examples.ts';
import { type Placed, pathItems } from './openapi-paths.ts';
import { type Json, type Schemas, schemasOf } from './openapi-schemas.ts';
import { describedTools } from './openapi-tools.ts';

/** The version of the interface that clients were written for. */
const INTERFACE_VERSION = '1.116.0';

/** The name of the service in the description that is committed: what SERVICE_NAME is by default. */
const SERVICE_NAME = 'Facturier';

/** The description of the whole service (OpenAPI 3.1), read off the list of operations. */
export function openapi(asked: readonly Operation[], serviceName = SERVICE_NAME): Json {
  const operations = [...asked, ...describedTools(asked)];
  const schemas = schemasOf(operations, serviceName);
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
    tags: [...chapters.map((name) => ({ name })), HEALTH],
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
export const openapiText = (operations: readonly Operation[], serviceName?: string): string =>
  `${JSON.stringify(openapi(operations, serviceName), null, 2)}\n`;

const IMPLIED = '`write` implies `read`, `account:admin` implies `account:read`.';

const GENERAL = [
  'Amounts are integers in hundredths of the document currency; times are Unix seconds; civil days are days in the account zone (Europe/Paris by default).',
  'Answers carry the names of enumerations; requests take the name in any case, or the number given in the description.',
  'Every error is an RFC 9457 problem with a stable `code`; its texts are French or English by `Accept-Language`.',
  'Members of a body that an operation does not know are ignored, by tools refused. A key made for tests sees and makes test data only.',
].join('\n\n');

function describedOperation({ operation, method, alias, names }: Placed, schemas: Schemas): Json {
  const writes = method !== 'GET';
  const { path, query, body, output } = schemas.of(operation);
  const { components } = schemas;
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
      ...parametersOf(path, { where: 'path', names, components }),
      ...parametersOf(query, { where: 'query', components }),
      ...(operation.takes === 'csv' ? fileOptionsOf(body, components) : []),
      ...(writes ? [{ $ref: '#/components/parameters/IdempotencyKey' }] : []),
      ...(takesIfMatch(operation) ? [{ $ref: '#/components/parameters/IfMatch' }] : []),
      { $ref: '#/components/parameters/AcceptLanguage' },
      { $ref: '#/components/parameters/XRequestId' },
    ],
    ...(hasMembers(body) && { requestBody: requestBodyOf(operation, { body, components }) }),
    responses: {
      [operation.success]: successOf(operation, { output, writes, components }),
      ...answersOf(operation, { writes }),
    },
  };
}

const EXPORTED = 'Identifiant;…\r\n01890a5d-ac96-774b-bcce-b302099a8057;…\r\n';

const OLDER = (operation: Operation): string => `Kept for older clients: use \`${operation.routes[0]}\`.`;

const takesIfMatch = (operation: Operation): boolean => operation.refusals.includes('version_stale');

const hasMembers = (schema: Json): boolean =>
  schema.$ref !== undefined || Object.keys(schema.properties ?? {}).length > 0;

function parametersOf(
  schema: Json,
  given: { where: 'path' | 'query'; components: Json; names?: ReadonlyMap<string, string> },
): Json[] {
  const { where, components, names } = given;
  const required: readonly string[] = schema.required ?? [];
  return Object.entries<Json>(schema.properties ?? {}).map(([name, { description, example, ...member }]) => ({
    name: names?.get(name) ?? name,
    in: where,
    required: where === 'path' || required.includes(name),
    ...(description && { description }),
    schema: member,
    example: example ?? parameterExample(member, { name, where, components }),
  }));
}

function requestBodyOf(operation: Operation, given: { body: Json; components: Json }): Json {
  const { body, components } = given;
  const example = (operation.example ?? bodyExample(body, components)) as Json;
  return {
    required: operation.takes === 'csv' || (body.required ?? []).length > 0,
    content: {
      'application/json': { schema: body, example },
      ...(operation.takes === 'csv' && { 'text/csv': { schema: { type: 'string' }, example: example.content } }),
    },
  };
}

/** Beside a file that is sent as it is, what JSON says in other members stands in the query. */
function fileOptionsOf({ properties }: Json, components: Json): Json[] {
  const { content: _, file: __, ...options } = properties;
  return parametersOf({ properties: options }, { where: 'query', components }).map((option) => ({
    ...option,
    description: `With a body of \`text/csv\`: ${option.description}`,
  }));
}

function successOf(operation: Operation, given: { output: Json; writes: boolean; components: Json }): Json {
  const { output, writes, components } = given;
  return {
    description: operation.summary,
    headers: {
      'X-Request-Id': { $ref: '#/components/headers/XRequestId' },
      ...(writes && { 'Idempotent-Replayed': { $ref: '#/components/headers/IdempotentReplayed' } }),
      ...(takesIfMatch(operation) && { ETag: { $ref: '#/components/headers/ETag' } }),
    },
    ...(operation.success !== 204 && {
      content:
        operation.answers === 'file'
          ? { '*/*': { schema: { type: 'string', format: 'binary' }, example: '%PDF-1.7' } }
          : operation.answers
            ? { 'text/csv': { schema: { type: 'string' }, example: EXPORTED } }
            : { 'application/json': { schema: output, example: answerExample(operation, output, components) } },
    }),
  };
}

const sharedParameters: Json = {
  IdempotencyKey: {
    name: 'Idempotency-Key',
    in: 'header',
    description:
      'A value of your own for this request, 1 to 255 visible ASCII characters. Sent again within 24 hours with the same request, it gives the first answer byte for byte and has no further effect.',
    schema: { type: 'string', minLength: 1, maxLength: 257 },
    example: 'facture-2026-03-boulangerie-martin',
  },
  IfMatch: {
    name: 'If-Match',
    in: 'header',
    description: 'The ETag you last read. The request is refused with 412 if the resource has changed since.',
    schema: { type: 'string' },
    example: '"3"',
  },
  AcceptLanguage: {
    name: 'Accept-Language',
    in: 'header',
    description: 'Language of the texts in the answer: `fr` (default) or `en`.',
    schema: { type: 'string', default: 'fr' },
    example: 'fr',
  },
  XRequestId: {
    name: 'X-Request-Id',
    in: 'header',
    description: 'An id of your own for this request, given back on its answer and noted in the log.',
    schema: { type: 'string', maxLength: 128 },
    example: 'boutique-8f14e45f',
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

const HEALTH = {
  name: 'Health',
  description: 'For those who watch the service: no key, and not a word about the data.',
};

const healthAnswer = (description: string, status: string): Json => ({
  description,
  content: {
    'application/json': {
      schema: { type: 'object', properties: { status: { type: 'string', enum: [status] } }, required: ['status'] },
      example: { status },
    },
  },
});

const healthPaths: Json = {
  '/health/live': {
    get: {
      operationId: 'health-live',
      summary: 'Whether the process answers',
      tags: [HEALTH.name],
      security: [],
      responses: { 200: healthAnswer('It does.', 'live') },
    },
  },
  '/health/ready': {
    get: {
      operationId: 'health-ready',
      summary: 'Whether the service can do its work',
      tags: [HEALTH.name],
      security: [],
      responses: {
        200: healthAnswer('Migrations are in, the database answers, and a write would not fail.', 'ready'),
        503: { $ref: '#/components/responses/ServiceUnavailable' },
      },
    },
  },
};
