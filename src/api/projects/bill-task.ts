import * as z from 'zod';
import { settingsOf } from '../../db/account/settings.ts';
import { findTask, lockTask } from '../../db/projects/tasks.ts';
import { isRefusal } from '../../domain/refusal.ts';
import { operation } from '../../pipeline/operation.ts';
import { idOf, idOr } from '../../schemas/fields/id.ts';
import { TaskJson } from '../../schemas/projects/task.ts';
import { billTime, linePricing, singleTaskMembers, timeRefusals } from '../../services/projects/bill-time.ts';
import { taskResponse } from '../../services/projects/project-response.ts';
import { etagOf, refuseStaleVersion } from '../../services/version-check.ts';

const body = z.object({
  billingId: idOf('the draft estimate, purchase order or invoice').optional().meta({
    description: 'The draft. If absent, a new invoice is created for the customer and in the project of the task.',
  }),
  ...linePricing,
  ...singleTaskMembers,
});

export const billTask = operation({
  name: 'bill-task',
  summary: 'Put the time of a task on a draft, as a separate line.',
  description:
    'The line takes the name of the task, the unit hour, and the given price or that of a product sold by the hour. Without `billingId` a new invoice is created. A task is billed once, unless that line or document was deleted or canceled. Requires the scope billing:write.',
  chapter: 'Projects',
  routes: ['POST /task/{taskId}/bill', 'POST /v2/task/{taskId}/bill'],
  scope: 'billing:write',
  path: z.object({ id: idOr('task_not_found') }),
  query: z.object({}),
  body,
  success: 200,
  makesDocument: true,
  output: TaskJson,
  refusals: ['task_not_found', 'project_not_found', 'task_without_customer', ...timeRefusals],
  example: { billingId: '01890a5d-ac96-774b-bcce-b302099a8057', unitPrice: 9_000, vatCode: 'FR_2000' },

  async run(context, { id, billingId, ...rest }) {
    const { tx } = context;
    const [known, { settings }] = await Promise.all([findTask(tx, id), settingsOf(tx)]);
    if (!known) return { refused: 'task_not_found' };
    const { customerId, projectId: opportunityId } = known;
    if (billingId === undefined && customerId === undefined) return { refused: 'task_without_customer' };
    const made = { customerId: customerId ?? '', ...(opportunityId !== undefined && { opportunityId }) };
    const billed = await billTime(context, billingId === undefined ? made : { billingId }, rest, async () => {
      const task = await lockTask(tx, known.id);
      if (!task) return { refused: 'task_not_found' } as const;
      return refuseStaleVersion(context, etagOf(task)) ?? [task];
    });
    if (isRefusal(billed)) return billed;
    const [task] = billed as readonly [(typeof billed)[number]];
    return taskResponse(task, {
      zone: settings.zone,
      on: { documentId: task.billed?.documentId ?? '', isDraft: true },
    });
  },
});
