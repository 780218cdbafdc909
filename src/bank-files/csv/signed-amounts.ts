import { type Cents, cents } from '../../domain/money/cents.ts';
import type { BankLine } from '../../domain/payments/bank/transaction.ts';

/** A line with the fee, the net amount and the balance of its row. */
export type FeeLine = {
  readonly line: BankLine;
  readonly balance?: Cents | undefined;
  readonly fee?: Cents | undefined;
  readonly net?: Cents | undefined;
};

/**
 * Lines with the amounts that moved: the net amount if there is one, otherwise the amount less the
 * fee, unless balances show that the fee is already included. The fee is kept.
 */
export function withFees(lines: readonly FeeLine[]): readonly FeeLine[] {
  const moved = lines.map(afterFee);
  const hasFees = lines.some(({ fee, net }) => net === undefined && fee !== undefined && fee !== 0);
  const isInAmounts = hasFees && stepsOf(inOrder(lines)) > stepsOf(inOrder(moved));
  return lines.map((each, at) => {
    const { line, fee } = each;
    const amount = (isInAmounts && each.net === undefined ? line : (moved[at] ?? each).line).amount;
    return { ...each, line: { ...line, amount, ...(fee !== undefined && fee !== 0 && { fee: cents(Math.abs(fee)) }) } };
  });
}

function afterFee(each: FeeLine): FeeLine {
  const { line, fee, net } = each;
  // An unsigned net amount takes the sign of its line.
  const signed = net !== undefined && net > 0 && line.amount < 0 ? cents(-net) : net;
  return { ...each, line: { ...line, amount: signed ?? cents(line.amount - Math.abs(fee ?? 0)) } };
}

/**
 * Gives unsigned amounts the sign that their balances prove. If balances contradict the amounts
 * and prove no sign, each line needs confirmation.
 */
export function signedByBalance<Line extends FeeLine>(lines: readonly Line[]): readonly Line[] {
  const isUnsigned = lines.length > 1 && lines.every(({ line, balance }) => line.amount >= 0 && balance !== undefined);
  if (!isUnsigned) return lines;
  const forwards = signsOf(lines);
  const backwards = signsOf(lines.toReversed()).toReversed();
  const known = (signs: readonly Sign[]): number => signs.filter((sign) => sign !== undefined).length;
  const signs = known(backwards) > known(forwards) ? backwards : forwards;
  if (!signs.includes(-1)) return lines;
  return lines.map((each, at) => {
    const { line } = each;
    if (signs[at] === undefined) return { ...each, line: { ...line, isDoubtful: true } };
    return signs[at] < 0 ? { ...each, line: { ...line, amount: cents(-line.amount) } } : each;
  });
}
type Sign = 1 | -1 | undefined;

/**
 * The direction in which the balance moved by each amount; undefined if it moved by neither sign.
 */
const signsOf = (lines: readonly FeeLine[]): readonly Sign[] =>
  lines.map(({ line, balance }, at) => {
    const before = lines[at - 1]?.balance;
    if (before === undefined || balance === undefined) return undefined;
    if (balance === before + line.amount) return 1;
    return balance === before - line.amount ? -1 : undefined;
  });

/**
 * The balances before the first and after the last line, if every row has one; the newest line may
 * come first.
 */
export function balanceEnds(lines: readonly FeeLine[]): { opening?: Cents; closing?: Cents } {
  if (lines.length === 0 || lines.some(({ balance }) => balance === undefined)) return {};
  const ordered = inOrder(lines);
  // A balance that does not move with the lines is the current balance repeated on each.
  if (stepsOf(ordered) * 2 < lines.length - 1) return {};
  const [first, last] = [ordered[0], ordered.at(-1)];
  if (first?.balance === undefined || last?.balance === undefined) return {};
  return { opening: cents(first.balance - first.line.amount), closing: last.balance };
}

const inOrder = (lines: readonly FeeLine[]): readonly FeeLine[] => {
  const backwards = lines.toReversed();
  return stepsOf(backwards) > stepsOf(lines) ? backwards : lines;
};

/** How often the balance moves by the amount of its line. */
const stepsOf = (lines: readonly FeeLine[]): number =>
  lines.filter(({ line, balance }, at) => at > 0 && balance === (lines[at - 1]?.balance ?? Number.NaN) + line.amount)
    .length;
