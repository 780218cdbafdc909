import { BANK_LINES_MAX, BANK_STATEMENTS_OF_FILE_MAX, type ReadStatement } from '../domain/payments/bank/statement.ts';
import type { BankLine } from '../domain/payments/bank/transaction.ts';
import type { CivilDay } from '../domain/time/civil-day.ts';
import { badField, Unreadable } from './fault.ts';
import { asIban, asLabel, asNumber, asWords, ibanOfRib, readBalance, readCents, readDay } from './fields.ts';
import { type OfxListener, readOfxTags } from './ofx-tags.ts';
import { readXml } from './read-xml.ts';
import { TooLong } from './too-long.ts';

type Members = Map<string, { readonly value: string; readonly at: number }>;
type Written = { -readonly [K in keyof ReadStatement]: ReadStatement[K] } & { lines: BankLine[]; ids: Members };

/** The statements in an OFX file of version 1 (SGML) or 2 (XML). Throws `Unreadable` or `TooLong`. */
export async function readOfx(text: string): Promise<ReadStatement[]> {
  if (!isXml(text)) return readOfxSgml(text);
  try {
    return await readOfxXml(text);
  } catch (error) {
    // Some banks write the header of version 2 above members without end tags.
    const isNoXml =
      error instanceof Unreadable && (error.said.fault === 'broken_xml' || error.said.fault === 'cut_short');
    if (!isNoXml) throw error;
    return readOfxSgml(text);
  }
}

async function readOfxSgml(text: string): Promise<ReadStatement[]> {
  const gathered = gatherStatements((at) => rowAt(text, at));
  await readOfxTags(text, gathered.listener);
  return gathered.statements();
}

const isXml = (text: string): boolean => /^\s*<\?(?:xml|OFX)\s/.test(text.slice(0, 200));

async function readOfxXml(text: string): Promise<ReadStatement[]> {
  const gathered = gatherStatements((row) => row);
  const { open, close, member } = gathered.listener;
  let last: string | undefined;
  await readXml(text, {
    open: ({ name, row }) => {
      last = name;
      open(name, row);
    },
    // What closes right after it opened is a member, or a group that is empty.
    close: ({ name, row }, said) => {
      if (last === name) member(name, said, row);
      close(name, row);
      last = undefined;
    },
  });
  return gathered.statements();
}

/** The line of a text an offset lies on, from 1: counted only where something is told of it. */
function rowAt(text: string, at: number): number {
  let row = 1;
  for (let end = text.indexOf('\n'); end >= 0 && end < at; end = text.indexOf('\n', end + 1)) row += 1;
  return row;
}

const STATEMENTS: ReadonlySet<string> = new Set(['STMTRS', 'CCSTMTRS']);
/** Groups whose members are told apart by the group they stand in. */
const OWN_PLACES: ReadonlySet<string> = new Set([
  ...['BANKACCTFROM', 'CCACCTFROM', 'LEDGERBAL', 'AVAILBAL', 'BAL', 'PAYEE', 'BANKACCTTO', 'CCACCTTO', 'CURRENCY'],
  ...['ORIGCURRENCY', 'IMAGEDATA'],
]);

function gatherStatements(rowOf: (at: number) => number): { listener: OfxListener; statements: () => ReadStatement[] } {
  const all: Written[] = [];
  let statement: Written | undefined;
  let line: { at: number; members: Members } | undefined;
  let place = '';
  let lines = 0;
  const finishLine = (): void => {
    if (statement && line) statement.lines.push(lineFrom(line, statement, rowOf));
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
      if (all.length === BANK_STATEMENTS_OF_FILE_MAX) throw new TooLong(BANK_STATEMENTS_OF_FILE_MAX, 'statements');
      statement = { format: 'ofx', account: {}, currency: '', lines: [], ids: new Map() };
      place = '';
    } else if (name === 'STMTTRN' && statement) {
      finishLine();
      lines += 1;
      if (lines > BANK_LINES_MAX) throw new TooLong(BANK_LINES_MAX, 'lines');
      line = { at, members: new Map() };
      place = '';
    } else if (OWN_PLACES.has(name)) place = name;
  };
  const member = (name: string, value: string, at: number): void => {
    const members = line?.members ?? statement?.ids;
    const key = place ? `${place}/${name}` : name;
    // What is said first counts: a group that does not end would let what follows it speak for it.
    if (value.trim() !== '' && members && !members.has(key)) members.set(key, { value: value.trim(), at });
  };
  const close = (name: string): void => {
    if (name === place) place = '';
    if (name === 'STMTTRN') finishLine();
    if (STATEMENTS.has(name)) finish();
  };
  const statements = (): ReadStatement[] => {
    finish();
    if (all.length === 0) throw new Unreadable({ fault: 'no_statement' });
    return all.map(({ ids: _, ...each }) => each);
  };
  return { listener: { open, member, close }, statements };
}

