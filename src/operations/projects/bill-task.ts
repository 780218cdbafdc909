import * as z from 'zod';
import { type LineInput, line } from '../../contract/billing/document-input.ts';
import { idOf, idOr } from '../../contract/id.ts';
import { TaskJson } from '../../contract/projects/task.ts';
import { editDraft, editRefusals } from '../../deeds/billing/edit-draft.ts';
import { lineRefusals, linesFromInput } from '../../deeds/billing/line-from-input.ts';
import { wanted } from '../../deeds/billing/see-family.ts';
import { productsOfLines } from '../../deeds/catalogue/products-of-lines.ts';
import type { Context } from '../../deeds/context.ts';
import { showTask } from '../../deeds/projects/shown-task.ts';
import { tellTask } from '../../deeds/projects/tell-project.ts';
import { etagOf, staleVersion } from '../../deeds/stale-version.ts';
import type { BillingDocument, Estimate, Invoice } from '../../domain/billing/document/document.ts';
import type { Facts } from '../../domain/billing/document/facts.ts';
import { timedKinds } from '../../domain/billing/document/kind.ts';
import { LINES_PER_DOCUMENT_MAX, type Line } from '../../domain/billing/document/line.ts';
import { priceExchange } from '../../domain/catalogue/price-exchange.ts';
import type { Product } from '../../domain/catalogue/product.ts';
import { tenThousandths } from '../../domain/money/ten-thousandths.ts';
import { hoursOf, type Task } from '../../domain/projects/task.ts';
import { isRefusal, type Refused } from '../../domain/refusal.ts';
import { operation } from '../../road/operation.ts';
import { settingsOf } from '../../store/account/settings.ts';
import { isTimeOn } from '../../store/billing/billed-time.ts';
import { findTask, lockTask, updateTask } from '../../store/projects/tasks.ts';

const { productId, unitPrice, vatCode, quantity, description, reference, discount, type } = line.shape;
const body = z.object({
  billingId: idOf('the draft estimate, purchase order or invoice'),
  ...{ productId, unitPrice, vatCode, description, reference, discount, type },
  quantity: quantity.optional().meta({ description: 'Hours; by default the time spent, to 4 decimals.' }),
});
type Billable = Estimate | Invoice;
type Asked = Omit<z.output<typeof body>, 'billingId'>;

const timeRefusals = [
  'task_already_billed',
  'task_time_missing',
  'task_of_other_mode',
  'document_takes_no_time',
  'product_not_by_the_hour',
] as const;

export const billTask = operation({
  name: 'bill-task',
  summary: 'Put the time of a task on a draft, as a line of its own.',
  description:
    'The line is called as the task is, its unit is the hour, its price is given or that of a product sold by the hour. A task is billed once, unless that document or its line is gone, or was canceled. Needs the scope billing:write.',
  chapter: 'Projects',
  routes: ['POST /task/{taskId}/bill', 'POST /v2/task/{taskId}/bill'],
  scope: 'billing:write',
  path: z.object({ id: idOr('task_not_found') }),
  query: z.object({}),
  body,
  success: 200,
  makesDocument: true,
  output: TaskJson,
  refusals: [
    'task_not_found',
    'document_not_found',
    'currency_without_rate',
    ...timeRefusals,
    ...lineRefusals,
    ...editRefusals,
  ],
  example: { billingId: '01890a5d-ac96-774b-bcce-b302099a8057', unitPrice: 9_000, vatCode: 'FR_2000' },

  async run(context, { id, billingId, ...asked }) {
    const { tx, now } = context;
    const known = await findTask(tx, id);
    if (!known) return { refused: 'task_not_found' };
    // `If-Match` speaks of the task: the draft gains a line, whatever else it has become.
    const { ifMatch: _, ...regardless } = context;
    const edited = await editDraft(
      regardless,
      billingId,
      wanted.any,
      (draft, { settings }) => withTime(context, { taskId: known.id, draft: draft as Billable, settings, asked }),
      withoutTime,
    );
    if (isRefusal(edited)) return edited;
    const [before, { settings }] = await Promise.all([lockTask(tx, known.id), settingsOf(tx)]);
    if (!before) return { refused: 'task_not_found' };
    const billed = { at: now, documentId: billingId.toLowerCase() };
    const task = { ...before, billed, version: before.version + 1, updatedAt: now };
    updateTask(tx, task);
    await tellTask(context, 'updated', task);
    return showTask(task, settings.zone);
  },
});

const withoutTime = ({ kind }: BillingDocument): Refused<'document_takes_no_time'> | undefined =>
  timedKinds.some((timed) => timed === kind) ? undefined : { refused: 'document_takes_no_time', kind };

type Given = { taskId: string; draft: Billable; settings: Facts['settings']; asked: Asked };

/** The draft with one line more; the task is locked from here on. */
async function withTime(context: Context, { taskId, draft, settings, asked }: Given) {
  const task = await lockTask(context.tx, taskId);
  if (!task) return { refused: 'task_not_found' } as const;
  const problem = staleVersion(context, etagOf(task)) ?? (await billingProblem(context, task, draft));
  if (problem) return problem;
  const { lines } = draft.content;
  if (lines.length >= LINES_PER_DOCUMENT_MAX)
    return { refused: 'too_many_lines', limit: LINES_PER_DOCUMENT_MAX } as const;
  const hours = asked.quantity ?? (task.timeSpent ? tenThousandths(hoursOf(task.timeSpent)) : undefined);
  if (hours === undefined) return { refused: 'task_time_missing' } as const;

  // Named for its task, which is how it is recognized when the document is written anew.
  const input: LineInput = { ...asked, designation: task.name, quantity: hours, generatedId: task.id };
  const added = await lineOf(context, input, { draft, settings, isCounted: asked.quantity === undefined });
  if (isRefusal(added)) return added;
  return { ...draft, content: { ...draft.content, lines: [...lines, ...added] } } as Billable;
}

async function billingProblem(
  { tx }: Context,
  task: Task,
  draft: Billable,
): Promise<Refused<'task_already_billed' | 'task_of_other_mode'> | undefined> {
  if (task.test !== draft.test) return { refused: 'task_of_other_mode' };
  const { billed } = task;
  if (!billed || !(await isTimeOn(tx, billed.documentId, task.id))) return undefined;
  return { refused: 'task_already_billed', documentId: billed.documentId };
}

async function lineOf(
  context: Context,
  input: LineInput,
  { draft, settings, isCounted }: Pick<Given, 'draft' | 'settings'> & { isCounted: boolean },
): Promise<
  | Line[]
  | Refused<
      (typeof lineRefusals)[number] | 'line_amount_too_large' | 'currency_without_rate' | 'product_not_by_the_hour'
    >
> {
  const products = await productsOfLines(context, [input]);
  const product = products.get(input.productId?.toLowerCase() ?? '');
  const takesPrice = input.unitPrice === undefined;
  // A price by the day times hours would be a bill eight times too high.
  if (takesPrice && isCounted && product && product.unit !== 'hour')
    return { refused: 'product_not_by_the_hour', unit: product.unit };
  const exchange = priceExchange(settings.currency, draft.content.currency, { takesPrice });
  if (isRefusal(exchange)) return exchange;
  return linesFromInput([{ ...input, quantityUnit: unitOf(product, isCounted) }], {
    products,
    exchange,
    newId: context.newId,
  });
}

/** Time is hours; a quantity that was said is in the product's unit, where there is one. */
const unitOf = (product: Product | undefined, isCounted: boolean) => (isCounted || !product ? 'hour' : product.unit);
