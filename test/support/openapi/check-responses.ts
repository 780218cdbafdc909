import assert from 'node:assert/strict';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import type { Json } from '../../../src/http/openapi/components.ts';
import type { Answered } from '../service/http-client.ts';
import { readDescription } from './read-description.ts';
import { referred } from './resolve-references.ts';

/** The description as clients read it. */
export const description = readDescription();

// Each schema is checked only a few times: optimizing its function costs more than it saves.
const ajv = new Ajv2020({ strict: false, validateFormats: false, allErrors: false, code: { optimize: false } });
ajv.addSchema(description, 'openapi');

/**
 * An operation of the description: its path, its parameters (references resolved) and its
 * responses.
 */
export type Described = { method: string; template: string; matches: RegExp; operation: any };

export const described: readonly Described[] = Object.entries<Json>(description.paths).flatMap(([template, item]) =>
  Object.entries<Json>(item).map(([method, operation]) => ({
    method: method.toUpperCase(),
    template,
    matches: new RegExp(`^${template.replace(/\{\w+\}/g, '[^/]+')}$`),
    operation: withoutReferences(operation),
  })),
);

/** The request of an operation without references: parameters and body members. */
function withoutReferences({ parameters = [], requestBody, ...operation }: Json): Json {
  const content = requestBody && referred(description, requestBody).content;
  const json = content?.['application/json'];
  const body = json && { ...content, 'application/json': { schema: referred(description, json.schema) } };
  return {
    ...operation,
    parameters: parameters.map((each: Json) => referred(description, each)),
    ...(body && { requestBody: { content: body } }),
  };
}

/**
 * Fails unless the response is announced for this request and matches its schema. Requests without
 * an operation (unknown path, unreadable request) must get a described problem.
 */
export function checkResponse(method: string, path: string, answer: Answered): void {
  const about = `${method} ${path} → ${answer.status} ${answer.text.slice(0, 2_000)}`;
  const { status } = answer;
  assert.ok(answer.headers['x-request-id'], `no request id: ${about}`);
  const operation = operationAt(method, path);
  if (!operation || ANY_ADDRESS.has(status) || (status >= 400 && /^\/health/.test(path))) {
    checkProblem(answer, about);
    return;
  }
  const response = operation.operation.responses[status];
  assert.ok(response, `status ${status} is not described: ${about}`);
  const said = referred(description, response);
  if (status >= 400) checkProblem(answer, about);
  if (status === 204 || status === 304) return assert.equal(answer.text, '', about);
  if (status < 400 && said.content['text/csv']) return checkFile(answer, about);
  if (status < 400 && !said.content['application/json']) return checkBytes(answer, about);
  const type = status >= 400 ? 'application/problem+json' : 'application/json';
  const pointer = response.$ref
    ? `${response.$ref}/content/${escaped(type)}/schema`
    : `#/paths/${escaped(operation.template)}/${method.toLowerCase()}/responses/${status}/content/${escaped(type)}/schema`;
  const validate = validatorAt(pointer);
  assert.ok(validate(answer.json), `${JSON.stringify(validate.errors)}: ${about}`);
}

/** Fails unless the response is a CSV file with RFC 4180 line ends. */
function checkFile({ headers, text }: Answered, about: string): void {
  assert.match(String(headers['content-type']), /^text\/csv; charset=utf-8/, about);
  assert.match(String(headers['content-disposition']), /^attachment; filename="[a-z0-9-]+\.csv"$/, about);
  assert.ok(text === '' || text.endsWith('\r\n'), about);
}

/** Fails unless the response is a download with a file name that no browser renders as a page. */
function checkBytes({ headers }: Answered, about: string): void {
  assert.match(
    String(headers['content-disposition']),
    /^(?:inline|attachment); filename="[^"]+"; filename\*=UTF-8''\S+$/,
    about,
  );
  assert.equal(headers['x-content-type-options'], 'nosniff', about);
  assert.doesNotMatch(String(headers['content-type']), /html|javascript/, about);
  if (!/svg/.test(String(headers['content-type']))) return;
  // An image format that can contain scripts is downloaded, never opened on the service’s origin,
  // and runs none.
  assert.match(String(headers['content-disposition']), /^attachment;/, about);
  assert.match(String(headers['content-security-policy']), /default-src 'none'/, about);
}

/** Fails unless the response is a problem (RFC 9457) matching the description. */
export function checkProblem({ status, headers, json }: Answered, about: string): void {
  assert.match(String(headers['content-type']), /^application\/problem\+json/, about);
  const validate = validatorAt('#/components/schemas/Problem');
  const valid: boolean = validate(json);
  assert.ok(valid, `${JSON.stringify(validate.errors)}: ${about}`);
  assert.deepEqual([json.status, json.statusCode, json.message], [status, status, json.code], about);
  assert.match(json.code, /^[a-z_]+\.[a-z_]+$/, about);
  assert.equal(json.requestId, headers['x-request-id'], about);
}

/** The operation of a path: literal segments take precedence over parameters. */
export function operationAt(method: string, path: string): Described | undefined {
  const [bare = ''] = path.split('?', 1);
  return described
    .filter((each) => each.method === method && each.matches.test(bare))
    .sort((a, b) => a.template.split('{').length - b.template.split('{').length)[0];
}

/** Responses any path may give before an operation is reached, described or not. */
const ANY_ADDRESS: ReadonlySet<number> = new Set([405, 417]);

const validators = new Map<string, ValidateFunction<Answered['json']>>();

/** Validates a value against the schema at a JSON pointer of the description. */
export function validatorAt(pointer: string): ValidateFunction<Answered['json']> {
  const known = validators.get(pointer) ?? ajv.compile<Answered['json']>({ $ref: `openapi${pointer}` });
  validators.set(pointer, known);
  return known;
}

/** A segment of a JSON pointer in a URL. */
export const escaped = (step: string): string => encodeURIComponent(step.replaceAll('~', '~0').replaceAll('/', '~1'));
