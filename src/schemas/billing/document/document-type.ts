import { type Kind, type OfferKind, offerKinds } from '../../../domain/billing/document/kind.ts';

/** The document types by the API's names and order. */
export const billingTypes = ['estimate', 'invoice', 'asset', 'advance', 'purchase_order'] as const;
export type BillingType = (typeof billingTypes)[number];

/** The types of the API: a credit note is an `asset` there. */
export const apiTypeByKind = {
  estimate: 'estimate',
  purchase_order: 'purchase_order',
  invoice: 'invoice',
  advance: 'advance',
  credit_note: 'asset',
} as const satisfies Readonly<Record<Kind, BillingType>>;

/** The type of a kind. Completeness is checked above, once for all uses. */
export const billingTypeOf = (kind: Kind): BillingType => apiTypeByKind[kind];

/** The types a customer can accept or refuse. */
export const offerTypes = offerKinds.map((kind) => apiTypeByKind[kind]) as unknown as readonly [
  OfferType,
  ...OfferType[],
];
type OfferType = (typeof apiTypeByKind)[OfferKind];

type KindOf<Type extends BillingType> = {
  [K in Kind]: (typeof apiTypeByKind)[K] extends Type ? K : never;
}[Kind];

/** The kind of an API type: exactly one, or this does not compile. */
export const kindOfType: { readonly [Type in BillingType]: KindOf<Type> } = {
  estimate: 'estimate',
  purchase_order: 'purchase_order',
  invoice: 'invoice',
  advance: 'advance',
  asset: 'credit_note',
};
