import type { Operation } from '../../pipeline/operation.ts';
import { acceptedFileTypes } from '../request/file-body.ts';
import { type Components, componentName, type Json } from './components.ts';
import { answerExample, bodyExample, exampleName } from './examples/generate-examples.ts';
import type { SchemaExamples } from './examples/schema-examples.ts';
import { shapeOf } from './schemas.ts';

type Given = { operation: Operation; schemas: Json; components: Components; examples: SchemaExamples };

/** Whether a schema has at least one member. */
export const hasMembers = (schema: Json): boolean =>
  schema.$ref !== undefined || Object.keys(schema.properties ?? {}).length > 0;

/** Whether an operation accepts If-Match. */
export const takesIfMatch = (operation: Operation): boolean => operation.refusals.includes('version_stale');

/** Whether an operation sends an ETag and can answer 304. */
export const sendsEtag = (
  { answers }: Operation,
  { isPersonal, writes }: { isPersonal: boolean; writes: boolean },
): boolean => !writes && !isPersonal && answers !== 'csv';

/** The 304 response. */
export const notModified = (components: Components): Json =>
  components.part(
    'responses',
    {
      description: 'Nothing has changed since the version in `If-None-Match`. The answer has no body.',
      headers: {
        'X-Request-Id': { $ref: '#/components/headers/XRequestId' },
        ETag: { $ref: '#/components/headers/ETag' },
      },
    },
    { name: 'NotModified', own: 'NotModified' },
  );

/** The request body of an operation, with an example. */
export function requestBodyOf(body: Json, given: Given): Json {
  const { operation, schemas, components } = given;
  const value = (operation.example ?? bodyExample(body, schemas)) as Json;
  const { required = [] } = shapeOf(body, schemas);
  const example = shown(value, { schema: body, called: exampleName(value, body), part: 'Body', ...given });
  const types = acceptedFileTypes(operation.takes);
  const requestBody = {
    required: types.length > 0 || required.length > 0,
    content: {
      'application/json': { schema: body, ...example },
      ...Object.fromEntries(types.map((type) => [type, asFile(type, value.content)])),
    },
  };
  const own = `${componentName(operation.name)}Body`;
  return components.part('requestBodies', requestBody, { name: exampleName(undefined, body) ?? own, own });
}

/** A raw file: text for text types, otherwise bytes. */
const asFile = (type: string, csv: Json): Json => {
  if (type === 'text/csv') return { schema: { type: 'string' }, example: csv };
  const example = type.endsWith('sheet') ? WORKBOOK : type.endsWith('xml') ? CAMT : OFX;
  return { schema: { type: 'string', format: 'binary' }, example };
};
const CAMT = '<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.08">…</Document>';
const WORKBOOK = 'PK…';
const OFX = 'OFXHEADER:100\n…';

/** The success response of an operation, with an example. */
export function successResponse(output: Json, given: Given & { writes: boolean; sendsEtag: boolean }): Json {
  const { operation, writes, components } = given;
  const { name, content } = contentOf(output, given);
  const answer = {
    description: name === undefined ? operation.summary : inWords(name),
    headers: {
      'X-Request-Id': { $ref: '#/components/headers/XRequestId' },
      RateLimit: { $ref: '#/components/headers/RateLimit' },
      'RateLimit-Policy': { $ref: '#/components/headers/RateLimitPolicy' },
      ...(writes && { 'Idempotent-Replayed': { $ref: '#/components/headers/IdempotentReplayed' } }),
      ...((takesIfMatch(operation) || given.sendsEtag) && { ETag: { $ref: '#/components/headers/ETag' } }),
    },
    ...(content && { content }),
  };
  const own = `${componentName(operation.name)}Answer`;
  return components.part('responses', answer, { name: `${name ?? own}${headed(given)}`, own });
}

/** Name suffix for responses that differ only in their headers. */
const headed = ({ operation, writes }: { operation: Operation; writes: boolean }): string =>
  takesIfMatch(operation) ? 'Changed' : writes ? 'Written' : '';

function contentOf(output: Json, given: Given): { name?: string; content?: Json } {
  const { operation, schemas } = given;
  if (operation.success === 204) return { name: 'Done' };
  if (operation.answers === 'file') {
    const types = operation.fileTypes ?? ['*/*'];
    return { content: Object.fromEntries(types.map((type) => [type, fileOf(type)])) };
  }
  if (operation.answers) return { content: { 'text/csv': { schema: { type: 'string' }, example: EXPORTED } } };
  const value = answerExample(operation, output, schemas);
  const name = exampleName(value, output);
  const example =
    !isShownInside(operation, value) && shown(value, { schema: output, called: name, part: 'Answer', ...given });
  return { ...(name && { name }), content: { 'application/json': { schema: output, ...example } } };
}

/** Maximum characters of an MCP tool's response example. */
const TOOL_EXAMPLE_MAX = 600;

/** A large tool response equals that of its operation and is only shown there. */
const isShownInside = ({ chapter }: Operation, value: unknown): boolean =>
  chapter === 'Tools' && JSON.stringify(value).length > TOOL_EXAMPLE_MAX;

const fileOf = (type: string): Json => ({
  schema: { type: 'string', format: 'binary' },
  example: type.endsWith('xml') ? '<?xml version="1.0" encoding="UTF-8"?>…' : '%PDF-1.7',
});

const EXPORTED = 'Identifiant;…\r\n01890a5d-ac96-774b-bcce-b302099a8057;…\r\n';

/** Adds an example under a name, unless its schema already shows the same one. */
function shown(
  value: unknown,
  {
    schema,
    called,
    part,
    operation,
    components,
    examples,
  }: Given & {
    schema: Json;
    called: string | undefined;
    part: 'Body' | 'Answer';
  },
): Json {
  if (examples.isShownBy(schema, value)) return {};
  const own = `${componentName(operation.name)}${part}`;
  const name = called ?? own;
  return { examples: { [name]: components.part('examples', { value }, { name, own }) } };
}

/** Splits `DraftInvoice` into words. */
const inWords = (name: string): string => {
  const words = name.replaceAll(/(?<=[a-z])[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  return `${words}.`;
};
