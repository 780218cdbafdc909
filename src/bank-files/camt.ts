import { readDay } from '../csv/read-day.ts';
import { type Cents, cents, sum } from '../domain/money/cents.ts';
import { statusIn } from '../domain/payments/bank/row-vocabulary.ts';
import { type LeftOut, type LeftOutRow, leftOutCounter } from '../domain/payments/bank/skipped-rows.ts';
import { BANK_LINES_MAX, BANK_STATEMENTS_OF_FILE_MAX, type ReadStatement } from '../domain/payments/bank/statement.ts';
import type { BankLine } from '../domain/payments/bank/transaction.ts';
import type { CivilDay } from '../domain/time/civil-day.ts';
import { readXml } from '../xml/read-xml.ts';
import { asIban, asLabel, asNumber, asWords, readBalance, readCents } from './parse-fields.ts';
import { FileTooLong, invalidField, UnreadableFile } from './unreadable-file.ts';

/** An element and its content. Trees stay small: one per entry, balance or account. */
type Tree = {
  readonly name: string;
  readonly row: number;
  readonly attributes: Readonly<Record<string, string>>;
  text: string;
  readonly within: Tree[];
};

type Gathered = {
  account?: Tree;
  balances: Tree[];
  lines: BankLine[];
  currency?: string | undefined;
  from?: CivilDay;
  to?: CivilDay;
};

/**
 * The ISO 20022 messages that list the movements of an account, in any version: the statement
 * (053) and the report of a day (052). A notification (CAMT.054) only repeats parts of a
 * statement.
 */
const STATEMENT = /^urn:iso:std:iso:20022:tech:xsd:camt\.05([23])\.001\.\d{2}$/;
const NOTIFICATION = /^urn:iso:std:iso:20022:tech:xsd:camt\.054\.001\.\d{2}$/;
/** Parts of a statement that are read as a whole. */
const PARTS: ReadonlySet<string> = new Set(['Acct', 'Bal', 'Ntry', 'FrToDt']);
/** Elements of one entry: a batch may list thousands of transactions. */
const ELEMENTS_OF_PART_MAX = 200_000;

/**
 * Reads the statements of a CAMT file and the entries that are not booked yet. Throws
 * `UnreadableFile` or `FileTooLong`.
 */
export async function readCamt(text: string): Promise<{ statements: ReadStatement[]; leftOut: LeftOut }> {
  const statements: ReadStatement[] = [];
  const leftOut = leftOutCounter();
  let [statement, above, depth, lines, elements] = [undefined as Gathered | undefined, [] as Tree[], 0, 0, 0];
  // Entries of a statement are booked unless they say otherwise; a day's report also lists pending
  // ones.
  let usual: string | undefined;
  await readXml(text, {
    open: ({ name, namespace, attributes, row }) => {
      depth += 1;
      if (depth === 1) {
        if (NOTIFICATION.test(namespace)) throw new UnreadableFile({ fault: 'camt054' });
        const [, message] = STATEMENT.exec(namespace) ?? [];
        if (name !== 'Document' || message === undefined)
          throw new UnreadableFile({ fault: /^html$/i.test(name) ? 'web_page' : 'unknown_format' });
        usual = message === '3' ? 'BOOK' : undefined;
      }
      if (depth === 3 && (name === 'Stmt' || name === 'Rpt')) {
        if (statements.length === BANK_STATEMENTS_OF_FILE_MAX)
          throw new FileTooLong(BANK_STATEMENTS_OF_FILE_MAX, 'statements');
        statement = { balances: [], lines: [] };
      }
      const isPart = statement !== undefined && depth === 4 && PARTS.has(name);
      if (!isPart && above.length === 0) return;
      elements = isPart ? 0 : elements + 1;
      if (elements > ELEMENTS_OF_PART_MAX) throw new FileTooLong(BANK_LINES_MAX, 'lines');
      const tree: Tree = { name, row, attributes, text: '', within: [] };
      above.at(-1)?.within.push(tree);
      above.push(tree);
    },
    close: ({ name }, value) => {
      const tree = above.pop();
      if (tree) tree.text = value.trim();
      if (statement && tree && above.length === 0) {
        const status = name === 'Ntry' ? statusOf(tree, usual) : 'BOOK';
        if (status === 'BOOK') take(statement, tree);
        else leftOut.add(unbooked(tree, status));
      }
      if (statement && depth === 3) {
        lines += statement.lines.length;
        statements.push(finished(statement));
        statement = undefined;
        above = [];
      }
      if (lines + (statement?.lines.length ?? 0) > BANK_LINES_MAX) throw new FileTooLong(BANK_LINES_MAX, 'lines');
      depth -= 1;
    },
  });
  if (statements.length === 0) throw new UnreadableFile({ fault: 'no_statement' });
  return { statements, leftOut: leftOut.result() };
}

