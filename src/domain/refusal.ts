import type { AccountExportRefusal } from './account/account-export.ts';
import type { ArchiveRefusal } from './account/archive.ts';
import type { Scope } from './account/scope.ts';
import type { Kind } from './billing/document/kind.ts';
import type { PaymentTerm } from './billing/document/terms/payment-terms.ts';
import type { FormatReason } from './billing/numbering/number-format.ts';
import type { SeriesPrefix } from './billing/numbering/series.ts';
import type { ImportRefusal } from './billing/past/refusal.ts';
import type { NothingToRemind } from './billing/reminder/reminder.ts';
import type { BooksRefusal } from './books/refusal.ts';
import type { EReportingRefusal } from './einvoicing/e-reporting/refusal.ts';
import type { EinvoicingRefusal } from './einvoicing/refusal.ts';
import type { SupplierInvoiceRefusal } from './einvoicing/supplier-invoice.ts';
import type { FileFault, FoundColumn, ImportReport } from './import-report.ts';
import type { MailTestFault, MailType } from './mail/mail.ts';
import type { Cents } from './money/cents.ts';
import type { CurrencyCode } from './money/currency.ts';
import type { RateAbsence } from './money/reference-rates.ts';
import type { AgencyRefusal } from './payments/agency/refusal.ts';
import type { BankRefusal } from './payments/bank/refusal.ts';
import type { PeopleRefusal } from './people/refusal.ts';
import type { CivilDay } from './time/civil-day.ts';
import type { Amount, ShareKey } from './vat/breakdown.ts';
import type { VatCategory, VatMention } from './vat/mention-text.ts';
import type { VatCode } from './vat/vat-code.ts';

/** Why a formal notice is not possible. */
export type NoticeHindrance = 'other_kind' | 'canceled' | 'nothing_left' | 'not_late';

/** The creditable remainder of a document, key by key, in its currency. */
export type CreditLeft = {
  readonly currency: CurrencyCode;
  readonly keys: readonly { readonly key: ShareKey; readonly amount: Amount }[];
};

/** How the VAT mention of a document contradicts the VAT codes of its lines. */
export type VatContradiction = {
  readonly why: 'charged_under_franchise' | 'explains_no_line' | 'rate_not_there' | 'not_explained';
  readonly mention: VatMention;
  readonly category: VatCategory;
  /** The lines concerned; all lines if the mention explains none of them. Numbers count from 1. */
  readonly lines: readonly { readonly number: number; readonly vatCode: VatCode; readonly goods: boolean }[];
  /** The number of the document with these lines, if it is the estimate behind an advance. */
  readonly linesOf?: string;
};

/**
 * Documents of all kinds: something is missing, their state forbids it, or the input is invalid.
 */
export type DocumentRefusal =
  | { refused: 'document_not_found' }
  | { refused: 'invoice_not_found' }
  | { refused: 'version_stale'; current: string }
  | { refused: 'document_not_draft'; state: string }
  | { refused: 'document_is_finalized'; number: string }
  | { refused: 'already_finalized'; number: string }
  | {
      refused: 'not_finalizable';
      requirements: readonly RequirementName[];
      /** The faults of `hasElectronicForm`. */
      electronicFaults?: readonly { readonly fr: string; readonly en: string }[];
      /** The characters `hasPrintableLetters` cannot print. */
      unprintable?: readonly string[];
      /** The creditable remainder, if a credit note exceeds it (`hasValidAmount`). */
      creditLeft?: CreditLeft;
      /** The contradiction between mention and VAT codes (`hasConsistentVatMention`). */
      vatContradiction?: VatContradiction;
      /** The missing payment terms (`hasPaymentTerms`). */
      missingTerms?: readonly PaymentTerm[];
    }
  | { refused: 'not_deletable_with_credit_notes' }
  | { refused: 'not_deletable_when_finalized'; number: string }
  | { refused: 'not_yet_finalized' }
  | { refused: 'no_electronic_form' }
  | { refused: 'electronic_form_incomplete'; faults: readonly string[] }
  | { refused: 'page_too_large'; bytes: number; limit: number }
  | { refused: 'family_full'; limit: number }
  | { refused: 'currency_without_rate'; currency: string; because?: RateAbsence }
  | { refused: 'currency_of_parent' }
  | { refused: 'due_date_missing' }
  | { refused: 'other_payment_method_missing' }
  | { refused: 'customer_of_parent' }
  | { refused: 'customer_of_other_mode' }
  | { refused: 'only_invoices_have_personal_services' }
  | { refused: 'parent_forbids_disbursement_discount' };

