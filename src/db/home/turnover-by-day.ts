import { billKinds, creditKinds } from '../../domain/billing/document/kind.ts';
import { sharesOf } from '../../domain/home/claim-history.ts';
import { withCommercial } from '../../domain/home/commercial-part.ts';
import { addedUp, collectedParts, invoicedParts, type TurnoverPart } from '../../domain/home/turnover-part.ts';
import { type CivilDay, civilDayOf } from '../../domain/time/civil-day.ts';
import { minus } from '../../domain/vat/breakdown.ts';
import { kindsInSql } from '../billing/document-kind-sql.ts';
import { type Row, sql, type Tx } from '../transaction.ts';
import { issuedBills, paidClaims, refundOf } from './bill-facts.ts';
import { partFrom, type StoredPart, toStoredPart } from './stored-parts.ts';

/**
 * Audit chain entries read per step: each statement stays far below its timeout, however large
 * documents are.
 */
const LINKS_AT_ONCE = 2_000;
/** Sums one process caches across all accounts, about 150 bytes each. */
const PARTS_REMEMBERED_MAX = 100_000;
/**
 * New entries after which the sums are stored again: at most this many are read again after a
 * restart.
 */
export const LINKS_KEPT_EVERY = 40;
/** Refunded credit notes read per batch. */
const REFUNDS_AT_ONCE = 1_000;

const HEAD = sql`select seq from billing.chain_head where account_id = $1 and test = $2`;
const LINKS = sql`
  select said ->> 'type' as type, said #>> '{subject,id}' as id, said #>> '{subject,kind}' as kind from (
    select link::json as said from billing.chain_link where account_id = $1 and test = $2 and seq > $3 and seq <= $4
    offset 0) links
  where said ->> 'type' in ('finalized', 'paid', 'payment_reversed', 'sent')`;
const PAID = sql`
  select distinct document_id as id from billing.payment where account_id = $1 and id = any ($2::uuid[])`;
const REFUNDED = sql`
  select id, parent_id, refund_at from billing.document d
  where account_id = $1 and test = $2 and kind in ${kindsInSql(creditKinds)} and refund_at between $3 and $4 and id > $5
  order by id limit ${String(REFUNDS_AT_ONCE)}`;

const remembered = new Map<string, Booked>();

/**
 * Invoiced and collected amounts by day in the given mode, and whether a document was ever sent.
 * Every bill and payment is an entry of the append-only audit chain, so earlier sums are cached by
 * the process and stored in the database, and only newer entries are read. Reads at most `steps`
 * batches; `isWhole` says whether that was all.
 */
export async function turnoverByDay(
  tx: Tx,
  test: boolean,
  steps = Number.POSITIVE_INFINITY,
): Promise<Booked & { readonly isWhole: boolean }> {
  const cacheKey = `${tx.accountId} ${test}`;
  const inMind = remembered.get(cacheKey);
  const [[head], kept] = await Promise.all([
    tx.read<{ seq: number }>(HEAD, [tx.accountId, test]),
    inMind ? undefined : storedTurnover(tx, test),
  ]);
  const last = head?.seq ?? 0;
  let known = inMind ?? kept ?? { seq: 0, keptSeq: 0, parts: [], isSent: false };
  for (let step = 0; step < steps && known.seq < last; step++) {
    const until = Math.min(last, known.seq + LINKS_AT_ONCE);
    const more = await partsOfLinks(tx, test, { past: known.seq, until });
    known = {
      ...known,
      seq: until,
      parts: more.parts.length === 0 ? known.parts : addedUp([...known.parts, ...more.parts]),
      isSent: known.isSent || more.isSent,
    };
    remember(cacheKey, known);
  }
  if (known.seq - known.keptSeq >= LINKS_KEPT_EVERY) {
    storeTurnover(tx, test, known);
    const now = { ...known, keptSeq: known.seq };
    tx.afterCommit(() => remember(cacheKey, now));
  }
  return { ...known, isWhole: known.seq >= last };
}

