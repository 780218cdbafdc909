import { scopes } from '../domain/account/scope.ts';
import { chapters, type Operation } from '../operations/operation.ts';
import { answersOf, commonAnswer, problemSchema } from './openapi-answers.ts';
import { type Components, componentName, newComponents } from './openapi-components.ts';
import { answerExample, bodyExample, exampleName } from './openapi-examples.ts';
import { laidOut } from './openapi-layout.ts';
import { fileOptions, pathParameters, queryParameters, sharedHeaders, sharedParameters } from './openapi-parameters.ts';
import { type Placed, pathItems } from './openapi-paths.ts';
import { type Json, type Schemas, schemasOf } from './openapi-schemas.ts';
import { describedTools } from './openapi-tools.ts';

/** The version of the interface that clients were written for. */
const INTERFACE_VERSION = '1.116.0';

/** The name of the service in the description that is committed: what SERVICE_NAME is by default. */
const SERVICE_NAME = 'Facturier';

/**
 * The description of the whole service (OpenAPI 3.1), read off the list of operations. What stands in several places is a
 * component, under a name that says what it is.
 */
export function openapi(asked: readonly Operation[], serviceName = SERVICE_NAME): Json {
  const operations = [...asked, ...describedTools(asked)];
  const schemas = schemasOf(operations, serviceName);
  const components = newComponents();
  const paths: Json = healthPaths(components);
  for (const [path, item] of pathItems(operations)) {
    const described: Json = {};
    for (const placed of item) described[placed.method.toLowerCase()] = describedOperation(placed, schemas, components);
    paths[path] = described;
  }
  const { parameters, responses, examples } = components.kept();
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
      parameters: byName({ ...sharedParameters, ...parameters }),
      headers: byName(sharedHeaders),
      responses: byName(responses),
      examples: byName(examples),
      schemas: byName({ Problem: problemSchema, ...schemas.components }),
    },
  };
}

const byName = (components: Json): Json =>
  Object.fromEntries(Object.entries(components).sort(([a], [b]) => (a < b ? -1 : 1)));

/** The description as it is committed. */
export const openapiText = (operations: readonly Operation[], serviceName?: string): string =>
  laidOut(openapi(operations, serviceName));

const IMPLIED = '`write` implies `read`, `account:admin` implies `account:read`.';

const GENERAL = [
  'Amounts are integers in hundredths of the document currency; times are Unix seconds; civil days are days in the account zone (Europe/Paris by default).',
  'Answers carry the names of enumerations; requests take the name in any case, or the number given in the description.',
  'Every error is an RFC 9457 problem with a stable `code`; its texts are French or English by `Accept-Language`.',
  'Members of a body that an operation does not know are ignored, by tools refused. A key made for tests sees and makes test data only.',
].join('\n\n');

function describedOperation(placed: Placed, schemas: Schemas, components: Components): Json {
  const { operation, method, operationId, older } = placed;
  const writes = method !== 'GET';
  const { path, query, body, output } = schemas.of(operation);
  const given = { operation, schemas: schemas.components, components };
  const said = [operation.description, `Scope: \`${operation.scope}\`.`, older && OLDER(operation)];
  return {
    operationId,
    summary: operation.summary,
    description: said.filter(Boolean).join('\n\n'),
    tags: [operation.chapter],
    ...(older && { deprecated: true }),
    security: [{ bearer: [operation.scope] }],
    'x-required-scope': operation.scope,
    parameters: [
      ...pathParameters(path, { parameters: placed.parameters, ...given }),
      ...queryParameters(query, given),
      ...(operation.takes === 'csv' ? fileOptions(body, given) : []),
      ...(writes ? [{ $ref: '#/components/parameters/IdempotencyKey' }] : []),
      ...(takesIfMatch(operation) ? [{ $ref: '#/components/parameters/IfMatch' }] : []),
      { $ref: '#/components/parameters/AcceptLanguage' },
      { $ref: '#/components/parameters/XRequestId' },
    ],
    ...(hasMembers(body) && { requestBody: requestBodyOf(body, given) }),
    responses: {
      [operation.success]: successOf(output, { writes, ...given }),
      ...answersOf(operation, { writes, components }),
    },
  };
}

type Given = { operation: Operation; schemas: Json; components: Components };

const EXPORTED = 'Identifiant;…\r\n01890a5d-ac96-774b-bcce-b302099a8057;…\r\n';

const OLDER = (operation: Operation): string => `Kept for older clients: use \`${operation.routes[0]}\`.`;

const takesIfMatch = (operation: Operation): boolean => operation.refusals.includes('version_stale');

const hasMembers = (schema: Json): boolean =>
  schema.$ref !== undefined || Object.keys(schema.properties ?? {}).length > 0;

function requestBodyOf(body: Json, { operation, schemas, components }: Given): Json {
  const example = (operation.example ?? bodyExample(body, schemas)) as Json;
  const { required = [] } = shapeOf(body, schemas);
  return {
    required: operation.takes === 'csv' || required.length > 0,
    content: {
      'application/json': { schema: body, ...shown(example, 'Body', { operation, schema: body, components }) },
      ...(operation.takes === 'csv' && { 'text/csv': { schema: { type: 'string' }, example: example.content } }),
    },
  };
}

const shapeOf = (schema: Json, schemas: Json): Json =>
  schema.$ref === undefined ? schema : schemas[schema.$ref.split('/').at(-1)];

function successOf(output: Json, given: Given & { writes: boolean }): Json {
  const { operation, writes } = given;
  return {
    description: operation.summary,
    headers: {
      'X-Request-Id': { $ref: '#/components/headers/XRequestId' },
      ...(writes && { 'Idempotent-Replayed': { $ref: '#/components/headers/IdempotentReplayed' } }),
      ...(takesIfMatch(operation) && { ETag: { $ref: '#/components/headers/ETag' } }),
    },
    ...(operation.success !== 204 && { content: contentOf(output, given) }),
  };
}

function contentOf(output: Json, { operation, schemas, components }: Given): Json {
  if (operation.answers === 'file')
    return { '*/*': { schema: { type: 'string', format: 'binary' }, example: '%PDF-1.7' } };
  if (operation.answers) return { 'text/csv': { schema: { type: 'string' }, example: EXPORTED } };
  const example = answerExample(operation, output, schemas);
  return {
    'application/json': { schema: output, ...shown(example, 'Answer', { operation, schema: output, components }) },
  };
}

/** An example in its place, under its name. */
function shown(
  value: unknown,
  part: 'Body' | 'Answer',
  { operation, schema, components }: { operation: Operation; schema: Json; components: Components },
): Json {
  const own = `${componentName(operation.name)}${part}`;
  const name = exampleName(value, schema) ?? own;
  return { examples: { [name]: components.part('examples', { value }, { name, own }) } };
}

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

const healthPaths = (components: Components): Json => ({
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
        503: commonAnswer(503, components),
      },
    },
  },
});
