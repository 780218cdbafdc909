/** Why a document is not handed to an approved platform. */
export const notSentReasons = [
  ...(['estimate', 'draft', 'consumer', 'foreign', 'customer_without_siren', 'electronic_form_incomplete'] as const),
  ...(['corrects_failed_invoice', 'already_reported'] as const),
] as const;
export type NotSentReason = (typeof notSentReasons)[number];

/** Why a document that was due at the platform when it was finalized did not go there. */
export const unsentReasons = [
  ...(['customer_without_siren', 'electronic_form_incomplete', 'platform_not_connected'] as const),
] as const;
export type UnsentReason = (typeof unsentReasons)[number];