type RowOf = (at: number) => number;

function finished(statement: Written): Written {
  const said = (name: string) => statement.ids.get(name)?.value;
  const day = (name: string): CivilDay | undefined => readDay(said(name) ?? '');
  const currency = currencyOf(statement);
  const { iban, number } = accountOf(said);
  const [from, to] = [day('DTSTART'), day('DTEND')];
  const closing = readBalance(said('LEDGERBAL/BALAMT') ?? '');
  const isInOrder = from !== undefined && to !== undefined && from <= to;
  return {
    ...statement,
    currency,
    account: { ...(iban !== undefined && { iban }), ...(number !== undefined && { number }) },
    ...(isInOrder && { from, to }),
    ...(closing !== undefined && { closing }),
  };
}

/** The currency of a statement; where it says none, that of its first line which says one. */
function currencyOf({ ids }: Written, ofLine?: string): string {
  const said = ids.get('CURDEF')?.value.toUpperCase() ?? '';
  if (/^[A-Z]{3}$/.test(said)) return said;
  if (ofLine === undefined || !/^[A-Z]{3}$/.test(ofLine)) return 'EUR';
  ids.set('CURDEF', { value: ofLine, at: 0 });
  return ofLine;
}

function accountOf(said: (name: string) => string | undefined): {
  iban?: string | undefined;
  number?: string | undefined;
} {
  const of = (name: string): string => (said(`BANKACCTFROM/${name}`) ?? '').replace(/\s/g, '').toUpperCase();
  const [bank, branch, number] = [of('BANKID'), of('BRANCHID'), of('ACCTID')];
  const iban = asIban(number) ?? ibanOfRib({ bank, branch, number });
  const card = said('CCACCTFROM/ACCTID');
  const shown = [bank, branch, number].filter(Boolean).join(' ') || card;
  return iban === undefined ? { number: asNumber(shown) } : { iban };
}

function lineFrom({ at, members }: { at: number; members: Members }, statement: Written, rowOf: RowOf): BankLine {
  const said = (name: string): string | undefined => members.get(name)?.value;
  const posted = said('DTPOSTED');
  if (posted === undefined) throw badField(rowOf(at), 'date', 'missing');
  const bookedOn = readDay(posted);
  if (bookedOn === undefined) throw badField(rowOf(members.get('DTPOSTED')?.at ?? at), 'date', 'unreadable');
  const written = members.get('TRNAMT');
  if (!written) throw badField(rowOf(at), 'amount', 'missing');
  const amount = readCents(written.value);
  if (typeof amount === 'string') throw badField(rowOf(written.at), 'amount', amount);
  const other = said('CURRENCY/CURSYM')?.toUpperCase();
  if (other !== undefined && other !== currencyOf(statement, other))
    throw badField(rowOf(at), 'currency', 'other_currency');
  return { bookedOn, amount, ...wordsOf(said) };
}

function wordsOf(said: (name: string) => string | undefined): Omit<BankLine, 'bookedOn' | 'amount'> {
  const [name = '', memo = ''] = [said('NAME'), said('MEMO')];
  const [valueOn, counterpart, counterpartIban, reference, bankId] = [
    readDay(said('DTAVAIL') ?? ''),
    asWords(said('PAYEE/NAME') ?? said('EXTDNAME')),
    asIban(said('BANKACCTTO/ACCTID')),
    asWords(said('REFNUM') ?? said('CHECKNUM')),
    asWords(said('FITID')),
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
