import * as z from 'zod';
import { timeOnDocuments } from '../../db/billing/billed-time.ts';
import { updateTask } from '../../db/projects/tasks.ts';
import type { BillingDocument, Estimate, Invoice } from '../../domain/billing/document/document.ts';
import type { Facts } from '../../domain/billing/document/draft-context.ts';
import { documentGroupOf } from '../../domain/billing/document/group/document-group.ts';
import { withOwnFigures } from '../../domain/billing/document/group/edit-in-group.ts';
import { timedKinds } from '../../domain/billing/document/kind.ts';
import { LINES_PER_DOCUMENT_MAX, type Line } from '../../domain/billing/document/lines/line.ts';
import { priceExchange } from '../../domain/catalogue/convert-price.ts';
import type { Task } from '../../domain/projects/task.ts';
import { quantityOfTime, unitOfTime } from '../../domain/projects/task-time.ts';
import { isRefusal, type RefusalCode, type Refused } from '../../domain/refusal.ts';
import { type LineInput, line } from '../../schemas/billing/document/document-input.ts';
import { commitDocumentGroup } from '../billing/document-group/commit-document-group.ts';
import { documentLookups } from '../billing/document-group/load-document-group.ts';
import { draftToMake } from '../billing/drafts/create-draft.ts';
import { editDraft } from '../billing/drafts/edit-draft.ts';
import { lineRefusals, linesFromInput } from '../billing/drafts/lines-from-input.ts';
import { productsOfLines } from '../catalogue/products-of-lines.ts';
import type { Context } from '../context.ts';
import { publishTaskEvent } from './publish-project-event.ts';

const { productId, unitPrice, vatCode, quantity, description, reference, discount, type } = line.shape;

/** The shared members of the lines that bill time. */
export const linePricing = { productId, unitPrice, vatCode, discount, type };
/** Additional members for a single task. */
export const singleTaskMembers = {
  ...{ description, reference },
  quantity: quantity.optional().meta({ description: 'Hours; by default the time spent, to 4 decimals.' }),
};
const said = z.object({ ...linePricing, ...singleTaskMembers });
type TimeOptions = z.output<typeof said>;

/** The refusals for billing time, apart from the project's. */
export const timeRefusals = [
  'document_not_found',
  'currency_without_rate',
  'task_already_billed',
  'task_time_missing',
  'task_of_other_mode',
  'document_takes_no_time',
  'product_not_by_the_hour',
  'customer_not_found',
  'version_stale',
  'document_not_draft',
  'project_of_other_mode',
  'line_amount_too_large',
  'discount_on_mixed_lines',
  ...lineRefusals,
] as const;
type TimeRefusal = Refused<(typeof timeRefusals)[number] | 'project_not_found'>;
type Billable = Estimate | Invoice;

/** The target of billed time: an existing draft, or a new invoice of a customer. */
export type TimeGoesOn =
  | { readonly billingId: string }
  | { readonly customerId: string; readonly opportunityId?: string; readonly title?: string };

/**
 * Adds the time of tasks to a draft, one line each, and records on each task where it went: all or
 * nothing. `lockTasks` returns the tasks, once the draft is locked, or a refusal.
 */
export async function billTime<R extends RefusalCode>(
  context: Context,
  goesOn: TimeGoesOn,
  options: TimeOptions,
  lockTasks: () => Promise<readonly Task[] | Refused<R>>,
): Promise<readonly Task[] | TimeRefusal | Refused<R>> {
  // `If-Match` refers to the task or project; the draft gets the lines whatever its version.
  const { ifMatch: _, ...regardless } = context;
  let tasks: readonly Task[] = [];
  const take: TakeTime<R> = async (draft, { settings }) => {
    const locked = await lockTasks();
    if (isRefusal(locked)) return locked as Refused<R>;
    tasks = locked as readonly Task[];
    return withTime(context, { tasks, draft: draft as Billable, settings, asked: options });
  };
  const documentId = await ('billingId' in goesOn
    ? takenByDraft(regardless, goesOn.billingId, take)
    : takenByNewInvoice(regardless, goesOn, take));
  if (typeof documentId !== 'string') return documentId;
  const billed = { at: context.now, documentId };
  const after = tasks.map((task) => ({ ...task, billed, version: task.version + 1, updatedAt: context.now }));
  for (const task of after) {
    updateTask(context.tx, task);
    await publishTaskEvent(context, 'updated', task);
  }
  return after;
}

