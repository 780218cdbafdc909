import * as z from 'zod';
import { LINES_PER_DOCUMENT_MAX, SECTION_TITLE_MAX } from '../../../domain/billing/document/lines/line.ts';
import { durationUnits } from '../../../domain/billing/document/lines/product-unit.ts';
import { invoicingFrameworks } from '../../../domain/billing/document/terms/invoicing-framework.ts';
import { isNotBlank } from '../../../domain/billing/document/terms/missing-payment-terms.ts';
import {
  discountsForAdvancePayment,
  latePenalties,
  lumpSumCompensations,
} from '../../../domain/billing/document/terms/payment-terms.ts';
import { discountModes, PERCENTAGE_MAX } from '../../../domain/billing/document/totals/discount.ts';
import { UNIT_PRICE_MAX_CENTS } from '../../../domain/catalogue/price.ts';
import { cents } from '../../../domain/money/cents.ts';
import { TEN_THOUSAND, tenThousandths } from '../../../domain/money/ten-thousandths.ts';
import { processLimits } from '../../../limits/process-limits.ts';
import { clearable } from '../../customers/customer-form.ts';
import { named, worded } from '../../fields/enum-schema.ts';
import {
  country,
  paymentDelay,
  paymentMethod,
  personalServiceActivity,
  productType,
  productUnit,
  vatCode,
  vatMention,
} from '../../fields/enumerations.ts';
import { filledText, LINE_MAX, NAME_MAX, NOTE_MAX, SHORT_MAX, text, trimmedLine } from '../../fields/text.ts';
import { day, timestamp } from '../../fields/timestamp.ts';
import { customFault } from '../../validation/custom-check.ts';
import { reminderForm } from '../reminder.ts';
import { commonTextInputs, legalTextInputs, ownTextInputs } from './text-members.ts';

// Parses documents in requests into domain values.

const QUANTITY_MAX = 100_000_000;
const DISCOUNT_AMOUNT_MAX_CENTS = 1_000_000_000_000;
const RATE_MAX = 1_000_000_000;
const RATE_MIN = 1 / RATE_MAX;
const PLANNED_ADVANCES_MAX = 50;
const REFERENCES_MAX = 20;
const PAYMENT_METHODS_MAX = 20;
/** The minimum of a planned duration, in its unit. */
const DURATION_MIN = 0.01;
const DURATION_MAX = 10_000;

const decimal = (min: number, max: number) =>
  z
    .number()
    .min(min)
    .max(max)
    // Values out of range are reported once, by the limits.
    .refine((value) => value < min || value > max || tenThousandths(value) !== undefined, {
      abort: true,
      ...customFault({ code: 'decimals_too_many', fr: 'Au plus 4 décimales', en: 'At most 4 decimals' }),
    })
    .transform((value) => tenThousandths(value) ?? ((value * TEN_THOUSAND) as never));

/** Cents of one unit. */
export const unitPrice = decimal(0, UNIT_PRICE_MAX_CENTS);
export const quantity = decimal(-QUANTITY_MAX, QUANTITY_MAX);

export const discount = z
  .object({ mode: named(discountModes), amount: z.int().min(0).max(DISCOUNT_AMOUNT_MAX_CENTS) })
  .refine(({ mode, amount }) => mode === 'AMOUNT' || amount <= PERCENTAGE_MAX, {
    path: ['amount'],
    ...customFault({
      code: 'percentage_above_100',
      fr: 'Au plus 10000, soit 100 %',
      en: 'At most 10000, which is 100 %',
    }),
  })
  .meta({ id: 'Discount', description: 'amount: 1000 is 10 % in mode PERCENTAGE, 10.00 in mode AMOUNT.' });

