import * as z from 'zod';
import { vatRegimes } from '../../domain/account/settings.ts';
import type { DisplaySettings } from '../../domain/billing/document/display-settings.ts';
import { acreReductions, declarationRhythms, pensionFunds } from '../../domain/books/micro-social.ts';
import { cents } from '../../domain/money/cents.ts';
import { generalInformations } from '../billing/document/document-input.ts';
import { reminderForm } from '../billing/reminder.ts';
import { clearable } from '../customers/customer-form.ts';
import { electronicAddress } from '../einvoicing/electronic-address.ts';
import { worded } from '../fields/enum-schema.ts';
import { country, currencyCode, legalStatus, locale, paymentDelay, vatMention } from '../fields/enumerations.ts';
import { filledText, LINE_MAX, NAME_MAX, SHORT_MAX, text } from '../fields/text.ts';
import { day } from '../fields/timestamp.ts';
import { email } from '../mail/email.ts';
import { bankInformation } from '../payments/bank-account.ts';
import { customFault } from '../validation/custom-check.ts';
import { siret, vatNumber } from './legal-number.ts';

// The body of `PATCH /v2/company`. Missing members stay; null or "" clears members that can be
// empty. Unknown members are refused by name (`knowsAll`), so that no text to be printed is
// silently lost.

/** Maximum validity of an estimate in days. */
const VALIDITY_MAX_DAYS = 3_650;
/** The highest start of a number series: nine digits. */
const STARTS_AT_MAX = 999_999_999;
/** A hundred billion units. */
const CAPITAL_MAX_CENTS = 10_000_000_000_000;
const FORMAT_MAX = 200;
const BLOCKS_MAX = 20;
const BLOCK_WIDTH_MAX = 99;

const yesOrNo = z.boolean().optional();

const address = z
  .object({
    line1: text(LINE_MAX),
    line2: text(LINE_MAX).nullish(),
    city: text(SHORT_MAX),
    zipCode: text(SHORT_MAX),
    country,
  })
  .meta({ id: 'CompanyAddressForm' });

const block = z
  .discriminatedUnion('block', [
    z.object({ block: z.literal('series') }),
    z.object({ block: z.literal('year') }),
    z.object({ block: z.literal('counter'), width: z.int().min(0).max(BLOCK_WIDTH_MAX) }),
    z.object({ block: z.literal('literal'), text: z.string().max(FORMAT_MAX) }),
  ])
  .meta({ id: 'NumberBlock' });

const shareCapital = z
  .object({
    amount: z.int().min(1).max(CAPITAL_MAX_CENTS).transform(cents).meta({ description: 'Cents.' }),
    currency: currencyCode.default('EUR'),
    isVariable: yesOrNo,
  })
  .meta({ id: 'ShareCapital' });

const insurance = z
  .object({
    kind: text(NAME_MAX).nullish().meta({ description: 'The insured risk.', example: 'responsabilité décennale' }),
    insurer: filledText(NAME_MAX),
    contact: filledText(LINE_MAX).meta({ description: 'Contact details of the insurer: address, telephone.' }),
    policyNumber: text(SHORT_MAX).nullish(),
    area: filledText(NAME_MAX).meta({ description: 'The area covered.', example: 'France métropolitaine' }),
  })
  .meta({ id: 'InsuranceForm' });

const mediator = z
  .object({
    name: filledText(NAME_MAX),
    contact: filledText(LINE_MAX).meta({ description: 'Contact details: address, e-mail.' }),
    website: text(NAME_MAX).nullish(),
  })
  .meta({ id: 'MediatorForm' });

