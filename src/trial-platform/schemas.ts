import { z } from 'zod';
import { Refusal } from './answer.ts';
import { type BuyerAction, statusOfAction } from './buyer-order.ts';
import { faultNames } from './faults.ts';
import {
  DIRECTORY_PAGE_MAX,
  NAME_CHARACTERS_MAX,
  PAGE_DEFAULT,
  PAGE_MAX,
  SLOW_MS_MAX,
  TRACKING_ID_CHARACTERS_MAX,
} from './limits.ts';
import { flowSyntaxes } from './read-deposit.ts';

// What clients send. Members that the standard does not name are ignored, as it allows them.

const processingRules = [
  ...(['B2B', 'B2BInt', 'B2C', 'B2G', 'B2GInt', 'OutOfScope', 'B2GOutOfScope', 'ArchiveOnly'] as const),
  ...(['NotApplicable', 'Undefined'] as const),
] as const;
/** Flow types of version 1.1 and those that came later. */
export const laterFlowTypes: ReadonlySet<string> = new Set([
  ...['StateCustomerInvoice', 'StateSupplierInvoice', 'StateTransactionReport', 'StateTransactionReportLC'],
  ...['StatePaymentReport', 'StatePaymentReportLC', 'Undefined'],
]);
const flowTypes = [
  ...(['CustomerInvoice', 'SupplierInvoice', 'CustomerInvoiceLC', 'SupplierInvoiceLC'] as const),
  ...(['StateCustomerInvoiceLC', 'StateSupplierInvoiceLC', 'AggregatedCustomerTransactionReport'] as const),
  ...(['UnitaryCustomerTransactionReport', 'AggregatedCustomerPaymentReport'] as const),
  ...(['UnitaryCustomerPaymentReport', 'UnitarySupplierTransactionReport', 'MultiFlowReport'] as const),
  ...(['StateCustomerInvoice', 'StateSupplierInvoice', 'StateTransactionReport'] as const),
  ...(['StateTransactionReportLC', 'StatePaymentReport', 'StatePaymentReportLC', 'Undefined'] as const),
] as const;
const flowDirection = z.enum(['In', 'Out']);
const ackStatus = z.enum(['Pending', 'Ok', 'Error']);
const trackingId = z.string().max(TRACKING_ID_CHARACTERS_MAX);
const dateTime = z.iso.datetime({ offset: true });

export const flowInfo = z.object({
  name: z.string().max(NAME_CHARACTERS_MAX),
  flowSyntax: z.enum(flowSyntaxes),
  trackingId: trackingId.optional(),
  processingRule: z.enum(processingRules).optional(),
  flowProfile: z.enum(['Basic', 'CIUS', 'Extended-CTC-FR', 'Undefined']).optional(),
  sha256: z
    .string()
    .regex(/^[a-f0-9]{64}$/)
    .optional(),
});
export type FlowInfo = z.infer<typeof flowInfo>;

export const flowSearch = z.object({
  limit: z.int().min(1).max(PAGE_MAX).default(PAGE_DEFAULT),
  cursor: z.string().max(100).optional(),
  where: z.object({
    updatedAfter: dateTime.optional(),
    updatedBefore: dateTime.optional(),
    processingRule: z.array(z.enum(processingRules)).max(PAGE_MAX).optional(),
    flowType: z.array(z.enum(flowTypes)).max(PAGE_MAX).optional(),
    flowDirection: z.array(flowDirection).max(PAGE_MAX).optional(),
    trackingId: trackingId.optional(),
    ackStatus: ackStatus.optional(),
  }),
});
export type FlowSearch = z.infer<typeof flowSearch>;

export const webhookParams = z.object({
  callbackUrl: z.url({ protocol: /^https?$/ }).max(2000),
  flowTypes: z.array(z.enum(flowTypes)).max(PAGE_MAX).optional(),
  flowDirection: flowDirection.optional(),
  ackStatus: ackStatus.optional(),
});

// The directory: one filter has an operator and a value.

const strict = z.literal('strict');
const anyText = z.enum(['contains', 'strict', 'startWith']);
const filter = <Op extends z.ZodType<string>, Value extends z.ZodType<string>>(op: Op, value: Value) =>
  z.object({ op: op.optional(), value: value.optional() }).optional();
const digits = (count: number) => z.string().max(count).regex(/^\d*$/);
const siren = filter(strict, digits(9));
const siret = filter(strict, digits(14));
const status = filter(strict, z.enum(['A', 'C']));
const addressLines = filter(z.enum(['contains', 'startWith']), z.string().max(600));
const postalCode = filter(z.enum(['startWith', 'strict']), digits(5));
const locality = filter(anyText, z.string().max(100));
const routingIdentifier = filter(z.enum(['contains', 'strict']), z.string().max(100));

