/** The published types of mail about a document; `document/kind.ts` lists those of each kind. */
export const mailTypes = ['invoice_simple', 'invoice_reminder', 'invoice_recurring', 'estimate_simple'] as const;
export type MailType = (typeof mailTypes)[number];
