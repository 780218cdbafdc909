/**
 * When VAT falls due: on delivery (goods, CGI art. 269, 2 a), on payment (services and every
 * advance: 2 c), or on the invoice under the option for debits (2 c), which covers services and
 * their advances.
 */
export type VatPoint = 'delivery' | 'payment' | 'invoice';

/** What is sold: goods, services or both. Nothing sold counts as services. */
export type Nature = 'goods' | 'services' | 'both';

/**
 * The single moment VAT falls due; undefined if it differs for goods and services. Under the option
 * for debits it also applies to a mix of both: the option must be stated, and goods are billed on
 * delivery.
 */
export function vatPointOf({
  nature,
  isAdvance,
  onDebits,
}: {
  readonly nature: Nature;
  readonly isAdvance: boolean;
  readonly onDebits: boolean;
}): VatPoint | undefined {
  if (onDebits && nature !== 'goods') return 'invoice';
  if (isAdvance || nature === 'services') return 'payment';
  return nature === 'goods' ? 'delivery' : undefined;
}
