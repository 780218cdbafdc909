import type { CivilDay } from '../../time/civil-day.ts';
import type { BankFormat, BankLine } from './transaction.ts';

/** A line with its content as one text: day, amount and words, without regard to how they are written. */
export type KeyedLine = BankLine & { readonly key: string };

/** What is known of a transaction that is kept. */
export type KnownLine = {
  readonly key: string;
  readonly nth: number;
  readonly bankId?: string;
  readonly format: BankFormat;
  readonly bookedOn: CivilDay;
  readonly amount: number;
};

/** A line nothing is known of; `nth` tells it from those of the same day, amount and words. */
export type NewLine = { readonly line: KeyedLine; readonly bankId?: string; readonly nth: number };

/** From so many lines on that are known word for word under other ids, the ids of a bank are new in each file and say nothing. */
const IDS_DISTRUSTED_FROM = 3;

/**
 * Which lines of a statement are not kept yet. Each that is kept answers for one line of the file, never for two, so that two
 * identical payments of one day are two.
 *
 * 1. The bank's own id says it, with the same amount; an id that stands twice in a file identifies nothing.
 * 2. The same day, amount and words; two that have different ids of the same format are two. Unless the bank gives new ids in
 *    each file: none is known, and three or more lines, all that overlap, are known word for word.
 * 3. The same day and amount in a file of another format, which words things otherwise.
 */
export function newAmong(lines: readonly KeyedLine[], known: readonly KnownLine[], format: BankFormat): NewLine[] {
  const ids = soundIds(lines, known);
  const left = new Set(known);
  let rest = lines.filter((line) => !takeById(line, ids, left));
  const isById = rest.length < lines.length;
  const areIdsSound = isById || !areIdsRenewed(rest, ids, [...left], format);
  const [named, unnamed] = parted(rest, (line) => areIdsSound && ids.has(line));
  const free = [...left].filter((other) => other.bankId === undefined || other.format !== format);
  rest = takeEach(named, free, { by: ({ key }) => key, left });
  rest = [...rest, ...takeEach(unnamed, [...left], { by: ({ key }) => key, left })];
  const ofOthers = [...left].filter((other) => other.format !== format);
  rest = takeEach(rest, ofOthers, { by: dayAndAmount, left });
  return numbered(rest, known, ids);
}

type Ids = ReadonlyMap<KeyedLine, { readonly id: string; readonly known?: KnownLine }>;

/** The ids of lines that identify: those that stand once in the file, and are not known of another amount. */
function soundIds(lines: readonly KeyedLine[], known: readonly KnownLine[]): Ids {
  const kept = new Map(known.flatMap((each) => (each.bankId === undefined ? [] : [[each.bankId, each] as const])));
  const times = new Map<string, number>();
  for (const { bankId } of lines) if (bankId !== undefined) times.set(bankId, (times.get(bankId) ?? 0) + 1);
  const sound = new Map<KeyedLine, { id: string; known?: KnownLine }>();
  for (const line of lines) {
    const { bankId: id } = line;
    if (id === undefined || times.get(id) !== 1) continue;
    const same = kept.get(id);
    if (!same) sound.set(line, { id });
    else if (same.amount === line.amount) sound.set(line, { id, known: same });
  }
  return sound;
}

function takeById(line: KeyedLine, ids: Ids, left: Set<KnownLine>): boolean {
  const same = ids.get(line)?.known;
  return same !== undefined && left.delete(same);
}

/** Whether all lines that overlap what is kept are kept under other ids. */
function areIdsRenewed(
  lines: readonly KeyedLine[],
  ids: Ids,
  known: readonly KnownLine[],
  format: BankFormat,
): boolean {
  const ofFormat = known.filter((each) => each.format === format && each.bankId !== undefined);
  const days = new Set(ofFormat.map(({ bookedOn }) => bookedOn));
  const overlapping = lines.filter((line) => ids.has(line) && days.has(line.bookedOn));
  const unknown = takeEach(overlapping, ofFormat, { by: ({ key }) => key, left: new Set() });
  return overlapping.length >= IDS_DISTRUSTED_FROM && unknown.length === 0;
}

type Like = Pick<KnownLine, 'key' | 'bookedOn' | 'amount'>;
const dayAndAmount = ({ bookedOn, amount }: Like): string => `${bookedOn} ${amount}`;

function parted<T>(all: readonly T[], isFirst: (one: T) => boolean): [T[], T[]] {
  const { first = [], second = [] } = Object.groupBy(all, (one) => (isFirst(one) ? 'first' : 'second'));
  return [first, second];
}

/** Takes for each line one of those that may be taken; answers the lines that found none. */
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

/** New lines, each with its number among those of the same content. */
function numbered(lines: readonly KeyedLine[], known: readonly KnownLine[], ids: Ids): NewLine[] {
  const last = new Map<string, number>();
  for (const { key, nth } of known) last.set(key, Math.max(last.get(key) ?? 0, nth));
  return lines.map((line) => {
    const nth = (last.get(line.key) ?? 0) + 1;
    last.set(line.key, nth);
    const id = ids.get(line)?.id;
    return { line, nth, ...(id !== undefined && { bankId: id }) };
  });
}

/** What tells a line by its content: day, amount and words, without case, accents, blanks and marks, which banks and character sets change. */
export const contentOf = ({ bookedOn, amount, label }: BankLine): string => {
  const words = label
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^a-z0-9]/g, '');
  return `${bookedOn} ${amount} ${words}`;
};
