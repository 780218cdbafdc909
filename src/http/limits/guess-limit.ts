import { processLimits } from '../../limits/process-limits.ts';
import type { Guess, Guesses } from '../../services/people/personal-context.ts';
import { shareOf, tokenBuckets } from './token-buckets.ts';

const LIMITS = processLimits.guesses;

/**
 * Counts guesses at passwords, codes and links by target and by source address; over either limit,
 * attempts wait. **Attempts from a user's known device are counted separately**, so that neither
 * guesses at the user from elsewhere nor guesses at others from the same address delay them.
 * Counted in memory: each of `processes` gets its share of the limit.
 */
export function guessLimit(processes = 1): Guesses {
  const ofAimOfAll = { burst: LIMITS.perTargetMax, refillSeconds: LIMITS.targetRefillSeconds };
  const ofAddress = tokenBuckets({
    ...shareOf({ burst: LIMITS.perAddressMax, refillSeconds: LIMITS.addressRefillSeconds }, processes),
    namesMax: LIMITS.rememberedMax,
  });
  const ofAim = tokenBuckets({
    ...shareOf(ofAimOfAll, processes),
    namesMax: LIMITS.rememberedMax,
  });
  const atOnceMax = shareOf(ofAimOfAll, processes).burst;
  const underWay = new Map<string, number>();
  const failed = ({ network, aim, isKnown }: Guess): void => {
    const now = performance.now();
    ofAim.take(aim, now);
    if (!isKnown) ofAddress.take(network, now);
  };
  return {
    wait: ({ network, aim, isKnown }) => {
      const now = performance.now();
      // Attempts in progress may all fail, so allow no more at once than may fail in total.
      const crowded = (underWay.get(aim) ?? 0) >= atOnceMax ? 1 : 0;
      return Math.max(crowded, ofAim.wait(aim, now), isKnown ? 0 : ofAddress.wait(network, now));
    },
    failed,
    counted: async (guess, look) => {
      underWay.set(guess.aim, (underWay.get(guess.aim) ?? 0) + 1);
      try {
        const right = await look();
        if (!right) failed(guess);
        return right;
      } finally {
        const left = (underWay.get(guess.aim) ?? 1) - 1;
        if (left > 0) underWay.set(guess.aim, left);
        else underWay.delete(guess.aim);
      }
    },
  };
}
