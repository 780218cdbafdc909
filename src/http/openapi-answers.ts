import { refusalOnTheWire } from '../contract/refusal-on-the-wire.ts';
import type { Operation } from '../operations/operation.ts';
import { roadRefusalOnTheWire } from '../operations/road-refusal-on-the-wire.ts';
import { edgeRefusalOnTheWire } from './edge-refusal.ts';
import type { Json } from './openapi-schemas.ts';
import { type AnyRefusalCode, type Status, statusOf } from './status.ts';

/** Every way one operation says no, by status: its own refusals, the road's and the edge's. */
export function answersOf(operation: Operation, asked: { writes: boolean }): Json {
  const onlyHere: AnyRefusalCode[] = [
    ...(operation.answersSecret ? (['secret_shown_once'] as const) : []),
    ...(operation.makesDocument ? (['too_many_documents'] as const) : []),
  ];
  const codes = [...operation.refusals, ...onlyHere, ...always, ...(asked.writes ? whenWriting : [])];
  const byStatus = Map.groupBy(codes, (code) => statusOf[code]);
  const statuses = [...byStatus.keys()].sort((a, b) => a - b);
  return Object.fromEntries(
    statuses.map((status) => {
      const refused = byStatus.get(status) as AnyRefusalCode[];
      const common = commonCodes(status).length === refused.length ? nameOf[status] : undefined;
      return [status, common ? { $ref: `#/components/responses/${common}` } : answerOf(status, refused)];
    }),
  );
}

const onTheWire = { ...refusalOnTheWire, ...roadRefusalOnTheWire, ...edgeRefusalOnTheWire };

/** What any request may be answered, whatever it asks. */
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
  'header_malformed',
  'idempotency_key_in_flight',
  'idempotency_key_reused',
  'body_too_large',
  'body_too_intricate',
  'media_type_unsupported',
];

/** Answers that are the same for most operations, and stand once among the components. */
const nameOf: Partial<Record<Status, string>> = {
  401: 'Unauthorized',
  403: 'Forbidden',
  408: 'RequestTimeout',
  413: 'ContentTooLarge',
  414: 'AddressTooLong',
  415: 'UnsupportedMediaType',
  429: 'TooManyRequests',
  431: 'HeadersTooLarge',
  500: 'InternalError',
  503: 'ServiceUnavailable',
};

const commonCodes = (status: Status): AnyRefusalCode[] =>
  [...always, ...whenWriting].filter((code) => statusOf[code] === status);

export const commonAnswers: Json = Object.fromEntries(
  Object.entries(nameOf).map(([status, name]) => {
    const known = Number(status) as Status;
    return [name, answerOf(known, commonCodes(known))];
  }),
);

function answerOf(status: Status, refused: readonly AnyRefusalCode[]): Json {
  const lines = refused.map((code) => {
    const { code: said, title, remedy } = onTheWire[code];
    return `- \`${said}\`: ${title.en}. ${remedy.en}`;
  });
  return {
    description: lines.join('\n'),
    headers: { 'X-Request-Id': { $ref: '#/components/headers/XRequestId' }, ...headersOf(status) },
    content: {
      'application/problem+json': {
        schema: {
          allOf: [
            { $ref: '#/components/schemas/Problem' },
            { type: 'object', properties: { code: { type: 'string', enum: refused.map((c) => onTheWire[c].code) } } },
          ],
        },
      },
    },
  };
}

function headersOf(status: Status): Json {
  const text = { schema: { type: 'string' } };
  if (status === 401) return { 'WWW-Authenticate': { description: 'How to authenticate: `Bearer`.', ...text } };
  if (status === 429 || status === 503) return { 'Retry-After': { description: 'Seconds to wait.', ...text } };
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
    detail: { type: 'string', description: 'What happened and what to do, in the language asked for.' },
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
    finalizeRequirements: {
      type: 'array',
      description: 'What a draft still lacks, where it cannot be finalized.',
      items: {
        type: 'object',
        required: ['name', 'message'],
        properties: { name: { type: 'string' }, message: { type: 'string' } },
      },
    },
  },
};
