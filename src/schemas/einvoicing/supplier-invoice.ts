import * as z from 'zod';
import { type ReceivedInvoice, receivedFaults, receivedFormats } from '../../domain/einvoicing/received-invoice.ts';
import type { SupplierStatus } from '../../domain/einvoicing/sent-message.ts';
import { possibleAnswers } from '../../domain/einvoicing/status-to-state.ts';
import {
  type AroundInvoice,
  receivedWarnings,
  type SupplierInvoice,
  sirenOfParty,
  supplierInvoiceStates,
  supplierKeyOf,
  warningsOf,
} from '../../domain/einvoicing/supplier-invoice.ts';
import { masked } from '../../domain/payments/bank/statement.ts';
import type { CivilDay } from '../../domain/time/civil-day.ts';
import { PossibleAnswerJson, SupplierStatusJson, supplierStatusToJson } from './supplier-status.ts';

const day = z.string().meta({ format: 'date' });
const cents = z.int().meta({ description: 'Cents.' });
const decimal = z.string().meta({ description: 'A decimal number as text.', example: '2.5' });

const IdentifierJson = z
  .object({ scheme: z.string().optional(), value: z.string() })
  .meta({ id: 'ReceivedIdentifier' });

const AddressJson = z
  .object({
    line1: z.string().optional(),
    line2: z.string().optional(),
    line3: z.string().optional(),
    city: z.string().optional(),
    postCode: z.string().optional(),
    country: z.string().optional(),
  })
  .meta({ id: 'ReceivedAddress' });

const PartyJson = z
  .object({
    name: z.string(),
    siren: z.string().optional(),
    tradingName: z.string().optional(),
    ids: z.array(IdentifierJson),
    legalId: IdentifierJson.optional(),
    vatNumber: z.string().optional(),
    taxRegistration: z.string().optional(),
    legalInformation: z.string().optional(),
    electronicAddress: IdentifierJson.optional(),
    address: AddressJson.optional(),
    contact: z
      .object({ name: z.string().optional(), phone: z.string().optional(), email: z.string().optional() })
      .optional(),
  })
  .meta({ id: 'ReceivedParty' });

const VatJson = z
  .object({
    category: z.string().meta({ description: 'UNTDID 5305, such as S or E.', example: 'S' }),
    rate: z.int().optional().meta({ description: 'Basis points: 2000 is 20 %.', example: 2000 }),
    reason: z.object({ code: z.string().optional(), text: z.string().optional() }).optional(),
  })
  .meta({ id: 'ReceivedVat' });

const AdjustmentJson = z
  .object({
    charge: z.boolean().meta({ description: 'true: a charge, false: a discount.' }),
    amount: cents,
    reason: z.string().optional(),
    vat: VatJson.optional(),
  })
  .meta({ id: 'ReceivedAdjustment' });

const LineJson = z
  .object({
    id: z.string(),
    name: z.string(),
    description: z.string().optional(),
    reference: z.string().optional(),
    note: z.string().optional(),
    quantity: decimal.optional(),
    unit: z.string().optional().meta({ description: 'UN/ECE recommendation 20.', example: 'HUR' }),
    price: decimal.optional(),
    baseQuantity: decimal.optional(),
    net: cents,
    isInformative: z.literal(true).optional().meta({ description: 'Not part of the sum of lines.' }),
    adjustments: z.array(AdjustmentJson),
    vat: VatJson.optional(),
  })
  .meta({ id: 'ReceivedLine' });

/** What the file states, in the terms of EN 16931. */
const ReceivedInvoiceJson = z
  .object({
    number: z.string(),
    issuedOn: day,
    type: z.string().meta({ description: 'UNTDID 1001: 380 invoice, 381 credit note, 386 advance.', example: '380' }),
    currency: z.string(),
    taxPointOn: day.optional(),
    vatPoint: z.enum(['delivery', 'payment', 'invoice']).optional(),
    dueOn: day.optional(),
    buyerReference: z.string().optional(),
    contractNumber: z.string().optional(),
    orderNumber: z.string().optional(),
    period: z.object({ from: day.optional(), to: day.optional() }).optional(),
    paymentTerms: z.string().optional(),
    process: z.string().optional(),
    profile: z.string().optional(),
    notes: z.array(z.object({ subject: z.string().optional(), text: z.string() })),
    preceding: z.array(z.object({ number: z.string(), issuedOn: day.optional() })),
    seller: PartyJson,
    buyer: PartyJson,
    payee: z.string().optional(),
    delivery: z.object({ on: day.optional(), address: AddressJson.optional() }).optional(),
    payment: z
      .object({
        code: z.string().optional().meta({ description: 'UNTDID 4461.', example: '58' }),
        text: z.string().optional(),
        reference: z.string().optional(),
        accounts: z.array(z.object({ iban: z.string(), bic: z.string().optional(), holder: z.string().optional() })),
      })
      .optional(),
    adjustments: z.array(AdjustmentJson),
    totals: z.object({
      lines: cents.optional(),
      allowances: cents,
      charges: cents,
      net: cents,
      tax: cents,
      accountingTax: z.object({ currency: z.string(), amount: cents }).optional(),
      total: cents,
      prepaid: cents,
      rounding: cents,
      due: cents,
    }),
    breakdown: z.array(z.object({ vat: VatJson, net: cents, tax: cents })),
    lines: z.array(LineJson),
    isRounded: z.literal(true).optional(),
  })
  .meta({ id: 'ReceivedInvoice' });

const FaultJson = z.object({
  fault: z.enum(receivedFaults),
  row: z.int().optional().meta({ description: 'Line of the XML.' }),
  term: z.string().optional().meta({ description: 'The term of EN 16931.', example: 'BT-112' }),
});

