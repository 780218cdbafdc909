import type { StockLevel } from '../../domain/catalogue/stock.ts';
import type { TenThousandths } from '../../domain/money/ten-thousandths.ts';
import { sql, type Tx } from '../transaction.ts';

const LEVELS = sql`
  select id, test, stock from billing.product where account_id = $1 and id = any($2) and is_stockable`;

/** The stock of those of these products that are stockable, of either catalogue the caller can see. Ids are UUIDs. */
export async function stockLevels(tx: Tx, ids: readonly string[]): Promise<Map<string, StockLevel>> {
  const rows = await tx.read<{ id: string } & StockLevel>(LEVELS, [tx.accountId, ids]);
  return new Map(rows.map(({ id, test, stock }) => [id, { test, stock }]));
}

/** What one finalization moves: of each product so many ten-thousandths of a unit, below zero what goes out. */
export type Moving = {
  readonly documentId: string;
  readonly test: boolean;
  readonly moves: readonly { readonly productId: string; readonly moved: TenThousandths }[];
  /** Unix seconds. */
  readonly now: number;
};

const LOCK = sql`
  select from billing.product where account_id = $1 and id = any($2) and test = $3 and is_stockable
  order by id for update`;

// The key of stock_move is what keeps a document from ever moving a product twice.
const noting = (moved: string) => sql`
  insert into billing.stock_move (account_id, document_id, product_id, test, moved, created_at)
  select p.account_id, $2, p.id, p.test, m.moved, $6
  from unnest($3::uuid[], $4::bigint[]) as asked(product_id, moved)
  join billing.product p on p.account_id = $1 and p.id = asked.product_id and p.test = $5 and p.is_stockable
  cross join lateral (select ${moved}) as m(moved)
  where m.moved <> 0`;
// Of what the document noted before, nothing is among these products: it would have met that key.
const MOVE_NOTED = sql`
  update billing.product p set stock = p.stock + s.moved, version = p.version + 1, updated_at = $4
  from billing.stock_move s
  where s.account_id = $1 and s.document_id = $2 and s.product_id = any($3) and p.account_id = $1 and p.id = s.product_id`;

const NOTE = noting('asked.moved');
const NOTE_BACK = noting(`
  case when h.held >= 0 then greatest(0, least(asked.moved, h.held)) else least(0, greatest(asked.moved, h.held)) end
  from (select -coalesce(sum(s.moved), 0)::bigint as held from billing.stock_move s
    where s.account_id = $1 and s.document_id = any($7) and s.product_id = p.id) as h`);

/**
 * Moves the stock of the stockable products among these, each once for this document, and notes it.
 *
 * Products are the only locks taken after the head of the audit chain. Two finalizations never wait for one another here:
 * those of one mode are in turn by that head, and products of two modes are never the same. Who changes or deletes a
 * product holds one, and waits for nothing that a finalization holds; whoever takes several does so by id, as here,
 * and all at once, as an import does: else PostgreSQL would have one of the two begin again (`perform`).
 */
export function moveStock(tx: Tx, moving: Moving): void {
  lock(tx, moving);
  tx.write(NOTE, valuesOf(tx, moving));
  moveNoted(tx, moving);
}

/**
 * The same for what comes back from an invoice: never more of a product than its invoice and the credit notes finalized
 * before have moved together. `movedBefore` are their ids; the lock of the family keeps others from moving meanwhile.
 */
export function bringBackStock(tx: Tx, moving: Moving, movedBefore: readonly string[]): void {
  lock(tx, moving);
  tx.write(NOTE_BACK, [...valuesOf(tx, moving), movedBefore]);
  moveNoted(tx, moving);
}

const lock = (tx: Tx, { moves, test }: Moving): void => tx.write(LOCK, [tx.accountId, productIdsOf(moves), test]);

const moveNoted = (tx: Tx, { documentId, moves, now }: Moving): void =>
  tx.write(MOVE_NOTED, [tx.accountId, documentId, productIdsOf(moves), now]);

const productIdsOf = (moves: Moving['moves']): string[] => moves.map(({ productId }) => productId);

const valuesOf = (tx: Tx, { documentId, moves, test, now }: Moving): unknown[] => [
  tx.accountId,
  documentId,
  productIdsOf(moves),
  moves.map(({ moved }) => moved),
  test,
  now,
];
