import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv } from 'ajv';
import { z } from 'zod';
import type { TrialAnswer, TrialRequest } from '../../src/trial-platform/answer.ts';

// Requests and answers of the trial platform against our own schemas, always, and against the two
// official OpenAPI files if PLATFORM_OPENAPI names the folder that has them.

const folder = process.env.PLATFORM_OPENAPI;
const FILES = { 'flow-service': 'flow-service-1.3.0.json', 'directory-service': 'directory-service-1.3.0.json' };
type Service = keyof typeof FILES;

/** Why the official files are not used; undefined if they are. */
export const withoutOfficialFiles: string | undefined =
  folder === undefined
    ? `PLATFORM_OPENAPI names no folder with ${Object.values(FILES).join(' and ')} (XP Z12-013, annexes A and B)`
    : Object.values(FILES)
        .find((file) => !existsSync(join(folder, file)))
        ?.concat(` is not in ${folder}`);

const text = z.string();
const date = z.iso.datetime();
const error = z.strictObject({ errorCode: text.min(1), errorMessage: text.optional() });
const detail = z.strictObject({
  level: z.enum(['Error', 'Warning']),
  item: text,
  reasonCode: text,
  reasonMessage: text,
});
const info = {
  name: text.max(255),
  flowSyntax: z.enum(['CII', 'UBL', 'Factur-X', 'CDAR', 'FRR']),
  trackingId: text.max(64).optional(),
  flowId: text.max(64),
  submittedAt: date,
};
const rule = z.enum(['B2B', 'B2BInt', 'B2C', 'B2G', 'OutOfScope', 'ArchiveOnly', 'NotApplicable', 'Undefined']);
const profile = z.enum(['Basic', 'CIUS', 'Extended-CTC-FR', 'Undefined']);
const flow = z.strictObject({
  ...info,
  updatedAt: date,
  flowProfile: profile,
  processingRule: rule,
  processingRuleSource: z.enum(['Input', 'Computed']),
  flowType: text.regex(/^([A-Z][A-Za-z]*(Invoice|InvoiceLC|Report|ReportLC)|Undefined)$/),
  flowDirection: z.enum(['In', 'Out']),
  acknowledgement: z.strictObject({
    status: z.enum(['Pending', 'Ok', 'Error']),
    details: z.array(detail).min(1).optional(),
  }),
});
const webhook = { webhookId: z.uuid(), createdAt: date };
const results = (entry: z.ZodType) =>
  z.strictObject({ search: z.looseObject({}), totalNumberOfResults: z.int().min(0), results: z.array(entry) });
const unit = z.strictObject({
  siren: text.regex(/^\d{9}$/).optional(),
  businessName: text.max(150).optional(),
  entityType: z.enum(['Public', 'PrivateVatRegistered']).optional(),
  administrativeStatus: z.enum(['A', 'C']).optional(),
  instructions: z.strictObject({ isSalesProspectingForbidden: z.boolean() }).optional(),
});
const facility = z.looseObject({ legalUnit: unit.optional() });
const line = z.looseObject({ platformType: z.enum(['WK', 'DFH']), directoryLineStatus: z.literal('Enabled') });

/** Our own schema of each answer, by operation and status. */
const own: Readonly<Record<string, z.ZodType>> = {
  'POST /v1/flows 202': z.strictObject({
    ...info,
    processingRule: rule.optional(),
    flowProfile: profile.optional(),
    sha256: text.regex(/^[a-f0-9]{64}$/),
  }),
  'POST /v1/flows/search 200': z.strictObject({
    limit: z.int().max(100),
    nextCursor: text.optional(),
    filters: z.looseObject({}),
    results: z.array(flow),
  }),
  'GET /v1/flows/{flowId} 200': flow,
  'GET /v1/webhooks 200': z.strictObject({
    count: z.int(),
    webhookIds: z.array(z.uuid()),
    webhooks: z.array(z.looseObject({ ...webhook, callbackUrl: z.url(), signingKey: z.never().optional() })),
  }),
  'POST /v1/webhooks 201': z.strictObject({ ...webhook, signingKey: z.base64() }),
  'POST /v1/siren/search 200': results(unit),
  'GET /v1/siren/code-insee:{siren} 200': unit,
  'POST /v1/siret/search 200': results(facility),
  'GET /v1/siret/code-insee:{siret} 200': facility,
  'POST /v1/routing-code/search 200': results(z.looseObject({})),
  'GET /v1/routing-code/siret:{siret}/code:{routing-identifier} 200': z.looseObject({ routingIdentifier: text }),
  'POST /v1/directory-line/search 200': results(line),
  'GET /v1/directory-line/code:{addressing-identifier} 200': line,
};

