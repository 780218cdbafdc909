/** Content of a cell: a refusal with its status, or the resulting state. */
export type Expected =
  | { readonly status: number; readonly refused: string }
  | { readonly state: string | undefined; readonly refused?: undefined };

const no = (status: number, refused: string): Expected => ({ status, refused });
const yes = (state?: string): Expected => ({ state });

/** Abbreviations of the tables. Statuses and codes come from the decisions, not from the code. */
export const marks: Readonly<Record<string, Expected>> = {
  // Done: the state stays, changes, or a new draft is returned.
  ok: yes('same'),
  fin: yes('finalized'),
  sig: yes('signed'),
  ref: yes('refused'),
  paid: yes('paid'),
  new: yes('draft'),
  gone: yes(),
  list: yes(),

  // Only drafts can be edited, deleted or finalized.
  nd: no(409, 'document_not_draft'),
  df: no(400, 'document_is_finalized'),
  af: no(409, 'already_finalized'),
  nf: no(422, 'not_finalizable'),
  dl: no(409, 'not_deletable_when_finalized'),
  dc: no(409, 'not_deletable_with_credit_notes'),

  // Customer decisions.
  yf: no(409, 'not_yet_finalized'),
  as: no(409, 'already_signed'),
  ar: no(409, 'already_refused'),
  ns: no(409, 'not_signed'),
  nr: no(409, 'not_refused'),
  ab: no(409, 'already_billed'),

  ll: no(404, 'customer_link_not_found'),

  // Consumers, drafts and estimates: nothing goes to a platform.
  pl: no(409, 'document_not_for_platform'),
  // Documents that were refused by no platform, and kinds that are not replaced.
  pr: no(409, 'not_refused_at_platform'),
  kn: no(409, 'kind_not_replaced'),

  // Billing an estimate.
  es: no(409, 'estimate_not_signed'),
  fe: no(409, 'final_invoice_exists'),
  n4: no(400, 'estimate_not_signed_for_final_invoice'),
  f4: no(400, 'final_invoice_already_there'),

  // Payments.
  pd: no(409, 'not_payable_when_draft'),
  pc: no(409, 'not_payable_when_canceled'),
  nt: no(409, 'nothing_due'),
  ov: no(409, 'payment_exceeds_remaining'),
  np: no(409, 'not_paid'),

  // Corrections.
  an: no(409, 'advance_not_finalized'),
  ac: no(409, 'advance_already_has_credit_note'),
  nl: no(409, 'nothing_left_to_credit'),
  rd: no(409, 'refund_of_draft'),

  // Not allowed for a kind or a parent.
  pi: no(400, 'only_invoices_have_personal_services'),
  bc: no(400, 'bank_of_credit_note'),
  vc: no(400, 'delivery_of_credit_note'),
  pf: no(400, 'parent_forbids_disbursement_discount'),
  cp: no(409, 'currency_of_parent'),
  cu: no(409, 'customer_of_parent'),
  rp: no(409, 'reference_of_parent'),
  ha: no(409, 'advance_has_no_lines'),

  re: no(409, 'nothing_to_remind'),

  // Accepted by the schema but not supported by this service.
  oa: no(400, 'online_payment_without_account'),
  fc: no(409, 'frequency_of_canceled'),
  ff: no(409, 'frequency_of_final_invoice'),
  fn: no(404, 'frequency_not_found'),
  pq: no(404, 'payment_request_not_found'),
  nc: no(409, 'formal_notice_without_cause'),
  nn: no(404, 'formal_notice_not_found'),
  su: no(422, 'signature_requirements_unmet'),
  sn: no(404, 'signature_not_found'),

  // Wrong kind: same response as for an unknown ID.
  '-d': no(404, 'document_not_found'),
  '-e': no(404, 'estimate_not_found'),
  '-i': no(404, 'invoice_not_found'),
  '-a': no(404, 'advance_not_found'),
  '-c': no(404, 'credit_note_not_found'),
};
