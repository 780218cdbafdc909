/** The five kinds of billing document. On the wire a credit note is an `asset`. */
export const kinds = ['estimate', 'purchase_order', 'advance', 'invoice', 'credit_note'] as const;
export type Kind = (typeof kinds)[number];

export const states = ['draft', 'finalized', 'signed', 'refused', 'paid'] as const;
export type State = (typeof states)[number];
