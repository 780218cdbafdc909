import type { DisplaySettings } from '../billing/document/display-settings.ts';
import type { Locale } from '../billing/document/locale.ts';
import type {
  DiscountForAdvancePayment,
  LatePenalty,
  LumpSumCompensation,
  PaymentDelay,
  PaymentMethod,
} from '../billing/document/terms/payment-terms.ts';
import type { LegalTexts } from '../billing/document/text-fields.ts';
import type { Numbering } from '../billing/numbering/numbering.ts';
import type { Reminder } from '../billing/reminder/reminder.ts';
import type { MicroSocial } from '../books/micro-social.ts';
import type { Address } from '../customers/address.ts';
import type { CurrencyCode } from '../money/currency.ts';
import type { PaymentProvider } from '../payments/payment-session.ts';
import type { CivilDay } from '../time/civil-day.ts';
import type { VatMention } from '../vat/mention-text.ts';
import type { VatCode } from '../vat/vat-code.ts';
import type { Insurance, LegalStatus, Mediator, ShareCapital } from './legal-facts.ts';

/** The issuer: printed on every document, frozen when the document is finalized. */
export type Emitter = {
  readonly name?: string;
  readonly fullName?: string;
  readonly commercialName?: string;
  readonly email?: string;
  readonly phone?: string;
  readonly address?: Address;
  readonly siret?: string;
  readonly vatNumber?: string;
  /** In the directory of the approved platforms; absent for the SIREN alone. */
  readonly electronicAddress?: string;
  readonly rcsNumber?: string | null;
  /** The town of the court that keeps the trade register (C. com. art. R123-237). */
  readonly rcsCity?: string;
  /** The number in the national register of enterprises, for craft businesses. */
  readonly rneNumber?: string;
  readonly rsacNumber?: string | null;
  readonly shareCapital?: ShareCapital;
  /**
   * VAT on services is due when billed, not when paid (option pour les débits, CGI art. 269, 2-c);
   * absent without the option.
   */
  readonly vatOnDebits?: true;
  readonly insurance?: Insurance;
  readonly mediator?: Mediator;
  readonly legalStatus?: LegalStatus;
  readonly sapAgreementNumber?: string;
};

/**
 * How VAT is charged: under the franchise (CGI art. 293 B) there is none, and the mention states
 * it.
 */
export const vatRegimes = ['franchise', 'simplified', 'normal', 'exempt'] as const;
type VatRegime = (typeof vatRegimes)[number];

/** The BIC is empty if none was entered: a SEPA transfer only needs the IBAN. */
export type BankInformation = { readonly iban: string; readonly bic: string; readonly holder: string };

/** An account at an online payment provider. `connectedAt` is Unix seconds. */
export type OnlinePaymentAccount = {
  readonly id: string;
  readonly provider: Exclude<PaymentProvider, 'stand_in'>;
  /** The account id at the provider. */
  readonly externalId: string;
  readonly connectedAt: number;
};

/**
 * An account at Urssaf for personal services (tiers de prestation). `connectedAt` is Unix seconds.
 */
type AgencyAccount = {
  readonly id: string;
  /** Urssaf's id of this account, to which it transfers the money. */
  readonly billingId: string;
  /**
   * The owner has checked the activity codes against Urssaf's documentation. Facturier only derives
   * them from the order of the activities.
   */
  readonly natureCodesConfirmed: boolean;
  readonly connectedAt: number;
};

