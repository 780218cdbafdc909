import type { DisplaySettings } from '../billing/document/display-settings.ts';
import type { Locale } from '../billing/document/locale.ts';
import type {
  DiscountForAdvancePayment,
  LatePenalty,
  LumpSumCompensation,
  PaymentDelay,
  PaymentMethod,
} from '../billing/document/terms/payment-terms.ts';
import type { Numbering } from '../billing/numbering/numbering.ts';
import type { Reminder } from '../billing/reminder/reminder.ts';
import type { Address } from '../customers/address.ts';
import type { CurrencyCode } from '../money/currency.ts';
import type { PaymentProvider } from '../payments/payment-session.ts';
import type { CivilDay } from '../time/civil-day.ts';
import type { VatMention } from '../vat/mention.ts';
import type { VatCode } from '../vat/vat-code.ts';
import type { Insurance, Mediator, ShareCapital } from './legal-facts.ts';
import type { LegalStatus } from './legal-status.ts';

/** Who bills: printed on every document, frozen by finalization. */
export type Emitter = {
  readonly name?: string;
  readonly fullName?: string;
  readonly commercialName?: string;
  readonly email?: string;
  readonly phone?: string;
  readonly address?: Address;
  readonly siret?: string;
  readonly vatNumber?: string;
  readonly rcsNumber?: string | null;
  /** The town of the court that keeps the trade register (C. com. art. R123-237). */
  readonly rcsCity?: string;
  /** In the register of enterprises, of who works a craft. */
  readonly rneNumber?: string;
  readonly rsacNumber?: string | null;
  readonly shareCapital?: ShareCapital;
  /** VAT on services is paid on what is billed, not on what is received (CGI art. 269, 2-c); absent where it is not. */
  readonly vatOnDebits?: true;
  readonly insurance?: Insurance;
  readonly mediator?: Mediator;
  readonly legalStatus?: LegalStatus;
  readonly sapAgreementNumber?: string;
};

/** How VAT is charged: under the franchise (CGI art. 293 B) none is, and the mention says so. */
export const vatRegimes = ['franchise', 'simplified', 'normal', 'exempt'] as const;
type VatRegime = (typeof vatRegimes)[number];

/** The BIC is empty where none was given: a SEPA transfer needs the IBAN alone. */
export type BankInformation = { readonly iban: string; readonly bic: string; readonly holder: string };

/** An account at a provider of online payment. `connectedAt` is Unix seconds. */
export type OnlinePaymentAccount = {
  readonly id: string;
  readonly provider: Exclude<PaymentProvider, 'stand_in'>;
  /** What the provider calls the account. */
  readonly externalId: string;
  readonly connectedAt: number;
};

/** An account at the agency of personal services (URSSAF, tiers de prestation). `connectedAt` is Unix seconds. */
type AgencyAccount = {
  readonly id: string;
  /** Whom the agency pays, as it calls the account. */
  readonly billingId: string;
  /** The owner has checked the codes of their activities in the agency's documentation: ours follow from their order. */
  readonly natureCodesConfirmed: boolean;
  readonly connectedAt: number;
};

/** Everything an account has decided once, and every new document starts from. */
export type AccountSettings = {
  readonly name: string;
  /** Made to show the service; nobody's business. */
  readonly demo?: boolean;
  /** The zone of its civil days, by its IANA name. */
  readonly zone: string;
  readonly currency: CurrencyCode;
  readonly emitter: Emitter;
  readonly vatRegime: VatRegime;
  /** The day the activity began: thresholds of that year are in proportion to its days. Absent where nobody said. */
  readonly activityBeganOn?: CivilDay;
  readonly bank?: BankInformation;
  /** Where customers pay live documents online; its keys stand elsewhere. */
  readonly onlinePayment?: OnlinePaymentAccount;
  /** Where live payment requests are sent; its keys stand elsewhere. */
  readonly agency?: AgencyAccount;
  /** Makes hasCustomerSiren a requirement; until then it is a warning. */
  readonly customerSirenRequired: boolean;
  /** The owner gets the heads of his audit chains by mail, on days after which they moved. */
  readonly auditHeadsByMail?: boolean;
  /** A bank transaction in which the number and exactly what is owed stand is applied without being confirmed. */
  readonly bankMatchedByItself?: boolean;
  /** What stands at the end of its mails in the place of its name: lines of plain text. */
  readonly mailSignature?: string;
  readonly defaults: DocumentDefaults;
  readonly numbering: Numbering;
};

export type DocumentDefaults = {
  readonly locale: Locale;
  readonly paymentDelay: PaymentDelay;
  /** Days an estimate stays open after its issue. */
  readonly estimateValidityDays: number;
  readonly latePenalty: LatePenalty | null;
  readonly lumpSumCompensation: LumpSumCompensation | null;
  readonly discountForAdvancePayment: DiscountForAdvancePayment | null;
  /** Where absent, follows the VAT regime. */
  readonly vatMention?: VatMention;
  readonly headerNote?: string;
  readonly footerNote?: string;
  readonly generalTerms?: string;
  readonly mediator?: string;
  readonly paymentMethods: readonly PaymentMethod[];
  readonly otherPaymentMethod?: string;
  /** New bills let their customers pay online. */
  readonly onlinePayment?: boolean;
  /** How customers of new bills are reminded; absent where nothing was said. */
  readonly reminder?: Omit<Reminder, 'recipients'>;
  readonly display: DisplaySettings;
};

/** The mention a new document carries. */
export const mentionOf = (settings: AccountSettings): VatMention =>
  settings.defaults.vatMention ?? mentionOfRegime[settings.vatRegime];

const mentionOfRegime: Record<VatRegime, VatMention> = {
  franchise: 'vat_not_applicable',
  simplified: 'not_subject',
  normal: 'not_subject',
  exempt: 'vat_article_261c_cgi',
};

/** What a line bears in France where nothing else is said of it: nothing under the franchise or exempt, else the usual rate (CGI art. 278). */
export const usualVatCodeOf = ({ vatRegime }: Pick<AccountSettings, 'vatRegime'>): VatCode =>
  vatCodeOfRegime[vatRegime];

const vatCodeOfRegime: Record<VatRegime, VatCode> = {
  franchise: 'FR_00HT',
  simplified: 'FR_2000',
  normal: 'FR_2000',
  exempt: 'FR_00HT',
};

/** The settings of an account that has decided nothing yet: it can draft and test, but not finalize a live document. */
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