const lineMembers = z.object({
  generatedId: clearable(text(SHORT_MAX)),
  productId: clearable(text(SHORT_MAX)).meta({
    description: 'A product, which completes the members that the line leaves out.',
  }),
  section: trimmedLine(SECTION_TITLE_MAX).nullish().meta({
    description:
      'The section heading of the line; blank for none. Consecutive lines with the same one have a subtotal.',
  }),
  unitPrice: unitPrice.optional().meta({
    description: 'Cents, at most 4 decimals, never negative. Required without a product.',
  }),
  quantity: quantity.meta({ description: 'At most 4 decimals; negative for a return.' }),
  quantityUnit: productUnit.nullish(),
  designation: filledText(LINE_MAX)
    .optional()
    .meta({ description: 'Product or service billed. Required unless `productId` is given.' }),
  reference: clearable(text(NAME_MAX)),
  description: clearable(text(NOTE_MAX)),
  type: productType.nullish(),
  vatCode: vatCode.nullish().meta({ description: 'Required unless the line is a disbursement or has a product.' }),
  personalServiceActivity: personalServiceActivity.nullish(),
  discount: discount.nullish(),
  isDeliveryOfGoods: z.boolean().nullish(),
  isTaxIncluded: z.boolean().nullish(),
});

/** A line in a request; the operation adds its ID, and missing members from its product. */
export const line = lineMembers
  .superRefine(
    ({ productId, designation, unitPrice: price }, { addIssue }) => {
      if (typeof productId === 'string') return;
      const missing = { code: 'invalid_type', input: undefined } as const;
      if (designation === undefined) addIssue({ ...missing, expected: 'string', path: ['designation'] });
      if (price === undefined) addIssue({ ...missing, expected: 'number', path: ['unitPrice'] });
    },
    // Runs even if other members of the line are invalid, so that all faults are reported at once.
    { when: ({ value }) => typeof value === 'object' && value !== null && !Array.isArray(value) },
  )
  .meta({ id: 'Line' });
export type LineInput = z.output<typeof line>;

/**
 * The maximum number of lines is not checked here, because exceeding it is answered with 413, not
 * 400 (`services/billing/drafts/lines-from-input.ts`).
 */
export const lines = z
  .array(line)
  .max(processLimits.json.arrayElementsMax)
  .meta({
    maxItems: LINES_PER_DOCUMENT_MAX,
    description: `At most ${LINES_PER_DOCUMENT_MAX} lines, unit prices in cents.`,
  });

export const currencyRate = z
  .number()
  .min(RATE_MIN)
  .max(RATE_MAX)
  .meta({ description: 'Units of the document currency for one unit of the account currency.' });

const timeline = z.object({
  emittedAt: timestamp.nullable().meta({
    description: 'The time of issue, Unix seconds. null leaves it unchanged; a draft without a date stays without one.',
  }),
  paymentDelay: paymentDelay.meta({ description: 'How the due date follows from the issue date.' }),
  customDueDate: timestamp
    .nullish()
    .meta({ description: 'The due date, Unix seconds; required if paymentDelay is other.' }),
  deliveryDate: timestamp.nullish().meta({ description: 'The time of delivery, Unix seconds; null for none.' }),
});
/** The days a bill covers, Unix seconds (BG-14). */
const invoicingPeriod = z
  .object({ from: timestamp, to: timestamp })
  .refine(({ from, to }) => from <= to, {
    path: ['to'],
    ...customFault({
      code: 'period_inverted',
      fr: 'La fin de la période est avant son début',
      en: 'The period ends before it begins',
    }),
  })
  .meta({ id: 'InvoicingPeriod' });
export const billTimeline = timeline
  .extend({
    invoicingPeriod: invoicingPeriod.nullish().meta({
      description: 'The first and the last day the bill covers; null for none, omitted: unchanged.',
    }),
  })
  .meta({ id: 'Timeline' });
export const estimateTimeline = timeline
  .extend({
    expiredAt: timestamp.nullable().meta({
      description: 'Until when the estimate can be signed, Unix seconds; null leaves it unchanged.',
    }),
  })
  .meta({ id: 'EstimateTimeline' });

