import type { StockLevel } from '../../domain/catalogue/stock.ts';
import type { TenThousandths } from '../../domain/money/ten-thousandths.ts';
import { sql, type Tx } from '../transaction.ts';

const LEVELS = sql`
  select id, test, stock from billing.product where account_id = $1 and id = any($2) and is_stockable`;

/**
 * The stock of the stockable products among these, in either catalogue the caller can see. IDs are
 * UUIDs.
 */
export async function stockLevels(tx: Tx, ids: readonly string[]): Promise<Map<string, StockLevel>> {
  const rows = await tx.read<{ id: string } & StockLevel>(LEVELS, [tx.accountId, ids]);
  return new Map(rows.map(({ id, test, stock }) => [id, { test, stock }]));
}

/**
 * The stock movements of one finalization, per product in ten-thousandths of a unit; outgoing is
 * negative.
 */
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

// The key of stock_move ensures that a document never moves a product twice.
const noting = (moved: string) => sql`
  insert into billing.stock_move (account_id, document_id, product_id, test, moved, created_at)
  select p.account_id, $2, p.id, p.test, m.moved, $6
  from unnest($3::uuid[], $4::bigint[]) as asked(product_id, moved)
  join billing.product p on p.account_id = $1 and p.id = asked.product_id and p.test = $5 and p.is_stockable
  cross join lateral (select ${moved}) as m(moved)
  where m.moved <> 0`;
// None of these products was moved by the document before: the key would have conflicted.
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
 * Moves the stock of the stockable products among these, each once for this document, and records
 * it. Products are the only locks taken after the audit chain. Finalizations never wait for each
 * other here: the lock of the chain serializes those of one mode, and the two modes share no
 * products. Other transactions lock one product, or several at once in ID order, as an import does.
 * Otherwise PostgreSQL would abort one of them for a deadlock and the pipeline would retry it.
 */
export function moveStock(tx: Tx, moving: Moving): void {
  lock(tx, moving);
  tx.write(NOTE, valuesOf(tx, moving));
  moveNoted(tx, moving);
}

/**
 * Moves stock back for the credit note of an invoice: of each product at most what the invoice and
 * its earlier credit notes moved in total. `movedBefore` are their IDs; the lock of the document
 * group prevents concurrent moves.
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
