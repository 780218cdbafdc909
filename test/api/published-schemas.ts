import { readFileSync } from 'node:fs';
import { Ajv, type ValidateFunction } from 'ajv';

// Published schemas of shared operations: members and their types. Extra members are allowed.

type Shape = Readonly<Record<string, unknown>>;
const text = { type: 'string' };
const number = { type: 'number' };
const flag = { type: 'boolean' };
const list = { type: 'array' };
const one = (...enumerated: readonly string[]) => ({ enum: enumerated });
const withMembers = (required: Record<string, Shape>, more: Record<string, Shape> = {}): Shape => ({
  ...{ type: 'object', required: Object.keys(required), properties: { ...required, ...more } },
});
const whole = withMembers({});

/** The recurrence of an invoice. A paused one has null as next date, as in the later interface. */
const FREQUENCY = withMembers({
  ...{ id: text, from: text, to: text, frequency: number, interval: one('day', 'week', 'month', 'year') },
  ...{ finalizeInvoice: flag, sendByMail: flag, inCopy: flag, nextBillingAt: { type: ['string', 'null'] } },
});

const PAYMENT_REQUEST = withMembers(
  { dateDebutEmploi: number, dateFinEmploi: number },
  {
    ...{ idDemandePaiement: text, dateVirement: number, advanceAlreadyPayed: number, mntVirement: number },
    statut: { anyOf: [text, { const: 0 }] },
  },
);

const INVOICE = withMembers(
  {
    ...{ id: text, type: one('invoice'), state: one('draft', 'finalized', 'paid'), customer: whole, locale: text },
    ...{ emittedAt: number, finalizable: flag, test: flag, isEditable: flag, isDeletable: flag, currencyCode: text },
    ...{ currency: withMembers({ currencyCode: text, currencyDate: number, currencyRate: number, origin: text }) },
    ...{ attachments: list, finalizeRequirements: list, emitter: whole, billingLegals: whole, createdAt: number },
    ...{ updatedAt: number, compatibilityVersion: text, displayDeliveryAddress: flag, paymentDelay: text },
    ...{ dueAt: number, isReminderActivated: flag, isOnlinePaymentActivated: flag, isFinalInvoice: flag },
    ...{ lines: list, total: whole, displaySettings: whole, hasAssociatedTransaction: flag },
    ...{ includeDiscountDisbursement: flag },
  },
  { frequency: FREQUENCY, paymentRequest: { anyOf: [PAYMENT_REQUEST, { type: 'null' }] } },
);

const REASONS = ['MISSING_INFO', 'UNDER_REVIEW', 'FRAUD_SUSPECTED', 'TERMS_VIOLATION', 'UNKNOWN'];
const PAYMENT_ACCOUNT = withMembers({
  ...{ id: text, externalId: text, provider: one('stripe_connect'), status: one('enabled', 'disabled') },
  reason: { enum: [...REASONS, null] },
});

const PORTAL_BILLING = withMembers(
  { id: text, number: text, date: number, billingState: text, billingType: text, amount: number },
  { signatureId: text, signature: whole, dueDate: number, validityDate: number },
);
const PORTAL = withMembers(
  {
    customer: withMembers({ name: text }, { firstname: text, lastname: text }),
    billings: { type: 'array', minItems: 1, items: PORTAL_BILLING },
    ...{ company: withMembers({ commercialName: text, name: text }), email: text },
  },
  { phone: text },
);

const shapes = { invoice: INVOICE, paymentAccount: PAYMENT_ACCOUNT, portal: PORTAL };
export type Published = keyof typeof shapes;

/** Names as in the published file. */
const names = {
  invoice: 'ReadInvoiceDto',
  paymentAccount: 'ReadPaymentAccountDto',
  portal: 'RetrieveCustomerPortalPaymentsDto',
} as const satisfies Record<Published, string>;

/** Missing or ambiguous in the published file; the later interface names them. */
const LATER: readonly [where: RegExp, why: string][] = [
  [/^\/currency\/origin /, 'FIXED is later'],
  [/^\/compatibilityVersion /, 'V3 is later'],
  [
    /^\/paymentRequest.* (must be string|must be null|must match a schema in anyOf)/,
    '0 stands as a number among texts',
  ],
  [/^\/frequency\/nextBillingAt must be string/, 'null is later'],
];

/** Returns the errors of a response by the shapes above and by the published file, if given. */
export function publishedSchemas(file?: string): (name: Published, answer: unknown) => string[] {
  const ajv = new Ajv({ strict: false, allErrors: true, validateFormats: false });
  const own = new Map<string, ValidateFunction>(
    Object.entries(shapes).map(([name, shape]) => [name, ajv.compile(shape)]),
  );
  const official = file && schemasOf(file);
  return (name, answer) => [
    ...faultsOf(own.get(name) as ValidateFunction, answer),
    ...(official
      ? faultsOf(official(names[name]), answer).filter((fault) => !LATER.some(([where]) => where.test(fault)))
      : []),
  ];
}

function faultsOf(isValid: ValidateFunction, answer: unknown): string[] {
  if (isValid(answer)) return [];
  return (isValid.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`);
}

function schemasOf(file: string): (name: string) => ValidateFunction {
  const { components } = JSON.parse(readFileSync(file, 'utf8'));
  const ajv = new Ajv({ strict: false, allErrors: true, validateFormats: false });
  ajv.addSchema({ $id: 'published', components: withNull(components) as object });
  return (name) => ajv.getSchema(`published#/components/schemas/${name}`) as ValidateFunction;
}

/** OpenAPI 3.0 `nullable` as JSON Schema. */
function withNull(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(withNull);
  if (typeof schema !== 'object' || schema === null) return schema;
  const { nullable, ...rest } = schema as Record<string, unknown>;
  const plain = Object.fromEntries(Object.entries(rest).map(([key, value]) => [key, withNull(value)]));
  return nullable === true ? { anyOf: [plain, { type: 'null' }] } : plain;
}
