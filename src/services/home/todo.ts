import type { Filter } from '../../db/billing/document-filter.ts';
import { type DocumentOrder, listDocuments } from '../../db/billing/document-list.ts';
import type { StoredDocument } from '../../db/billing/read-document-group.ts';
import { listSessions } from '../../db/payments/payment-sessions.ts';
import { unmetRequirements } from '../../domain/billing/document/checks/requirements.ts';
import { type BillingDocument, type CreditNote, isClaim, isEstimate } from '../../domain/billing/document/document.ts';
import { datesOf } from '../../domain/billing/document/document-dates.ts';
import { factsOf } from '../../domain/billing/document/draft-context.ts';
import { withCurrentFigures } from '../../domain/billing/document/group/finalize.ts';
import { situationOf } from '../../domain/billing/document/situation.ts';
import { remainingOn, restToBill } from '../../domain/billing/document/totals/document-figures.ts';
import { settlementOf, toRefundOf } from '../../domain/billing/document/totals/settlement.ts';
import { TODO_MAX, type TodoAct } from '../../domain/home/todo.ts';
import { isRefusal } from '../../domain/refusal.ts';
import { civilDayOf, daysBetween } from '../../domain/time/civil-day.ts';
import { taxIncluded, totalOf } from '../../domain/vat/breakdown.ts';
import { billingTypeOf } from '../../schemas/billing/document/document-type.ts';
import { requirementToJson } from '../../schemas/billing/texts/requirements.ts';
import type { TodoJson } from '../../schemas/home/dashboard.ts';
import { documentLookups, loadDocumentGroup } from '../billing/document-group/load-document-group.ts';
import { withFaultsOfDraft } from '../billing/drafts/draft-faults.ts';
import { atRatesOfDay } from '../billing/drafts/exchange-rates.ts';
import type { Context } from '../context.ts';

/** The groups that are document lists. */
type Sort = Exclude<keyof typeof TODO_MAX, 'unapplied'>;
export type Todo = { todo: TodoJson[]; total: Record<keyof typeof TODO_MAX, number> };

/** Today's tasks, most urgent first: the first of each list, with its total. */
export async function todoOn(
  context: Context,
  { test, day, zone }: { test: boolean; day: string; zone: string },
): Promise<Todo> {
  const sorts: Record<Sort, { filter: Filter; order: DocumentOrder }> = {
    failedAtPlatform: { filter: { failedAtPlatform: true, test }, order: { by: 'emittedAt', direction: 'DESC' } },
    unsent: { filter: { unsent: true, test }, order: { by: 'emittedAt', direction: 'DESC' } },
    refunds: { filter: { toRefund: true, test }, order: { by: 'emittedAt', direction: 'ASC' } },
    late: { filter: { late: { is: true, on: day }, test }, order: { by: 'dueAt', direction: 'ASC' } },
    drafts: { filter: { states: ['draft'], archived: false, test }, order: { by: 'emittedAt', direction: 'DESC' } },
    paused: { filter: { stopped: true, test }, order: { by: 'emittedAt', direction: 'DESC' } },
    toBill: { filter: { toBill: true, test }, order: { by: 'emittedAt', direction: 'ASC' } },
    expiring: { filter: { situation: { are: ['expiring'], on: day }, test }, order: { by: 'dueAt', direction: 'ASC' } },
    unstamped: { filter: { unstamped: true, test }, order: { by: 'emittedAt', direction: 'DESC' } },
  };
  const unapplied = unappliedMoney(context, { day, zone });
  const found = await Promise.all(
    (Object.keys(sorts) as Sort[]).map(async (sort) => {
      const { filter, order } = sorts[sort];
      const page = await listDocuments(context.tx, filter, { limit: TODO_MAX[sort], page: 1, order });
      // Documents too large for a page are still counted and in their list.
      if (isRefusal(page)) return { sort, todo: [], total: 0 };
      const read = page.documents.map((listed) => listed.read());
      const documents = await atRatesOfDay(context, read);
      const todo = await Promise.all(documents.map((each) => todoOf(context, sort, each, { day, zone })));
      return { sort, todo, total: page.total };
    }),
  );
  const money = await unapplied;
  return {
    todo: [...money.todo, ...found.flatMap(({ todo }) => todo)],
    total: {
      unapplied: money.total,
      ...(Object.fromEntries(found.map(({ sort, total }) => [sort, total])) as Record<Sort, number>),
    },
  };
}