async function partsOfLinks(
  tx: Tx,
  test: boolean,
  span: { past: number; until: number },
): Promise<Pick<Booked, 'parts' | 'isSent'>> {
  const links = await tx.read(LINKS, [tx.accountId, test, span.past, span.until]);
  const of = (isIt: (link: Row) => boolean) =>
    links.flatMap((link) => (isIt(link) && UUID.test(link.id) ? [link.id] : []));
  const bills = of(({ type, kind }) => type === 'finalized' && (billKinds as readonly string[]).includes(kind));
  const payments = of(({ type }) => type === 'paid' || type === 'payment_reversed');
  const [issued, paid] = await Promise.all([
    issuedBills(tx, bills),
    payments.length === 0 ? [] : tx.read<{ id: string }>(PAID, [tx.accountId, payments]),
  ]);
  const claims = await paidClaims(
    tx,
    paid.map(({ id }) => id),
  );
  const ids = new Set(payments);
  const parts = [
    ...issued.flatMap(({ facts, on }) => invoicedParts(facts, on)),
    ...claims.flatMap(({ facts, history, days, mix }) =>
      [...sharesOf(history)].flatMap(([id, share]) =>
        ids.has(id) ? withCommercial(collectedParts(facts, share, days.get(id) as string), mix) : [],
      ),
    ),
  ];
  return { parts, isSent: links.some(({ type }) => type === 'sent') };
}

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Evicts the least recently used account. */
function remember(cacheKey: string, known: Booked): void {
  remembered.delete(cacheKey);
  remembered.set(cacheKey, known);
  let held = [...remembered.values()].reduce((all, { parts }) => all + parts.length, 0);
  for (const [oldest, { parts }] of remembered) {
    if (held <= PARTS_REMEMBERED_MAX || oldest === cacheKey) break;
    remembered.delete(oldest);
    held -= parts.length;
  }
}

/**
 * Refunds of credit notes between two instants (Unix seconds), negative. The date of a refund can
 * change, so these few are never cached.
 */
export async function refundedParts(
  tx: Tx,
  { test, from, to, zone }: { test: boolean; from: number; to: number; zone: string },
): Promise<TurnoverPart[]> {
  const parts: TurnoverPart[] = [];
  for (let after = '00000000-0000-0000-0000-000000000000'; ; ) {
    const notes = await tx.read(REFUNDED, [tx.accountId, test, from, to, after]);
    parts.push(...(await partsOfRefunds(tx, notes, zone)));
    if (notes.length < REFUNDS_AT_ONCE) return addedUp(parts);
    after = (notes.at(-1) as Row).id;
  }
}

/** The parts of refunds, from the rows of their credit notes (`id`, `parent_id`, `refund_at`). */
export const partsOfRefunds = async (tx: Tx, notes: readonly Row[], zone: string): Promise<TurnoverPart[]> =>
  (await refundsOfNotes(tx, notes, zone)).flatMap(({ parts }) => parts);

/** The same, credit note by credit note; `on` is the day of the refund. */
export async function refundsOfNotes(
  tx: Tx,
  notes: readonly Row[],
  zone: string,
): Promise<{ id: string; on: CivilDay; parts: TurnoverPart[] }[]> {
  const bills = new Map(
    (
      await issuedBills(
        tx,
        notes.map(({ id }) => id),
      )
    ).map((bill) => [bill.id, bill.facts]),
  );
  const parents = [...new Set(notes.flatMap(({ parent_id }) => (parent_id ? [parent_id as string] : [])))];
  const shares = new Map((await paidClaims(tx, parents)).map((claim) => [claim.id, sharesOf(claim.history)]));
  return notes.flatMap(({ id, parent_id, refund_at }) => {
    const facts = bills.get(id);
    if (!facts) return [];
    const on = civilDayOf(refund_at, zone);
    // A free credit note corrects an invoice that was billed and paid elsewhere, so its full amount
    // was refunded.
    const share = parent_id ? (shares.get(parent_id)?.get(refundOf(id)) ?? {}) : minus({}, facts.due);
    return [{ id, on, parts: collectedParts(facts, share, on) }];
  });
}

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
const RULES = 3;

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
async function storedTurnover(tx: Tx, test: boolean): Promise<Booked | undefined> {
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
const storeTurnover = (tx: Tx, test: boolean, { seq, parts, isSent }: Booked): void =>
  tx.write(KEEP, [tx.accountId, test, seq, isSent, JSON.stringify(parts.map(toStoredPart))]);
