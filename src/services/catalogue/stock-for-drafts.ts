import { stockLevels } from '../../db/catalogue/stock.ts';
import type { BillingDocument } from '../../domain/billing/document/document.ts';
import { kindRow } from '../../domain/billing/document/kind.ts';
import { quantitiesOf, type StockLevels } from '../../domain/catalogue/stock.ts';
import { isUuid } from '../../schemas/fields/id.ts';
import type { Context } from '../context.ts';

/**
 * The stock that the drafts among these documents would move, in one query; undefined, without a
 * query, if there is none: only such drafts show stock warnings.
 */
export async function stockForDrafts(
  { tx }: Pick<Context, 'tx'>,
  documents: Iterable<BillingDocument>,
): Promise<StockLevels | undefined> {
  const ids = new Set<string>();
  for (const document of documents) {
    if (document.sealed || kindRow(document.kind).stock >= 0) continue;
    for (const id of quantitiesOf(document).keys()) if (isUuid(id)) ids.add(id);
  }
  return ids.size === 0 ? undefined : stockLevels(tx, [...ids]);
}
