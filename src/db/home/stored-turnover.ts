import type { TurnoverPart } from '../../domain/home/turnover-part.ts';
import { sql, type Tx } from '../transaction.ts';

/** What the links of a chain come to, up to `seq`; `keptSeq` says up to which the database keeps it, 0 for not at all. */
export type Booked = {
  readonly seq: number;
  readonly keptSeq: number;
  readonly parts: readonly TurnoverPart[];
  /** A document was sent. */
  readonly isSent: boolean;
};

/** The version of the rules parts are told by: what was kept by another is added up anew. Raised with every change of them. */
const RULES = 2;

const READ = sql`
  select seq, sent, parts from billing.booked_turnover where account_id = $1 and test = $2 and rules = ${String(RULES)}`;
// Of two who kept at once the one that read further stays.
const KEEP = sql`
  insert into billing.booked_turnover (account_id, test, seq, rules, sent, parts)
  values ($1, $2, $3, ${String(RULES)}, $4, $5)
  on conflict (account_id, test) do update
  set seq = excluded.seq, rules = excluded.rules, sent = excluded.sent, parts = excluded.parts
  where booked_turnover.seq < excluded.seq or booked_turnover.rules <> excluded.rules`;

type Told = { seq: number; sent: boolean; parts: string };

/** What is kept of the live or the test books of an account; nothing where it was kept by other rules, or never. */
export async function storedTurnover(tx: Tx, test: boolean): Promise<Booked | undefined> {
  const [row] = await tx.read<Told>(READ, [tx.accountId, test]);
  if (!row) return undefined;
  const parts = (JSON.parse(row.parts) as PartKept[]).map(partFrom);
  return { seq: row.seq, keptSeq: row.seq, parts, isSent: row.sent };
}

const BEHIND = sql`
  select h.seq - coalesce(k.seq, 0) as links from billing.chain_head h
  left join billing.booked_turnover k
    on k.account_id = $1 and k.test = h.test and k.rules = ${String(RULES)}
  where h.account_id = $1 and h.test = $2`;

/** How many links what is kept is behind. */
export const linksSinceTurnover = async (tx: Tx, test: boolean): Promise<number> =>
  (await tx.read<{ links: number }>(BEHIND, [tx.accountId, test]))[0]?.links ?? 0;

/** Keeps it, with the commit. */
export const storeTurnover = (tx: Tx, test: boolean, { seq, parts, isSent }: Booked): void =>
  tx.write(KEEP, [tx.accountId, test, seq, isSent, JSON.stringify(parts.map(partKept))]);

// Without names of members: there are thousands.
type PartKept = [
  ...[how: TurnoverPart['how'], on: string, currency: string, rate: number, key: TurnoverPart['key']],
  ...[sold: TurnoverPart['sold'], isDue: boolean, net: TurnoverPart['net'], vat: TurnoverPart['vat'], count: number],
  ...[accountNet: TurnoverPart['net'], accountVat: TurnoverPart['vat']],
];
const partKept = (part: TurnoverPart): PartKept => {
  const { how, on, currency, rate, key, sold, isDue, net, vat, count, accountNet, accountVat } = part;
  return [how, on, currency, rate, key, sold, isDue, net, vat, count, accountNet, accountVat];
};
const partFrom = ([how, on, currency, rate, key, sold, isDue, net, vat, count, ...own]: PartKept): TurnoverPart => ({
  ...{ how, on, currency, rate, key, sold, isDue, net, vat, count, accountNet: own[0], accountVat: own[1] },
});
