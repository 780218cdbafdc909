import * as z from 'zod';
import { vatNumberOfSiren } from '../../domain/account/legal-identity.ts';
import { type AccountSettings, usualVatCodeOf, vatRegimes } from '../../domain/account/settings.ts';
import { formatText } from '../../domain/billing/numbering/number-format.ts';
import { firstCounter, formatOf } from '../../domain/billing/numbering/numbering.ts';
import type { SeriesPrefix } from '../../domain/billing/numbering/series.ts';
import {
  acreReductions,
  declarationRhythms,
  microSocialByDefault,
  pensionFunds,
} from '../../domain/books/micro-social.ts';
import type { PlatformConnection } from '../../domain/einvoicing/platform-connection.ts';
import {
  DiscountAdvancePaymentJson,
  LatePenaltyJson,
  LumpSumCompensationJson,
} from '../billing/document/document-parts.ts';
import { legalTextMembers, legalTextsToJson, withoutLegalTexts } from '../billing/document/text-members.ts';
import { ReminderJson } from '../billing/reminder.ts';
import { AddressJson } from '../customers/customer.ts';
import { PlatformChoiceJson, platformChoiceToJson } from '../einvoicing/platform-choice.ts';
import {
  CurrencyCodeJson,
  LegalStatusJson,
  LocaleJson,
  PaymentDelayJson,
  PaymentMethodJson,
  VatCodeJson,
  VatMentionJson,
} from '../fields/enumerations.ts';
import { BankInformationJson } from '../payments/bank-account.ts';
import { apiProviderNames } from '../payments/payment-account.ts';
import { DisplayFormJson, displayToForm } from './company-form.ts';
import { legalIdentityJson } from './legal-identity.ts';

const optionalText = z.string().optional();
const seriesJson = z.object({ format: z.string(), startsAt: z.number() }).meta({ id: 'SeriesNumbering' });

const { otherPaymentMethod, ...notes } = legalTextMembers;

/** The account's settings in the form of `PATCH /v2/company`. */
const SettingsJson = z
  .object({
    name: z.string(),
    fullName: optionalText,
    commercialName: optionalText,
    email: optionalText,
    phone: optionalText,
    address: AddressJson.optional(),
    siret: optionalText,
    vatNumber: optionalText,
    rcsNumber: optionalText,
    ...legalIdentityJson,
    rsacNumber: optionalText,
    vatOnDebits: z.boolean(),
    legalStatus: LegalStatusJson.optional(),
    sapAgreementNumber: optionalText,
    vatRegime: z.enum(vatRegimes),
    vatDeclaredQuarterly: z.boolean(),
    microSocial: z
      .object({
        rhythm: z.enum(declarationRhythms),
        acre: z.enum(acreReductions),
        acreUntil: z.string().optional().meta({ format: 'date' }),
        pensionFund: z.enum(pensionFunds),
        isCraft: z.boolean(),
        paysIncomeTax: z.boolean(),
      })
      .meta({ id: 'MicroSocial' }),
    activityBeganOn: z.string().optional().meta({ format: 'date', description: 'The day the activity began.' }),
    bankInformation: BankInformationJson.optional(),
    zone: z.string(),
    currency: CurrencyCodeJson,
    customerSirenRequired: z.boolean(),
    auditHeadsByMail: z.boolean(),
    bankMatchedByItself: z.boolean(),
    companySearchAllowed: z.boolean(),
    supplierInvoicesByMail: z.boolean(),
    mailSignature: optionalText,
    defaults: z.object({
      locale: LocaleJson,
      paymentDelay: PaymentDelayJson,
      estimateValidityDays: z.number(),
      latePenalty: LatePenaltyJson.nullable(),
      lumpSumCompensation: LumpSumCompensationJson.nullable(),
      discountAdvancePayment: DiscountAdvancePaymentJson.nullable(),
      vatMention: VatMentionJson.optional(),
      ...notes,
      paymentMethods: z.array(PaymentMethodJson),
      otherPaymentMethod,
      displaySettings: DisplayFormJson,
      reminder: ReminderJson.omit({ recipients: true }).meta({ id: 'ReminderDefault' }).optional(),
      isOnlinePaymentActivated: z.boolean(),
    }),
    onlinePaymentAccount: z
      .object({ provider: z.enum(['stripe_connect', 'mollie']), externalId: z.string() })
      .optional()
      .meta({ description: 'Where customers pay live documents online, once a provider is connected.' }),
    numbering: z.object({ F: seriesJson, D: seriesJson, BC: seriesJson, AV: seriesJson }),
  })
  .meta({ id: 'CompanySettings' });

