/** The published types of mail about a document; which of them suit a kind says its row (`document/kind.ts`). */
export const mailTypes = ['invoice_simple', 'invoice_reminder', 'invoice_recurring', 'estimate_simple'] as const;
export type MailType = (typeof mailTypes)[number];
