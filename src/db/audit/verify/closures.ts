import { sha256Hex } from '../../../audit/chain/chain-link.ts';
import type { Closure } from '../../../domain/account/closure/closure.ts';
import { type Booked, type Figures, figuresOf, plusFigures } from '../../../domain/account/closure/figures.ts';
import { nameOf } from '../../../domain/account/closure/period.ts';
import { closureChecker } from '../../../domain/account/closure/verify-closure.ts';
import { accountingEntries } from '../../account/accounting-entries.ts';
import { type Row, sql } from '../../transaction.ts';
import type { Found, QueryFn } from './finding.ts';

const LINKED = sql`
  select seq, substring(link from '"subject":\{"id":"([^"]*)"') as id,
    substring(link from '"sha256":"([0-9a-f]{64})"') as sha256
  from billing.chain_link where account_id = $1 and test = $2 and link like '%"type":"closed"}' order by seq`;
// A day comes before the month that ends with it, a month before its year.
const CLOSURES = sql`
  select kind, starts_on, id, n, first_seq, last_seq, content from billing.closure
  where account_id = $1 and test = $2 order by last_seq, case kind when 'day' then 1 when 'month' then 2 else 3 end`;

/** Entries buffered before they are summed. */
const ENTRIES_AT_ONCE = 500;

/**
 * Closures that disagree with the entries that recorded them, with the bills and payments of their
 * period or with one another; missing closures; and forged closures. An account has about 400 a
 * year, so all are read at once.
 */
export async function closureFindings(
  ask: QueryFn,
  account: string,
  test: boolean,
): Promise<{ count: number; findings: Found[] }> {
  const findings: Found[] = [];
  const links = await ask(LINKED, [account, test]);
  const linked = new Map(links.map(({ id, sha256, seq }) => [id as string, { sha256, seq }]));
  if (linked.size < links.length) findings.push({ fault: 'closure_linked_twice' });
  const rows = await ask(CLOSURES, [account, test]);
  const checker = closureChecker({ isWhole: true });
  for (const row of rows) {
    const sha256 = sha256Hex(row.content);
    const link = linked.get(row.id);
    const at = `${row.kind} ${nameOf({ kind: row.kind, startsOn: row.starts_on })}`;
    const seq = link && { seq: link.seq as number };
    if (!link) findings.push({ fault: 'closure_without_link', at });
    else if (link.sha256 !== sha256) findings.push({ fault: 'closure_changed', at, ...seq });
    const closure = closureIn(row);
    if (!closure || !columnsAgree(row, closure)) findings.push({ fault: 'closure_columns_differ', at, ...seq });
    if (closure) {
      const recounted = closure.kind === 'day' ? await recount(ask, { account, test }, row) : undefined;
      const faults = checker.next({ closure, sha256, ...(recounted && { recounted }) });
      for (const fault of faults) findings.push({ fault, at, ...seq });
    }
    linked.delete(row.id);
  }
  for (const { seq } of linked.values()) findings.push({ fault: 'closure_missing', seq });
  return { count: rows.length, findings };
}

function closureIn({ content }: Row): Closure | undefined {
  try {
    const closure = JSON.parse(content) as Closure;
    return typeof closure.figures === 'object' && closure.figures !== null ? closure : undefined;
  } catch {
    return undefined;
  }
}

const columnsAgree = (row: Row, closure: Closure): boolean =>
  row.id === closure.id &&
  row.kind === closure.kind &&
  row.starts_on === closure.startsOn &&
  row.n === closure.n &&
  row.first_seq === closure.firstSeq &&
  row.last_seq === closure.lastSeq;

/** The current sums of the bills and payments a day covers. */
async function recount(ask: QueryFn, books: { account: string; test: boolean }, row: Row): Promise<Figures> {
  const span = { past: row.first_seq - 1, until: row.last_seq };
  let figures: Figures = {};
  let entries: Booked[] = [];
  for await (const { booked } of accountingEntries(ask, { accountId: books.account, test: books.test }, span)) {
    if (booked) entries.push(booked);
    if (entries.length < ENTRIES_AT_ONCE) continue;
    figures = plusFigures(figures, figuresOf(entries));
    entries = [];
  }
  return plusFigures(figures, figuresOf(entries));
}