/** The account as in the published API, plus its settings. */
export const MeJson = z
  .object({
    company: z.object({
      id: z.string(),
      commercialName: z.string(),
      siret: z.string(),
      legalStatut: LegalStatusJson,
      address: z.string(),
      city: z.string(),
      isInTestMode: z.boolean().meta({ description: 'Whether the calling key is a test key.' }),
    }),
    preferences: z.object({
      rentability: z.object({ defaultProductMargin: z.number(), defaultOverheadCosts: z.number() }),
      notification: z.object({ push: z.object({ urssafReminder: z.boolean() }) }),
    }),
    user: z.object({
      id: z.string(),
      email: z.string(),
      firstname: z.string(),
      lastname: z.string(),
      fullname: z.string(),
      firebaseToken: z.string(),
      address: z.string().nullable(),
    }),
    settings: SettingsJson,
    proposedVatNumber: optionalText.meta({
      description: 'The VAT number derived from the SIREN, if none was given. Confirm it: not every business has one.',
    }),
    eInvoicing: PlatformChoiceJson,
    usualVatCode: VatCodeJson.meta({
      description: 'The default VAT code of a line, from the VAT regime.',
    }),
  })
  .meta({ id: 'Me' });

type Facts = {
  accountId: string;
  test: boolean;
  year: number;
  /** The signed-in person, or the creator of the calling key. */
  asker: { readonly personId: string; readonly email: string; readonly name: string } | undefined;
  /** The platforms connected in the mode of the caller. */
  connections: readonly PlatformConnection[];
};

/** The account in an answer. `year`: the current civil year, whose series starts are given. */
export function meToJson(
  settings: AccountSettings,
  { accountId, test, year, asker, connections }: Facts,
): z.infer<typeof MeJson> {
  const { emitter } = settings;
  const { line1 = '', line2, city = '' } = emitter.address ?? {};
  const proposed = emitter.vatNumber ? undefined : vatNumberOfSiren(emitter.siret ?? '');
  return {
    company: {
      id: accountId,
      commercialName: emitter.commercialName ?? emitter.name ?? settings.name,
      siret: emitter.siret ?? '',
      legalStatut: emitter.legalStatus ?? 'other',
      address: [line1, line2].filter(Boolean).join(', '),
      city,
      isInTestMode: test,
    },
    preferences: {
      rentability: { defaultProductMargin: 0, defaultOverheadCosts: 0 },
      notification: { push: { urssafReminder: false } },
    },
    // A key without a creator (command line) belongs to the business. People have a single name
    // field.
    user: {
      id: asker?.personId ?? accountId,
      email: asker?.email ?? emitter.email ?? '',
      firstname: '',
      lastname: '',
      fullname: asker?.name ?? emitter.fullName ?? '',
      firebaseToken: '',
      address: null,
    },
    settings: settingsToJson(settings, year),
    ...(proposed && { proposedVatNumber: proposed }),
    eInvoicing: platformChoiceToJson(settings, connections),
    usualVatCode: usualVatCodeOf(settings),
  };
}

function settingsToJson(settings: AccountSettings, year: number): z.infer<typeof SettingsJson> {
  const { name: _, rcsNumber, rsacNumber, vatOnDebits = false, ...emitter } = settings.emitter;
  const series = (prefix: SeriesPrefix) => ({
    format: formatText(formatOf(settings.numbering, prefix)),
    startsAt: firstCounter(settings.numbering, prefix, { year, test: false }),
  });
  return {
    name: settings.name,
    ...emitter,
    vatOnDebits,
    ...(rcsNumber && { rcsNumber }),
    ...(rsacNumber && { rsacNumber }),
    vatRegime: settings.vatRegime,
    vatDeclaredQuarterly: settings.vatDeclaredQuarterly ?? false,
    microSocial: settings.microSocial ?? microSocialByDefault,
    ...(settings.activityBeganOn && { activityBeganOn: settings.activityBeganOn }),
    ...(settings.bank && { bankInformation: settings.bank }),
    zone: settings.zone,
    currency: settings.currency,
    customerSirenRequired: settings.customerSirenRequired,
    auditHeadsByMail: settings.auditHeadsByMail ?? false,
    bankMatchedByItself: settings.bankMatchedByItself ?? false,
    companySearchAllowed: settings.companySearchAllowed ?? false,
    supplierInvoicesByMail: settings.supplierInvoicesByMail ?? true,
    ...(settings.mailSignature && { mailSignature: settings.mailSignature }),
    defaults: defaultsToJson(settings.defaults),
    ...(settings.onlinePayment && {
      onlinePaymentAccount: {
        provider: apiProviderNames[settings.onlinePayment.provider],
        externalId: settings.onlinePayment.externalId,
      },
    }),
    numbering: { F: series('F'), D: series('D'), BC: series('BC'), AV: series('AV') },
  };
}

function defaultsToJson(defaults: AccountSettings['defaults']): z.infer<typeof SettingsJson>['defaults'] {
  const { discountForAdvancePayment, paymentMethods, display, onlinePayment, ...same } = defaults;
  return {
    ...withoutLegalTexts(same),
    ...legalTextsToJson(defaults),
    discountAdvancePayment: discountForAdvancePayment,
    paymentMethods: [...paymentMethods],
    displaySettings: displayToForm(display),
    isOnlinePaymentActivated: onlinePayment ?? false,
  };
}
