// The control of what stands beside it, loaded into a server before it (`--import`): told to end, it waits for whatever
// there is, without end.
import { processLimits } from '../../../src/limits/process-limits.ts';

/** Eleven days. */
const FOR_EVER_MS = 1e9;
const { stopping } = processLimits;
Object.assign(stopping, Object.fromEntries(Object.keys(stopping).map((name) => [name, FOR_EVER_MS])));
