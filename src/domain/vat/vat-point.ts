/**
 * When VAT falls due: on delivery (goods, CGI art. 269, 2 a), on payment (services, and every advance: 2 c), or on what is
 * billed, where the option for debits was taken (2 c). That option is about services, of advances too.
 */
export type VatPoint = 'delivery' | 'payment' | 'invoice';

/** What is sold: goods, services or both. Nothing sold counts as services. */
export type Nature = 'goods' | 'services' | 'both';

/**
 * The one moment VAT falls due on; undefined where goods and services disagree. With the option for debits a sale of both
 * follows it: the law wants the option told, and goods are billed when they are delivered.
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