/** Lines of documents, and their discounts. */
export type LineRefusal =
  | { refused: 'line_amount_too_large'; line: number }
  | { refused: 'discount_on_mixed_lines' }
  | { refused: 'line_vat_code_missing'; line: number }
  | { refused: 'line_product_not_found'; line: number; member: string }
  | { refused: 'too_many_lines'; limit: number }
  | { refused: 'line_not_found'; lineId: string; line: number }
  | { refused: 'advance_has_no_lines' };

/** Estimates and purchase orders, and the advances and final invoices made from them. */
export type EstimateRefusal =
  | { refused: 'estimate_not_found' }
  | { refused: 'advance_not_found' }
  | { refused: 'already_signed' }
  | { refused: 'already_refused' }
  | { refused: 'not_signed' }
  | { refused: 'not_refused' }
  | { refused: 'already_billed' }
  | { refused: 'estimate_not_signed' }
  | { refused: 'estimate_not_signed_for_final_invoice' }
  | { refused: 'final_invoice_exists'; invoiceId: string }
  | { refused: 'final_invoice_already_there'; invoiceId: string }
  | { refused: 'advance_exceeds_remaining'; remaining: Cents }
  | { refused: 'advance_line_not_planned'; index: number }
  | { refused: 'advance_amount_missing'; member: 'amount' | 'percentage' }
  | { refused: 'planned_advances_exceed_estimate' }
  | { refused: 'signature_requirements_unmet'; requirements: readonly SignatureRequirementName[] }
  | { refused: 'signature_not_found' }
  | { refused: 'not_signed_electronically' }
  | { refused: 'signature_under_way' }
  /** The maximum was reached, or it is `retryAfter` seconds too early. */
  | { refused: 'signature_reminded_already'; limit: number; retryAfter?: number }
  | { refused: 'signature_code_wrong'; left: number }
  | { refused: 'signed_online' };

/** Credit notes. */
export type CreditNoteRefusal =
  | { refused: 'credit_note_not_found' }
  | { refused: 'advance_not_finalized' }
  | { refused: 'advance_already_has_credit_note'; creditNoteId: string }
  | { refused: 'nothing_left_to_credit' }
  | { refused: 'bank_of_credit_note' }
  | { refused: 'delivery_of_credit_note' }
  | { refused: 'reference_of_parent' }
  | { refused: 'refund_of_draft' }
  | { refused: 'refund_before_credit_note'; issuedOn: CivilDay }
  | { refused: 'refund_to_come'; today: CivilDay };

/** Attachments of documents, and the storage quota of an account. */
export type AttachmentRefusal =
  | { refused: 'attachment_not_found' }
  | { refused: 'attachment_unusable'; reason: 'type' | 'content' }
  | { refused: 'attachment_too_large'; limit: number }
  | { refused: 'too_many_attachments'; limit: number }
  | { refused: 'storage_full'; limit: number };

/** Payments and their reversals. */
export type PaymentRefusal =
  | { refused: 'payment_exceeds_remaining'; remaining: Cents }
  | { refused: 'payment_before_document'; issuedOn: CivilDay }
  | { refused: 'payment_to_come'; today: CivilDay }
  | { refused: 'nothing_due' }
  | { refused: 'not_payable_when_draft' }
  | { refused: 'not_payable_when_canceled' }
  | { refused: 'not_paid' }
  | { refused: 'no_payment_to_reverse' }
  | { refused: 'online_payment_not_found' }
  | { refused: 'nothing_unapplied' }
  | { refused: 'unapplied_exceeded'; unapplied: Cents }
  | { refused: 'excess_used'; used: Cents }
  | { refused: 'excess_without_provider' }
  | { refused: 'payment_of_another_customer' }
  | { refused: 'payment_of_other_currency'; currency: CurrencyCode };

/**
 * Online payment, recurring invoices, formal notices, and payment requests to Urssaf.
 */
export type CollectionRefusal =
  | { refused: 'payment_account_not_found' }
  | { refused: 'online_payment_without_account' }
  | { refused: 'payment_key_unusable' }
  | { refused: 'payment_provider_unreachable' }
  | { refused: 'frequency_not_found' }
  | { refused: 'frequency_exists' }
  | { refused: 'frequency_of_canceled' }
  | { refused: 'frequency_of_final_invoice' }
  | { refused: 'frequency_ends_too_soon' }
  | { refused: 'too_many_frequencies'; limit: number }
  | { refused: 'formal_notice_without_cause'; because: NoticeHindrance; dueOn?: string }
  | { refused: 'formal_notice_not_found' }
  | { refused: 'payment_request_without_personal_services' }
  | { refused: 'payment_request_ends_before_it_begins' }
  | { refused: 'payment_request_over_two_months' }
  | { refused: 'payment_request_advance_too_large'; limit: Cents }
  | AgencyRefusal;