function unbooked(entry: Tree, status: string | undefined): LeftOutRow {
  const label = asLabel(textAt(entry, 'AddtlNtryInf') ?? '');
  const text = status === undefined ? undefined : statusIn(status);
  const known = text === undefined || text === 'booked' ? 'no_movement' : text;
  return {
    ...{ row: entry.row, reason: status === undefined ? 'unknown_status' : known },
    ...(status !== undefined && { status: status.slice(0, 60).toWellFormed() }),
    ...(label !== '' && { label }),
  };
}

function take(statement: Gathered, tree: Tree): void {
  if (tree.name === 'Acct') statement.account ??= tree;
  else if (tree.name === 'Bal') statement.balances.push(tree);
  else if (tree.name === 'FrToDt') {
    const [from, to] = [readDay(textAt(tree, 'FrDtTm') ?? ''), readDay(textAt(tree, 'ToDtTm') ?? '')];
    if (from !== undefined && to !== undefined && from <= to) Object.assign(statement, { from, to });
  } else for (const line of linesOf(tree, statement)) statement.lines.push(line);
}

/** The first element at a path of element names separated by blanks. */
const at = (tree: Tree, path: string): Tree | undefined =>
  path.split('/').reduce<Tree | undefined>((found, step) => found?.within.find(({ name }) => name === step), tree);
const textAt = (tree: Tree, path: string): string | undefined => at(tree, path)?.text || undefined;
const allAt = (tree: Tree, step: string): Tree[] => tree.within.filter(({ name }) => name === step);

/** The status is plain text or, since version 8, a code or a bank's own word inside the element. */
function statusOf(entry: Tree, usual: string | undefined): string | undefined {
  const own = textAt(entry, 'Sts/Prtry');
  if (own !== undefined) return statusIn(own) === 'booked' ? 'BOOK' : own;
  return textAt(entry, 'Sts/Cd') ?? textAt(entry, 'Sts') ?? usual;
}

function finished({ account, balances, lines, ...rest }: Gathered): ReadStatement {
  const [iban, other] = [asIban(account && textAt(account, 'Id/IBAN')), account && textAt(account, 'Id/Othr/Id')];
  const number = asNumber(other);
  if (iban === undefined && number === undefined) throw invalidField(account?.row ?? 1, 'account', 'missing');
  const currency = (account && textAt(account, 'Ccy')) ?? rest.currency ?? currencyOf(balances[0]) ?? 'EUR';
  if (!/^[A-Z]{3}$/.test(currency)) throw invalidField(account?.row ?? 1, 'currency', 'unreadable');
  if (rest.currency !== undefined && rest.currency !== currency)
    throw invalidField(account?.row ?? 1, 'currency', 'other_currency');
  const balanceOf = (codes: readonly string[]): Cents | undefined => {
    const found = balances.find((each) => codes.includes(textAt(each, 'Tp/CdOrPrtry/Cd') ?? ''));
    return found && balanceIn(found);
  };
  const [opening, closing] = [balanceOf(['OPBD', 'PRCD']), balanceOf(['CLBD'])];
  return {
    ...{ format: 'camt053', account: iban === undefined ? { number: number as string } : { iban }, currency, lines },
    ...(rest.from !== undefined && rest.to !== undefined && { from: rest.from, to: rest.to }),
    ...(opening !== undefined && { opening }),
    ...(closing !== undefined && { closing }),
  };
}

const currencyOf = (tree: Tree | undefined): string | undefined => tree && at(tree, 'Amt')?.attributes.Ccy;

/** A signed balance, rounded to the cent: some banks write more decimals. */
function balanceIn(balance: Tree): Cents | undefined {
  const read = readBalance(textAt(balance, 'Amt') ?? '');
  if (read === undefined || read < 0) throw invalidField(balance.row, 'balance', 'unreadable');
  return cents(textAt(balance, 'CdtDbtInd') === 'DBIT' ? -read : read);
}

/** The signed amount of an entry or a transaction; credits are positive. */
function amountOf(tree: Tree, direction = textAt(tree, 'CdtDbtInd')) {
  const text = at(tree, 'Amt') ?? at(tree, 'AmtDtls/TxAmt/Amt');
  if (!text) throw invalidField(tree.row, 'amount', 'missing');
  const amount = /^\d{1,15}(?:\.\d{1,5})?$/.test(text.text) ? readCents(text.text) : 'unreadable';
  if (typeof amount === 'string') throw invalidField(text.row, 'amount', amount);
  if (direction !== 'CRDT' && direction !== 'DBIT')
    throw invalidField(tree.row, 'direction', direction === undefined ? 'missing' : 'unreadable');
  return { amount: cents(direction === 'CRDT' ? amount : -amount), currency: text.attributes.Ccy, direction };
}

