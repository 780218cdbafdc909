import { readDay } from '../csv/read-day.ts';
import { cents } from '../domain/money/cents.ts';
import { type LeftOut, leftOutCounter } from '../domain/payments/bank/skipped-rows.ts';
import { BANK_LINES_MAX, BANK_STATEMENTS_OF_FILE_MAX, type ReadStatement } from '../domain/payments/bank/statement.ts';
import type { BankLine } from '../domain/payments/bank/transaction.ts';
import type { CivilDay } from '../domain/time/civil-day.ts';
import { readXml, XmlFault } from '../xml/read-xml.ts';
import { type OfxListener, readOfxTags } from './ofx-tags.ts';
import { asIban, asLabel, asNumber, asWords, ibanOfRib, readBalance, readCents } from './parse-fields.ts';
import { FileTooLong, invalidField, UnreadableFile } from './unreadable-file.ts';

type Members = Map<string, { readonly value: string; readonly at: number }>;
type Line = BankLine & { readonly kind: string };
type Written = { -readonly [K in keyof ReadStatement]: ReadStatement[K] } & { lines: Line[]; ids: Members };
export type ReadOfx = { readonly statements: ReadStatement[]; readonly leftOut: LeftOut };

/**
 * Reads the statements of an OFX file, version 1 (SGML) or 2 (XML), and the entries that are not
 * booked. Throws `UnreadableFile` or `FileTooLong`.
 */
export async function readOfx(text: string): Promise<ReadOfx> {
  if (!isXml(text)) return readOfxSgml(text);
  try {
    return await readOfxXml(text);
  } catch (error) {
    // Some banks write a version 2 header above members without end tags.
    const isNoXml =
      error instanceof XmlFault && (error.said.fault === 'broken_xml' || error.said.fault === 'cut_short');
    if (!isNoXml) throw error;
    return readOfxSgml(text);
  }
}

async function readOfxSgml(text: string): Promise<ReadOfx> {
  const gathered = gatherStatements(rowFinder(text));
  await readOfxTags(text, gathered.listener);
  return gathered.result();
}

const isXml = (text: string): boolean => /^\s*<\?(?:xml|OFX)\s/.test(text.slice(0, 200));

async function readOfxXml(text: string): Promise<ReadOfx> {
  const gathered = gatherStatements((row) => row);
  const { open, close, member } = gathered.listener;
  let last: string | undefined;
  await readXml(text, {
    open: ({ name, row }) => {
      last = name;
      open(name, row);
    },
    // An element that closes directly after it opened is a member or an empty group.
    close: ({ name, row }, value) => {
      if (last === name) member(name, value, row);
      close(name, row);
      last = undefined;
    },
  });
  return gathered.result();
}

/** Maps offsets to 1-based line numbers, counting on from the previous offset. */
function rowFinder(text: string): RowOf {
  let [row, from] = [1, 0];
  return (at) => {
    if (at < from) [row, from] = [1, 0];
    for (let end = text.indexOf('\n', from); end >= 0 && end < at; end = text.indexOf('\n', from)) {
      row += 1;
      from = end + 1;
    }
    return row;
  };
}

const STATEMENTS: ReadonlySet<string> = new Set(['STMTRS', 'CCSTMTRS']);
/** Groups whose members must be distinguished by their group. */
const OWN_PLACES: ReadonlySet<string> = new Set([
  ...['BANKACCTFROM', 'CCACCTFROM', 'LEDGERBAL', 'AVAILBAL', 'BAL', 'PAYEE', 'BANKACCTTO', 'CCACCTTO', 'CURRENCY'],
  ...['ORIGCURRENCY', 'IMAGEDATA'],
]);

/** Pending transactions: separate lists that the balances exclude. */
const PENDING: ReadonlySet<string> = new Set(['STMTTRNP', 'CCSTMTTRNP']);

