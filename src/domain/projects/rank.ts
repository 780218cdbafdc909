/**
 * A position in an order: a text of the digits `0-9a-z` that sorts bytewise, read as a fraction in
 * base 36 ("i" is 18/36), so that between any two there is always another. None ends in "0", which
 * would equal the text without it.
 */
export type Rank = string;

/**
 * Maximum characters of a rank. Repeatedly halving one gap adds a character about every five
 * insertions.
 */
export const RANK_MAX = 200;

const DIGITS = '0123456789abcdefghijklmnopqrstuvwxyz';
const BASE = DIGITS.length;

/**
 * Characters used for counting at both ends of the order, and the gap left between neighbours
 * there.
 */
const END_WIDTH = 8;
const END_STEP = BASE ** 4;

/**
 * A rank between `before` and `after`; without one of them, at that end. The two must be in order.
 * The result may be longer than `RANK_MAX`: then all ranks must be redistributed (`evenRanks`).
 */
export function rankBetween(before?: Rank, after?: Rank): Rank {
  if (before === undefined && after === undefined) return DIGITS.charAt(BASE / 2);
  const counted = after === undefined ? stepped(before, END_STEP) : before === undefined && stepped(after, -END_STEP);
  return counted || between(before ?? '', after);
}

/** Evenly spread ranks for `count` items. */
export function evenRanks(count: number): Rank[] {
  const width = Math.max(2, Math.ceil(Math.log(count + 1) / Math.log(BASE)) + 1);
  const step = Math.floor(BASE ** width / (count + 1));
  return Array.from({ length: count }, (_, place) => written((place + 1) * step, width));
}

/**
 * Counts up from the last rank or down from the first while there is room at that end, because such
 * ranks stay short.
 */
function stepped(rank: Rank = '', by: number): Rank | undefined {
  if (/[^0-9a-z]/.test(rank)) return undefined;
  const value = Number.parseInt(rank.slice(0, END_WIDTH).padEnd(END_WIDTH, '0'), BASE) + by;
  return value > 0 && value < BASE ** END_WIDTH ? written(value, END_WIDTH) : undefined;
}

/** The middle, digit by digit; a missing digit counts as the end it stands for. */
function between(before: Rank, after: Rank | undefined): Rank {
  let rank = '';
  let high = after;
  for (let place = 0; ; place++) {
    const low = Math.max(0, DIGITS.indexOf(before.charAt(place) || '0'));
    const top = high === undefined ? BASE : DIGITS.indexOf(high.charAt(place) || '0');
    if (top - low > 1) return rank + DIGITS.charAt((low + top) >> 1);
    rank += DIGITS.charAt(low);
    if (top > low) high = undefined;
  }
}

const written = (value: number, width: number): Rank => value.toString(BASE).padStart(width, '0').replace(/0+$/, '');