/** The lines of an entry: one per transaction if a batch adds up to its amount, otherwise one. */
function linesOf(entry: Tree, statement: Gathered): BankLine[] {
  const { amount, currency, direction } = amountOf(entry);
  statement.currency ??= currency;
  if (currency !== undefined && currency !== statement.currency)
    throw invalidField(entry.row, 'currency', 'other_currency');
  const days = { bookedOn: bookedOn(entry), ...valueOn(entry) };
  const details = allAt(entry, 'NtryDtls').flatMap((each) => allAt(each, 'TxDtls'));
  const ownId = textAt(entry, 'AcctSvcrRef');
  const parts = details.length > 1 ? partsOf(details, direction, currency) : undefined;
  if (parts && sum(parts.map((part) => part.amount)) === amount)
    return parts.map((part, place) => {
      const id = textAt(part.of, 'Refs/AcctSvcrRef') ?? (ownId && `${ownId}/${place + 1}`);
      return { ...days, amount: part.amount, ...counterpartTexts(part.of, entry, direction), ...idOf(id) };
    });
  const [only] = details.length === 1 ? details : [];
  return [
    {
      ...days,
      amount,
      ...counterpartTexts(only, entry, direction),
      ...idOf(ownId ?? (only && textAt(only, 'Refs/AcctSvcrRef'))),
    },
  ];
}

function partsOf(details: readonly Tree[], direction: string, currency: string | undefined) {
  const parts = details.map((of) => {
    const hasAmount = at(of, 'Amt') ?? at(of, 'AmtDtls/TxAmt/Amt');
    return hasAmount && { of, ...amountOf(of, textAt(of, 'CdtDbtInd') ?? direction) };
  });
  const isWhole = parts.every((part) => part !== undefined && part.currency === currency);
  return isWhole ? (parts as NonNullable<(typeof parts)[number]>[]) : undefined;
}

const idOf = (id: string | undefined) => {
  const text = asWords(id);
  return text === undefined ? {} : { bankId: `camt053:${text}` };
};

function bookedOn(entry: Tree): CivilDay {
  const booked = at(entry, 'BookgDt') ?? at(entry, 'ValDt');
  const text = booked && (textAt(booked, 'Dt') ?? textAt(booked, 'DtTm'));
  if (text === undefined) throw invalidField(entry.row, 'date', 'missing');
  const day = readDay(text);
  if (day === undefined) throw invalidField(booked?.row ?? entry.row, 'date', 'unreadable');
  return day;
}

function valueOn(entry: Tree): { valueOn?: CivilDay } {
  const text = textAt(entry, 'ValDt/Dt') ?? textAt(entry, 'ValDt/DtTm');
  if (text === undefined) return {};
  const day = readDay(text);
  if (day === undefined) throw invalidField(at(entry, 'ValDt')?.row ?? entry.row, 'value_date', 'unreadable');
  return { valueOn: day };
}

/**
 * The other party and the text: the debtor of a credit, the creditor of a debit. Since version 8
 * the party is nested one level deeper.
 */
function counterpartTexts(
  details: Tree | undefined,
  entry: Tree,
  direction: string,
): Omit<BankLine, 'bookedOn' | 'amount'> {
  const other = direction === 'CRDT' ? 'Dbtr' : 'Cdtr';
  const said = (path: string): string | undefined => details && textAt(details, path);
  const remittance = details && at(details, 'RmtInf');
  const free = remittance ? allAt(remittance, 'Ustrd').map(({ text }) => text) : [];
  const structured = said('RmtInf/Strd/CdtrRefInf/Ref');
  const [note, entryNote, endToEnd] = [said('AddtlTxInf'), textAt(entry, 'AddtlNtryInf'), said('Refs/EndToEndId')];
  const label = free.length > 0 ? [...free, structured] : [structured, note ?? entryNote];
  const counterpart = asWords(said(`RltdPties/${other}/Pty/Nm`) ?? said(`RltdPties/${other}/Nm`));
  const counterpartIban = asIban(said(`RltdPties/${other}Acct/Id/IBAN`));
  const reference = asWords(endToEnd === 'NOTPROVIDED' ? undefined : endToEnd);
  return {
    label: asLabel(label.filter(Boolean).join(' ') || entryNote || ''),
    ...(counterpart !== undefined && { counterpart }),
    ...(counterpartIban !== undefined && { counterpartIban }),
    ...(reference !== undefined && { reference }),
  };
}
