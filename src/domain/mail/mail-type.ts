import type { Kind } from '../document/kind.ts';

/** The published types of mail about a document. */
export const mailTypes = ['invoice_simple', 'invoice_reminder', 'invoice_recurring', 'estimate_simple'] as const;
export type MailType = (typeof mailTypes)[number];

/** Which kinds of document each type is written for. */
const kindsOf: Readonly<Record<MailType, readonly Kind[]>> = {
  invoice_simple: ['invoice', 'advance', 'credit_note'],
  invoice_reminder: ['invoice', 'advance'],
  invoice_recurring: ['invoice'],
  estimate_simple: ['estimate', 'purchase_order'],
};

export const suits = (type: MailType, kind: Kind): boolean => kindsOf[type].includes(kind);

/** The types that suit a kind, the usual one first. */
export const mailTypesFor = (kind: Kind): MailType[] => mailTypes.filter((type) => suits(type, kind));
