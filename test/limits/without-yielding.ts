// The control of what stands beside it, loaded into a server before it (`--import`): large lists are made
// all at once, each in one go, and answers take what memory there is. (Files are read in threads of their own, whatever the limits.)
import { processLimits } from '../../src/limits/process-limits.ts';

const BEYOND_REACH = 1e9;
const { slices, lanes, answers } = processLimits;
slices.workMs = BEYOND_REACH;
for (const lane of [lanes.lists, lanes.transactions]) {
  Object.assign(lane, { runningMax: BEYOND_REACH, runningPerAccountMax: BEYOND_REACH });
}
Object.assign(answers, { bytesMax: BEYOND_REACH, bytesPerOwnerMax: BEYOND_REACH });
