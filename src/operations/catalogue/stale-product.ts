import type { Product } from '../../domain/catalogue/product.ts';
import type { Refused } from '../../domain/refusal.ts';
import type { Context } from '../operation.ts';
import { etagOf } from './shown-product.ts';

/** Refuses to write over, or to delete, a version of the product that the caller has not seen; stock that was billed since is one. */
export function staleProduct({ ifMatch }: Context, product: Product): Refused<'version_stale'> | undefined {
  const current = etagOf(product);
  const isSeen = ifMatch === undefined || ifMatch.split(',').some((tag) => tag.trim() === current);
  return isSeen ? undefined : { refused: 'version_stale', current };
}
