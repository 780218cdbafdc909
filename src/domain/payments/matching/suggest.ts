import { type Cents, cents, sum } from '../../money/cents.ts';
import { addDays, type CivilDay, daysBetween } from '../../time/civil-day.ts';
import { numbersIn, payerOf } from './label-words.ts';
import { type Ledger, ledgerOf } from './ledger.ts';
import { debtorsNamed, isNamedIn } from './payer-names.ts';
import {
  dismissedKey,
  keyOfDocuments,
  keyOfPayments,
  type MatchFacts,
  type MatchReason,
  type OpenClaim,
  type OpenTransaction,
  PARTS_OF_SUGGESTION_MAX,
  type RecordedPayment,
  type Suggestion,
} from './suggestion.ts';

/** Days before its issue that money for a document may come: it was paid on the offer. */
const BEFORE_ISSUE_DAYS = 10;
/** Days between what a payment or a payout says and what the bank does. */
const BANK_DAYS = 7;
/** Open documents of one debtor that are looked at, the oldest. */
const DEBTS_MAX = 200;
/** Those of them among which some that add up are looked for. */
const ADDED_UP_MAX = 14;
/** Documents of one transfer that are found by what they come to together. */
const TOGETHER_MAX = 3;

/**
 * Suggests what transactions are, at most one thing for each: what is said best first. Numbers go first for all of them, so that no
 * guess takes what another names; then what is recorded or paid out already, alone or with what was received on its day; then the exact amount beside a name, of several alike the
 * oldest (C. civ. art. 1342-10); then what a debtor owes together; last a part. An amount alone says nothing. What was dismissed is not
 * said again. Each look is by number, by amount or by name: twice the transactions take twice the time.
 */
export function suggestAll(lines: readonly OpenTransaction[], facts: MatchFacts): ReadonlyMap<string, Suggestion> {
  const ledger = ledgerOf(facts);
  const told = new Map<string, Suggestion>();
  const inOrder = lines
    .filter(({ left }) => left !== 0)
    .map((line) => heard(line, ledger, facts))
    .sort((a, b) => (a.line.bookedOn < b.line.bookedOn ? -1 : a.line.bookedOn > b.line.bookedOn ? 1 : 0));
  for (const ask of [byNumber, byRecorded, byPayout, byRecordedTogether, byNameAndAmount, byWhatIsOwedTogether, byPart])
    for (const each of inOrder) {
      if (told.has(each.line.id)) continue;
      const found = ask(each, ledger);
      if (found) told.set(each.line.id, found);
    }
  return told;
}

/** A transaction with what stands in its words. */
type Heard = {
  readonly line: OpenTransaction;
  readonly text: string;
  /** Everything in it that may be a number of ours. */
  readonly numbers: readonly string[];
  /** Documents whose number stands there whole; those whose digits do. */
  readonly numbered: readonly OpenClaim[];
  readonly shortNumbered: readonly OpenClaim[];
  /** Debtors who are named, none better than they; one who paid by this name before is. */
  readonly debtors: ReadonlySet<string>;
  readonly isKnownPayer: (debtor: string) => boolean;
  readonly isDismissed: (key: string) => boolean;
};

function heard(line: OpenTransaction, ledger: Ledger, { knownPayers, dismissed }: MatchFacts): Heard {
  const text = [line.label, line.counterpart, line.reference].filter(Boolean).join(' ');
  const numbers = numbersIn(text);
  const ofCurrency = (claim: OpenClaim): boolean => claim.currency === line.currency;
  const found = (at: (number: string) => readonly OpenClaim[]) => [...new Set(numbers.flatMap(at))].filter(ofCurrency);
  const payer = payerOf(line);
  const known = payer === undefined ? undefined : knownPayers.get(payer);
  return {
    ...{ line, text, numbers, numbered: found(ledger.numbered), shortNumbered: found(ledger.shortNumbered) },
    debtors: new Set([...debtorsNamed(text, ledger.names), ...(known === undefined ? [] : [known])]),
    isKnownPayer: (debtor) => debtor === known,
    isDismissed: (key) => dismissed.has(dismissedKey(line.id, key)),
  };
}

/** Numbers that stand there, with exactly what is owed of them together. */
function byNumber(heard: Heard, ledger: Ledger): Suggestion | undefined {
  const { line, numbered, shortNumbered } = heard;
  if (line.left < 0) return undefined;
  const isExact = (claims: readonly OpenClaim[]) =>
    claims.length > 0 &&
    claims.length <= PARTS_OF_SUGGESTION_MAX &&
    claims.every((claim) => ledger.isUntouched(claim) && !isSlip(heard, claim, ledger)) &&
    sum(claims.map(({ toPay }) => toPay)) === line.left;
  if (isExact(numbered)) return documents(heard, ledger, numbered, ['number', 'amount']);
  const one = [...numbered, ...shortNumbered].filter((claim) => isExact([claim]));
  if (one.length === 1) return documents(heard, ledger, one, ['number', 'amount']);
  return isExact(shortNumbered) ? documents(heard, ledger, shortNumbered, ['number', 'amount']) : undefined;
}

