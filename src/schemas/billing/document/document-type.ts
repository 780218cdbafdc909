import { type Kind, type OfferKind, offerKinds } from '../../../domain/billing/document/kind.ts';

/** The kinds by the names and in the order of the interface. */
export const billingTypes = ['estimate', 'invoice', 'asset', 'advance', 'purchase_order'] as const;
export type BillingType = (typeof billingTypes)[number];

/** The kinds of the interface: a credit note is an asset there. */
export const apiTypeByKind = {
  estimate: 'estimate',
  purchase_order: 'purchase_order',
  invoice: 'invoice',
  advance: 'advance',
  credit_note: 'asset',
} as const satisfies Readonly<Record<Kind, BillingType>>;

/** The type of a kind. That a kind has none is found out above, and not wherever one is shown. */
export const billingTypeOf = (kind: Kind): BillingType => apiTypeByKind[kind];

/** The types a customer says yes or no to. */
export const offerTypes = offerKinds.map((kind) => apiTypeByKind[kind]) as unknown as readonly [
  OfferType,
  ...OfferType[],
];
type OfferType = (typeof apiTypeByKind)[OfferKind];

type KindOf<Type extends BillingType> = {
  [K in Kind]: (typeof apiTypeByKind)[K] extends Type ? K : never;
}[Kind];

/** The kind that has a type on the wire: one, or this does not compile. */
export const kindOfType: { readonly [Type in BillingType]: KindOf<Type> } = {
  estimate: 'estimate',
  purchase_order: 'purchase_order',
  invoice: 'invoice',
  advance: 'advance',
  asset: 'credit_note',
};