/** The dates of a document as tool parameters: days. */
export const timelineForTools = {
  emittedAt: day.nullable().meta({
    description: 'The day of issue, 2026-03-02; null leaves it unchanged.',
  }),
  paymentDelay: timeline.shape.paymentDelay,
  customDueDate: day.nullish().meta({ description: 'The due day, 2026-04-30, if paymentDelay is other.' }),
  deliveryDate: day.nullish().meta({ description: 'The day of delivery, 2026-03-02, or null.' }),
};
export const estimateTimelineForTools = {
  ...timelineForTools,
  expiredAt: day.nullable().meta({
    description: 'The last day to sign the estimate, 2026-04-30; null leaves it unchanged.',
  }),
};
/** The date members of a request and of tool parameters. */
export const daysOfTimeline = ['emittedAt', 'customDueDate', 'deliveryDate', 'expiredAt'];

/** A member that null and "" omit. */
const optionalValue = <T extends z.ZodType>(schema: T) =>
  z.preprocess((value) => (value === '' ? undefined : (value ?? undefined)), schema.optional()).optional();

const withOther = <V extends z.ZodType>(id: string, value: V) =>
  z
    .object({ value, otherValue: optionalValue(text(NOTE_MAX)) })
    .refine(
      (input: { value?: unknown; otherValue?: string | undefined }) =>
        input.value !== 'other' || isNotBlank(input.otherValue),
      {
        path: ['otherValue'],
        ...customFault({
          code: 'other_without_words',
          fr: 'Avec « other », indiquez ce qui s’applique dans otherValue',
          en: 'With "other", write what applies in otherValue',
        }),
      },
    )
    .meta({ id })
    .nullable();
const latePenalty = withOther('LatePenalty', worded(latePenalties));
const lumpSumCompensation = withOther('LumpSumCompensation', named(lumpSumCompensations));
const discountAdvancePayment = withOther('DiscountAdvancePayment', worded(discountsForAdvancePayment));
const { otherPaymentMethod, ...notes } = legalTextInputs;
export const generalInformations = z
  .object({
    ...notes,
    paymentMethods: z
      .array(paymentMethod)
      .max(PAYMENT_METHODS_MAX)
      .transform((value) => [...new Set(value)])
      .optional(),
    otherPaymentMethod,
    vatMention: vatMention.optional(),
    latePenalty: latePenalty.optional(),
    lumpSumCompensation: lumpSumCompensation.optional(),
    discountAdvancePayment: discountAdvancePayment.optional(),
  })
  .meta({ id: 'GeneralInformations' });
/** Members of estimates and purchase orders; null removes them. */
export const ofOffer = {
  estimateFee: clearable(
    z
      .object({
        amount: z.int().min(1).max(DISCOUNT_AMOUNT_MAX_CENTS).meta({ description: 'Cents, tax included.' }),
        isDeducted: z
          .boolean()
          .default(false)
          .meta({ description: 'Whether the price is deducted if the customer orders.' }),
      })
      .transform(({ amount, isDeducted }) => ({ amount: cents(amount), isDeducted }))
      .meta({ id: 'EstimateFee' }),
  ).meta({
    description: 'The price of the estimate; null if it is free.',
    example: { amount: 6_000, isDeducted: true },
  }),
  plannedDuration: clearable(
    z
      .object({
        value: decimal(DURATION_MIN, DURATION_MAX).meta({ description: 'At most 4 decimals.' }),
        unit: worded(durationUnits),
      })
      .meta({ id: 'PlannedDuration' }),
  ).meta({
    description: 'Duration of the work; null if unknown.',
    example: { value: 3, unit: 'week' },
  }),
};
const ofEveryKind = generalInformations.extend(commonTextInputs);
const ofBills = { isOnlinePaymentActivated: z.boolean().optional(), reminder: reminderForm.optional() };
export const creditNoteGeneralInformations = ofEveryKind
  .extend(ownTextInputs('credit_note'))
  .meta({ id: 'DocumentGeneralInformations' });
export const estimateGeneralInformations = ofEveryKind
  .extend({ ...ofOffer, ...ownTextInputs('estimate', 'purchase_order') })
  .meta({ id: 'EstimateGeneralInformations' });
export const invoiceGeneralInformations = ofEveryKind
  .extend({
    ...ofBills,
    invoicingFramework: clearable(worded(invoicingFrameworks)).meta({
      description:
        'What is special about its payment or reporting (BT-23); null for an ordinary invoice. With already_paid, finalizing records the payment.',
    }),
    ...ownTextInputs('invoice'),
  })
  .meta({ id: 'BillGeneralInformations' });