/** A number of somebody else’s: who is named owes exactly this himself. */
const isSlip = ({ line, debtors }: Heard, claim: OpenClaim, ledger: Ledger): boolean =>
  !debtors.has(claim.debtor) && [...debtors].some((debtor) => ledger.owedBy(debtor, line).length > 0);

/** A payment that is recorded already, of this amount, about this day, whose number or customer stands there. */
function byRecorded(heard: Heard, ledger: Ledger): Suggestion | undefined {
  const { line, numbers, debtors } = heard;
  const isFree = ({ id, receivedOn }: RecordedPayment): boolean =>
    Math.abs(daysBetween(receivedOn, line.bookedOn)) <= BANK_DAYS &&
    ledger.isFree(keyOfPayments([id])) &&
    !heard.isDismissed(keyOfPayments([id]));
  const numbered = numbers.flatMap((number) => ledger.recordedAs(number, line)).find(isFree);
  const found = numbered ?? [...debtors].flatMap((debtor) => ledger.recordedOf(debtor, line)).find(isFree);
  if (!found) return undefined;
  return recorded(heard, ledger, [found], numbered ? 'number' : 'name');
}

/**
 * Payments of one day, of one who is named, that come to exactly this: the agency transfers what it pays of several requests at once. All
 * of that day, or the only two or three of them that do.
 */
function byRecordedTogether(heard: Heard, ledger: Ledger): Suggestion | undefined {
  const { line, debtors } = heard;
  if (line.left < 0) return undefined;
  const isFree = ({ id }: RecordedPayment): boolean => ledger.isFree(keyOfPayments([id]));
  const choices = [...debtors].flatMap((debtor) =>
    daysAround(line.bookedOn).flatMap((day) => {
      const free = ledger.recordedOn(debtor, day, line.currency).filter(isFree);
      const isAll =
        free.length > 1 &&
        free.length <= PARTS_OF_SUGGESTION_MAX &&
        sum(free.map(({ amount }) => amount)) === line.left;
      if (isAll) return [free];
      return addingUp(free.slice(0, ADDED_UP_MAX), line.left, ({ amount }) => amount);
    }),
  );
  const [only] = choices;
  if (choices.length !== 1 || !only || heard.isDismissed(keyOfPayments(only.map(({ id }) => id)))) return undefined;
  return recorded(heard, ledger, only, 'name');
}

/** The suggestion, which takes the payments: no later transaction is told one of them. */
function recorded({ line }: Heard, ledger: Ledger, found: readonly RecordedPayment[], said: MatchReason): Suggestion {
  for (const { id } of found) ledger.take(keyOfPayments([id]));
  return {
    ...{ transactionId: line.id, key: keyOfPayments(found.map(({ id }) => id)), isCertain: false },
    ...{ reasons: [said, 'amount'], kind: 'payment' },
    payments: found.map(({ id: paymentId, documentId }) => ({ paymentId, documentId })),
  };
}

/** The days of payments a bank may book on a day. */
const daysAround = (day: CivilDay): CivilDay[] =>
  Array.from({ length: 2 * BANK_DAYS + 1 }, (_, at) => addDays(day, at - BANK_DAYS));

/** What a provider paid out, to the cent, about the day it says, where its name stands there. */
function byPayout(heard: Heard, ledger: Ledger): Suggestion | undefined {
  const { line, text } = heard;
  const found = ledger
    .payouts(line)
    .find(
      ({ id, arrivesOn, provider }) =>
        Math.abs(daysBetween(arrivesOn, line.bookedOn)) <= BANK_DAYS &&
        isNamedIn(provider, text) &&
        ledger.isFree(`payout ${id}`) &&
        !heard.isDismissed(`payout ${id}`),
    );
  if (!found) return undefined;
  const key = `payout ${found.id}`;
  ledger.take(key);
  return {
    ...{ transactionId: line.id, key, reasons: ['provider', 'amount'], isCertain: false },
    ...{ kind: 'payout', payoutId: found.id },
  };
}

