import type { AuditEvent } from '../../audit/chain/chain-link.ts';
import type { ChainHead, ChainSigner } from '../../audit/chain/chain-signer.ts';
import type { BillingDocument, Finalized } from '../../domain/billing/document/document.ts';
import type { Dates } from '../../domain/billing/document/document-dates.ts';
import type { Party } from '../../domain/customers/party.ts';
import type { SendingDue } from '../../domain/einvoicing/sending-due.ts';
import type { Payment } from '../../domain/payments/payment.ts';
import type { CustomerMoney } from '../../domain/payments/unapplied-money.ts';
import { append } from '../audit/append-to-chain.ts';
import { bringBackStock, type Moving, moveStock } from '../catalogue/stock.ts';
import { queueCollected } from '../einvoicing/platform-flows.ts';
import { queueDueSending } from '../einvoicing/unsent-documents.ts';
import { type Event, recordEvent } from '../events/events.ts';
import { queueJob } from '../job-queue.ts';
import { insertExcess, insertUse } from '../payments/customer-money.ts';
import { queuePaymentRequest } from '../payments/payment-requests.ts';
import { insertPayment } from '../payments/payments.ts';
import type { Tx } from '../transaction.ts';
import {
  bumpDocumentGroup,
  deleteDraft,
  insertDraft,
  move,
  type SealedText,
  sealDraft,
  updateDraft,
} from './write-documents.ts';

/**
 * How the row of a document is written. `customer` is used for searching; `zone` is the account's
 * time zone.
 */
export type DocumentRow =
  | ({ as: 'drafted' } & Entered)
  | ({ as: 'edited' } & Entered)
  | { as: 'moved'; document: BillingDocument; customer?: Party | undefined }
  | { as: 'sealed'; document: Finalized; text: SealedText; zone: string }
  | { as: 'deleted'; id: string };

type Entered = { document: BillingDocument; dates: Dates; zone: string; customer?: Party | undefined };

/** Rows written together, and the audit chain entry after them, which covers all of them. */
export type DocumentGroupStep = {
  readonly rows: readonly DocumentRow[];
  readonly events: readonly Event[];
  readonly stock?: { readonly moving: Moving; readonly boundBy?: readonly string[] | undefined } | undefined;
  readonly payment?: { readonly payment: Payment; readonly test: boolean; readonly zone: string };
  /** A customer's overpayment, and the part that goes with a reversed payment. */
  readonly kept?: CustomerMoney;
  readonly dropped?: { readonly id: string; readonly excess: CustomerMoney; readonly now: number };
  readonly link?: AuditEvent | undefined;
};

/**
 * A job about a document, due by the clock of the account (`now`) or by that of Urssaf. Times are
 * Unix seconds.
 */
export type DueWork = { readonly subjectId: string; readonly test: boolean; readonly at: number } & (
  | { readonly lane: 'reminders'; readonly now: number }
  | { readonly lane: 'payment_requests' }
  | { readonly lane: 'platform_outbox'; readonly sending: SendingDue }
  | { readonly lane: 'platform_collected' }
);

/**
 * All writes to a document group in one commit. `affected` is the group whose other documents show
 * something of the written ones, such as what remains to be billed: their versions rise.
 */
export type DocumentGroupWrites = {
  readonly steps: readonly DocumentGroupStep[];
  readonly affected?: { readonly familyId: string; readonly written: readonly string[] } | undefined;
  readonly due: readonly DueWork[];
};

type DocumentGroupChain = {
  readonly test: boolean;
  readonly head: ChainHead;
  readonly seal: ChainSigner;
};

/**
 * Writes the changes of a document group step by step, without waiting. `chain` is the locked
 * chain of its documents, required if a step has an entry.
 */
export function writeDocumentGroup(
  tx: Tx,
  { steps, affected, due }: DocumentGroupWrites,
  chain: DocumentGroupChain | undefined,
): void {
  let head = chain?.head;
  for (const { rows, events, stock, payment, kept, dropped, link } of steps) {
    for (const row of rows) writeRow(tx, row);
    for (const event of events) recordEvent(tx, event);
    if (stock?.boundBy) bringBackStock(tx, stock.moving, stock.boundBy);
    else if (stock) moveStock(tx, stock.moving);
    if (payment) insertPayment(tx, payment.payment, payment.test, payment.zone);
    if (kept) insertExcess(tx, kept);
    if (dropped) dropOverpayment(tx, dropped);
    if (link && chain && head) head = append(tx, { ...chain, head }, link);
  }
  if (affected) bumpDocumentGroup(tx, affected.familyId, affected.written);
  for (const work of due) queueWork(tx, work);
}

function writeRow(tx: Tx, row: DocumentRow): void {
  if (row.as === 'deleted') return deleteDraft(tx, row.id);
  if (row.as === 'moved') return move(tx, row.document, row.customer);
  if (row.as === 'drafted') return insertDraft(tx, row.document, row.dates, row.zone, row.customer);
  if (row.as === 'edited') return updateDraft(tx, row.document, row.dates, row.zone, row.customer);
  const { document, text, zone } = row;
  sealDraft(tx, document, document.sealed, text, zone);
}

const dropOverpayment = (tx: Tx, { id, excess, now }: NonNullable<DocumentGroupStep['dropped']>): void =>
  insertUse(tx, { id, sessionId: excess.id, test: excess.test, amount: excess.received, by: 'dropped' }, now);

function queueWork(tx: Tx, work: DueWork): void {
  if (work.lane === 'reminders') return queueJob(tx, work, work.at, work.now);
  if (work.lane === 'platform_collected') return queueCollected(tx, work.subjectId, work.at);
  if (work.lane === 'platform_outbox') return queueDueSending(tx, work, work.at);
  queuePaymentRequest(tx, { id: work.subjectId, test: work.test }, work.at);
}
