/** Why a document is not handed to an approved platform. */
export const notSentReasons = [
  ...(['estimate', 'draft', 'consumer', 'foreign', 'customer_without_siren', 'electronic_form_incomplete'] as const),
  'corrects_failed_invoice',
] as const;
export type NotSentReason = (typeof notSentReasons)[number];