/** Adds the time to the draft once the tasks are locked. */
type TakeTime<R extends RefusalCode> = (
  draft: BillingDocument,
  facts: Facts,
) => Promise<Billable | TimeRefusal | Refused<R>>;

async function takenByDraft<R extends RefusalCode>(
  context: Context,
  billingId: string,
  take: TakeTime<R>,
): Promise<string | TimeRefusal | Refused<R>> {
  const edited = await editDraft(context, billingId, documentLookups.any, take, withoutTime);
  return isRefusal(edited) ? (edited as TimeRefusal | Refused<R>) : billingId.toLowerCase();
}

/** A new invoice with the time on it: one document group, written once. */
async function takenByNewInvoice<R extends RefusalCode>(
  context: Context,
  { customerId, ...opening }: Exclude<TimeGoesOn, { billingId: string }>,
  take: TakeTime<R>,
): Promise<string | TimeRefusal | Refused<R>> {
  const fresh = await draftToMake(context, 'invoice', customerId, opening);
  if (isRefusal(fresh)) return fresh;
  const taken = await take(fresh.document, fresh.facts);
  if (isRefusal(taken)) return taken as TimeRefusal | Refused<R>;
  const document = withOwnFigures(taken as Billable);
  if (isRefusal(document)) return document;
  await commitDocumentGroup(context, {}, documentGroupOf({ ...fresh, document }));
  return document.id;
}

const withoutTime = ({ kind }: BillingDocument): Refused<'document_takes_no_time'> | undefined =>
  timedKinds.some((timed) => timed === kind) ? undefined : { refused: 'document_takes_no_time', kind };

type DraftWithTasks = {
  readonly tasks: readonly Task[];
  readonly draft: Billable;
  readonly settings: Facts['settings'];
  readonly asked: TimeOptions;
};

/** The draft with one more line per task. */
async function withTime(
  context: Context,
  { tasks, draft, settings, asked }: DraftWithTasks,
): Promise<Billable | TimeRefusal> {
  const problem = await billingProblem(context, tasks, draft);
  if (problem) return problem;
  const { lines } = draft.content;
  if (lines.length + tasks.length > LINES_PER_DOCUMENT_MAX)
    return { refused: 'too_many_lines', limit: LINES_PER_DOCUMENT_MAX };
  const inputs: LineInput[] = [];
  for (const { id, name, timeSpent } of tasks) {
    const quantity = quantityOfTime({ timeSpent }, asked.quantity);
    if (isRefusal(quantity)) return quantity;
    // Marked with its task, to identify the line when the document is rewritten.
    inputs.push({ ...asked, designation: name, quantity, generatedId: id });
  }
  const added = await linesOf(context, inputs, { draft, settings, isCounted: asked.quantity === undefined });
  if (isRefusal(added)) return added;
  return { ...draft, content: { ...draft.content, lines: [...lines, ...added] } } as Billable;
}

async function billingProblem(
  { tx }: Context,
  tasks: readonly Task[],
  draft: Billable,
): Promise<Refused<'task_already_billed' | 'task_of_other_mode'> | undefined> {
  if (tasks.some(({ test }) => test !== draft.test)) return { refused: 'task_of_other_mode' };
  const [on] = (await timeOnDocuments(tx, tasks)).values();
  return on && { refused: 'task_already_billed', documentId: on.documentId };
}

async function linesOf(
  context: Context,
  inputs: readonly LineInput[],
  { draft, settings, isCounted }: Pick<DraftWithTasks, 'draft' | 'settings'> & { isCounted: boolean },
): Promise<
  | Line[]
  | Refused<
      (typeof lineRefusals)[number] | 'line_amount_too_large' | 'currency_without_rate' | 'product_not_by_the_hour'
    >
> {
  // Price and product are the same for all.
  const [first] = inputs;
  if (!first) return [];
  const products = await productsOfLines(context, [first]);
  const product = products.get(first.productId?.toLowerCase() ?? '');
  const takesPrice = first.unitPrice === undefined;
  const quantityUnit = unitOfTime(product, { isCounted, takesPrice });
  if (isRefusal(quantityUnit)) return quantityUnit;
  const exchange = priceExchange(settings.currency, draft.content.currency, { takesPrice });
  if (isRefusal(exchange)) return exchange;
  return linesFromInput(
    inputs.map((input) => ({ ...input, quantityUnit })),
    { products, exchange, newId: context.newId },
  );
}
