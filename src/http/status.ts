import type { RefusalCode } from '../domain/refusal.ts';
import type { RoadRefusal } from '../operations/road-refusal.ts';
import type { EdgeCode } from './edge-refusal.ts';

export type Status =
  | 400
  | 401
  | 403
  | 404
  | 405
  | 408
  | 409
  | 412
  | 413
  | 414
  | 415
  | 417
  | 422
  | 429
  | 431
  | 500
  | 503;

/** The ways the service says no over HTTP: the business's, the road's, the edge's. */
export type AnyRefusalCode = RefusalCode | RoadRefusal['refused'] | EdgeCode;

/**
 * One status per refusal; a new refusal does not compile until it has its line. What the state of a document refuses is
 * 409, except where the interface has always answered 400 (marked published).
 */
export const statusOf: Readonly<Record<AnyRefusalCode, Status>> = {
  document_not_found: 404,
  invoice_not_found: 404,
  advance_not_found: 404,
  estimate_not_found: 404,
  credit_note_not_found: 404,
  customer_not_found: 404,
  contact_not_found: 404,
  product_not_found: 404,
  event_not_found: 404,
  mail_not_found: 404,
  theme_not_found: 404,
  attachment_not_found: 404,
  organization_not_found: 404,
  project_not_found: 404,
  category_not_found: 404,
  task_not_found: 404,
  key_not_found: 404,
  webhook_not_found: 404,
  closure_not_found: 404,
  line_amount_too_large: 400,
  discount_on_mixed_lines: 400,
  line_vat_code_missing: 400,
  line_product_not_found: 400,
  attachment_unusable: 400,
  attachment_too_large: 413,
  too_many_attachments: 413,
  product_price_too_large: 400,
  personal_service_unit: 400,
  too_many_lines: 413,
  storage_full: 413,
  page_too_large: 413,
  family_full: 413,
  theme_contrast_too_low: 400,
  theme_logo_unusable: 400,
  theme_logo_too_large: 413,
  line_not_found: 400,
  currency_without_rate: 400,
  due_date_missing: 400,
  contact_of_another_organization: 400,
  only_invoices_have_personal_services: 400, // published
  parent_forbids_disbursement_discount: 400,
  advance_line_not_planned: 400,
  advance_amount_missing: 400,
  planned_advances_exceed_estimate: 400, // published
  number_format_unusable: 400,
  zone_unknown: 400,
  category_done_and_lost: 400,
  task_time_missing: 400,
  product_not_by_the_hour: 400,
  webhook_url_not_https: 400,
  webhook_url_not_public: 400,
  replay_too_old: 400,
  replay_too_large: 413,
  file_unreadable: 400,
  file_column_twice: 400,
  file_columns_missing: 400,
  file_too_long: 413,
  file_rows_refused: 422,
  mail_type_of_other_kind: 400,
  mail_without_text: 400,
  mail_files_too_large: 413,
  too_many_mails_of_document: 400, // published
  too_many_mails: 429,
  mail_not_configured: 409,
  own_email_missing: 409,
  version_stale: 412,
  document_not_draft: 409,
  document_is_finalized: 400, // published
  already_finalized: 409,
  not_finalizable: 422,
  not_deletable_with_credit_notes: 409,
  not_deletable_when_finalized: 409,
  not_yet_finalized: 409,
  no_electronic_form: 409,
  electronic_form_incomplete: 409,
  already_signed: 409,
  already_refused: 409,
  not_signed: 409,
  not_refused: 409,
  already_billed: 409,
  estimate_not_signed: 409,
  final_invoice_exists: 409,
  estimate_not_signed_for_final_invoice: 400, // published
  final_invoice_already_there: 400, // published
  advance_exceeds_remaining: 409,
  advance_not_finalized: 409,
  advance_already_has_credit_note: 409,
  nothing_left_to_credit: 409,
  bank_of_credit_note: 400, // published
  delivery_of_credit_note: 400, // published
  currency_of_parent: 409,
  customer_of_parent: 409,
  customer_of_other_mode: 409,
  reference_of_parent: 409,
  payment_exceeds_remaining: 409,
  nothing_due: 409,
  not_payable_when_draft: 409,
  not_payable_when_canceled: 409,
  not_paid: 409,
  no_payment_to_reverse: 409,
  refund_of_draft: 409,
  customer_has_documents: 409,
  organization_has_contacts: 409,
  customer_has_projects: 409,
  customer_has_tasks: 409,
  project_has_documents: 409,
  project_full: 413,
  project_of_other_mode: 409,
  category_has_projects: 409,
  last_category: 409,
  too_many_categories: 429,
  task_of_another_customer: 409,
  task_of_other_mode: 409,
  task_already_billed: 409,
  theme_is_built_in: 409,
  too_many_themes: 429,
  number_format_in_use: 409,
  too_many_webhooks: 429,
  webhook_already_there: 409,
  webhook_not_active: 409,
  too_many_keys: 429,
  key_already_revoked: 409,
  key_outlives_maker: 403,
  scope_not_held: 403,
  live_key_needed: 403,

  scope_missing: 403,
  input_invalid: 400,
  idempotency_key_reused: 422,
  idempotency_key_in_flight: 409,
  secret_shown_once: 409,
  clock_unsure: 503,
  too_many_documents: 429,

  key_missing: 401,
  key_invalid: 401,
  plain_http: 403,
  host_not_allowed: 403,
  origin_not_allowed: 403,
  route_not_found: 404,
  method_not_allowed: 405,
  request_malformed: 400,
  body_malformed: 400,
  header_malformed: 400,
  expectation_failed: 417,
  request_too_slow: 408,
  body_too_large: 413,
  body_too_intricate: 413,
  query_too_long: 414,
  address_too_long: 414,
  media_type_unsupported: 415,
  headers_too_large: 431,
  rate_limited: 429,
  account_busy: 429,
  service_busy: 503,
  logins_slowed: 429,
  database_unreachable: 503,
  files_unreachable: 503,
  file_altered: 500,
  internal_error: 500,
};
