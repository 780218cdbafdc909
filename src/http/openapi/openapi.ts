import * as z from 'zod';
import { scopes } from '../../domain/account/scope.ts';
import type { RefusalCode } from '../../domain/refusal.ts';
import { civilDayOf } from '../../domain/time/civil-day.ts';
import { changedAt } from '../../mcp/days-to-timestamps.ts';
import { type Tool, toolsOf } from '../../mcp/tool.ts';
import type { Deprecated, Operation } from '../../pipeline/operation.ts';
import type { PersonalOperation } from '../../pipeline/personal-operation.ts';
import { serviceVersion } from '../../runtime/service-version.ts';
import { chapters } from '../../schemas/chapter.ts';
import { acceptedFileTypes } from '../request/file-body.ts';
import { toolAddress } from '../routes/tools.ts';
import { hasMembers, notModified, requestBodyOf, sendsEtag, successResponse, takesIfMatch } from './bodies.ts';
import { type Components, type Json, newComponents } from './components.ts';
import { commonErrorResponse, errorResponsesOf, problemSchema } from './error-responses.ts';
import { type SchemaExamples, schemaExamples } from './examples/schema-examples.ts';
import { formatJson } from './format-json.ts';
import { fileOptions, pathParameters, queryParameters, sharedHeaders, sharedParameters } from './parameters.ts';
import { type Placed, pathItems } from './paths.ts';
import { isPersonalOperation, personalAsOperations, securityOf } from './personal-operations.ts';
import { type Schemas, schemasOf, shapeOf } from './schemas.ts';

/** Version of the API that clients were written for; the version of the program is in `servers`. */
const INTERFACE_VERSION = '1.116.0';

/** SERVICE_NAME default, used in the committed description. */
const SERVICE_NAME = 'Facturier';

/**
 * Generates the OpenAPI 3.1 description from the list of operations. Repeated parts become named
 * components.
 */
export function openapi(
  asked: readonly Operation[],
  serviceName = SERVICE_NAME,
  personal: readonly PersonalOperation[] = [],
): Json {
  const operations = [...asked, ...toolOperations(asked), ...personalAsOperations(personal)];
  const schemas = schemasOf(operations, serviceName);
  const components = newComponents();
  const examples = schemaExamples(schemas.components);
  const paths: Json = healthPaths(components);
  for (const [path, item] of pathItems(operations)) {
    const described: Json = {};
    for (const placed of item)
      described[placed.method.toLowerCase()] = describedOperation(placed, { schemas, components, examples });
    paths[path] = described;
  }
  const kept = components.kept();
  return {
    openapi: '3.1.0',
    info: {
      title: 'Facturier',
      version: INTERFACE_VERSION,
      summary:
        'French billing: estimates, advances, invoices and credit notes, compliant with French law and exact to the cent.',
      description: GENERAL,
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: '/', description: `Facturier ${serviceVersion()}` }],
    security: [{ bearer: [] }],
    tags: [...chapters.map((name) => ({ name })), HEALTH],
    paths,
    components: {
      securitySchemes: {
        bearer: { type: 'http', scheme: 'bearer', description: `An API key. Scopes: ${scopes.join(', ')}. ${IMPLIED}` },
        ...(personal.length > 0 && { session: SESSION }),
      },
      parameters: byName({ ...sharedParameters, ...kept.parameters }),
      headers: byName(sharedHeaders),
      requestBodies: byName(kept.requestBodies),
      responses: byName(kept.responses),
      examples: byName(kept.examples),
      schemas: byName({ Problem: problemSchema, ...kept.schemas, ...examples.withExamples(schemas.written) }),
    },
  };
}

const byName = (components: Json): Json =>
  Object.fromEntries(Object.entries(components).sort(([a], [b]) => (a < b ? -1 : 1)));

/** The committed description. */
export const openapiText = (
  operations: readonly Operation[],
  serviceName?: string,
  personal?: readonly PersonalOperation[],
): string => formatJson(openapi(operations, serviceName, personal));

const SESSION: Json = {
  type: 'apiKey',
  in: 'cookie',
  name: '__Host-facturier-session',
  description:
    'The session of a signed-in person, from the pages of the service. It can call every operation that their role in an account allows (`facturier-account`, `facturier-mode`), and needs the header `facturier-csrf` except on GET.',
};

const IMPLIED = '`write` implies `read`, `account:admin` implies `account:read`.';

const GENERAL = [
  'Amounts are integers in hundredths of the document currency; times are Unix seconds; civil days are days in the account zone (Europe/Paris by default).',
  'Answers carry the names of enumerations; requests take the name in any case, or the number given in the description.',
  'Every error is an RFC 9457 problem with a stable `code`; its texts are French or English by `Accept-Language`.',
  'Unknown fields of a body are ignored by operations and refused by tools. A test key only sees and creates test data.',
].join('\n\n');

