import type { LinkedDocument, Replacements } from '../../domain/einvoicing/replacement.ts';
import { type Row, sql, type Tx } from '../transaction.ts';

const INSERT = sql`
  insert into billing.document_replacement (account_id, replaced_id, replacement_id, test, created_at)
  values ($1, $2, $3, $4, $5)`;
const OF = sql`
  select r.replaced_id = $2 as is_replaced, d.id, d.number from billing.document_replacement r
    join billing.document d on d.account_id = $1
      and d.id = case when r.replaced_id = $2 then r.replacement_id else r.replaced_id end
  where r.account_id = $1 and (r.replaced_id = $2 or r.replacement_id = $2)`;

/** Stores which draft replaces a refused document. The database refuses a second one. */
export const storeReplacement = (
  tx: Tx,
  { replacedId, replacementId, test }: { replacedId: string; replacementId: string; test: boolean },
  now: number,
): void => tx.write(INSERT, [tx.accountId, replacedId, replacementId, test, now]);

/** The document that a document replaces, and the one that replaces it. */
export async function replacementsOf(tx: Tx, documentId: string): Promise<Replacements> {
  const links = (await tx.read<Row>(OF, [tx.accountId, documentId])).map(({ is_replaced, id, number }) => {
    const linked: LinkedDocument = number === null ? { id } : { id, number };
    return is_replaced ? { replacedBy: linked } : { replaces: linked };
  });
  return Object.assign({}, ...links);
}
