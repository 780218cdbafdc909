import { canonicalJson } from '../../../audit/canonical-json.ts';
import { type LinkType, sha256Hex } from '../../../audit/chain/chain-link.ts';
import type {
  DocumentGroupStep,
  DocumentGroupWrites,
  DocumentRow,
  DueWork,
} from '../../../db/billing/write-document-group.ts';
import type { Event } from '../../../db/events/events.ts';
import { type BillingDocument, type Finalized, isFinalized } from '../../../domain/billing/document/document.ts';
import { datesOf } from '../../../domain/billing/document/document-dates.ts';
import type { Facts } from '../../../domain/billing/document/draft-context.ts';
import { type DocumentGroup, documentsOf, type Member } from '../../../domain/billing/document/group/document-group.ts';
import type { NextNumber } from '../../../domain/billing/document/group/finalize.ts';
import {
  type Change,
  changesBetween,
  draftChange,
  finalizedAfter,
  newlyCanceled,
  newlyFinalized,
} from '../../../domain/billing/document/group/group-changes.ts';
import { type ClaimKind, seriesOf } from '../../../domain/billing/document/kind.ts';
import { reminderDueSince } from '../../../domain/billing/reminder/next-reminder.ts';
import { sendingDueSince } from '../../../domain/einvoicing/sending-due.ts';
import { isRequestDueSince } from '../../../domain/payments/agency/is-request-due.ts';
import type { Payment } from '../../../domain/payments/payment.ts';
import type { CustomerMoney } from '../../../domain/payments/unapplied-money.ts';
import { documentOfEvent } from '../../../schemas/billing/document/document-event.ts';
import { excessEvent } from '../../../schemas/events/event-type.ts';
import { stockMoved } from '../../catalogue/stock.ts';
import type { Context } from '../../context.ts';
import { documentEvents, eventOf } from '../../events/publish-event.ts';
import { auditEvent, excessAuditEvent, paymentAuditEvent } from './audit-events.ts';

/** Changes that do not follow from comparing a document group before and after. */
export type ExtraChanges = {
  /** The number assigned in this step. */
  readonly number?: NextNumber;
  /**
   * The event type for the change of the finalized document, and its content if it is not the
   * document's life.
   */
  readonly as?: { readonly type: LinkType; readonly about?: Record<string, unknown> };
  /** Payments or counter-entries that caused it: each has its own chain entry. */
  readonly payments?: readonly Payment[];
  /** Overpayments stored, or removed with reversed payments. Each has its own chain entry too. */
  readonly kept?: readonly CustomerMoney[];
  readonly dropped?: readonly CustomerMoney[];
};
type ChangeContext = Pick<Context, 'now' | 'realNow' | 'newId' | 'actor'>;

/** Derives everything to write from a document group before and after, in the order of writing. */
export function changesOfDocumentGroup(
  context: ChangeContext,
  before: DocumentGroup | undefined,
  after: DocumentGroup | undefined,
  besides: ExtraChanges,
): DocumentGroupWrites {
  const changes = changesBetween(before, after);
  const { as, payments = [] } = besides;
  // Changes with their own entries come last: an entry includes the state when it is made.
  const own = as || payments.length > 0 ? after?.asked.document : undefined;
  const others = changes.filter((change) => change.after?.document !== own || !own);
  const steps = [othersStep(context, others, { changes, after, number: besides.number })];
  if (own && others.length < changes.length) {
    const change = changes.find((each) => each.after?.document === own) as Change;
    steps.push(
      ownStep(context, change, as),
      ...payments.map((payment) => paymentStep(context, change.after as Member, payment)),
    );
  }
  steps.push(...excessSteps(context, after, besides));
  const due = changes.flatMap((change) => dueBy(context, change));
  const test = after?.asked.document.test;
  const paid = payments.flatMap(({ documentId }) => (test === undefined ? [] : collectedOn(context, documentId, test)));
  return { steps, affected: affectedBy(changes, after), due: [...due, ...paid] };
}

/** What was collected of a document changed: a platform may have to be informed. */
const collectedOn = ({ realNow: at }: Pick<ChangeContext, 'realNow'>, subjectId: string, test: boolean): DueWork[] => [
  { lane: 'platform_collected', subjectId, test, at },
];

const isRefundedSince = ({ before, after }: Change): boolean =>
  after !== undefined && before?.document.refundAt !== after.document.refundAt;

type StepContext = { changes: readonly Change[]; after: DocumentGroup | undefined; number: NextNumber | undefined };

/** What was created, finalized or changed: one entry, for the finalization if there is one. */
function othersStep(
  context: ChangeContext,
  others: readonly Change[],
  { changes, after, number }: StepContext,
): DocumentGroupStep {
  const sealing = others.map(newlyFinalized).find((document) => document !== undefined);
  const text = sealing && sealedText(sealing, number);
  const moved = sealing ?? others.map(finalizedAfter).find((document) => document !== undefined);
  return {
    rows: others.flatMap((change) => rowsOf(context, change, text)),
    events: others.flatMap((change) => eventsOf(context, change)),
    stock:
      sealing &&
      stockMoved(sealing, { relatives: documentsOf(after as DocumentGroup), whole: canceledIn(changes) }, context.now),
    link: moved && auditEvent(context, moved, sealing ? 'finalized' : 'moved', text?.sha256.toString('hex')),
  };
}

