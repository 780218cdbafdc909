/**
 * Reproducible random numbers: the same seed gives the same sequence on any machine (mulberry32).
 */
export function seeded(seed: number) {
  let state = seed >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const int = (min: number, max: number): number => min + Math.floor(next() * (max - min + 1));
  return {
    /** From 0 up to, but not including, 1. */
    next,
    /** A whole number from `min` to `max`, both included. */
    int,
    /** True with the given percentage. */
    chance: (percent: number): boolean => next() * 100 < percent,
    pick: <T>(list: readonly T[]): T => {
      if (list.length === 0) throw new RangeError('nothing to pick from');
      return list[int(0, list.length - 1)] as T;
    },
    shuffled: <T>(list: readonly T[]): T[] => {
      const cards = [...list];
      for (let top = cards.length - 1; top > 0; top--) {
        const other = int(0, top);
        [cards[top], cards[other]] = [cards[other] as T, cards[top] as T];
      }
      return cards;
    },
  };
}

export type Chance = ReturnType<typeof seeded>;

/** The seed of a test: the given one to replay, else from the clock. Tests print it on failure. */
export const seedOf = (setting: string): number =>
  Number(process.env[setting] ?? (Date.now() ^ (process.pid << 8)) >>> 0);