const summary = {
  id: z.string(),
  name: z.string().meta({ description: 'The file name.', example: 'facture-2026-118.xml' }),
  size: z.int().meta({ description: 'Bytes.' }),
  sha256: z.string().meta({
    description: 'SHA-256 of the original, in hexadecimal.',
    example: '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
  }),
  source: z.enum(['upload', 'platform']),
  state: z.enum(supplierInvoiceStates),
  receivedAt: z.int().meta({ description: 'Unix seconds.' }),
  handledAt: z.int().optional().meta({ description: 'Unix seconds.' }),
  fault: FaultJson.optional().meta({ description: 'Why the file could not be read; then it has no figures.' }),
  format: z.enum(receivedFormats).optional(),
  supplier: z
    .object({
      key: z.string().meta({ description: 'Identifies the supplier: SIREN, VAT number, address or name.' }),
      name: z.string(),
      siren: z.string().optional(),
      vatNumber: z.string().optional(),
    })
    .optional(),
  number: z.string().optional(),
  issuedOn: day.optional(),
  dueOn: day.optional(),
  type: z.string().optional().meta({ description: 'UNTDID 1001.', example: '380' }),
  currency: z.string().optional(),
  amountWithoutTax: cents.optional(),
  vatAmount: cents.optional(),
  amountWithTax: cents.optional(),
  amountDue: cents.optional(),
};

/** A received file in events. */
export const ReceivedSupplierInvoiceJson = z.object(summary).meta({ id: 'ReceivedSupplierInvoice' });

const warnings = z.array(z.enum(receivedWarnings)).meta({ description: 'What to check before paying.' });

/** A received file in lists. */
export const SupplierInvoiceJson = z.object({ ...summary, warnings }).meta({ id: 'SupplierInvoice' });

/** A received file with everything that was read from it. */
export const SupplierInvoiceDetailJson = z
  .object({
    ...summary,
    warnings,
    duplicateOf: z.string().optional().meta({ description: 'The ID of the invoice received first.' }),
    ibanBefore: z.string().optional().meta({
      description: 'The first and last characters of the IBAN on the last invoice of this supplier.',
      example: 'FR76…0189',
    }),
    statuses: z.array(SupplierStatusJson).meta({
      description: 'The statuses of its life cycle, oldest first: those you stated, and those that arrived.',
    }),
    answers: z.array(PossibleAnswerJson).meta({
      description: 'What may be stated about it now, by `answer-supplier-invoice`; nothing about an upload.',
    }),
    invoice: ReceivedInvoiceJson.optional(),
  })
  .meta({ id: 'SupplierInvoiceDetail' });

/** The invoice in an event. */
export function supplierInvoiceEventJson(stored: SupplierInvoice): z.input<typeof ReceivedSupplierInvoiceJson> {
  const { id, name, size, sha256, source, state, createdAt, handledAt, content } = stored;
  const own = {
    ...{ id, name, size, sha256, source: source.from, state, receivedAt: createdAt },
    ...(handledAt !== undefined && { handledAt }),
  };
  if (!('invoice' in content)) return { ...own, fault: content };
  const { format, invoice } = content;
  const { seller, number, issuedOn, dueOn, type, currency, totals } = invoice;
  const siren = sirenOfParty(seller);
  return {
    ...{ ...own, format, number, issuedOn, type, currency },
    supplier: {
      ...{ key: supplierKeyOf(seller), name: seller.name },
      ...(siren !== undefined && { siren }),
      ...(seller.vatNumber !== undefined && { vatNumber: seller.vatNumber }),
    },
    ...(dueOn !== undefined && { dueOn }),
    ...{ amountWithoutTax: totals.net, vatAmount: totals.tax, amountWithTax: totals.total, amountDue: totals.due },
  };
}

/** An entry of the list. */
export const supplierInvoiceToJson = (
  stored: SupplierInvoice,
  around: AroundInvoice,
): z.input<typeof SupplierInvoiceJson> => ({
  ...supplierInvoiceEventJson(stored),
  warnings: 'invoice' in stored.content ? warningsOf(stored.content.invoice, around) : [],
});

/** The invoice with everything that was read. */
export const supplierInvoiceDetailToJson = (
  stored: SupplierInvoice,
  around: AroundInvoice,
  { statuses, today }: { readonly statuses: readonly SupplierStatus[]; readonly today: CivilDay },
): z.input<typeof SupplierInvoiceDetailJson> => ({
  ...supplierInvoiceToJson(stored, around),
  statuses: statuses.map(supplierStatusToJson),
  answers: possibleAnswers(stored, { stated: statuses.filter(isSent), today }).map((answer) => ({
    ...answer,
    reasons: [...answer.reasons],
  })),
  ...(around.duplicateOf !== undefined && { duplicateOf: around.duplicateOf }),
  ...(around.ibanBefore !== undefined && { ibanBefore: masked(around.ibanBefore) }),
  ...('invoice' in stored.content && { invoice: invoiceToJson(stored.content.invoice) }),
});

const isSent = (status: SupplierStatus): status is Extract<SupplierStatus, { direction: 'sent' }> =>
  status.direction === 'sent';

function invoiceToJson({ seller, buyer, ...rest }: ReceivedInvoice): z.input<typeof ReceivedInvoiceJson> {
  const withSiren = (party: ReceivedInvoice['seller']) => {
    const siren = sirenOfParty(party);
    return { ...party, ...(siren !== undefined && { siren }) };
  };
  // A deep copy: the lists of the domain are read-only, those of the schema are not.
  return structuredClone({ ...rest, seller: withSiren(seller), buyer: withSiren(buyer) }) as unknown as z.input<
    typeof ReceivedInvoiceJson
  >;
}
