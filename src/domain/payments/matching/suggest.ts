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

/** Days before its issue that a payment of a document may come: it was paid on the offer. */
const BEFORE_ISSUE_DAYS = 10;
/** Days between a recorded payment or payout and the bank's booking. */
const BANK_DAYS = 7;
/** Open documents per debtor that are examined, the oldest first. */
const DEBTS_MAX = 200;
/** Open documents among which sums are searched. */
const ADDED_UP_MAX = 14;
/** Maximum documents of one transfer found by their sum. */
const TOGETHER_MAX = 3;

/**
 * Suggests at most one match for each transaction, in order of certainty over all of them, so that
 * no guess takes what another transaction names: by number; then recorded payments and payouts,
 * single ones or those of one day together; then exact amount and name, of several equal documents
 * the oldest (C. civ. art. 1342-10); then several documents of one debtor; last a partial payment.
 * An amount alone gives nothing. Dismissed suggestions are not repeated. Lookups use indexes, so
 * twice the transactions take twice the time.
 */
export function suggestAll(lines: readonly OpenTransaction[], facts: MatchFacts): ReadonlyMap<string, Suggestion> {
  const ledger = ledgerOf(facts);
  const suggestions = new Map<string, Suggestion>();
  const inOrder = lines
    .filter(({ left }) => left !== 0)
    .map((line) => parsed(line, ledger, facts))
    .sort((a, b) => (a.line.bookedOn < b.line.bookedOn ? -1 : a.line.bookedOn > b.line.bookedOn ? 1 : 0));
  for (const rule of [
    byNumber,
    byRecorded,
    byPayout,
    byRecordedTogether,
    byNameAndAmount,
    byWhatIsOwedTogether,
    byPart,
  ])
    for (const each of inOrder) {
      if (suggestions.has(each.line.id)) continue;
      const found = rule(each, ledger);
      if (found) suggestions.set(each.line.id, found);
    }
  return suggestions;
}

/** A transaction with the data found in its texts. */
type Parsed = {
  readonly line: OpenTransaction;
  readonly text: string;
  /** All parts of the text that may be one of our numbers. */
  readonly numbers: readonly string[];
  /** Documents whose whole number is in the text, and those whose digits are. */
  readonly numbered: readonly OpenClaim[];
  readonly shortNumbered: readonly OpenClaim[];
  /** The best-matching debtors named in the text; a known payer counts as named. */
  readonly debtors: ReadonlySet<string>;
  readonly isKnownPayer: (debtor: string) => boolean;
  readonly isDismissed: (key: string) => boolean;
};

