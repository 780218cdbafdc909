import type { TurnoverPart } from '../../domain/home/turnover-part.ts';
import { sql, type Tx } from '../transaction.ts';

/**
 * The sums of an audit chain's entries up to `seq`. `keptSeq` is the entry up to which the database
 * stores the sums; 0 if it stores none.
 */
export type Booked = {
  readonly seq: number;
  readonly keptSeq: number;
  readonly parts: readonly TurnoverPart[];
  /** Whether a document was sent. */
  readonly isSent: boolean;
};

/**
 * The version of the rules for computing parts. Sums stored by another version are recomputed.
 * Raise it with every change of the rules.
 */
const RULES = 2;

const READ = sql`
  select seq, sent, parts from billing.booked_turnover where account_id = $1 and test = $2 and rules = ${String(RULES)}`;
// If two processes store at once, the sums up to the later entry win.
const KEEP = sql`
  insert into billing.booked_turnover (account_id, test, seq, rules, sent, parts)
  values ($1, $2, $3, ${String(RULES)}, $4, $5)
  on conflict (account_id, test) do update
  set seq = excluded.seq, rules = excluded.rules, sent = excluded.sent, parts = excluded.parts
  where booked_turnover.seq < excluded.seq or booked_turnover.rules <> excluded.rules`;

type StoredRow = { seq: number; sent: boolean; parts: string };

/**
 * The stored sums of the live or test books; undefined if another version of the rules stored
 * them, or none exist.
 */
export async function storedTurnover(tx: Tx, test: boolean): Promise<Booked | undefined> {
  const [row] = await tx.read<StoredRow>(READ, [tx.accountId, test]);
  if (!row) return undefined;
  const parts = (JSON.parse(row.parts) as StoredPart[]).map(partFrom);
  return { seq: row.seq, keptSeq: row.seq, parts, isSent: row.sent };
}

const BEHIND = sql`
  select h.seq - coalesce(k.seq, 0) as links from billing.chain_head h
  left join billing.booked_turnover k
    on k.account_id = $1 and k.test = h.test and k.rules = ${String(RULES)}
  where h.account_id = $1 and h.test = $2`;

/** How many entries were appended since the stored sums. */
export const linksSinceTurnover = async (tx: Tx, test: boolean): Promise<number> =>
  (await tx.read<{ links: number }>(BEHIND, [tx.accountId, test]))[0]?.links ?? 0;

/** Stores the sums at commit. */
export const storeTurnover = (tx: Tx, test: boolean, { seq, parts, isSent }: Booked): void =>
  tx.write(KEEP, [tx.accountId, test, seq, isSent, JSON.stringify(parts.map(toStoredPart))]);

// Tuples without member names, because there are thousands.
type StoredPart = [
  ...[how: TurnoverPart['how'], on: string, currency: string, rate: number, key: TurnoverPart['key']],
  ...[sold: TurnoverPart['sold'], isDue: boolean, net: TurnoverPart['net'], vat: TurnoverPart['vat'], count: number],
  ...[accountNet: TurnoverPart['net'], accountVat: TurnoverPart['vat']],
];
const toStoredPart = (part: TurnoverPart): StoredPart => {
  const { how, on, currency, rate, key, sold, isDue, net, vat, count, accountNet, accountVat } = part;
  return [how, on, currency, rate, key, sold, isDue, net, vat, count, accountNet, accountVat];
};
const partFrom = ([how, on, currency, rate, key, sold, isDue, net, vat, count, ...own]: StoredPart): TurnoverPart => ({
  ...{ how, on, currency, rate, key, sold, isDue, net, vat, count, accountNet: own[0], accountVat: own[1] },
});
