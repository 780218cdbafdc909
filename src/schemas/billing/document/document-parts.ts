import * as z from 'zod';
import { warningNames } from '../../../domain/billing/document/checks/warning-name.ts';
import { durationUnits } from '../../../domain/billing/document/lines/product-unit.ts';
import { situations } from '../../../domain/billing/document/situation.ts';
import {
  discountsForAdvancePayment,
  latePenalties,
  lumpSumCompensations,
} from '../../../domain/billing/document/terms/payment-terms.ts';
import { discountModes } from '../../../domain/billing/document/totals/discount.ts';
import type { DocumentCurrency } from '../../../domain/money/currency.ts';
import { legalIdentityJson } from '../../account/legal-identity.ts';
import { CustomerJson } from '../../customers/customer.ts';
import { numbered } from '../../fields/enum-schema.ts';
import {
  BillingStateJson,
  BillingTypeJson,
  CurrencyCodeJson,
  LegalStatusJson,
  LocaleJson,
  PaymentDelayJson,
  PaymentMethodJson,
  PersonalServiceActivityJson,
  ProductTypeJson,
  ProductUnitJson,
  VatCodeJson,
  VatMentionJson,
} from '../../fields/enumerations.ts';
import { BankInformationJson } from '../../payments/bank-account.ts';
import { DisplaySettingsJson } from '../display-settings.ts';
import { commonTextMembers, legalTextMembers } from './text-members.ts';

// The common parts of documents in answers.

const cents = z.number().meta({ description: 'Hundredths of the document currency.' });
const seconds = z.number().meta({ description: 'Unix seconds.' });

const DiscountJson = z
  .object({ amount: z.number().meta({ description: '1000 is 10 % or 10.00.' }), mode: numbered(discountModes) })
  .meta({ id: 'Discount' });

const ConvertedLineAmountsJson = z
  .object({
    priceWithoutTaxBeforeDiscount: cents,
    discountAmount: cents.optional(),
    priceWithoutTaxAfterDiscount: cents,
    vatAmount: cents,
    priceTotalTax: cents,
  })
  .meta({ id: 'ConvertedLineAmounts', description: 'In the account currency.' });

export const LineJson = z
  .object({
    generatedId: z.string().optional(),
    id: z.string(),
    productId: z.string().optional(),
    section: z.string().optional().meta({ description: 'The heading of the section.' }),
    unitPrice: z.number().meta({ description: 'Cents, at most 4 decimals.' }),
    unitPriceHT: z.number().meta({ description: 'Cents tax excluded, at most 4 decimals.' }),
    quantity: z.number(),
    quantityUnit: ProductUnitJson.optional(),
    designation: z.string(),
    reference: z.string().optional(),
    description: z.string().optional(),
    isDeliveryOfGoods: z.boolean(),
    type: ProductTypeJson.optional(),
    vatCode: VatCodeJson,
    personalServiceActivity: PersonalServiceActivityJson.optional(),
    priceWithoutTaxBeforeDiscount: cents,
    discountAmount: cents,
    discount: DiscountJson,
    priceWithoutTaxAfterDiscount: cents,
    vatAmount: cents,
    priceTotalTax: cents,
    convertedAmounts: ConvertedLineAmountsJson.optional(),
    isTaxIncluded: z.boolean(),
  })
  .meta({ id: 'Line' });

const sectionSums = {
  amountWithoutTax: cents.meta({
    description: 'Cents: the lines of the section after their discounts, before that of the document.',
  }),
  amountWithTax: cents.meta({ description: 'Cents: the same amount including tax.' }),
};
/** Consecutive lines with the same heading. The published API does not have sections. */
export const SectionsJson = z
  .array(
    z
      .object({
        title: z.string(),
        lineCount: z.int().meta({ description: 'The number of lines in the section.' }),
        ...sectionSums,
        convertedAmounts: z
          .object(sectionSums)
          .meta({ id: 'ConvertedSection', description: 'In the account currency.' })
          .optional(),
      })
      .meta({ id: 'Section' }),
  )
  .optional()
  .meta({ description: 'The sections of its lines, in order; absent if no line has a heading.' });

const VatDetailJson = z
  .object({ vatCode: VatCodeJson, amount: cents, vatRate: z.number().meta({ description: 'Percent: 20, 5.5.' }) })
  .meta({ id: 'VatDetail' });