/** Exactly what is owed of one document, by whoever is named; of several alike the oldest is paid. */
function byNameAndAmount(heard: Heard, ledger: Ledger): Suggestion | undefined {
  const { line, debtors } = heard;
  const fits = [...debtors].flatMap((debtor) => {
    const open = ledger.owedBy(debtor, line).filter((claim) => isInTime(claim, line) && ledger.isUntouched(claim));
    return open.length > 0 ? [open] : [];
  });
  // Two customers of one name, who owe the same: nobody can tell.
  if (fits.length !== 1) return undefined;
  for (const claim of fits[0] ?? []) {
    const found = documents(heard, ledger, [claim], ['amount', reasonOf(heard, claim)]);
    if (found) return found;
  }
  return undefined;
}

/** Two or three documents, or all, of one debtor who is named, that come to exactly this; where only one choice of them does. */
function byWhatIsOwedTogether(heard: Heard, ledger: Ledger): Suggestion | undefined {
  const { line, debtors } = heard;
  if (line.left < 0) return undefined;
  const [debtor, ...others] = debtors;
  if (debtor === undefined || others.length > 0) return undefined;
  const open = ledger
    .debtsOf(debtor)
    .slice(0, DEBTS_MAX)
    .filter((claim) => claim.currency === line.currency && isInTime(claim, line) && ledger.isUntouched(claim));
  const all = sum(open.map(({ toPay }) => toPay));
  const choices =
    open.length > 1 && open.length <= PARTS_OF_SUGGESTION_MAX && all === line.left
      ? [open]
      : addingUp(open.slice(0, ADDED_UP_MAX), line.left, ({ toPay }) => toPay);
  const [only] = choices;
  if (choices.length !== 1 || !only) return undefined;
  return documents(heard, ledger, only, ['amount', reasonOf(heard, only[0] as OpenClaim)]);
}

/** Part of one document whose number stands there beside its customer’s name; or several, in their order, until it is used up. */
function byPart(heard: Heard, ledger: Ledger): Suggestion | undefined {
  const { line, debtors } = heard;
  if (line.left < 0) return undefined;
  const numbered = heard.numbered
    .filter((claim) => debtors.has(claim.debtor) && ledger.rest(claim) > 0)
    .slice(0, PARTS_OF_SUGGESTION_MAX);
  const named = numbered[0];
  return named && documents(heard, ledger, numbered, ['number', reasonOf(heard, named)]);
}

/** The suggestion, which takes what it pays: no later transaction is told the same. */
function documents(
  { line, debtors, numbered, isDismissed }: Heard,
  ledger: Ledger,
  claims: readonly OpenClaim[],
  reasons: readonly MatchReason[],
): Suggestion | undefined {
  let left: number = line.left;
  const parts = claims.flatMap((claim) => {
    const amount = cents(Math.min(left, ledger.rest(claim)));
    left -= amount;
    return amount > 0 ? [{ documentId: claim.id, amount }] : [];
  });
  const key = keyOfDocuments(parts.map(({ documentId }) => documentId));
  if (parts.length === 0 || isDismissed(key)) return undefined;
  for (const { documentId, amount } of parts) ledger.pay(documentId, amount);
  const isNamed = claims.some(({ debtor }) => debtors.has(debtor));
  const isWhole =
    reasons.includes('number') && reasons.includes('amount') && claims.every((each) => numbered.includes(each));
  return {
    ...{ kind: 'documents', transactionId: line.id, key, parts },
    reasons: isNamed && !reasons.includes('payer') ? [...new Set([...reasons, 'name' as const])] : reasons,
    // Where somebody else is named and who owes it is not, the number may be a slip of the pen; one of digits alone may be a date.
    isCertain:
      isWhole &&
      line.isWhole &&
      !line.isDoubtful &&
      (isNamed || (debtors.size === 0 && claims.every(({ number }) => /[a-z]/i.test(number)))),
  };
}

const reasonOf = ({ isKnownPayer }: Heard, { debtor }: OpenClaim): MatchReason =>
  isKnownPayer(debtor) ? 'payer' : 'name';

function isInTime({ emittedOn }: OpenClaim, { bookedOn }: OpenTransaction): boolean {
  return bookedOn >= addDays(emittedOn, -BEFORE_ISSUE_DAYS);
}

/** Every choice of two or three that comes to an amount. */
function addingUp<T>(open: readonly T[], amount: Cents, amountOf: (each: T) => Cents): T[][] {
  const found: T[][] = [];
  const amounts = open.map(amountOf);
  const largest = Math.max(0, ...amounts);
  const chosen: T[] = [];
  const choose = (from: number, left: number): void => {
    if (left === 0 && chosen.length > 1) found.push([...chosen]);
    if (left <= 0 || left > (TOGETHER_MAX - chosen.length) * largest) return;
    for (let at = from; at < open.length; at++) {
      chosen.push(open[at] as T);
      choose(at + 1, left - (amounts[at] as number));
      chosen.pop();
    }
  };
  choose(0, amount);
  return found;
}