/** Customers' unapplied money: to apply to another document or refund. */
async function unappliedMoney(context: Context, when: When): Promise<{ todo: TodoJson[]; total: number }> {
  const { sessions, total } = await listSessions(
    context.tx,
    { isUnapplied: true },
    { page: 1, limit: TODO_MAX.unapplied },
  );
  const todo = await Promise.all(
    sessions.map(async (session): Promise<TodoJson[]> => {
      const found = await loadDocumentGroup(context, session.documentId, documentLookups.any);
      if (isRefusal(found)) return [];
      const { document } = found.asked;
      const { number, customerName, unapplied, currency, paidAt } = session;
      return [
        {
          ...{ act: 'account_for', situation: situationOf(document, when), billingId: document.id },
          ...{ type: billingTypeOf(document.kind), currency, amount: unapplied, lacks: [] },
          ...(number !== undefined && { number }),
          ...(customerName !== undefined && { customerName }),
          ...(paidAt !== undefined && { day: civilDayOf(paidAt, when.zone) }),
        },
      ];
    }),
  );
  return { todo: todo.flat(), total };
}

type When = { readonly day: string; readonly zone: string };

async function todoOf(context: Context, sort: Sort, remembered: StoredDocument, when: When): Promise<TodoJson> {
  const document = withCurrentFigures(remembered.document, remembered.parent);
  const lacks = sort === 'drafts' ? await lacksOf(context, remembered, document) : [];
  const customer = document.sealed?.customer ?? remembered.customer;
  const on = dayOf(sort, document, context.now, when.zone);
  return {
    act: actOf(sort, lacks.length > 0),
    situation: situationOf(document, when),
    billingId: document.id,
    type: billingTypeOf(document.kind),
    ...(document.sealed && { number: document.sealed.number }),
    ...(document.title && { title: document.title }),
    ...(customer && { customerName: customer.organization?.name ?? customer.name }),
    currency: document.content.currency.code,
    amount: amountOf(sort, document),
    ...(on !== undefined && { day: on }),
    ...(on !== undefined && sort !== 'toBill' && sort !== 'unstamped' && { days: Math.abs(daysBetween(when.day, on)) }),
    lacks,
  };
}

async function lacksOf(
  context: Context,
  remembered: StoredDocument,
  document: BillingDocument,
): Promise<TodoJson['lacks']> {
  const { settings, customer, parent, projectName, seriesLastOn } = remembered;
  const known = factsOf(settings, context.now, { customer, parent, projectName, seriesLastOn });
  const facts = await withFaultsOfDraft(document, known);
  return unmetRequirements(document, facts).map((name) => {
    const { message } = requirementToJson(name, facts, context.language);
    return { name, message };
  });
}

const actOf = (sort: Sort, isLacking: boolean): TodoAct => {
  if (sort === 'drafts') return isLacking ? 'complete' : 'finalize';
  return (
    {
      failedAtPlatform: 'correct',
      unsent: 'send',
      refunds: 'refund',
      late: 'remind',
      paused: 'resume',
      toBill: 'bill',
      expiring: 'remind_offer',
      unstamped: 'read_stamp',
    } as const
  )[sort];
};

function amountOf(sort: Sort, document: BillingDocument): number {
  if (sort === 'refunds')
    return isClaim(document) ? settlementOf(document).toRefund : toRefundOf(document as CreditNote, undefined);
  if (sort === 'late' && isClaim(document)) return remainingOn(document).toPay;
  if (sort === 'toBill' && isEstimate(document)) return taxIncluded(totalOf(restToBill(document)));
  return taxIncluded(totalOf(document.totals.breakdown));
}

function dayOf(sort: Sort, document: BillingDocument, now: number, zone: string): string | undefined {
  const { dueAt, validUntilAt } = datesOf(document, now, zone);
  const { signedAt } = document;
  const days = { late: dueAt, toBill: signedAt, expiring: validUntilAt, unstamped: signedAt };
  const at = sort in days ? days[sort as keyof typeof days] : undefined;
  return at === undefined ? undefined : civilDayOf(at, zone);
}
