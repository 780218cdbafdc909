import { createAdvance } from '../../../api/billing/advances.ts';
import { cancelAdvance, cancelInvoice, createCreditNoteFromInvoice } from '../../../api/billing/credit-notes.ts';
import { archiveBilling, deleteBilling } from '../../../api/billing/documents/archive-or-delete.ts';
import { finalizeBilling } from '../../../api/billing/documents/finalize.ts';
import { createEstimate, refuseEstimate, signEstimate } from '../../../api/billing/estimates.ts';
import { createInvoice } from '../../../api/billing/invoices.ts';
import { testWebhook } from '../../../api/events/webhook-deliveries.ts';
import { listWebhooks } from '../../../api/events/webhooks.ts';
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
import type { EventType, RecordEventName, RecurringPurchaseEventName } from '../../../schemas/events/event-type.ts';
import { CommandError } from '../../terminal/output.ts';
import type { Act, EventTrigger, UntriggerableEvent, WithId } from './event-trigger.ts';
import { purchaseTrigger, recurringPurchaseTrigger } from './purchase-events.ts';
import { recordTrigger } from './record-events.ts';

type SubjectOf<Type extends string> = Type extends `${infer Subject}.${string}` ? Subject : never;
type Subject = SubjectOf<EventType>;

/** The trigger of an event type, or what to do instead. */
export function triggerOf(type: EventType): EventTrigger | UntriggerableEvent {
  const [subject, happening] = type.split('.') as [Subject, string];
  return bySubject[subject](happening);
}

const record = (sort: Parameters<typeof recordTrigger>[0]) => (happening: string) =>
  recordTrigger(sort, happening as RecordEventName);
const document = (kind: Kind) => (happening: string) => documentTrigger(kind, happening as DocumentAuditEvent);

const bill = (kind: ClaimKind) => (happening: string) => {
  if (happening === 'platform_status_changed') return { instead: BY_PLATFORM };
  if (happening === 'overpaid') return { instead: OVERPAY };
  return happening === 'reminded' ? { instead: REMIND } : document(kind)(happening);
};

// Exhaustive by type: a new subject does not compile until it is added here.
const bySubject: Readonly<Record<Subject, (happening: string) => EventTrigger | UntriggerableEvent>> = {
  project: record('project'),
  task: record('task'),
  contact: record('contact'),
  organization: record('organization'),
  product: record('product'),
  estimate: document('estimate'),
  purchase_order: document('purchase_order'),
  invoice: (happening) =>
    happening === 'recurring_failed' ? { instead: LEFT_ON_ITS_DAY } : bill('invoice')(happening),
  advance: (happening) => bill('advance')(happening),
  // The API calls a credit note an asset.
  ['asset' as const]: (happening) =>
    happening === 'platform_status_changed' ? { instead: BY_PLATFORM } : document('credit_note')(happening),
  supplier_invoice: (happening) => ({ instead: happening === 'status_changed' ? ANSWER : RECEIVE }),
  e_report: () => ({ instead: REPORT }),
  archive: () => ({ instead: ARCHIVE }),
  account: () => ({ instead: DELETE_ACCOUNT }),
  trip: (happening) => ({ instead: happening === 'recorded' ? DRIVE : TAKE_BACK }),
  books: () => ({ instead: CLOSE }),
  purchase: (happening) => purchaseTrigger(happening === 'corrected'),
  opening_balances: (happening) => ({ instead: happening === 'recorded' ? OPEN : REVERSE }),
  import: (happening) => ({ instead: happening === 'done' ? IMPORT : UNDO }),
  past_document: () => ({ instead: SETTLE }),
  recurring_purchase: (happening) => recurringPurchaseTrigger(happening as RecurringPurchaseEventName),
  webhook: (happening) => (happening === 'test' ? { takes: testWebhook, act: testNewest } : { instead: NOT_DISABLED }),
};

type Webhooks = { docs: { id: string; isActivated: boolean }[] };

/** Maximum number of webhooks searched for an active one. */
const LOOKED_AT = 50;

async function testNewest({ ask }: Act): Promise<string> {
  const { docs } = await ask<Webhooks>(listWebhooks, { query: { limit: LOOKED_AT } });
  const newest = docs.find(({ isActivated }) => isActivated);
  if (!newest) throw new CommandError(NO_WEBHOOK);
  await ask(testWebhook, { path: { id: newest.id } });
  return newest.id;
}

