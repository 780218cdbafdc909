import type { Booked } from '../../domain/account/closure/figures.ts';
import type { Deduction } from '../../domain/billing/document/document.ts';
import { billKinds } from '../../domain/billing/document/kind.ts';
import type { Payment } from '../../domain/payments/payment.ts';
import { type Breakdown, minus, plus } from '../../domain/vat/breakdown.ts';
import type { QueryFn } from '../audit/verify/finding.ts';
import { type Row, type Statement, sql } from '../transaction.ts';

/**
 * An entry of the audit chain as accounting needs it: the bill or payment it records, if any.
 */
export type AccountingEntry = {
  readonly seq: number;
  readonly at: number;
  readonly booked?: Booked;
  /** The bill or payment no longer exists. */
  readonly isLost?: true;
};

/** Entries read per batch, with their document sums; bounds the memory for days of any length. */
const LINKS_AT_ONCE = 250;

const LINKS = sql`
  select seq, link from billing.chain_link where account_id = $1 and test = $2 and seq > $3 and seq <= $4
  order by seq limit ${String(LINKS_AT_ONCE)}`;
// Reads only the sums of a document, because the lines are many times larger.
const BILLS = sql`
  select id, kind, currency, (content::json #> '{totals,breakdown}')::text as breakdown,
    (content::json #> '{content,deductions}')::text as deductions
  from billing.document where account_id = $1 and id = any($2::uuid[])`;
const PAYMENTS = sql`
  select p.id, p.content, d.currency from billing.payment p
  join billing.document d on d.account_id = $1 and d.id = p.document_id
  where p.account_id = $1 and p.id = any($2::uuid[])`;

/**
 * Reads the entries of an audit chain after `past` up to `until` (inclusive), in order and in
 * constant memory, each with the amount billed or received.
 */
export async function* accountingEntries(
  ask: QueryFn,
  { accountId, test }: { accountId: string; test: boolean },
  { past, until }: { past: number; until: number },
): AsyncGenerator<AccountingEntry> {
  for (let after = past; ; ) {
    const rows = await ask(LINKS, [accountId, test, after, until]);
    const last = rows.at(-1);
    if (!last) return;
    after = last.seq;
    const links = rows.map(({ seq, link }) => ({ seq: seq as number, ...parseEntry(link) }));
    const idsOf = (what: About['what']) => links.flatMap(({ about }) => (about?.what === what ? [about.id] : []));
    const [bills, payments] = [
      await found(ask, BILLS, accountId, idsOf('bill')),
      await found(ask, PAYMENTS, accountId, idsOf('payment')),
    ];
    for (const { seq, at, about } of links) {
      const row = about && (about.what === 'bill' ? bills : payments).get(about.id);
      const booked = row && (about.what === 'bill' ? billIn(row) : paymentIn(row));
      yield { seq, at, ...(booked && { booked }), ...(about && !row && { isLost: true }) };
    }
  }
}

type About = { what: Booked['what']; id: string };

/**
 * When an entry was made and which bill or payment it concerns, if any. A forged one may not be
 * JSON.
 */
function parseEntry(link: string): { at: number; about?: About } {
  try {
    const { type, at, subject } = JSON.parse(link);
    const isBill = type === 'finalized' && (billKinds as readonly string[]).includes(subject.kind);
    const isPayment = type === 'paid' || type === 'payment_reversed';
    const what = isBill ? 'bill' : isPayment ? 'payment' : undefined;
    return { at: Number(at), ...(what && UUID.test(subject.id) && { about: { what, id: subject.id } }) };
  } catch {
    return { at: 0 };
  }
}

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

async function found(ask: QueryFn, statement: Statement, accountId: string, ids: string[]): Promise<Map<string, Row>> {
  if (ids.length === 0) return new Map();
  return new Map((await ask(statement, [accountId, ids])).map((row) => [row.id, row]));
}

/**
 * What a bill adds to the books: an invoice without its deducted advances, which were billed
 * before.
 */
function billIn(row: Row): Booked {
  const { kind, currency } = row;
  const deductions = (JSON.parse(row.deductions ?? 'null') ?? []) as readonly Deduction[];
  const deducted = deductions.reduce<Breakdown>((all, { breakdown }) => plus(all, breakdown), {});
  return { what: 'bill', kind, currency, breakdown: minus(JSON.parse(row.breakdown) as Breakdown, deducted) };
}

function paymentIn({ content, currency }: Row): Booked {
  const { amount, method } = JSON.parse(content) as Payment;
  return { what: 'payment', currency, method, amount };
}