const sums = {
  amountWithoutTaxBeforeDiscount: cents,
  amountWithoutTaxAfterDiscount: cents,
  amountWithTaxAfterDiscount: cents,
  remainingAmountWithoutTax: cents,
  remainingAmountWithTax: cents,
  vatDetails: z.array(VatDetailJson),
  discountAmount: cents.optional(),
  amountWithoutTaxBeforeDiscountWithoutDisbursement: cents,
};
const invoiceSums = { ...sums, remainingReconciliateAmount: cents };
const estimateSums = {
  ...sums,
  remainingAmountToBill: cents,
  billedAmountWithoutTax: cents,
  billedAmountWithTax: cents,
  remainingAmountWithoutTaxWithoutDisbursement: cents,
};
const converted = { description: 'In the account currency, reconciled on the tax-included figure.' };
export const InvoiceTotalJson = z
  .object({
    ...invoiceSums,
    convertedAmounts: z
      .object(invoiceSums)
      .meta({ id: 'ConvertedInvoiceTotal', ...converted })
      .optional(),
  })
  .meta({ id: 'InvoiceTotal' });
// In the published description, an advance's converted amounts also have the members of an
// estimate's.
export const AdvanceTotalJson = z
  .object({
    ...invoiceSums,
    convertedAmounts: z
      .object({ ...invoiceSums, ...estimateSums })
      .meta({ id: 'ConvertedAmounts', ...converted })
      .optional(),
  })
  .meta({ id: 'Total' });
export const EstimateTotalJson = z
  .object({
    ...estimateSums,
    convertedAmounts: z
      .object(estimateSums)
      .meta({ id: 'ConvertedEstimateTotal', ...converted })
      .optional(),
  })
  .meta({ id: 'EstimateTotal' });

export const LatePenaltyJson = z
  .object({ value: z.enum(latePenalties), otherValue: z.string().optional() })
  .meta({ id: 'LatePenalty' });
export const LumpSumCompensationJson = z
  .object({ value: numbered(lumpSumCompensations), otherValue: z.string().optional() })
  .meta({ id: 'LumpSumCompensation' });
export const DiscountAdvancePaymentJson = z
  .object({ value: z.enum(discountsForAdvancePayment), otherValue: z.string().optional() })
  .meta({ id: 'DiscountAdvancePayment' });

/** Late payment terms: nullable on a credit note, omitted elsewhere if there are none. */
export const termsJson = {
  latePenalty: LatePenaltyJson.optional(),
  lumpSumCompensation: LumpSumCompensationJson.optional(),
  discountAdvancePayment: DiscountAdvancePaymentJson.nullable(),
};
export const nullableTermsJson = {
  latePenalty: LatePenaltyJson.nullable(),
  lumpSumCompensation: LumpSumCompensationJson.nullable(),
  discountAdvancePayment: DiscountAdvancePaymentJson.nullable(),
};

const EmitterJson = z
  .object({
    name: z.string().optional(),
    fullName: z.string().optional(),
    email: z.string().optional(),
    phone: z.string().optional(),
    commercialName: z.string().optional(),
    siret: z.string().optional(),
    vatNumber: z.string().optional(),
    rcsNumber: z.string().nullable().optional(),
    rsacNumber: z.string().nullable().optional(),
    ...legalIdentityJson,
    vatOnDebits: z.boolean().optional(),
    legalStatus: LegalStatusJson.optional(),
    sapAgreementNumber: z.string().optional(),
    hasVat: z.boolean(),
  })
  .meta({ id: 'Emitter' });

const { otherPaymentMethod, ...notes } = legalTextMembers;
const BillingLegalsJson = z
  .object({
    ...notes,
    vatMention: VatMentionJson,
    paymentMethods: z.array(PaymentMethodJson),
    otherPaymentMethod,
  })
  .meta({ id: 'BillingLegals' });

export const CurrencyJson = z
  .object({
    currencyCode: CurrencyCodeJson,
    currencyDate: seconds,
    currencyRate: z
      .number()
      .meta({ description: 'Units of the document currency for one unit of the account currency.' }),
    origin: z.enum(['ECB', 'USER', 'FIXED']),
  })
  .meta({ id: 'Currency' });

export const currencyToJson = ({ code, rate, origin, at }: DocumentCurrency): z.output<typeof CurrencyJson> => ({
  currencyCode: code,
  currencyDate: at,
  currencyRate: rate,
  origin,
});

export const FileJson = z
  .object({
    id: z.string(),
    name: z.string(),
    extension: z.string(),
    mimeType: z.string(),
    url: z.string(),
    relativeUrl: z.string(),
    isCertified: z.boolean().optional(),
    isCertifiable: z.boolean().optional(),
    isInElectronicInvoice: z.boolean().optional(),
  })
  .meta({ id: 'File' });

export const FinalizeRequirementJson = z
  .object({
    name: z.string(),
    message: z.string(),
    leftToCredit: z
      .array(
        z.object({
          vatCode: VatCodeJson.optional(),
          disbursement: z.boolean().optional(),
          amountWithoutTax: cents,
          vatAmount: cents,
        }),
      )
      .optional()
      .meta({ description: 'For a credit note that is too high: the amount left to credit, per VAT code.' }),
  })
  .meta({ id: 'FinalizeRequirement' });