/** All members at once: they are chosen on one screen. */
const microSocial = z
  .object({
    rhythm: worded(declarationRhythms).meta({ description: 'How often turnover is declared to Urssaf.' }),
    acre: worded(acreReductions).default('none').meta({ description: 'The reduction of the first year (Acre).' }),
    acreUntil: day.nullish().meta({ description: 'The last day of the reduction, as Urssaf states it.' }),
    pensionFund: worded(pensionFunds)
      .default('general')
      .meta({ description: 'Of professional services: the general scheme, or the Cipav.' }),
    isCraft: z.boolean().default(false).meta({ description: 'A craft business: another contribution to training.' }),
    paysIncomeTax: z
      .boolean()
      .default(false)
      .meta({ description: 'Income tax is paid with the contributions (CGI art. 151-0).' }),
  })
  .refine(({ acre, acreUntil }) => acre === 'none' || Boolean(acreUntil), {
    path: ['acreUntil'],
    ...customFault({
      code: 'acre_without_end',
      fr: 'Indiquez le dernier jour de l’Acre : il figure sur la notification de l’Urssaf',
      en: 'State the last day of the Acre: it is on the notification of Urssaf',
    }),
  })
  .transform(({ acreUntil, ...said }) => ({ ...said, ...(acreUntil && { acreUntil }) }))
  .meta({ id: 'MicroSocialForm' });

const seriesNumbering = z
  .object({
    format: z
      .union([z.string().max(FORMAT_MAX), z.array(block).max(BLOCKS_MAX)])
      .optional()
      .meta({ description: 'A text such as {series}-{year}-{counter:4}, or the list of its blocks.' }),
    startsAt: z.int().min(1).max(STARTS_AT_MAX).optional().meta({
      description: 'The first counter of the current year; later years begin at 1.',
    }),
  })
  .meta({ id: 'SeriesNumbering' })
  .nullable()
  .optional();

/** The display settings by their API names. */
const displayFields = {
  fullName: 'displayFullName',
  email: 'displayEmail',
  phoneNumber: 'displayPhoneNumber',
  sapAgreement: 'displaySAPAgreement',
  legalStatus: 'displayLegalStatus',
  requiredMentionsProduct: 'displayRequiredMentionsProduct',
  memberOfAnApprovedAssociation: 'displayMemberOfAnApprovedAssociation',
  serviceLogo: 'displayServiceLogo',
  title: 'displayTitle',
  goodForApproval: 'displayGoodForApproval',
  estimateNumber: 'displayEstimateNumber',
} as const satisfies Record<keyof DisplaySettings, string>;
type DisplayField = (typeof displayFields)[keyof DisplaySettings];
type DisplayForm = { [Field in DisplayField]?: boolean | undefined };

const displayFieldsAs = <T extends z.ZodType>(schema: T) =>
  z
    .object(Object.fromEntries(Object.values(displayFields).map((field) => [field, schema])) as Record<DisplayField, T>)
    .meta({ id: 'DisplayDefaults' });
const displaySettings = displayFieldsAs(yesOrNo);
/** The display settings in an answer. */
export const DisplayFormJson = displayFieldsAs(z.boolean());

/** The display settings in a form. */
export const displayFromForm = (form: DisplayForm): Partial<Record<keyof DisplaySettings, boolean | undefined>> =>
  Object.fromEntries(Object.entries(displayFields).map(([setting, field]) => [setting, form[field]]));

/** The display settings as a form. */
export const displayToForm = (display: DisplaySettings): z.infer<typeof DisplayFormJson> =>
  Object.fromEntries(
    Object.entries(displayFields).map(([setting, field]) => [field, display[setting as keyof DisplaySettings]]),
  ) as z.infer<typeof DisplayFormJson>;

const defaults = generalInformations
  .extend({
    locale: locale.optional(),
    paymentDelay: paymentDelay.optional(),
    estimateValidityDays: z.int().min(0).max(VALIDITY_MAX_DAYS).optional(),
    vatMention: clearable(vatMention).meta({ description: 'null: the mention follows from the VAT regime.' }),
    displaySettings: displaySettings.optional(),
    reminder: clearable(reminderForm.omit({ recipients: true }).meta({ id: 'ReminderDefault' })).meta({
      description: 'Default reminders of new invoices and advances; null for none.',
    }),
    isOnlinePaymentActivated: yesOrNo.meta({ description: 'New invoices and advances offer online payment.' }),
  })
  .meta({ id: 'DocumentDefaults' });

