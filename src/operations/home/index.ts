import type { Operation } from '../../road/operation.ts';
import { getDashboard } from './get-dashboard.ts';

/** What the home page tells, and what is looked for everywhere. */
export const homeOperations: readonly Operation[] = [getDashboard];