/** Contacts and organizations. */
export type CustomerRefusal =
  | { refused: 'customer_not_found' }
  | { refused: 'contact_not_found' }
  | { refused: 'organization_not_found' }
  | { refused: 'contact_of_another_organization' }
  | { refused: 'customer_has_documents' }
  | { refused: 'organization_has_contacts' }
  | { refused: 'customer_has_projects' }
  | { refused: 'customer_has_tasks' }
  | { refused: 'customer_has_trips' }
  | { refused: 'customer_has_past_documents' }
  | { refused: 'period_inverted'; from: string; to: string }
  | { refused: 'statement_too_long'; limit: number }
  | { refused: 'siren_of_another_siret'; siren: string }
  /** Without a SIREN, the party has none. */
  | { refused: 'electronic_address_of_another_siren'; siren?: string };

/** Products. */
export type CatalogueRefusal =
  | { refused: 'product_not_found' }
  | { refused: 'product_price_too_large'; limit: number }
  | { refused: 'personal_service_unit'; unit: string };

/** Import files that cannot be read. */
export type FileRefusal =
  | { refused: 'file_unreadable'; fault: FileFault; row?: number }
  | { refused: 'file_column_twice'; column: string }
  | { refused: 'file_member_unknown'; member: string }
  | { refused: 'file_columns_missing'; columns: readonly string[]; found: readonly FoundColumn[] }
  | { refused: 'file_too_long'; limit: number }
  | { refused: 'file_rows_refused'; report: ImportReport };

/** Why a bank transaction cannot be applied. */
export type BankMatchRefusal =
  | { refused: 'bank_transaction_not_found' }
  | { refused: 'bank_payment_not_found' }
  | { refused: 'bank_payout_not_found' }
  | { refused: 'bank_transaction_exceeded'; left: Cents }
  | { refused: 'bank_transaction_of_other_currency'; currency: string }
  | { refused: 'bank_transaction_not_applied' }
  | { refused: 'bank_match_exists' };

/** Projects, board columns and tasks. */
export type ProjectRefusal =
  | { refused: 'project_not_found' }
  | { refused: 'category_not_found' }
  | { refused: 'task_not_found' }
  | { refused: 'category_done_and_lost' }
  | { refused: 'task_time_missing' }
  | { refused: 'task_without_customer' }
  | { refused: 'project_without_time' }
  | { refused: 'product_not_by_the_hour'; unit: string }
  | { refused: 'project_has_documents' }
  | { refused: 'project_full'; limit: number }
  | { refused: 'project_of_other_mode' }
  | { refused: 'category_has_projects' }
  | { refused: 'last_category' }
  | { refused: 'too_many_categories'; limit: number }
  | { refused: 'task_of_another_customer' }
  | { refused: 'task_of_other_mode' }
  | { refused: 'document_takes_no_time'; kind: Kind }
  | { refused: 'task_already_billed'; documentId: string };

/** Mail about documents. */
export type MailRefusal =
  | { refused: 'mail_not_found' }
  | { refused: 'mail_type_of_other_kind'; types: readonly MailType[] }
  | { refused: 'mail_without_text' }
  | { refused: 'nothing_to_remind'; why: NothingToRemind }
  | { refused: 'mail_files_too_large'; limit: number }
  | { refused: 'too_many_mails_of_document'; limit: number }
  | { refused: 'too_many_mails'; limit: number }
  | { refused: 'mail_not_configured' }
  | { refused: 'own_email_missing' };

/** Events and webhooks. */
export type EventRefusal =
  | { refused: 'event_not_found' }
  | { refused: 'webhook_not_found' }
  | { refused: 'webhook_url_not_https' }
  | { refused: 'webhook_url_not_public'; host: string }
  | { refused: 'replay_too_old'; since: number }
  | { refused: 'replay_too_large'; limit: number }
  | { refused: 'too_many_webhooks'; limit: number }
  | { refused: 'webhook_already_there'; webhookId: string }
  | { refused: 'webhook_not_active' };

