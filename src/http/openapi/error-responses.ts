import type { Operation } from '../../pipeline/operation.ts';
import type { Status } from '../../schemas/refusals/refusal-text.ts';
import { type AnyRefusalCode, allRefusals } from '../errors/all-refusals.ts';
import { type Components, componentName, type Json } from './components.ts';
import { isPersonalOperation } from './personal-operations.ts';

/**
 * All error responses of an operation by status: from the domain, the pipeline and the HTTP layer.
 * Equal responses are shared.
 */
export function errorResponsesOf(operation: Operation, asked: { writes: boolean; components: Components }): Json {
  const onlyHere: AnyRefusalCode[] = [
    ...(operation.answersSecret ? (['secret_shown_once'] as const) : []),
    ...(operation.makesDocument ? (['too_many_documents'] as const) : []),
  ];
  const isPersonal = isPersonalOperation(operation);
  const common = new Set(isPersonal ? personalCodes(asked) : commonCodes(asked));
  const byStatus = Map.groupBy(
    new Set([...operation.refusals, ...onlyHere, ...common]),
    (code) => allRefusals[code].status,
  );
  const statuses = [...byStatus].sort(([a], [b]) => a - b);
  return Object.fromEntries(
    statuses.map(([status, refused]) => {
      const own = inOrder(refused.filter((code) => !common.has(code)));
      return [
        status,
        answerOf(inOrder(refused), { status, name: nameOf(operation, { status, own, ...asked }), ...asked }),
      ];
    }),
  );
}

/** Errors any operation can return with this status. */
export const commonErrorResponse = (status: Status, components: Components): Json => {
  const refused = commonCodes({ writes: true }).filter((code) => allRefusals[code].status === status);
  return answerOf(inOrder(refused), { status, name: statusName[status], components });
};

/** A response with more codes than this is named after the first operation that returns it. */
const CODES_IN_NAME_MAX = 2;

/** Names an error response: `Conflict`, `BillingNotDraft`, `CreateProjectNotFound`. */
function nameOf(
  operation: Operation,
  { status, own, writes }: { status: Status; own: readonly AnyRefusalCode[]; writes: boolean },
): string {
  const person = isPersonalOperation(operation) ? 'ToPerson' : '';
  const reading = !writes && whenWriting.some((code) => allRefusals[code].status === status) ? 'WhenReading' : '';
  const when = `${person}${reading}`;
  if (own.length === 0) return `${statusName[status]}${when}`;
  if (own.length > CODES_IN_NAME_MAX) return `${componentName(operation.name)}${statusName[status]}${when}`;
  return `${own.map((code) => componentName(allRefusals[code].code)).join('Or')}${when}`;
}

/** Sorts codes so that equal sets share one response. */
const inOrder = (codes: readonly AnyRefusalCode[]): AnyRefusalCode[] =>
  codes.toSorted((a, b) => places.indexOf(a) - places.indexOf(b));

// Sort by code, so that names do not depend on the order of rows in a table.
const places = Object.entries(allRefusals)
  .toSorted(([, a], [, b]) => (a.code < b.code ? -1 : 1))
  .map(([refused]) => refused);

/** Errors any request can get. */
const always: readonly AnyRefusalCode[] = [
  'input_invalid',
  'request_malformed',
  'key_missing',
  'key_invalid',
  'scope_missing',
  'plain_http',
  'address_too_long',
  'query_too_long',
  'headers_too_large',
  'request_too_slow',
  'rate_limited',
  'logins_slowed',
  'session_ended',
  'page_of_another_site',
  'account_unchosen',
  'account_not_yours',
  'sample_is_test',
  'account_busy',
  'service_busy',
  'internal_error',
  'database_unreachable',
  'clock_unsure',
  'files_unreachable',
  'file_altered',
];

const whenWriting: readonly AnyRefusalCode[] = [
  'body_malformed',
  'csrf_refused',
  'header_malformed',
  'idempotency_key_in_flight',
  'idempotency_key_reused',
  'test_clock_ahead',
  'body_too_large',
  'body_too_intricate',
  'media_type_unsupported',
  'content_encoding_unsupported',
  'charset_unsupported',
];

const commonCodes = ({ writes }: { writes: boolean }): AnyRefusalCode[] => [...always, ...(writes ? whenWriting : [])];