function gatherStatements(rowOf: RowOf): { listener: OfxListener; result: () => ReadOfx } {
  const all: ReadStatement[] = [];
  const leftOut = leftOutCounter();
  let statement: Written | undefined;
  let line: { at: number; members: Members } | undefined;
  let place = '';
  let lines = 0;
  const finishLine = (): void => {
    const unbooked = line && unbookedAs(line.members);
    if (line && unbooked) leftOut.add({ row: rowOf(line.at), ...unbooked });
    else if (statement && line) statement.lines.push(lineFrom(line, statement, rowOf));
    line = undefined;
  };
  const finish = (): void => {
    finishLine();
    if (statement) all.push(finished(statement));
    statement = undefined;
  };
  const open = (name: string, at: number): void => {
    if (STATEMENTS.has(name)) {
      finish();
      if (all.length === BANK_STATEMENTS_OF_FILE_MAX) throw new FileTooLong(BANK_STATEMENTS_OF_FILE_MAX, 'statements');
      statement = { format: 'ofx', account: {}, currency: '', lines: [], ids: new Map() };
      place = '';
    } else if (name === 'STMTTRN' && statement) {
      finishLine();
      lines += 1;
      if (lines > BANK_LINES_MAX) throw new FileTooLong(BANK_LINES_MAX, 'lines');
      line = { at, members: new Map() };
      place = '';
    } else if (PENDING.has(name)) {
      finishLine();
      leftOut.add({ row: rowOf(at), reason: 'pending' });
    } else if (OWN_PLACES.has(name)) place = name;
  };
  const member = (name: string, value: string, at: number): void => {
    const members = line?.members ?? statement?.ids;
    const key = place ? `${place}/${name}` : name;
    // The first value counts: after an unclosed group, later members would overwrite it.
    if (value.trim() !== '' && members && !members.has(key)) members.set(key, { value: value.trim(), at });
  };
  const close = (name: string): void => {
    if (name === place) place = '';
    if (name === 'STMTTRN') finishLine();
    if (STATEMENTS.has(name)) finish();
  };
  const result = (): ReadOfx => {
    finish();
    if (all.length === 0) throw new UnreadableFile({ fault: 'no_statement' });
    return { statements: all, leftOut: leftOut.result() };
  };
  return { listener: { open, member, close }, result };
}

type RowOf = (at: number) => number;

/** Why a transaction is not booked: it is pending, or the bank cancels an earlier one. */
function unbookedAs(members: Members): { reason: 'pending' | 'canceled'; status: string } | undefined {
  if (members.get('TRNTYPE')?.value.toUpperCase() === 'HOLD') return { reason: 'pending', status: 'HOLD' };
  return members.get('CORRECTACTION')?.value.toUpperCase() === 'DELETE'
    ? { reason: 'canceled', status: 'DELETE' }
    : undefined;
}

/**
 * Signs amounts by their kind if a bank writes them unsigned: debits are negative. If amounts are
 * signed or the kind only suggests a sign, a line that contradicts its kind needs confirmation.
 */
function withSigns(lines: readonly Line[]): BankLine[] {
  const isSigned = lines.some(({ amount }) => amount < 0);
  return lines.map(({ kind, ...line }) => {
    if (line.amount <= 0 || !OUT_KINDS.has(kind)) return line;
    if (kind === 'DEBIT' && !isSigned) return { ...line, amount: cents(-line.amount) };
    return { ...line, isDoubtful: true };
  });
}
const OUT_KINDS: ReadonlySet<string> = new Set([
  'DEBIT',
  'CHECK',
  'ATM',
  'FEE',
  'SRVCHG',
  'DIRECTDEBIT',
  'CASH',
  'REPEATPMT',
]);