/** The company, its keys, numbering and books. */
export type AccountRefusal =
  | ArchiveRefusal
  | AccountExportRefusal
  | { refused: 'key_not_found' }
  /** The program has no such file, or another operation writes it. */
  | { refused: 'program_file_not_found' }
  | { refused: 'closure_not_found' }
  | { refused: 'chain_too_long'; seconds: number }
  | { refused: 'number_format_unusable'; series: SeriesPrefix; reason: FormatReason }
  | { refused: 'number_format_in_use'; series: string }
  | { refused: 'last_number_unreadable' }
  | { refused: 'zone_unknown'; zone: string }
  | { refused: 'too_many_keys'; limit: number }
  | { refused: 'key_already_revoked' }
  | { refused: 'scope_not_held'; scope: Scope }
  | { refused: 'key_outlives_maker'; expiresAt: number }
  | { refused: 'key_over_already'; expiresAt: number }
  | { refused: 'live_key_needed' }
  | { refused: 'test_mode_needed' }
  | { refused: 'test_clock_under_way'; until: number }
  | { refused: 'test_clock_never_goes_back'; now: number }
  | { refused: 'test_clock_too_far'; latest: number }
  | { refused: 'test_key_administers_nothing' };

/** The settings of the installation on screens. */
export type InstallationRefusal =
  | { refused: 'operator_needed' }
  | { refused: 'settings_screens_off' }
  | { refused: 'set_by_environment'; variable: string }
  | { refused: 'mail_password_needed' }
  | { refused: 'mail_encryption_needed'; host: string }
  | { refused: 'mail_test_failed'; fault: MailTestFault; answer?: string }
  | { refused: 'backup_not_embedded' }
  | { refused: 'backup_place_needed' }
  | { refused: 'backup_secret_needed'; member: 'store/secret' | 'passphrase' }
  | { refused: 'backup_place_unusable'; member: 'folder' | 'store/host'; reason: string };

/** Customer links. */
export type PortalRefusal =
  /** The link never existed, is another account's, was revoked or has expired: same answer. */
  | { refused: 'customer_link_not_found' }
  /** `retryAfter` is seconds. */
  | { refused: 'links_slowed'; retryAfter: number };

/** Themes of documents. */
export type ThemeRefusal =
  | { refused: 'theme_not_found' }
  | { refused: 'theme_contrast_too_low'; text: string; on: string; contrast: number; least: number }
  | { refused: 'theme_logo_unusable'; reason: 'content' | 'pixels' | 'height'; limit: number }
  | { refused: 'theme_logo_too_large'; limit: number }
  | { refused: 'theme_is_built_in' }
  | { refused: 'too_many_themes'; limit: number };

/**
 * All refusals of the business rules. A refusal is a result, not a failure: it is returned, never
 * thrown.
 */
export type Refusal =
  | DocumentRefusal
  | LineRefusal
  | EstimateRefusal
  | CreditNoteRefusal
  | AttachmentRefusal
  | PaymentRefusal
  | CollectionRefusal
  | CustomerRefusal
  | CatalogueRefusal
  | FileRefusal
  | BankMatchRefusal
  | BankRefusal
  | EReportingRefusal
  | BooksRefusal
  | ImportRefusal
  | ProjectRefusal
  | MailRefusal
  | EventRefusal
  | EinvoicingRefusal
  | AccountRefusal
  | InstallationRefusal
  | PeopleRefusal
  | PortalRefusal
  | ThemeRefusal
  | SupplierInvoiceRefusal;

export type RefusalCode = Refusal['refused'];

/** The refusals with these codes: the return type of a rule. */
export type Refused<Code extends RefusalCode> = Extract<Refusal, { refused: Code }>;

export const isRefusal = <X>(answer: X): answer is Extract<X, { refused: RefusalCode }> =>
  typeof answer === 'object' && answer !== null && 'refused' in answer;

/** The requirements for finalizing a draft, by their API names. */
export const requirementNames = [
  'hasLines',
  'hasValidAmount',
  'hasCustomerBillingAddress',
  'hasEmitterIdentity',
  'hasEmitterVatNumber',
  'hasVatMention',
  'hasConsistentVatMention',
  'hasCustomerVatNumber',
  'hasCustomerSiren',
  'hasServiceCode',
  'hasOrderNumber',
  'hasServiceCodeOrOrderNumber',
  'hasChronologicalDate',
  'hasDueDate',
  'hasPaymentTerms',
  'hasCurrencyRate',
  'hasAdvanceWithinEstimate',
  'hasPersonalServiceUnits',
  'hasParentFinalized',
  'hasReference',
  'hasPrintableLetters',
  'hasElectronicForm',
] as const;
export type RequirementName = (typeof requirementNames)[number];

/** The requirements for asking a customer to sign an offer online, by their API names. */
export const signatureRequirementNames = [
  'isFinalized',
  'hasNonEmptyCustomerContact',
  'hasCustomerEmail',
  'isNotExpired',
  'hasNoDecision',
] as const;
export type SignatureRequirementName = (typeof signatureRequirementNames)[number];
