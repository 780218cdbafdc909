import type { Operation } from '../../pipeline/operation.ts';
import { getDashboard } from './get-dashboard.ts';
import { listActivity, listBillingActivity } from './list-activity.ts';
import { searchEverything } from './search-everything.ts';

/** What the home page tells, and what is looked for everywhere. */
export const homeOperations: readonly Operation[] = [getDashboard, searchEverything, listActivity, listBillingActivity];
