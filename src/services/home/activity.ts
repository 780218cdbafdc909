import { type ActivityContext, activityContext, type ChainEntry } from '../../db/home/activity.ts';
import type { Kind } from '../../domain/billing/document/kind.ts';
import { billingTypeOf } from '../../schemas/billing/document/document-type.ts';
import { isUuid } from '../../schemas/fields/id.ts';
import type { ActivityJson } from '../../schemas/home/activity.ts';
import type { Context } from '../context.ts';

/** An activity entry with its documents, actor and mails. */
export async function activityWithContext(
  { tx }: Pick<Context, 'tx'>,
  entries: readonly ChainEntry[],
): Promise<ActivityJson[]> {
  const around = await activityContext(tx, entries);
  return entries.map((each) => activityToJson(each, around));
}

function activityToJson(entry: ChainEntry, around: ActivityContext): ActivityJson {
  const { seq, type, at, test, subject, totals, actor } = entry;
  const billingId = around.documentOf.get(subject.id);
  const document = billingId === undefined ? undefined : around.documents.get(billingId);
  const name = document?.organization ?? document?.customer;
  const mails = type === 'sent' ? mailsOf(subject.id, at, around) : [];
  return {
    ...{ id: String(seq), type, at, test, actor: actorOf(actor, around, name as string | null | undefined) },
    ...(document && { billingId, billingType: billingTypeOf(document.kind as Kind) }),
    ...(document && subject.number !== undefined && { number: subject.number }),
    ...(name && { customerName: name as string }),
    ...(document && totals && { amount: totals.total, currency: totals.currency as ActivityJson['currency'] }),
    ...(mails.length > 0 && { mails }),
  };
}

/**
 * Members have their display name, keys their label, customers are named by the link; the command
 * line and the service by kind.
 */
function actorOf(
  actor: string,
  { keys, members }: ActivityContext,
  customer: string | null | undefined,
): NonNullable<ActivityJson['actor']> {
  const [person, key] = [members.get(actor), keys.get(actor)];
  if (person !== undefined) return { kind: 'person', id: actor, name: person };
  if (key !== undefined) return { kind: 'key', id: actor, name: key };
  if (actor.startsWith(CUSTOMER))
    return { kind: 'customer', id: actor.slice(CUSTOMER.length), ...(customer && { name: customer }) };
  // A key of the other mode is not visible here.
  return isUuid(actor) ? { kind: 'other', id: actor } : { kind: 'other', name: actor };
}

/** The prefix of link holders in the audit chain (`customerActor`). */
const CUSTOMER = 'customer:';

const mailsOf = (documentId: string, at: number, { mails }: ActivityContext): NonNullable<ActivityJson['mails']> =>
  mails
    .filter((mail) => mail.document_id === documentId && mail.created_at === at)
    .map(({ id, state, attempts, recipients }) => ({
      ...{ id, state, attempts },
      recipients: (recipients as { address: string }[]).map(({ address }) => address),
    }));
