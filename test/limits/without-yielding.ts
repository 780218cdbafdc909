// Control module loaded into a server (`--import`): large lists are built without yielding, and
// responses have no memory limit. Files are read in threads in any case.
import { processLimits } from '../../src/limits/process-limits.ts';

const BEYOND_REACH = 1e9;
const { slices, concurrency, answers } = processLimits;
slices.workMs = BEYOND_REACH;
for (const limits of [concurrency.lists, concurrency.transactions]) {
  Object.assign(limits, { runningMax: BEYOND_REACH, runningPerAccountMax: BEYOND_REACH });
}
Object.assign(answers, { bytesMax: BEYOND_REACH, bytesPerOwnerMax: BEYOND_REACH });