export const WarningJson = z
  .object({
    title: z.string(),
    message: z.string(),
    name: z.enum(warningNames).meta({ description: 'The warning, in all languages.' }),
    lines: z.array(z.int().positive()).optional().meta({
      description: 'The numbers of the lines the warning is about, from 1; absent if it is about the document.',
    }),
  })
  .meta({ id: 'Warning' });

/** Members of every document kind. */
export const commonJson = {
  id: z.string(),
  number: z.string().optional().meta({ description: 'The official number, assigned by finalization.' }),
  title: z.string().optional(),
  type: BillingTypeJson,
  state: BillingStateJson,
  situation: z.enum(situations).meta({ description: 'The status of the document today, the most urgent one.' }),
  situationDays: z
    .int()
    .optional()
    .meta({ description: 'Days late since the due day, or days left until an offer expires, if `situation` says so.' }),
  customer: CustomerJson,
  locale: LocaleJson,
  emittedAt: seconds,
  archivedAt: seconds.optional(),
  opportunity: z.object({ id: z.string(), name: z.string() }).meta({ id: 'OpportunityOfDocument' }).optional(),
  locked: z.boolean(),
  finalizable: z.boolean(),
  test: z.boolean(),
  isEditable: z.boolean(),
  currencyCode: CurrencyCodeJson,
  currency: CurrencyJson,
  lastDownloadAt: seconds.optional(),
  attachments: z.array(FileJson),
  finalizeRequirements: z.array(FinalizeRequirementJson),
  warnings: z.array(WarningJson),
  emitter: EmitterJson,
  bankInformation: BankInformationJson.optional(),
  billingLegals: BillingLegalsJson,
  createdAt: seconds,
  updatedAt: seconds,
  deliveryDate: seconds.optional(),
  invoicingPeriod: z
    .object({ from: seconds, to: seconds })
    .meta({ id: 'InvoicingPeriod' })
    .optional()
    .meta({ description: 'The first and the last day a bill covers.' }),
  compatibilityVersion: z.enum(['V1', 'V2', 'V3']),
  isDeletable: z.boolean(),
  displayDeliveryAddress: z.boolean(),
  finalizedAt: seconds.optional(),
  lastSendByEmailAt: seconds.optional(),
  ...commonTextMembers,
  themeId: z.string().optional().meta({ description: 'The theme of the document, if it has its own.' }),
  paymentDelay: PaymentDelayJson,
  dueAt: seconds.optional(),
  displaySettings: DisplaySettingsJson,
  discount: DiscountJson.optional(),
};

/** The settlement of an invoice or an advance. The published API does not have it. */
export const SettlementJson = z
  .object({
    deductedAmountWithTax: cents.meta({ description: 'Cents: the sum of the deducted advances.' }),
    creditedAmountWithTax: cents.meta({ description: 'Cents: the sum of the finalized credit notes.' }),
    paidAmount: cents.meta({ description: 'Cents: payments less their counter-entries.' }),
    refundedAmount: cents.meta({ description: 'Cents: the refunds of its credit notes.' }),
    remainingAmount: cents.meta({ description: 'Cents: the amount still to be paid.' }),
    toRefundAmount: cents.meta({
      description:
        'Cents: the amount owed to the customer. total − deducted − credited − paid + refunded = remaining − toRefund.',
    }),
  })
  .meta({ id: 'Settlement' });

/** The price of an estimate and the duration of the work. The published API does not have them. */
export const ofOfferJson = {
  estimateFee: z
    .object({ amount: cents, isDeducted: z.boolean() })
    .meta({
      id: 'EstimateFee',
      description: 'The price of the estimate, in cents including tax; absent if it is free.',
    })
    .optional(),
  plannedDuration: z
    .object({ value: z.number(), unit: z.enum(durationUnits) })
    .meta({ id: 'PlannedDuration', description: 'Duration of the work.' })
    .optional(),
};

/** A planned advance inside an estimate. */
const AdvanceItemJson = z
  .object({
    value: z.number().meta({ description: 'Percent, or cents tax included.' }),
    mode: z.enum(['AMOUNT', 'PERCENTAGE']),
    paymentCondition: z.enum(['SIGNATURE', 'ORDER', 'OTHER']).optional(),
    customPaymentCondition: z.string().nullable().optional(),
  })
  .meta({ id: 'AdvanceItem' });
const AdvanceTotalsJson = z
  .object({
    totalAmountWithoutTax: cents,
    totalAmountWithTax: cents,
    remainingTotalAmountWithoutTax: cents,
    remainingTotalAmountWithTax: cents,
  })
  .meta({ id: 'AdvanceEstimateTotals' });
export const AdvanceEstimateLinesJson = z
  .object({ advances: z.array(AdvanceItemJson), totals: AdvanceTotalsJson, convertedTotals: AdvanceTotalsJson })
  .meta({ id: 'AdvanceEstimateLines' });