export const CompanyForm = z
  .object({
    name: filledText(NAME_MAX).optional(),
    fullName: clearable(text(NAME_MAX)),
    commercialName: clearable(text(NAME_MAX)),
    email: clearable(email),
    phone: clearable(text(SHORT_MAX)),
    address: clearable(address),
    siret: clearable(siret),
    vatNumber: clearable(vatNumber),
    electronicAddress: clearable(electronicAddress),
    rcsNumber: clearable(text(NAME_MAX)),
    rcsCity: clearable(text(SHORT_MAX)).meta({
      description: 'The town of the trade register (RCS). Without rcsNumber, documents print it with the SIREN.',
      example: 'Lyon',
    }),
    rneNumber: clearable(text(NAME_MAX)).meta({ description: 'The number of a craft business in the RNE.' }),
    rsacNumber: clearable(text(NAME_MAX)),
    shareCapital: clearable(shareCapital).meta({
      description: 'The share capital of a company (C. com. art. R123-238).',
    }),
    vatOnDebits: yesOrNo.meta({
      description: 'VAT on services is due when they are billed (CGI art. 269, 2-c). Documents state this.',
    }),
    insurance: clearable(insurance).meta({
      description: 'The mandatory professional insurance, printed on every document (C. assur. art. L243-2).',
    }),
    mediator: clearable(mediator).meta({
      description: 'The consumer mediator (C. conso. art. L616-1); printed if the document has no mentionMediator.',
    }),
    legalStatus: clearable(legalStatus),
    sapAgreementNumber: clearable(text(SHORT_MAX)),
    vatRegime: worded(vatRegimes).optional(),
    vatDeclaredQuarterly: yesOrNo.meta({
      description: 'Under the normal regime: VAT is declared by quarter. It decides the periods of e-reporting.',
    }),
    microSocial: microSocial.optional().meta({
      description: 'What decides the contributions of a micro-entrepreneur: see get-urssaf-declaration.',
    }),
    activityBeganOn: clearable(day).meta({
      description: 'The day the activity began: the thresholds of the first year are prorated by days.',
      example: '2026-08-01',
    }),
    bankInformation: clearable(bankInformation),
    zone: text(SHORT_MAX)
      .optional()
      .meta({ description: 'The time zone of the account, as an IANA name.', example: 'Europe/Paris' }),
    currency: currencyCode.optional(),
    customerSirenRequired: yesOrNo.meta({ description: 'The SIREN of the customer is a requirement, not a warning.' }),
    auditHeadsByMail: yesOrNo.meta({
      description: 'Mails the last hash of each audit trail to `email` on every day it changed, to be kept elsewhere.',
    }),
    bankMatchedByItself: yesOrNo.meta({
      description: 'Bank transfers with the number of a document and the exact amount due are applied automatically.',
    }),
    supplierInvoicesByMail: yesOrNo.meta({
      description: 'Mails `email` about invoices that the approved platform delivered; on by default.',
    }),
    companySearchAllowed: yesOrNo.meta({
      description: 'Without a connected directory, companies are searched in the open register of the State.',
    }),
    mailSignature: clearable(text(LINE_MAX)).meta({
      description: 'Lines of plain text at the end of mails; null for the name of the company.',
    }),
    defaults: defaults.optional().meta({ description: 'Defaults of every new document.' }),
    numbering: z
      .object({ F: seriesNumbering, D: seriesNumbering, BC: seriesNumbering, AV: seriesNumbering })
      .optional()
      .meta({
        description:
          'Official numbers, by series: F invoices and advances, D estimates, BC purchase orders, AV assets. A series can be changed only before its first number of the year; null restores {series}-{year}-{counter:4}.',
      }),
  })
  .meta({ id: 'CompanyForm' });
export type CompanyForm = z.output<typeof CompanyForm>;