const order = z.enum(['ascending', 'descending']).optional();
const search = <Filters extends z.ZodType, const Field extends string, const Included extends string>(
  filters: Filters,
  { fields, include }: { fields: readonly Field[]; include: readonly Included[] },
) =>
  z.object({
    filters: filters.optional(),
    sorting: z
      .array(z.object({ field: z.enum(fields).optional(), order }))
      .max(20)
      .optional(),
    fields: z.array(z.enum(fields)).max(50).optional(),
    include: z.array(z.enum(include)).max(10).optional(),
    limit: z
      .int()
      .min(1)
      .max(2 ** 31 - 1)
      .default(DIRECTORY_PAGE_MAX),
    ignore: z
      .int()
      .min(0)
      .max(2 ** 31 - 1)
      .default(0),
  });

export const directoryFields = {
  siren: ['siren', 'businessName', 'entityType', 'administrativeStatus', 'instructions'],
  siret: [
    ...(['siret', 'siren', 'name', 'facilityType', 'administrativeStatus', 'siretInstructions', 'address'] as const),
    ...(['pmStatus', 'pmOnly', 'managesPaymentStatus', 'managesLegalCommitment'] as const),
    ...(['managesLegalCommitmentOrService', 'serviceCodeStatus'] as const),
  ],
  'routing-code': [
    ...(['siret', 'routingIdentifierType', 'routingCodeName', 'routingIdentifier'] as const),
    ...(['managesLegalCommitmentCode', 'administrativeStatus', 'address'] as const),
  ],
  'directory-line': ['addressingIdentifier', 'siren', 'siret', 'routingIdentifier', 'addressingSuffix'],
} as const;
export const directoryIncludes = {
  siren: [],
  siret: ['siren'],
  'routing-code': ['siren', 'siret'],
  'directory-line': ['siren', 'siret', 'routingCode'],
} as const;
export type DirectoryResource = keyof typeof directoryFields;

export const directorySearches = {
  siren: search(
    z.object({
      siren,
      businessName: filter(anyText, z.string().max(150)),
      entityType: filter(strict, z.enum(['Public', 'PrivateVatRegistered'])),
      administrativeStatus: status,
    }),
    { fields: directoryFields.siren, include: ['siren'] },
  ),
  siret: search(
    z.object({
      ...{ siret, siren, addressLines, postalCode, locality, administrativeStatus: status },
      facilityType: filter(strict, z.enum(['P', 'S'])),
      name: filter(anyText, z.string().max(100)),
      countrySubdivision: filter(strict, z.string().max(255)),
    }),
    { fields: directoryFields.siret, include: directoryIncludes.siret },
  ),
  'routing-code': search(
    z.object({
      ...{ routingIdentifier, siret, administrativeStatus: status, addressLines, postalCode, locality },
      routingCodeName: filter(z.enum(['contains', 'strict']), z.string().max(100)),
    }),
    { fields: directoryFields['routing-code'], include: directoryIncludes['routing-code'] },
  ),
  'directory-line': search(
    z.object({
      ...{ siren, siret, routingIdentifier },
      addressingIdentifier: filter(z.enum(['contains', 'strict']), z.string().max(125)),
      addressingSuffix: filter(z.enum(['contains', 'strict']), z.string().max(100)),
    }),
    { fields: directoryFields['directory-line'], include: directoryIncludes['directory-line'] },
  ),
} as const;

// The endpoints under `/trial`.

const actions = Object.keys(statusOfAction) as [BuyerAction, ...BuyerAction[]];
const said = {
  reason: z
    .string()
    .regex(/^[A-Z0-9_]{1,40}$/)
    .optional(),
  message: z.string().max(500).optional(),
};
export const buyerOrder = z.strictObject({ action: z.enum(actions), ...said });
const behaviour = z.strictObject({
  action: z.enum([...actions, 'approve_and_pay', 'wait']),
  ...said,
  afterSeconds: z.int().min(0).max(86_400).optional(),
});
export const registration = z.strictObject({
  name: z.string().min(1).max(100).optional(),
  behaviour: behaviour.optional(),
});
export const supplierInvoice = z.strictObject({
  from: digits(9).optional(),
  to: digits(9),
  netCents: z.int().min(1).max(100_000_000).default(100_000),
});
const fault = z.strictObject({
  times: z.int().min(1).max(1_000_000).optional(),
  milliseconds: z.int().min(0).max(SLOW_MS_MAX).optional(),
  retryAfterSeconds: z.int().min(0).max(3_600).optional(),
});
export const faultSettings = z.partialRecord(z.enum(faultNames), fault);

/** The value that fits a schema; refuses with the field and what is wrong with it. */
export function fitting<Schema extends z.ZodType>(schema: Schema, value: unknown): z.output<Schema> {
  const { success, data, error } = schema.safeParse(value);
  if (success) return data;
  const issue = error.issues[0];
  const field = issue?.path.join('.') || 'body';
  const isMissing = issue?.code === 'invalid_type' && issue.message.endsWith('received undefined');
  throw new Refusal(400, isMissing ? 'MISSING_REQUIRED_FIELD' : 'INVALID_FIELD', `${field}: ${issue?.message}`);
}

/** The JSON of a body, or a refusal. */
export function jsonOf(body: Uint8Array | string): unknown {
  try {
    return JSON.parse(typeof body === 'string' ? body : new TextDecoder('utf-8', { fatal: true }).decode(body));
  } catch {
    throw new Refusal(400, 'INVALID_JSON', 'The body is not JSON in UTF-8.');
  }
}