const NO_WEBHOOK = {
  fr: 'ce compte n’a pas de webhook actif dans ce mode. Créez-en un : POST /v2/webhooks',
  en: 'this account has no active webhook in this mode. Create one: POST /v2/webhooks',
};
const LEFT_ON_ITS_DAY = {
  fr: 'une facture récurrente incomplète reste en brouillon : rendez récurrente à partir d’aujourd’hui une facture de test sans ligne (POST /v2/billing/invoice/{invoiceId}/frequency).',
  en: 'a recurring invoice stays a draft if it is incomplete: make a test invoice without lines recurring from today (POST /v2/billing/invoice/{invoiceId}/frequency).',
};
const REMIND = {
  fr: 'relancez le client d’une facture de test finalisée : POST /v2/billing/{billingId}/remind',
  en: 'remind the customer of a finalized test invoice: POST /v2/billing/{billingId}/remind',
};
const BY_PLATFORM = {
  fr: 'raccordez la plateforme d’essai (facturier platform), puis envoyez-lui une facture de test : POST /v2/billing/{billingId}/transmission. Le client y approuve après quelques secondes',
  en: 'connect the trial platform (facturier platform), then send it a test invoice: POST /v2/billing/{billingId}/transmission. The customer there approves after some seconds',
};
const OVERPAY = {
  fr: 'enregistrez sur une facture de test plus que le reste à payer, avec keepExcess : POST /v2/accounting-billing/invoice/{invoiceId}/reconciliate',
  en: 'record more than the balance due on a test invoice, with keepExcess: POST /v2/accounting-billing/invoice/{invoiceId}/reconciliate',
};
const RECEIVE = {
  fr: 'déposez la facture d’un fournisseur avec une clé de test : POST /v2/supplier-invoices',
  en: 'upload the invoice of a supplier with a test key: POST /v2/supplier-invoices',
};
const ANSWER = {
  fr: 'raccordez la plateforme d’essai (facturier platform), faites-lui livrer une facture (POST /trial/supplier-invoices), puis répondez-y : POST /v2/supplier-invoices/{supplierInvoiceId}/status',
  en: 'connect the trial platform (facturier platform), let it deliver an invoice (POST /trial/supplier-invoices), then answer it: POST /v2/supplier-invoices/{supplierInvoiceId}/status',
};
const DRIVE = {
  fr: 'enregistrez un trajet avec une clé de test : POST /v2/books/mileage/vehicles, puis POST /v2/books/mileage/trips',
  en: 'record a trip with a test key: POST /v2/books/mileage/vehicles, then POST /v2/books/mileage/trips',
};
const TAKE_BACK = {
  fr: 'annulez un trajet de test : POST /v2/books/mileage/trips/{tripId}/correction',
  en: 'take a test trip back: POST /v2/books/mileage/trips/{tripId}/correction',
};
const CLOSE = {
  fr: 'clôturez les livres jusqu’à un jour passé avec une clé de test qui a le droit books:close : POST /v2/books/closings',
  en: 'close the books through an earlier day with a test key that has the scope books:close: POST /v2/books/closings',
};
const IMPORT = {
  fr: 'reprenez des documents avec une clé de test : POST /v2/imports, ses fichiers, puis POST /v2/imports/{id}/run',
  en: 'import documents with a test key: POST /v2/imports, its files, then POST /v2/imports/{id}/run',
};
const UNDO = {
  fr: 'annulez une reprise de test : POST /v2/imports/{id}/undo',
  en: 'undo a test import: POST /v2/imports/{id}/undo',
};
const SETTLE = {
  fr: 'enregistrez un règlement d’un document repris de test : POST /v2/past-documents/{id}/payments',
  en: 'record a payment of a test past document: POST /v2/past-documents/{id}/payments',
};
const OPEN = {
  fr: 'reprenez des soldes avec une clé de test qui a le droit books:close : POST /v2/books/opening-balances',
  en: 'record opening balances with a test key that has the scope books:close: POST /v2/books/opening-balances',
};
const REVERSE = {
  fr: 'annulez une reprise de soldes de test : POST /v2/books/opening-balances/{openingEntryId}/reversal',
  en: 'take test opening balances back: POST /v2/books/opening-balances/{openingEntryId}/reversal',
};
const REPORT = {
  fr: 'raccordez la plateforme d’essai, puis transmettez-lui l’e-reporting d’une période passée avec une clé de test : POST /v2/e-reporting/reports/transactions/transmission',
  en: 'connect the trial platform, then send it the e-report of a past period with a test key: POST /v2/e-reporting/reports/transactions/transmission',
};
const DELETE_ACCOUNT = {
  fr: 'demandez puis annulez la suppression d’un compte, connecté comme propriétaire : Réglages › Suppression du compte',
  en: 'request and cancel the deletion of an account, signed in as an owner: Settings › Deletion of the account',
};
const ARCHIVE = {
  fr: 'préparez une archive avec une clé de test, une fois un document finalisé : POST /v2/archives',
  en: 'prepare an archive with a test key, once a document is finalized: POST /v2/archives',
};
const NOT_DISABLED = {
  fr: 'un webhook est désactivé quand son récepteur répond 410. Répondez 410 à : npx facturier trigger webhook.test',
  en: 'a webhook is disabled when its receiver answers 410. Answer 410 to: npx facturier trigger webhook.test',
};

/** Triggers an event of a document type by the shortest sequence of real operations. */
function documentTrigger(kind: Kind, happening: DocumentAuditEvent): EventTrigger | UntriggerableEvent {
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
