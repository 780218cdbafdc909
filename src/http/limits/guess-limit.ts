import { processLimits } from '../../limits/process-limits.ts';
import type { Guess, Guesses } from '../../services/people/personal-context.ts';
import { shareOf, tokenBuckets } from './token-buckets.ts';

const LIMITS = processLimits.guesses;

/**
 * Guesses at passwords, codes and links are counted by what they are at and by the address they come from; who has used either up
 * waits. **What comes from where its person is known has a count of its own**: neither those who guess at him from elsewhere, nor
 * those who guess at others from his address, keep him waiting. In the memory of one process: of
 * `processes` that answer each counts its share, so that all of them together let pass no more.
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
      // Those that are being looked at may all fail: no more at once than may fail in all.
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
