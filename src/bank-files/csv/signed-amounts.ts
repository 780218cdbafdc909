import { type Cents, cents } from '../../domain/money/cents.ts';
import type { BankLine } from '../../domain/payments/bank/transaction.ts';

/** A line with what its row says beside the amount: the fee, what is left after it, and the balance behind it. */
export type FeeLine = {
  readonly line: BankLine;
  readonly balance?: Cents | undefined;
  readonly fee?: Cents | undefined;
  readonly net?: Cents | undefined;
};

/**
 * Lines with the amounts that moved. A net amount says it; else the fee is taken off, unless the balances show that the amounts hold it
 * already. The fee stays known.
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
  // A net amount has the sign of its line where it has none of its own.
  const signed = net !== undefined && net > 0 && line.amount < 0 ? cents(-net) : net;
  return { ...each, line: { ...line, amount: signed ?? cents(line.amount - Math.abs(fee ?? 0)) } };
}

/**
 * Amounts without any sign get the one that their balances prove. Where balances contradict the amounts and prove no sign, each line needs
 * a person.
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

/** Which way the balance moved by the amount of each line; undefined where it did neither. */
const signsOf = (lines: readonly FeeLine[]): readonly Sign[] =>
  lines.map(({ line, balance }, at) => {
    const before = lines[at - 1]?.balance;
    if (before === undefined || balance === undefined) return undefined;
    if (balance === before + line.amount) return 1;
    return balance === before - line.amount ? -1 : undefined;
  });

/** What the balance was before the first line and after the last, where every row says it; the newest line may stand first. */
export function balanceEnds(lines: readonly FeeLine[]): { opening?: Cents; closing?: Cents } {
  if (lines.length === 0 || lines.some(({ balance }) => balance === undefined)) return {};
  const ordered = inOrder(lines);
  // A balance that does not move with the lines is that of the day of the file, on each of them.
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
