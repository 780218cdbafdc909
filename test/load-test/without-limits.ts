// Control of the load test: a module (`--import`) that removes every limit on requests. No setting
// does this; the load test of this server must fail.
import { processLimits } from '../../src/limits/process-limits.ts';

/** The maximum delay of a timer in milliseconds: a longer one would fire at once. */
const TIMER_MS_MAX = 2 ** 31 - 1;
const BEYOND_REACH = 1e12;

beyondReach(processLimits);

function beyondReach(limits: object): void {
  for (const [name, value] of Object.entries(limits)) {
    if (typeof value === 'object' && value !== null) beyondReach(value);
    else if (typeof value === 'number') Object.assign(limits, { [name]: limitless(name) });
  }
}

function limitless(name: string): number {
  if (/Min$/.test(name)) return 0;
  return /Ms$|^ms/.test(name) ? TIMER_MS_MAX : BEYOND_REACH;
}