/** Errors that only requests with an API key can get. */
const ofKeysAlone: ReadonlySet<AnyRefusalCode> = new Set([
  ...(['key_missing', 'key_invalid', 'scope_missing', 'rate_limited', 'clock_unsure', 'files_unreachable'] as const),
  ...(['file_altered', 'account_unchosen', 'account_not_yours', 'sample_is_test'] as const),
  ...(['idempotency_key_reused', 'idempotency_key_in_flight', 'header_malformed', 'test_clock_ahead'] as const),
]);

const personalCodes = (asked: { writes: boolean }): AnyRefusalCode[] => [
  ...commonCodes(asked).filter((code) => !ofKeysAlone.has(code)),
  'session_needed',
];

const statusName: Readonly<Record<Status, string>> = {
  400: 'BadRequest',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'NotFound',
  405: 'MethodNotAllowed',
  408: 'RequestTimeout',
  409: 'Conflict',
  412: 'PreconditionFailed',
  413: 'ContentTooLarge',
  414: 'AddressTooLong',
  415: 'UnsupportedMediaType',
  417: 'ExpectationFailed',
  422: 'UnprocessableContent',
  429: 'TooManyRequests',
  431: 'HeadersTooLarge',
  500: 'InternalError',
  503: 'ServiceUnavailable',
};

function answerOf(
  refused: readonly AnyRefusalCode[],
  { status, name, components }: { status: Status; name: string; components: Components },
): Json {
  const lines = refused.map((code) => {
    const { code: said, title, remedy } = allRefusals[code];
    return `- \`${said}\`: ${title.en}. ${remedy.en}`;
  });
  const codes = [...new Set(refused.map((code) => allRefusals[code].code))];
  const problem = {
    allOf: [{ $ref: '#/components/schemas/Problem' }, { properties: { code: { type: 'string', enum: codes } } }],
  };
  const schema = components.part('schemas', problem, { name: `${name}Problem` }, 'always');
  const answer = {
    description: lines.join('\n'),
    headers: { 'X-Request-Id': { $ref: '#/components/headers/XRequestId' }, ...headersOf(status) },
    content: { 'application/problem+json': { schema } },
  };
  return components.part('responses', answer, { name }, 'always');
}

function headersOf(status: Status): Json {
  if (status === 401) return { 'WWW-Authenticate': { $ref: '#/components/headers/WWWAuthenticate' } };
  if (status === 429 || status === 503) return { 'Retry-After': { $ref: '#/components/headers/RetryAfter' } };
  return {};
}

export const problemSchema: Json = {
  type: 'object',
  description: 'Why a request was refused (RFC 9457). Programs decide by `code`; the texts are for people.',
  required: ['type', 'title', 'status', 'detail', 'instance', 'code', 'message', 'statusCode', 'requestId'],
  properties: {
    type: { type: 'string', description: 'Address of a page that explains this code.' },
    title: { type: 'string' },
    status: { type: 'integer' },
    detail: { type: 'string', description: 'What happened and what to do, in the requested language.' },
    instance: { type: 'string', description: 'Path of the request.' },
    code: { type: 'string', description: 'Stable and dotted.' },
    message: { type: 'string', description: 'The same as `code`.' },
    statusCode: { type: 'integer', description: 'The same as `status`.' },
    requestId: { type: 'string' },
    errors: {
      type: 'array',
      description: 'The members at fault.',
      items: {
        type: 'object',
        required: ['property', 'pointer', 'code', 'constraints'],
        properties: {
          in: { type: 'string', enum: ['path', 'query', 'body'], description: 'Part of the request.' },
          property: { type: 'string', description: 'Dotted path of the member.' },
          pointer: { type: 'string', description: 'JSON pointer of the member.' },
          code: { type: 'string' },
          constraints: { type: 'object', additionalProperties: { type: 'string' } },
        },
      },
    },
    allowed: {
      type: 'object',
      description: 'The values of long enumerations that a fault is about, each list once, by its name.',
      additionalProperties: { type: 'array', items: { type: 'string' } },
    },
    finalizeRequirements: {
      type: 'array',
      description: 'What a draft still lacks, if it cannot be finalized.',
      items: {
        type: 'object',
        required: ['name', 'message'],
        properties: {
          name: { type: 'string' },
          message: { type: 'string' },
          leftToCredit: {
            type: 'array',
            description: 'Per VAT code, where a credit note asks for more than is left to credit.',
            items: { type: 'object' },
          },
        },
      },
    },
  },
};
