import type { CivilDay } from '../../time/civil-day.ts';
import type { BankFormat, BankLine } from './transaction.ts';

/** A line with its content as one normalized text: day, amount and label. */
export type KeyedLine = BankLine & { readonly key: string };

/** A stored transaction, with the days of the statement it was first in. */
export type KnownLine = {
  readonly key: string;
  readonly nth: number;
  readonly bankId?: string;
  readonly format: BankFormat;
  readonly bookedOn: CivilDay;
  readonly amount: number;
  readonly from: CivilDay;
  readonly to: CivilDay;
};

/** A new line; `nth` distinguishes it from those with the same day, amount and label. */
export type NewLine = { readonly line: KeyedLine; readonly bankId?: string; readonly nth: number };

/**
 * Which lines of a statement are not stored yet. Each stored line matches at most one line of the
 * file, so that two identical payments on one day stay two. A file contains whole days. The match
 * uses, in this order:
 * 1. The bank's id with the same amount, day and label; an id that occurs twice in a file is
 * ignored.
 * 2. The id with the same amount only, if the days of the two files overlap at one of the lines: a
 * bank may move or reword a line, while a bank that restarts its ids each month means another line.
 * 3. The same day, amount and label, even under another id, because some banks assign new ids in
 * each file. Two different ids are two lines only if the ids of this file are known to be
 * permanent: some are stored with the same label, and none of them differs.
 * 4. The same day and amount in a file of another format, which has other labels.
 */
export function newAmong(lines: readonly KeyedLine[], known: readonly KnownLine[], format: BankFormat): NewLine[] {
  const ids = soundIds(lines);
  const byId = Map.groupBy(known, ({ bankId }) => bankId);
  const left = new Set(known);
  const take = (line: KeyedLine, isSame: (other: KnownLine) => boolean): boolean => {
    const id = ids.get(line);
    const same = id === undefined ? undefined : byId.get(id)?.find((other) => left.has(other) && isSame(other));
    return same !== undefined && left.delete(same);
  };
  let rest = lines.filter((line) => !take(line, ({ key }) => key === line.key));
  const lasting = lines.length - rest.length;
  const renewed = countRenewed(rest, ids, [...left], format);
  const days = daysOf(lines);
  if (lasting >= renewed)
    rest = rest.filter((line) => !take(line, (other) => other.amount === line.amount && doOverlap(line, other, days)));
  const areIdsLasting = lasting > 0 && renewed === 0;
  const [named, unnamed] = parted(rest, (line) => areIdsLasting && ids.has(line));
  const free = [...left].filter((other) => other.bankId === undefined || other.format !== format);
  rest = takeEach(named, free, { by: ({ key }) => key, left });
  rest = [...rest, ...takeEach(unnamed, [...left], { by: ({ key }) => key, left })];
  const ofOthers = [...left].filter((other) => other.format !== format);
  rest = takeEach(rest, ofOthers, { by: dayAndAmount, left });
  return numbered(rest, known, ids);
}

type Ids = ReadonlyMap<KeyedLine, string>;

/** The ids of lines that identify a line: those that occur once in the file. */
function soundIds(lines: readonly KeyedLine[]): Ids {
  const times = new Map<string, number>();
  for (const { bankId } of lines) if (bankId !== undefined) times.set(bankId, (times.get(bankId) ?? 0) + 1);
  return new Map(
    lines.flatMap((line) =>
      line.bankId !== undefined && times.get(line.bankId) === 1 ? [[line, line.bankId] as const] : [],
    ),
  );
}

/** How many lines are stored with the same text under another id. */
function countRenewed(lines: readonly KeyedLine[], ids: Ids, known: readonly KnownLine[], format: BankFormat): number {
  const others = known.filter((each) => each.format === format && each.bankId !== undefined);
  const withId = lines.filter((line) => ids.has(line));
  return withId.length - takeEach(withId, others, { by: ({ key }) => key, left: new Set() }).length;
}

type Days = { readonly from: CivilDay; readonly to: CivilDay } | undefined;

function daysOf(lines: readonly KeyedLine[]): Days {
  const [first] = lines;
  return lines.reduce<Days>(
    (days, { bookedOn }) => ({
      from: days && days.from < bookedOn ? days.from : bookedOn,
      to: days && days.to > bookedOn ? days.to : bookedOn,
    }),
    first && { from: first.bookedOn, to: first.bookedOn },
  );
}

/**
 * Whether the stored line is within the days of this file, or this line within the days of the
 * stored one's file.
 */
const doOverlap = (line: KeyedLine, other: KnownLine, days: Days): boolean =>
  (days !== undefined && other.bookedOn >= days.from && other.bookedOn <= days.to) ||
  (line.bookedOn >= other.from && line.bookedOn <= other.to);

type Like = Pick<KnownLine, 'key' | 'bookedOn' | 'amount'>;
const dayAndAmount = ({ bookedOn, amount }: Like): string => `${bookedOn} ${amount}`;

function parted<T>(all: readonly T[], isFirst: (one: T) => boolean): [T[], T[]] {
  const { first = [], second = [] } = Object.groupBy(all, (one) => (isFirst(one) ? 'first' : 'second'));
  return [first, second];
}

/** Takes one matching stored line for each line; returns the lines without a match. */
function takeEach(
  lines: readonly KeyedLine[],
  candidates: readonly KnownLine[],
  { by, left }: { by: (of: Like) => string; left: Set<KnownLine> },
): KeyedLine[] {
  const groups = Map.groupBy(candidates, by);
  return lines.filter((line) => {
    const taken = groups.get(by(line))?.pop();
    if (taken) left.delete(taken);
    return !taken;
  });
}

/** New lines, numbered among those with the same content. */
function numbered(lines: readonly KeyedLine[], known: readonly KnownLine[], ids: Ids): NewLine[] {
  const last = new Map<string, number>();
  for (const { key, nth } of known) last.set(key, Math.max(last.get(key) ?? 0, nth));
  const usedIds = new Set(known.map(({ bankId, bookedOn }) => `${bookedOn} ${bankId ?? ''}`));
  return lines.map((line) => {
    const nth = (last.get(line.key) ?? 0) + 1;
    last.set(line.key, nth);
    const id = ids.get(line);
    const isFree = id !== undefined && !usedIds.has(`${line.bookedOn} ${id}`);
    return { line, nth, ...(isFree && { bankId: id }) };
  });
}

/**
 * The normalized content of a line: day, amount and label, without case, accents, blanks and
 * punctuation, which banks and encodings change.
 */
export const contentOf = ({ bookedOn, amount, label }: BankLine): string => {
  const words = label
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^a-z0-9]/g, '');
  return `${bookedOn} ${amount} ${words}`;
};
