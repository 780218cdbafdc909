// Control: a module loaded into a server (`--import`) that makes its shutdown wait without limit.
import { processLimits } from '../../../src/limits/process-limits.ts';

/** Eleven days. */
const FOR_EVER_MS = 1e9;
const { stopping } = processLimits;
Object.assign(stopping, Object.fromEntries(Object.keys(stopping).map((name) => [name, FOR_EVER_MS])));