/** The settings of an account, from which every new document starts. */
export type AccountSettings = {
  readonly name: string;
  /** A demonstration account, without a real business. */
  readonly demo?: boolean;
  /** The IANA name of the zone of its civil days. */
  readonly zone: string;
  readonly currency: CurrencyCode;
  readonly emitter: Emitter;
  readonly vatRegime: VatRegime;
  /** Under the normal regime, VAT is declared by quarter instead of by month (CGI art. 287, 2). */
  readonly vatDeclaredQuarterly?: boolean;
  /**
   * The day the activity began: thresholds of that year are prorated by days. Absent if unknown.
   */
  readonly activityBeganOn?: CivilDay;
  /** What decides the contributions of a micro-entrepreneur; absent until it is stated. */
  readonly microSocial?: MicroSocial;
  readonly bank?: BankInformation;
  /** Where customers pay live documents online; its keys are stored separately. */
  readonly onlinePayment?: OnlinePaymentAccount;
  /** Where live payment requests are sent; its keys are stored separately. */
  readonly agency?: AgencyAccount;
  /** Makes `hasCustomerSiren` a requirement; otherwise it is a warning. */
  readonly customerSirenRequired: boolean;
  /** The owner gets the last hash of each audit chain by mail, on days after it changed. */
  readonly auditHeadsByMail?: boolean;
  /**
   * A bank transaction with the number of a document and exactly the amount owed is applied without
   * confirmation.
   */
  readonly bankMatchedByItself?: boolean;
  /**
   * Companies are searched by name in the open register of the State, which then receives the text.
   */
  readonly companySearchAllowed?: boolean;
  /** The owner gets a mail about invoices that a platform delivered; true if absent. */
  readonly supplierInvoicesByMail?: boolean;
  /** Printed at the end of mails instead of the account's name: lines of plain text. */
  readonly mailSignature?: string;
  readonly defaults: DocumentDefaults;
  readonly numbering: Numbering;
};

export type DocumentDefaults = LegalTexts & {
  readonly locale: Locale;
  readonly paymentDelay: PaymentDelay;
  /** Days an estimate stays valid after its issue. */
  readonly estimateValidityDays: number;
  readonly latePenalty: LatePenalty | null;
  readonly lumpSumCompensation: LumpSumCompensation | null;
  readonly discountForAdvancePayment: DiscountForAdvancePayment | null;
  /** If absent, the mention follows from the VAT regime. */
  readonly vatMention?: VatMention;
  readonly paymentMethods: readonly PaymentMethod[];
  /** New bills offer online payment. */
  readonly onlinePayment?: boolean;
  /** The default reminders of new bills; absent if not configured. */
  readonly reminder?: Omit<Reminder, 'recipients'>;
  readonly display: DisplaySettings;
};

/** The VAT mention of a new document. */
export const mentionOf = (settings: AccountSettings): VatMention =>
  settings.defaults.vatMention ?? mentionOfRegime[settings.vatRegime];

const mentionOfRegime: Record<VatRegime, VatMention> = {
  franchise: 'vat_not_applicable',
  simplified: 'not_subject',
  normal: 'not_subject',
  exempt: 'vat_article_261c_cgi',
};

/**
 * The default VAT code of a line in France: without VAT under the franchise or exempt, otherwise
 * the standard rate (CGI art. 278).
 */
export const usualVatCodeOf = ({ vatRegime }: Pick<AccountSettings, 'vatRegime'>): VatCode =>
  vatCodeOfRegime[vatRegime];

const vatCodeOfRegime: Record<VatRegime, VatCode> = {
  franchise: 'FR_00HT',
  simplified: 'FR_2000',
  normal: 'FR_2000',
  exempt: 'FR_00HT',
};

/** The settings of a new account: it can draft and test, but not finalize a live document. */
export const freshSettings = (name: string): AccountSettings => ({
  name,
  zone: 'Europe/Paris',
  currency: 'EUR',
  emitter: { name },
  vatRegime: 'normal',
  customerSirenRequired: false,
  defaults: {
    locale: 'fr',
    paymentDelay: 'thirty_days',
    estimateValidityDays: 30,
    latePenalty: { value: 'three_time_legal_rate' },
    lumpSumCompensation: { value: 'forty_euros' },
    discountForAdvancePayment: { value: 'none' },
    paymentMethods: ['transfer'],
    display: {
      fullName: true,
      email: true,
      phoneNumber: true,
      sapAgreement: false,
      legalStatus: true,
      requiredMentionsProduct: true,
      memberOfAnApprovedAssociation: false,
      serviceLogo: true,
      title: true,
      goodForApproval: true,
      estimateNumber: true,
    },
  },
  numbering: {},
});