const ownStep = (context: ChangeContext, change: Change, as: ExtraChanges['as']): DocumentGroupStep => {
  const { document } = change.after as Member;
  const about = as?.about && sha256Hex(canonicalJson(as.about));
  return {
    rows: rowsOf(context, change),
    events: eventsOf(context, change),
    link: as && isFinalized(document) ? auditEvent(context, document, as.type, about) : undefined,
  };
};

const paymentStep = (context: ChangeContext, { document, facts }: Member, payment: Payment): DocumentGroupStep => ({
  rows: [],
  events: [],
  payment: { payment, test: document.test, zone: facts.settings.zone },
  link: paymentAuditEvent(context, document, payment),
});

function excessSteps(
  context: ChangeContext,
  after: DocumentGroup | undefined,
  { kept = [], dropped = [] }: ExtraChanges,
): DocumentGroupStep[] {
  if (!after) return [];
  const { document, facts } = after.asked;
  return [
    ...kept.map((excess) => ({
      ...{ rows: [], events: [overpaidEvent(context, document, facts, excess)], kept: excess },
      link: excessAuditEvent(context, document, excess),
    })),
    ...dropped.map((excess) => ({
      ...{ rows: [], events: [], dropped: { id: context.newId(), excess, now: context.now } },
      link: excessAuditEvent(context, document, excess, true),
    })),
  ];
}

/** The event that a payment exceeded the amount due. */
function overpaidEvent(
  context: ChangeContext,
  document: BillingDocument,
  facts: Facts,
  { id, amount }: CustomerMoney,
): Event {
  const about = { type: excessEvent(document.kind as ClaimKind), subjectId: document.id, test: document.test };
  const excess = { onlinePaymentId: id, amount };
  return eventOf(context, about, { billing: documentOfEvent(document, facts), excess });
}

/** The bill that a credit note cancels in the same step: all of its stock returns. */
const canceledIn = (changes: readonly Change[]): BillingDocument | undefined =>
  changes.find(newlyCanceled)?.before?.document;

type SealedText = Extract<DocumentRow, { as: 'sealed' }>['text'];

function rowsOf({ now }: ChangeContext, change: Change, text?: SealedText): DocumentRow[] {
  if (!change.after) return [{ as: 'deleted', id: change.before.document.id }];
  const { document, facts, draftedAs = document } = change.after;
  const { customer } = facts;
  const { zone } = facts.settings;
  const draft = (as: 'drafted' | 'edited', document: BillingDocument): DocumentRow[] => [
    { as, document, dates: datesOf(document, now, zone), zone, customer },
  ];
  const drafted = change.before ? [] : draft('drafted', draftedAs);
  const sealed = newlyFinalized(change);
  if (sealed) {
    if (!text) throw new Error(`${document.id} was finalized without a number`);
    return [...drafted, { as: 'sealed', document: sealed, text, zone }];
  }
  if (!change.before) return drafted;
  if (document.sealed) return [{ as: 'moved', document, customer: document.sealed.customer }];
  const { edited, moved } = draftChange(change.before.document, document);
  const marked: DocumentRow[] = moved || !edited ? [{ as: 'moved', document, customer }] : [];
  return [...(edited ? draft('edited', document) : []), ...marked];
}

/** The frozen part: hashed, signed and never rewritten. What changes later is not in it. */
function sealedText(document: Finalized, number: NextNumber | undefined): SealedText | undefined {
  if (!number) return undefined;
  const { id, kind, test, familyId, parentId, customerId, content, totals, sealed, createdAt } = document;
  const text = canonicalJson({ id, kind, test, familyId, parentId, customerId, content, totals, sealed, createdAt });
  const { year, counter } = number;
  return { text, sha256: Buffer.from(sha256Hex(text), 'hex'), prefix: seriesOf(kind, test), year, counter };
}

function eventsOf(context: ChangeContext, { before, after }: Change): Event[] {
  const { facts } = (after ?? before) as Member;
  const drafted = before ? undefined : after?.draftedAs;
  const made = drafted ? documentEvents(context, undefined, drafted, facts) : [];
  return [...made, ...documentEvents(context, drafted ?? before?.document, after?.document, facts)];
}

/** Relatives show one another, so a change of any changes the ETag of all. */
function affectedBy(changes: readonly Change[], after: DocumentGroup | undefined): DocumentGroupWrites['affected'] {
  const written = changes.map((change) => (change.after ?? change.before).document);
  const [any] = written;
  const others = (after?.members.size ?? 0) - changes.filter((change) => change.after).length;
  return any && others > 0 ? { familyId: any.familyId, written: written.map(({ id }) => id) } : undefined;
}

/**
 * Tasks to schedule after a document changed; derived here so that no operation can forget them.
 */
function dueBy({ now, realNow }: ChangeContext, change: Change): DueWork[] {
  if (!change.after) return [];
  const { id: subjectId, test } = change.after.document;
  const at = reminderDueSince(change, now);
  const sending = sendingDueSince(change);
  return [
    ...(at === undefined ? [] : [{ lane: 'reminders', subjectId, test, at, now } as const]),
    ...(sending ? [{ lane: 'platform_outbox', subjectId, test, at: realNow, sending } as const] : []),
    ...(isRefundedSince(change) ? collectedOn({ realNow }, change.after.document.parentId ?? subjectId, test) : []),
    ...(isRequestDueSince(change) ? [{ lane: 'payment_requests', subjectId, test, at: realNow } as const] : []),
  ];
}