function parsed(line: OpenTransaction, ledger: Ledger, { knownPayers, dismissed }: MatchFacts): Parsed {
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

/** Numbers in the text whose documents together owe exactly this amount. */
function byNumber(parsed: Parsed, ledger: Ledger): Suggestion | undefined {
  const { line, numbered, shortNumbered } = parsed;
  if (line.left < 0) return undefined;
  const isExact = (claims: readonly OpenClaim[]) =>
    claims.length > 0 &&
    claims.length <= PARTS_OF_SUGGESTION_MAX &&
    claims.every((claim) => ledger.isUntouched(claim) && !isSlip(parsed, claim, ledger)) &&
    sum(claims.map(({ toPay }) => toPay)) === line.left;
  if (isExact(numbered)) return documents(parsed, ledger, numbered, ['number', 'amount']);
  const one = [...numbered, ...shortNumbered].filter((claim) => isExact([claim]));
  if (one.length === 1) return documents(parsed, ledger, one, ['number', 'amount']);
  return isExact(shortNumbered) ? documents(parsed, ledger, shortNumbered, ['number', 'amount']) : undefined;
}

/** A number mistake: the named debtor owes exactly this amount on another document. */
const isSlip = ({ line, debtors }: Parsed, claim: OpenClaim, ledger: Ledger): boolean =>
  !debtors.has(claim.debtor) && [...debtors].some((debtor) => ledger.owedBy(debtor, line).length > 0);

/** A recorded payment of this amount near this day, whose number or customer is in the text. */
function byRecorded(parsed: Parsed, ledger: Ledger): Suggestion | undefined {
  const { line, numbers, debtors } = parsed;
  const isFree = ({ id, receivedOn }: RecordedPayment): boolean =>
    Math.abs(daysBetween(receivedOn, line.bookedOn)) <= BANK_DAYS &&
    ledger.isFree(keyOfPayments([id])) &&
    !parsed.isDismissed(keyOfPayments([id]));
  const numbered = numbers.flatMap((number) => ledger.recordedAs(number, line)).find(isFree);
  const found = numbered ?? [...debtors].flatMap((debtor) => ledger.recordedOf(debtor, line)).find(isFree);
  if (!found) return undefined;
  return recorded(parsed, ledger, [found], numbered ? 'number' : 'name');
}

/**
 * Payments of one day by a named payer that add up to this amount: Urssaf transfers several
 * requests at once. Either all of that day, or the only two or three that match.
 */
function byRecordedTogether(parsed: Parsed, ledger: Ledger): Suggestion | undefined {
  const { line, debtors } = parsed;
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
  if (choices.length !== 1 || !only || parsed.isDismissed(keyOfPayments(only.map(({ id }) => id)))) return undefined;
  return recorded(parsed, ledger, only, 'name');
}

/** The suggestion, marking its payments as taken: no later transaction gets them. */
function recorded(
  { line }: Parsed,
  ledger: Ledger,
  found: readonly RecordedPayment[],
  reason: MatchReason,
): Suggestion {
  for (const { id } of found) ledger.take(keyOfPayments([id]));
  return {
    ...{ transactionId: line.id, key: keyOfPayments(found.map(({ id }) => id)), isCertain: false },
    ...{ reasons: [reason, 'amount'], kind: 'payment' },
    payments: found.map(({ id: paymentId, documentId }) => ({ paymentId, documentId })),
  };
}

/** The days of payments a bank may book on a day. */
const daysAround = (day: CivilDay): CivilDay[] =>
  Array.from({ length: 2 * BANK_DAYS + 1 }, (_, at) => addDays(day, at - BANK_DAYS));

/** A payout of exactly this amount near its day, if the provider's name is in the text. */
function byPayout(parsed: Parsed, ledger: Ledger): Suggestion | undefined {
  const { line, text } = parsed;
  const found = ledger
    .payouts(line)
    .find(
      ({ id, arrivesOn, provider }) =>
        Math.abs(daysBetween(arrivesOn, line.bookedOn)) <= BANK_DAYS &&
        isNamedIn(provider, text) &&
        ledger.isFree(`payout ${id}`) &&
        !parsed.isDismissed(`payout ${id}`),
    );
  if (!found) return undefined;
  const key = `payout ${found.id}`;
  ledger.take(key);
  return {
    ...{ transactionId: line.id, key, reasons: ['provider', 'amount'], isCertain: false },
    ...{ kind: 'payout', payoutId: found.id },
  };
}

/** One document of a named debtor with exactly this amount; of several equal ones the oldest. */
function byNameAndAmount(parsed: Parsed, ledger: Ledger): Suggestion | undefined {
  const { line, debtors } = parsed;
  const fits = [...debtors].flatMap((debtor) => {
    const open = ledger.owedBy(debtor, line).filter((claim) => isInTime(claim, line) && ledger.isUntouched(claim));
    return open.length > 0 ? [open] : [];
  });
  // Two customers of the same name who owe the same amount: ambiguous.
  if (fits.length !== 1) return undefined;
  for (const claim of fits[0] ?? []) {
    const found = documents(parsed, ledger, [claim], ['amount', reasonOf(parsed, claim)]);
    if (found) return found;
  }
  return undefined;
}

/**
 * Two or three documents of a named debtor, or all, that add up to exactly this amount; only if the
 * choice is unique.
 */
function byWhatIsOwedTogether(parsed: Parsed, ledger: Ledger): Suggestion | undefined {
  const { line, debtors } = parsed;
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
  return documents(parsed, ledger, only, ['amount', reasonOf(parsed, only[0] as OpenClaim)]);
}

/**
 * A part of one document whose number and customer are in the text; or several in order, until the
 * amount is used up.
 */
function byPart(parsed: Parsed, ledger: Ledger): Suggestion | undefined {
  const { line, debtors } = parsed;
  if (line.left < 0) return undefined;
  const numbered = parsed.numbered
    .filter((claim) => debtors.has(claim.debtor) && ledger.rest(claim) > 0)
    .slice(0, PARTS_OF_SUGGESTION_MAX);
  const named = numbered[0];
  return named && documents(parsed, ledger, numbered, ['number', reasonOf(parsed, named)]);
}

/** The suggestion, marking its amounts as taken: no later transaction gets them. */
function documents(
  { line, debtors, numbered, isDismissed }: Parsed,
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
    // If another debtor is named and this one is not, the number may be a mistake; digits alone may
    // be a date.
    isCertain:
      isWhole &&
      line.isWhole &&
      !line.isDoubtful &&
      (isNamed || (debtors.size === 0 && claims.every(({ number }) => /[a-z]/i.test(number)))),
  };
}

const reasonOf = ({ isKnownPayer }: Parsed, { debtor }: OpenClaim): MatchReason =>
  isKnownPayer(debtor) ? 'payer' : 'name';

function isInTime({ emittedOn }: OpenClaim, { bookedOn }: OpenTransaction): boolean {
  return bookedOn >= addDays(emittedOn, -BEFORE_ISSUE_DAYS);
}

/** All choices of two or three that add up to an amount. */
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