type Shared = { schemas: Schemas; components: Components; examples: SchemaExamples };

function describedOperation(placed: Placed, { schemas, components, examples }: Shared): Json {
  const { operation, method, operationId, older } = placed;
  const writes = method !== 'GET';
  const { path, query, body, output } = schemas.of(operation);
  const given = { operation, schemas: schemas.components, components, examples };
  const isPersonal = isPersonalOperation(operation);
  const isVersioned = sendsEtag(operation, { isPersonal, writes });
  const said = [
    operation.description,
    !isPersonal && `Scope: \`${operation.scope}\`.`,
    older && OLDER(operation),
    endOf(operation.deprecated),
  ];
  return {
    operationId,
    summary: operation.summary,
    description: said.filter(Boolean).join('\n\n'),
    tags: [operation.chapter],
    ...((older || operation.deprecated) && { deprecated: true }),
    security: securityOf(operation),
    parameters: [
      ...pathParameters(path, { parameters: placed.parameters, ...given }),
      ...queryParameters(query, given),
      ...(acceptedFileTypes(operation.takes).length > 0 ? fileOptions(shapeOf(body, schemas.components), given) : []),
      ...(writes && !isPersonal ? [{ $ref: '#/components/parameters/IdempotencyKey' }] : []),
      ...(takesIfMatch(operation) ? [{ $ref: '#/components/parameters/IfMatch' }] : []),
      ...(isVersioned ? [{ $ref: '#/components/parameters/IfNoneMatch' }] : []),
      ...(writes || isPersonal ? [] : [{ $ref: '#/components/parameters/FacturierPosition' }]),
      ...(isPersonal ? [] : [{ $ref: '#/components/parameters/Prefer' }]),
      { $ref: '#/components/parameters/AcceptLanguage' },
      { $ref: '#/components/parameters/XRequestId' },
    ],
    ...(hasMembers(body) && { requestBody: requestBodyOf(body, given) }),
    responses: {
      [operation.success]: successResponse(output, { writes: writes && !isPersonal, sendsEtag: isVersioned, ...given }),
      ...(isVersioned && { 304: notModified(components) }),
      ...errorResponsesOf(operation, { writes, components }),
    },
  };
}

const OLDER = (operation: Operation): string => `Kept for older clients: use \`${operation.routes[0]}\`.`;

const endOf = (deprecated: Deprecated | undefined): string | undefined =>
  deprecated &&
  [
    `Deprecated since ${deprecated.since}${deprecated.sunset ? `, kept until ${deprecated.sunset}` : ''}.`,
    deprecated.replacedBy && `Use \`${deprecated.replacedBy}\`.`,
    'Responses have the headers `Deprecation` and, once the end is known, `Sunset`.',
  ]
    .filter(Boolean)
    .join(' ');

const nothing = z.object({});
/** Time zone of the account in examples. */
const EXAMPLE_ZONE = 'Europe/Paris';

/** MCP tools as operations whose body is the tool's parameters. */
export const toolOperations = (operations: readonly Operation[]): Operation[] =>
  toolsOf(operations).map((tool) => {
    const { example: _, deprecated: __, ...operation } = tool.operation;
    const example = exampleOf(tool);
    return {
      ...operation,
      name: `tool-${tool.name}`,
      description: `${tool.description} The same tool is called by assistants at \`/mcp\`; unknown parameters are refused.`,
      chapter: 'Tools',
      routes: [`POST ${toolAddress(tool)}` as const],
      path: nothing,
      query: nothing,
      body: tool.parameters,
      refusals: [...operation.refusals, ...refusalsOfIds(tool)],
      success: 200,
      output: tool.face.output,
      ...(example && { example }),
    };
  });

/** Refusals for unknown ids in a tool's filters. */
const refusalsOfIds = ({ face: { narrowedBy = {} }, operation }: Tool): RefusalCode[] =>
  [...new Set(Object.values(narrowedBy))]
    .map((sort) => `${sort}_not_found` as const)
    .filter((refusal) => !operation.refusals.includes(refusal));

/** The operation's example, plus the ids of its path, with dates where the tool takes dates. */
function exampleOf({ operation, parameters, face: { days = [] } }: Tool): Record<string, unknown> | undefined {
  if (!operation.example) return undefined;
  const ids = Object.entries(parameters.shape).flatMap(([name, schema]) => {
    const said = (schema as z.ZodType).meta()?.example;
    return said === undefined ? [] : [[name, said] as const];
  });
  const said = changedAt(operation.example, days, (value) =>
    typeof value === 'number' ? civilDayOf(value, EXAMPLE_ZONE) : value,
  );
  return { ...Object.fromEntries(ids), ...said };
}

/** The monitoring chapter. */
const HEALTH = {
  name: 'Health',
  description: 'For monitoring: needs no key and reveals no data.',
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

/** Endpoints for monitoring. */
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
        503: commonErrorResponse(503, components),
      },
    },
  },
});