function finished({ ids, lines, ...statement }: Written): ReadStatement {
  const valueOf = (name: string) => ids.get(name)?.value;
  const day = (name: string): CivilDay | undefined => readDay(valueOf(name) ?? '');
  const currency = currencyOf(ids);
  const { iban, number } = accountOf(valueOf);
  const [from, to] = [day('DTSTART'), day('DTEND')];
  const closing = readBalance(valueOf('LEDGERBAL/BALAMT') ?? '');
  const isInOrder = from !== undefined && to !== undefined && from <= to;
  return {
    ...statement,
    lines: withSigns(lines),
    currency,
    account: { ...(iban !== undefined && { iban }), ...(number !== undefined && { number }) },
    ...(isInOrder && { from, to }),
    ...(closing !== undefined && { closing }),
  };
}

/** The currency of a statement, or else of the first line that states one. */
function currencyOf(ids: Members, ofLine?: string): string {
  const currency = ids.get('CURDEF')?.value.toUpperCase() ?? '';
  if (/^[A-Z]{3}$/.test(currency)) return currency;
  if (ofLine === undefined || !/^[A-Z]{3}$/.test(ofLine)) return 'EUR';
  ids.set('CURDEF', { value: ofLine, at: 0 });
  return ofLine;
}

function accountOf(text: (name: string) => string | undefined): {
  iban?: string | undefined;
  number?: string | undefined;
} {
  const of = (name: string): string => (text(`BANKACCTFROM/${name}`) ?? '').replace(/\s/g, '').toUpperCase();
  const [bank, branch, number] = [of('BANKID'), of('BRANCHID'), of('ACCTID')];
  const iban = asIban(number) ?? ibanOfRib({ bank, branch, number });
  const card = text('CCACCTFROM/ACCTID');
  const shown = [bank, branch, number].filter(Boolean).join(' ') || card;
  return iban === undefined ? { number: asNumber(shown) } : { iban };
}

function lineFrom({ at, members }: { at: number; members: Members }, statement: Written, rowOf: RowOf): Line {
  const valueOf = (name: string): string | undefined => members.get(name)?.value;
  const posted = valueOf('DTPOSTED') ?? valueOf('DTUSER');
  if (posted === undefined) throw invalidField(rowOf(at), 'date', 'missing');
  const bookedOn = readDay(posted) ?? readDay(valueOf('DTUSER') ?? '');
  if (bookedOn === undefined) throw invalidField(rowOf(members.get('DTPOSTED')?.at ?? at), 'date', 'unreadable');
  const written = members.get('TRNAMT');
  if (!written) throw invalidField(rowOf(at), 'amount', 'missing');
  const amount = readCents(written.value);
  if (typeof amount === 'string') throw invalidField(rowOf(written.at), 'amount', amount);
  const other = valueOf('CURRENCY/CURSYM')?.toUpperCase();
  if (other !== undefined && other !== currencyOf(statement.ids, other))
    throw invalidField(rowOf(at), 'currency', 'other_currency');
  return { bookedOn, amount, kind: valueOf('TRNTYPE')?.toUpperCase() ?? '', ...counterpartTexts(valueOf) };
}

function counterpartTexts(text: (name: string) => string | undefined): Omit<BankLine, 'bookedOn' | 'amount'> {
  const [name = '', memo = ''] = [text('NAME'), text('MEMO')];
  const [valueOn, counterpart, counterpartIban, reference, bankId] = [
    readDay(text('DTAVAIL') ?? ''),
    asWords(text('PAYEE/NAME') ?? text('EXTDNAME')),
    asIban(text('BANKACCTTO/ACCTID')),
    asWords(text('REFNUM') ?? text('CHECKNUM')),
    asWords(text('FITID')),
  ];
  return {
    label: asLabel(memo.startsWith(name) ? memo : `${name} ${memo}`),
    ...(valueOn !== undefined && { valueOn }),
    ...(counterpart !== undefined && { counterpart }),
    ...(counterpartIban !== undefined && { counterpartIban }),
    ...(reference !== undefined && { reference }),
    ...(bankId !== undefined && { bankId: `ofx:${bankId}` }),
  };
}
