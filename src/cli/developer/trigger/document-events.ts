import { createAdvance } from '../../../api/billing/advances.ts';
import { cancelAdvance, cancelInvoice, createCreditNoteFromInvoice } from '../../../api/billing/credit-notes.ts';
import { archiveBilling, deleteBilling } from '../../../api/billing/documents/archive-or-delete.ts';
import { finalizeBilling } from '../../../api/billing/documents/finalize.ts';
import { createEstimate, refuseEstimate, signEstimate } from '../../../api/billing/estimates.ts';
import { createInvoice } from '../../../api/billing/invoices.ts';
import {
  markAdvancePaid,
  markAdvanceUnpaid,
  markInvoicePaid,
  markInvoiceUnpaid,
} from '../../../api/payments/mark-paid.ts';
import type { DocumentAuditEvent } from '../../../domain/billing/document/group/audit-events.ts';
import {
  type ClaimKind,
  isClaimKind,
  isOfferKind,
  type Kind,
  type OfferKind,
} from '../../../domain/billing/document/kind.ts';
import type { Operation } from '../../../pipeline/operation.ts';
import type { Act, EventTrigger, UntriggerableEvent, WithId } from './event-trigger.ts';

/** Triggers an event of a document type by the shortest sequence of real operations. */
export function documentTrigger(kind: Kind, happening: DocumentAuditEvent): EventTrigger | UntriggerableEvent {
  const { takes, draft, isSecond = false } = drafts[kind];
  const step = steps[happening](kind);
  if ('instead' in step) return step;
  return {
    takes,
    needsCustomer: true,
    assignsNumbers: isSecond || step.assignsNumbers,
    act: async (act) => {
      const id = await draft(act);
      await step.take(act, id);
      return id;
    },
  };
}

/** Member of an invoice with its credit notes, as the API calls it. */
const CREDIT_NOTES = 'assets';

/** 1,200.00 and 20 % VAT. */
const LINES = [{ designation: 'Essai', quantity: 2, quantityUnit: 'day', unitPrice: 60_000, vatCode: 'FR_2000' }];
const opened = { title: 'Essai de facturier trigger', lines: LINES };

type Draft = {
  takes: Operation;
  draft: (act: Act) => Promise<string>;
  /** The event happens to a second document, created from a first one that is finalized before. */
  isSecond?: true;
};

const drafts: Readonly<Record<Kind, Draft>> = {
  estimate: { takes: createEstimate, draft: (act) => estimate(act, 'estimate') },
  purchase_order: { takes: createEstimate, draft: (act) => estimate(act, 'purchase_order') },
  invoice: { takes: createInvoice, draft: invoice },
  advance: {
    takes: createAdvance,
    isSecond: true,
    draft: async (act) => {
      const id = await estimate(act, 'estimate');
      await finalized(act, id);
      await act.ask(signEstimate, { path: { id } });
      return madeBy(act, 'advance', createAdvance, { path: { id } });
    },
  },
  credit_note: {
    takes: createCreditNoteFromInvoice,
    isSecond: true,
    draft: async (act) => {
      const id = await invoice(act);
      await finalized(act, id);
      return madeBy(act, 'asset', createCreditNoteFromInvoice, { path: { id } });
    },
  },
};

async function estimate(act: Act, estimateType: OfferKind): Promise<string> {
  const path = { id: await act.customer() };
  return madeBy(act, estimateType, createEstimate, { path, body: { estimateType, ...opened } });
}

async function invoice(act: Act): Promise<string> {
  const path = { id: await act.customer() };
  return madeBy(act, 'invoice', createInvoice, { path, body: opened });
}

async function madeBy(
  { ask, made }: Act,
  sort: string,
  operation: Operation,
  said: Parameters<Act['ask']>[1],
): Promise<string> {
  const { id } = await ask<WithId>(operation, said);
  made(sort, id);
  return id;
}

type Step = { assignsNumbers: boolean; take: (act: Act, id: string) => Promise<unknown> };