export const advanceGeneralInformations = ofEveryKind
  .extend({
    ...ofBills,
    designation: filledText(LINE_MAX).optional().meta({ description: 'The title of the advance as printed.' }),
    ...ownTextInputs('advance'),
  })
  .meta({ id: 'AdvanceGeneralInformations' });
export type GeneralInformations = z.output<typeof advanceGeneralInformations> &
  Partial<z.output<typeof invoiceGeneralInformations>> &
  Partial<z.output<typeof estimateGeneralInformations>>;

export const deliveryAddress = z
  .object({
    line1: text(NAME_MAX),
    line2: text(NAME_MAX).nullish(),
    city: text(NAME_MAX),
    zipCode: text(SHORT_MAX),
    country,
  })
  .meta({ id: 'Address' })
  .nullable();

/** The amount of an advance in a request. */
export const advanceAmountForm = {
  mode: worded(['AMOUNT', 'PERCENTAGE']).meta({ description: 'Whether the amount or the percentage counts.' }),
  amount: z.int().min(1).max(DISCOUNT_AMOUNT_MAX_CENTS).meta({ description: 'Cents, tax included, in mode AMOUNT.' }),
  percentage: z
    .number()
    .gt(0)
    .max(100)
    .refine(
      (value) => value > 100 || tenThousandths(value) !== undefined,
      customFault({ code: 'decimals_too_many', fr: 'Au plus 4 décimales', en: 'At most 4 decimals' }),
    )
    .meta({ description: 'Plain percent, in mode PERCENTAGE: 30, 5.5.' }),
};

export const plannedAdvances = z
  .array(
    z
      .object({
        value: z.number().gt(0).max(DISCOUNT_AMOUNT_MAX_CENTS),
        mode: worded(['AMOUNT', 'PERCENTAGE']),
        paymentCondition: worded(['SIGNATURE', 'ORDER', 'OTHER']).optional(),
        customPaymentCondition: text(NOTE_MAX).nullish(),
      })
      .refine(({ mode, value }) => (mode === 'AMOUNT' ? Number.isInteger(value) : isPercentage(value)), {
        path: ['value'],
        ...customFault({
          code: 'advance_value_invalid',
          fr: 'Donnez un pourcentage de 0 à 100 avec au plus 4 décimales, ou un montant entier en centimes',
          en: 'Give a percentage from 0 to 100 with at most 4 decimals, or a whole amount in cents',
        }),
      })
      .refine((input) => input.paymentCondition !== 'OTHER' || isNotBlank(input.customPaymentCondition), {
        path: ['customPaymentCondition'],
        ...customFault({
          code: 'other_without_words',
          fr: 'Avec « OTHER », indiquez dans customPaymentCondition quand l’acompte est dû',
          en: 'With "OTHER", state in customPaymentCondition when the advance is due',
        }),
      })
      .transform(({ mode, value, ...conditions }) => ({
        asked: mode === 'AMOUNT' ? ({ mode, amount: cents(value) } as const) : ({ mode, percentage: value } as const),
        ...conditions,
      }))
      .meta({ id: 'AdvanceItem' }),
  )
  .max(PLANNED_ADVANCES_MAX);
const isPercentage = (value: number): boolean => value <= 100 && tenThousandths(value) !== undefined;

export const references = z
  .array(z.object({ number: filledText(SHORT_MAX), date: timestamp }).meta({ id: 'CorrectedInvoice' }))
  .max(REFERENCES_MAX)
  .meta({ description: 'The invoices a free credit note corrects, each by its number and its date (Unix seconds).' });

/** The corrected invoices as tool parameters. */
export const referencesForTools = z
  .array(z.object({ number: filledText(SHORT_MAX), date: day }).meta({ id: 'CorrectedInvoiceOfTool' }))
  .max(REFERENCES_MAX)
  .meta({ description: 'The invoices a free credit note corrects, each by its number and its day, 2026-03-02.' });

export const title = filledText(NAME_MAX).nullable().meta({ description: 'The title of the document; null for none.' });