/** The operations of the two services, with the path as the standard writes it. */
const PATHS: readonly (readonly [Service, RegExp, string])[] = [
  ['flow-service', /^\/v1\/flows$/, '/v1/flows'],
  ['flow-service', /^\/v1\/flows\/search$/, '/v1/flows/search'],
  ['flow-service', /^\/v1\/flows\/[^/]+$/, '/v1/flows/{flowId}'],
  ['flow-service', /^\/v1\/webhooks$/, '/v1/webhooks'],
  ['flow-service', /^\/v1\/webhooks\/[^/]+$/, '/v1/webhooks/{webhookUid}'],
  ['flow-service', /^\/v1\/healthcheck$/, '/v1/healthcheck'],
  ['directory-service', /^\/v1\/healthcheck$/, '/v1/healthcheck'],
  ['directory-service', /^\/v1\/siren\/search$/, '/v1/siren/search'],
  ['directory-service', /^\/v1\/siren\/code-insee/, '/v1/siren/code-insee:{siren}'],
  ['directory-service', /^\/v1\/siret\/search$/, '/v1/siret/search'],
  ['directory-service', /^\/v1\/siret\/code-insee/, '/v1/siret/code-insee:{siret}'],
  ['directory-service', /^\/v1\/routing-code\/search$/, '/v1/routing-code/search'],
  ['directory-service', /^\/v1\/routing-code\/siret/, '/v1/routing-code/siret:{siret}/code:{routing-identifier}'],
  ['directory-service', /^\/v1\/directory-line\/search$/, '/v1/directory-line/search'],
  ['directory-service', /^\/v1\/directory-line\/code/, '/v1/directory-line/code:{addressing-identifier}'],
];

/** Operations and statuses that were checked, for the test that all were. */
export const checked = new Set<string>();

/** Asserts that an answer of the two services is one of the standard. */
export function assertStandard({ method, url }: TrialRequest, answer: TrialAnswer): void {
  const [, service = '', path = ''] = /^.*?\/(flow-service|directory-service)(\/.*)$/.exec(url) ?? [];
  const plain = path.replace(/\?.*/, '');
  const [, , template] = PATHS.find(([of, pattern]) => of === service && pattern.test(plain)) ?? [];
  const operation = `${method} ${template}`;
  const isJson = answer.headers['content-type'] === 'application/json';
  const value = isJson ? JSON.parse(Buffer.from(answer.body).toString()) : undefined;
  if (answer.status >= 400) z.parse(error, value);
  else if (isJson) z.parse(own[`${operation} ${answer.status}`] ?? z.never(), value);
  // Not operations of the standard.
  if (template === undefined || answer.status === 405) return;
  checked.add(`${service} ${operation}`);
  if (withoutOfficialFiles === undefined)
    assertOfficial({ service: service as Service, method, template, status: answer.status }, value);
}

type Described = { service: Service; method: string; template: string; status: number };

function assertOfficial({ service, method, template, status }: Described, value: unknown): void {
  const { description, ajv } = official(service);
  const responses = description.paths[template]?.[method.toLowerCase()]?.responses;
  assert.ok(responses, `${method} ${template} is not in the official file`);
  const found = responses[String(status)];
  assert.ok(found, `${method} ${template} has no answer ${status} in the official file`);
  const response = found.$ref ? description.components.responses[found.$ref.split('/').at(-1)] : found;
  const schema = response.content?.['application/json']?.schema;
  if (value === undefined || !schema) return;
  const pointer = `service#${pointerTo(description, schema)}`;
  // One schema for all uses: compiling takes longer than all checks.
  const validate = ajv.getSchema(pointer) ?? ajv.compile({ $ref: pointer });
  assert.ok(validate(value), `${method} ${template} ${status}: ${ajv.errorsText(validate.errors)}`);
}

const services = new Map<Service, { description: any; ajv: Ajv }>();

function official(service: Service) {
  const known = services.get(service);
  if (known) return known;
  const description = JSON.parse(readFileSync(join(folder as string, FILES[service]), 'utf8'));
  // As published, no known reason is valid: it fits both the list and any text, of which oneOf
  // allows one.
  const { ReasonCode } = description.components.schemas;
  if (ReasonCode) description.components.schemas.ReasonCode = { anyOf: ReasonCode.oneOf };
  const ajv = new Ajv({ strict: false, validateFormats: false });
  ajv.addSchema({ ...description, $id: 'service' });
  const made = { description, ajv };
  services.set(service, made);
  return made;
}

/** The JSON pointer to a schema inside its file. */
function pointerTo(node: unknown, wanted: unknown): string | undefined {
  if (node === wanted) return '';
  if (node === null || typeof node !== 'object') return undefined;
  for (const [name, value] of Object.entries(node)) {
    const rest = pointerTo(value, wanted);
    if (rest !== undefined) return `/${encodeURIComponent(name.replaceAll('~', '~0').replaceAll('/', '~1'))}${rest}`;
  }
  return undefined;
}
