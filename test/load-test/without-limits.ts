// The control of the siege, loaded into a server before it (`--import`): every limit of what requests may take is beyond
// reach. No setting does this; a siege of such a server must fail.
import { processLimits } from '../../src/limits/process-limits.ts';

/** Milliseconds a timer can wait at most: beyond it would not wait at all. */
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
