import assert from 'node:assert/strict';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import type { Json } from '../../../src/http/openapi/json-type.ts';
import type { Answered } from '../service/http-client.ts';
import { readDescription } from './read-description.ts';
import { referred } from './resolve-references.ts';

/** The description as clients read it. */
export const description = readDescription();

// Each shape is checked a few times: to make its function shorter costs more than it saves.
const ajv = new Ajv2020({ strict: false, validateFormats: false, allErrors: false, code: { optimize: false } });
ajv.addSchema(description, 'openapi');

/**
 * One described operation: where it is served, what it takes (references followed), and what it
 * says of its answers.
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

/** What an operation takes, without a look elsewhere: parameters, and the members of its body. */
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
 * Fails unless the answer is one that the description announces for this request, and has the shape
 * it describes. What no operation is asked (an unknown address, an unreadable request) must at
 * least be a described problem.
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

/** Fails unless the answer is a file of rows, each ended as RFC 4180 has it. */
function checkFile({ headers, text }: Answered, about: string): void {
  assert.match(String(headers['content-type']), /^text\/csv; charset=utf-8/, about);
  assert.match(String(headers['content-disposition']), /^attachment; filename="[a-z]+\.csv"$/, about);
  assert.ok(text === '' || text.endsWith('\r\n'), about);
}

/**
 * Fails unless the answer is a file under a name of its own, which no browser takes for a page of
 * the service.
 */
function checkBytes({ headers }: Answered, about: string): void {
  assert.match(
    String(headers['content-disposition']),
    /^(?:inline|attachment); filename="[^"]+"; filename\*=UTF-8''\S+$/,
    about,
  );
  assert.equal(headers['x-content-type-options'], 'nosniff', about);
  assert.doesNotMatch(String(headers['content-type']), /html|javascript/, about);
  if (!/svg/.test(String(headers['content-type']))) return;
  // A picture that could hold scripts is saved, never opened in the place of the service, and would
  // run none.
  assert.match(String(headers['content-disposition']), /^attachment;/, about);
  assert.match(String(headers['content-security-policy']), /default-src 'none'/, about);
}

/** Fails unless the answer is a problem (RFC 9457) as the description has it. */
export function checkProblem({ status, headers, json }: Answered, about: string): void {
  assert.match(String(headers['content-type']), /^application\/problem\+json/, about);
  const validate = validatorAt('#/components/schemas/Problem');
  const valid: boolean = validate(json);
  assert.ok(valid, `${JSON.stringify(validate.errors)}: ${about}`);
  assert.deepEqual([json.status, json.statusCode, json.message], [status, status, json.code], about);
  assert.match(json.code, /^[a-z_]+\.[a-z_]+$/, about);
  assert.equal(json.requestId, headers['x-request-id'], about);
}

/** The operation that is served at an address: named steps win over parameters. */
export function operationAt(method: string, path: string): Described | undefined {
  const [bare = ''] = path.split('?', 1);
  return described
    .filter((each) => each.method === method && each.matches.test(bare))
    .sort((a, b) => a.template.split('{').length - b.template.split('{').length)[0];
}

/** What any address may answer before an operation is asked, described or not. */
const ANY_ADDRESS: ReadonlySet<number> = new Set([405, 417]);

const validators = new Map<string, ValidateFunction<Answered['json']>>();

function validatorAt(pointer: string): ValidateFunction<Answered['json']> {
  const known = validators.get(pointer) ?? ajv.compile<Answered['json']>({ $ref: `openapi${pointer}` });
  validators.set(pointer, known);
  return known;
}

/** A step of a JSON pointer in an address. */
const escaped = (step: string): string => encodeURIComponent(step.replaceAll('~', '~0').replaceAll('/', '~1'));
