import type { Operation } from '../../pipeline/operation.ts';
import { readAs } from '../../pipeline/route-parameter.ts';
import { type Components, componentName, type Json } from './components.ts';
import { parameterExample } from './examples/generate-examples.ts';
import type { PathParameter } from './paths.ts';
import { shapeOf } from './schemas.ts';

type Given = { operation: Operation; schemas: Json; components: Components };

/** Path parameters, under the names the route uses. */
export const pathParameters = (
  path: Json,
  { parameters, ...given }: Given & { parameters: readonly PathParameter[] },
): Json[] =>
  parameters.map(({ own, name }) => {
    const read = readAs(given.operation, own);
    const member = path.properties[read];
    const { description = shapeOf(member, given.schemas).description } = member;
    // A path position can have several meanings: state which one applies to this operation.
    const said = own === name ? description : `Here \`${own}\`. ${description ?? ''}`.trim();
    return parameterOf({ ...member, ...(said && { description: said }) }, { read, name, where: 'path' }, given);
  });

/** Query parameters. */
export const queryParameters = (query: Json, given: Given): Json[] =>
  Object.entries<Json>(query.properties ?? {}).map(([name, member]) =>
    parameterOf(member, { read: name, name, where: 'query', required: query.required?.includes(name) }, given),
  );

/** Options of a raw file upload, sent in the query because the body is the file. */
export function fileOptions({ properties }: Json, given: Given): Json[] {
  const { content: _, file: __, ...options } = properties;
  const entries = Object.entries<Json>(options).map(([name, option]) => [
    name,
    { ...option, description: `With a body of \`text/csv\`: ${option.description}` },
  ]);
  return queryParameters({ properties: Object.fromEntries(entries) }, given);
}

type Place = { read: string; name: string; where: 'path' | 'query'; required?: boolean };

function parameterOf(
  { description: said, example, ...schema }: Json,
  { read, name, where, required = where === 'path' }: Place,
  { operation, schemas, components }: Given,
): Json {
  const description = said ?? shapeOf(schema, schemas).description;
  const value = {
    name,
    in: where,
    required,
    ...(description && { description }),
    schema,
    example: example ?? parameterExample(schema, { name: read, where, components: schemas }),
  };
  const called = componentName(name);
  return components.part('parameters', value, { name: called, own: `${componentName(operation.name)}${called}` });
}

/** Headers of all requests, or of all writes. */
export const sharedParameters: Json = {
  IdempotencyKey: {
    name: 'Idempotency-Key',
    in: 'header',
    description:
      'A unique value for this request, 1 to 255 visible ASCII characters, without surrounding quotes. Repeating the request with the same value within 24 hours returns the first answer, byte for byte, without any further effect.',
    schema: { type: 'string', minLength: 1, maxLength: 255 },
    example: 'facture-2026-03-boulangerie-martin',
  },
  IfMatch: {
    name: 'If-Match',
    in: 'header',
    description: 'The ETag you last read. The request is refused with 412 if the resource has changed since.',
    schema: { type: 'string' },
    example: '"3"',
  },
  IfNoneMatch: {
    name: 'If-None-Match',
    in: 'header',
    description: 'ETags you have, separated by commas. If one of them still matches, the answer is 304 without a body.',
    schema: { type: 'string' },
    example: '"3"',
  },
  FacturierPosition: {
    name: 'Facturier-Position',
    in: 'header',
    description:
      'The value of this header in the answer to your last write, if the service reads from replicas. It guarantees that you read your own writes. The value is opaque.',
    schema: { type: 'string', maxLength: 13 },
    example: '1a05e3c8',
  },
  Prefer: {
    name: 'Prefer',
    in: 'header',
    description:
      '`handling=strict` (RFC 7240) refuses unknown fields and parameters at any depth and suggests the nearest known name. Without it they are ignored, unless a create request contains only unknown fields. The answer has `Preference-Applied: handling=strict`.',
    schema: { type: 'string' },
    example: 'handling=strict',
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
    description: 'Your own id for this request, returned in the answer and written to the log.',
    schema: { type: 'string', maxLength: 128 },
    example: 'boutique-8f14e45f',
  },
};

/** Response headers. */
export const sharedHeaders: Json = {
  XRequestId: { description: 'The id of the request.', schema: { type: 'string' } },
  ETag: {
    description:
      'The version of the resource, for `If-Match` and `If-None-Match`; for a list or a file, a mark of its content, for `If-None-Match` only.',
    schema: { type: 'string' },
  },
  RateLimit: {
    description:
      'Remaining rate limit of the key: `r` requests now, and more in `t` seconds. Absent where there is no limit.',
    schema: { type: 'string' },
    example: '"key";r=1999;t=1',
  },
  RateLimitPolicy: {
    description: 'Rate limit of the key: `q` requests in `w` seconds. Absent where there is no limit.',
    schema: { type: 'string' },
    example: '"key";q=2000;w=2',
  },
  IdempotentReplayed: {
    description: '`true` if this is the stored answer of the first request with this key.',
    schema: { type: 'string', enum: ['true'] },
  },
  WWWAuthenticate: { description: 'How to authenticate: `Bearer`.', schema: { type: 'string' } },
  RetryAfter: { description: 'Seconds to wait.', schema: { type: 'string' } },
};
