import * as z from 'zod';
import { lifeCycleStatuses, transmissionStages } from '../../domain/einvoicing/life-cycle.ts';
import { DocumentEventJson } from '../billing/document/document-event.ts';

const statusNames = [...new Set(Object.values(lifeCycleStatuses))];

/** The event that an approved platform changed the status of a bill. */
export const PlatformEventJson = DocumentEventJson.extend({
  platform: z.strictObject({
    stage: z
      .enum(transmissionStages)
      .meta({ description: 'Where the document is now, as `get-transmission` says it.' }),
    code: z.int().optional().meta({ description: 'The code of the status; absent for an acknowledgement.' }),
    status: z.enum(statusNames).nullable().optional().meta({ description: 'Its name; null for an unknown code.' }),
    reasons: z.array(z.strictObject({ code: z.string().optional(), text: z.string().optional() })),
  }),
}).meta({ id: 'PlatformEvent' });