/** Steps that bring a draft to the event. */
const steps: Readonly<Record<DocumentAuditEvent, (kind: Kind) => Step | UntriggerableEvent>> = {
  created: () => ({ assignsNumbers: false, take: async () => {} }),
  finalized: () => ({ assignsNumbers: true, take: finalized }),
  sent: () => ({ instead: SENT_BY_YOU }),
  viewed: () => ({ instead: OPENED_BY_A_CUSTOMER }),
  signed: (kind) => decided(kind, signEstimate),
  refused: (kind) => decided(kind, refuseEstimate),
  paid: (kind) => afterwards(kind, ONLY_BILLS_ARE_PAID, async (act, id, { pay }, bill) => paid(act, id, pay, bill)),
  unpaid: (kind) =>
    afterwards(kind, ONLY_BILLS_ARE_PAID, async (act, id, { pay, unpay }, bill) => {
      await paid(act, id, pay, bill);
      await act.ask(unpay, { path: { id } });
    }),
  canceled: (kind) =>
    afterwards(kind, ONLY_BILLS_ARE_CANCELED, async ({ ask, made }, id, { cancel }) => {
      const canceled = await ask<Readonly<Record<typeof CREDIT_NOTES, WithId[]>>>(cancel, { path: { id } });
      for (const creditNote of canceled[CREDIT_NOTES]) made('asset', creditNote.id);
    }),
  archived: () => ({ assignsNumbers: false, take: ({ ask }, id) => ask(archiveBilling, { path: { id } }) }),
  deleted: () => ({ assignsNumbers: false, take: ({ ask }, id) => ask(deleteBilling, { path: { id } }) }),
};

type Finalized = { emittedAt: number; total: { remainingReconciliateAmount: number } };

const finalized = ({ ask }: Act, id: string): Promise<Finalized> => ask<Finalized>(finalizeBilling, { path: { id } });

function decided(kind: Kind, decision: Operation): Step | UntriggerableEvent {
  if (!isOfferKind(kind)) return { instead: ONLY_ESTIMATES_ARE_DECIDED };
  return {
    assignsNumbers: true,
    take: async (act, id) => {
      await finalized(act, id);
      await act.ask(decision, { path: { id } });
    },
  };
}

/** Operations on a finalized claim. */
const claims: Readonly<Record<ClaimKind, Record<'pay' | 'unpay' | 'cancel', Operation>>> = {
  invoice: { pay: markInvoicePaid, unpay: markInvoiceUnpaid, cancel: cancelInvoice },
  advance: { pay: markAdvancePaid, unpay: markAdvanceUnpaid, cancel: cancelAdvance },
};

function afterwards(
  kind: Kind,
  instead: UntriggerableEvent['instead'],
  take: (act: Act, id: string, bill: (typeof claims)[ClaimKind], finalized: Finalized) => Promise<unknown>,
): Step | UntriggerableEvent {
  if (!isClaimKind(kind)) return { instead };
  return { assignsNumbers: true, take: async (act, id) => take(act, id, claims[kind], await finalized(act, id)) };
}

const paid = ({ ask }: Act, id: string, pay: Operation, { emittedAt, total }: Finalized): Promise<unknown> =>
  ask(pay, {
    path: { id },
    body: { payments: [{ amount: total.remainingReconciliateAmount, receivedAt: emittedAt, method: 'transfer' }] },
  });

const SENT_BY_YOU = {
  fr: 'cet événement exige un PDF : envoyez vous-même un document de test (POST /v2/billing/{id}/send-by-email). Il arrive dans /mailbox.',
  en: 'this event needs a PDF: send a test document yourself (POST /v2/billing/{id}/send-by-email). It goes to /mailbox.',
};
const OPENED_BY_A_CUSTOMER = {
  fr: 'cet événement exige la visite d’un client : demandez le lien d’un document de test (POST /v2/billing/{id}/link) et ouvrez-le.',
  en: 'this event needs a customer view: get the link of a test document (POST /v2/billing/{id}/link) and open it.',
};
const ONLY_ESTIMATES_ARE_DECIDED = {
  fr: 'seuls les devis et bons de commande peuvent être signés ou refusés. Essayez estimate.signed ou purchase_order.refused.',
  en: 'only estimates and purchase orders can be signed or refused. Try estimate.signed or purchase_order.refused.',
};
const ONLY_BILLS_ARE_PAID = {
  fr: 'seules les factures et les factures d’acompte peuvent être payées. Essayez invoice.paid ou advance.unpaid.',
  en: 'only invoices and advances can be paid. Try invoice.paid or advance.unpaid.',
};
const ONLY_BILLS_ARE_CANCELED = {
  fr: 'seules les factures et les factures d’acompte peuvent être annulées. Essayez invoice.canceled ou advance.canceled.',
  en: 'only invoices and advances can be canceled. Try invoice.canceled or advance.canceled.',
};
