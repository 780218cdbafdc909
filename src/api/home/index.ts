import type { Operation } from '../../pipeline/operation.ts';
import { getDocumentTrail } from './document-trail.ts';
import { getDashboard } from './get-dashboard.ts';
import { listActivity, listBillingActivity } from './list-activity.ts';
import { searchEverything } from './search-everything.ts';

/** The home page, the global search and the activity. */
export const homeOperations: readonly Operation[] = [
  getDashboard,
  searchEverything,
  listActivity,
  listBillingActivity,
  getDocumentTrail,
];
