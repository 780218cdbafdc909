import { type DocumentAuditEvent, documentAuditEvents } from '../../domain/billing/document/group/audit-events.ts';
import type { BillKind, ClaimKind, Kind } from '../../domain/billing/document/kind.ts';
import type { BilingualText } from '../bilingual-text.ts';
import { apiTypeByKind } from '../billing/document/document-type.ts';

/** Events of a customer or a product. */
const recordEventNames = ['created', 'updated', 'archived', 'deleted'] as const;
export type RecordEventName = (typeof recordEventNames)[number];

const documents = ['estimate', 'purchase_order', 'invoice', 'advance', 'asset'] as const;
const records = ['contact', 'organization', 'product'] as const;

const projectEvents = ['project.created', 'project.updated', 'project.deleted'] as const;
const taskEvents = ['task.created', 'task.updated', 'task.deleted'] as const;
type ProjectEvent = (typeof projectEvents)[number];
type TaskEvent = (typeof taskEvents)[number];
export type DocumentEvent = `${(typeof documents)[number]}.${DocumentAuditEvent}`;
type RecordEvent = `${(typeof records)[number]}.${RecordEventName}`;
/** A recurring invoice could not be finalized on its day: the draft is left to its owner. */
const recurrenceEvents = ['invoice.recurring_failed'] as const;
type RecurrenceEvent = (typeof recurrenceEvents)[number];
/** A reminder was sent, automatically or by hand. */
const reminderEvents = ['invoice.reminded', 'advance.reminded'] as const;
type ReminderEvent = (typeof reminderEvents)[number];
/** A payment exceeded the amount due of a bill, and the overpayment is kept for the customer. */
const excessEvents = ['invoice.overpaid', 'advance.overpaid'] as const;
type ExcessEvent = (typeof excessEvents)[number];
/** An approved platform changed the status of a bill: handed over, received, approved, refused … */
const platformEvents = [
  'invoice.platform_status_changed',
  'advance.platform_status_changed',
  'asset.platform_status_changed',
] as const;
type PlatformEvent = (typeof platformEvents)[number];
/** An invoice of a supplier arrived, or one of its statuses changed. */
const supplierEvents = ['supplier_invoice.received', 'supplier_invoice.status_changed'] as const;
type SupplierEvent = (typeof supplierEvents)[number];
/** A deposited e-report changed: sent, refused by the platform, accepted or rejected. */
const reportEvents = ['e_report.status_changed'] as const;
type ReportEvent = (typeof reportEvents)[number];
/** A requested archive is ready to be downloaded. */
const archiveEvents = ['archive.created'] as const;
type ArchiveEvent = (typeof archiveEvents)[number];
/** The deletion of the account was requested, or canceled. */
const accountEvents = ['account.deletion_requested', 'account.deletion_canceled'] as const;
type AccountEvent = (typeof accountEvents)[number];
/** What happens to a recurring purchase. */
const recurringPurchaseEventNames = ['created', 'updated', 'paused', 'resumed', 'ended'] as const;
export type RecurringPurchaseEventName = (typeof recurringPurchaseEventNames)[number];
/** A trip, a purchase or opening balances were recorded or taken back, or the books were closed. */
const bookEvents = [
  ...(['trip.recorded', 'trip.corrected', 'books.closed'] as const),
  ...(['purchase.recorded', 'purchase.corrected'] as const),
  ...(['opening_balances.recorded', 'opening_balances.reversed'] as const),
  ...recurringPurchaseEventNames.map((name) => `recurring_purchase.${name}` as const),
] as const;
type BookEvent = (typeof bookEvents)[number];
/** Documents of another program were taken over or removed, or a payment of one changed. */
const importEvents = ['import.done', 'import.undone', 'past_document.payment_changed'] as const;
type ImportEvent = (typeof importEvents)[number];
/** A webhook was disabled (sent to the other webhooks), or its owner tests it. */
const endpointEvents = ['webhook.test', 'webhook.disabled'] as const;
type EndpointEvent = (typeof endpointEvents)[number];
export type EventType =
  | (ProjectEvent | TaskEvent | DocumentEvent | RecurrenceEvent)
  | (ReminderEvent | ExcessEvent | PlatformEvent | SupplierEvent | ReportEvent)
  | (ArchiveEvent | AccountEvent | BookEvent | ImportEvent)
  | (RecordEvent | EndpointEvent);

const crossed = <A extends string, B extends string>(some: readonly A[], others: readonly B[]) =>
  some.flatMap((one) => others.map((other) => `${one}.${other}` as const));

/** All event types, in display order. */
export const eventTypes: readonly EventType[] = [
  ...projectEvents,
  ...taskEvents,
  ...crossed(documents, documentAuditEvents),
  ...recurrenceEvents,
  ...reminderEvents,
  ...excessEvents,
  ...platformEvents,
  ...supplierEvents,
  ...reportEvents,
  ...archiveEvents,
  ...accountEvents,
  ...bookEvents,
  ...importEvents,
  ...crossed(records, recordEventNames),
  ...endpointEvents,
];

/** The event type of a document, with the API's name of its kind. */
export const documentEvent = (kind: Kind, eventName: DocumentAuditEvent): DocumentEvent =>
  `${apiTypeByKind[kind]}.${eventName}`;

/** The event type of a reminder. */
export const reminderEvent = (kind: ClaimKind): ReminderEvent => `${apiTypeByKind[kind]}.reminded`;

/** The event type of an overpayment. */
export const excessEvent = (kind: ClaimKind): ExcessEvent => `${apiTypeByKind[kind]}.overpaid`;

/** The event type of a status at an approved platform. */
export const platformEvent = (kind: BillKind): PlatformEvent => `${apiTypeByKind[kind]}.platform_status_changed`;

/**
 * The label of an event. Those of projects and tasks are the API's own words, letter for letter.
 */
export function labelOf(type: EventType): BilingualText {
  const own = ownLabels[type];
  if (own) return own;
  const [subject, eventName] = type.split('.') as [keyof typeof nouns, keyof typeof participles];
  const noun = nouns[subject];
  const done = participles[eventName];
  return { fr: `${noun.fr} ${done.fr}${noun.feminine ? 'e' : ''}`, en: `${noun.en} ${done.en}` };
}

const ownLabels: { readonly [Type in EventType]?: BilingualText } = {
  'project.created': { fr: 'Projet créé', en: 'Project created' },
  'project.updated': { fr: 'Projet modifié', en: 'Project updated' },
  'project.deleted': { fr: 'Projet supprimé', en: 'Project deleted' },
  'task.created': { fr: 'Tâche créée', en: 'Task created' },
  'task.updated': { fr: 'Tâche modifié', en: 'Task updated' },
  'task.deleted': { fr: 'Tache supprimée', en: 'Task deleted' },
  'invoice.recurring_failed': { fr: 'Facture récurrente non finalisée', en: 'Recurring invoice not finalized' },
  'invoice.reminded': { fr: 'Facture relancée', en: 'Invoice reminder sent' },
  'advance.reminded': { fr: 'Acompte relancé', en: 'Advance reminder sent' },
  'invoice.overpaid': { fr: 'Facture payée en trop', en: 'Invoice overpaid' },
  'advance.overpaid': { fr: 'Acompte payé en trop', en: 'Advance overpaid' },
  'invoice.platform_status_changed': {
    fr: 'Statut de la facture sur la plateforme',
    en: 'Invoice status at the platform',
  },
  'advance.platform_status_changed': {
    fr: 'Statut de l’acompte sur la plateforme',
    en: 'Advance status at the platform',
  },
  'asset.platform_status_changed': {
    fr: 'Statut de l’avoir sur la plateforme',
    en: 'Credit note status at the platform',
  },
  'supplier_invoice.received': { fr: 'Facture d’un fournisseur reçue', en: 'Supplier invoice received' },
  'supplier_invoice.status_changed': {
    fr: 'Statut d’une facture reçue',
    en: 'Received invoice status changed',
  },
  'e_report.status_changed': { fr: 'Statut d’un e-reporting', en: 'E-report status changed' },
  'archive.created': { fr: 'Archive légale prête', en: 'Legal archive ready' },
  'account.deletion_requested': { fr: 'Suppression du compte demandée', en: 'Account deletion requested' },
  'account.deletion_canceled': { fr: 'Suppression du compte annulée', en: 'Account deletion canceled' },
  'trip.recorded': { fr: 'Trajet enregistré', en: 'Trip recorded' },
  'trip.corrected': { fr: 'Trajet corrigé', en: 'Trip corrected' },
  'books.closed': { fr: 'Livres clôturés', en: 'Books closed' },
  'purchase.recorded': { fr: 'Achat enregistré', en: 'Purchase recorded' },
  'purchase.corrected': { fr: 'Achat corrigé', en: 'Purchase corrected' },
  'opening_balances.recorded': { fr: 'Soldes d’ouverture repris', en: 'Opening balances recorded' },
  'opening_balances.reversed': { fr: 'Reprise de soldes annulée', en: 'Opening balances taken back' },
  'recurring_purchase.created': { fr: 'Achat récurrent créé', en: 'Recurring purchase created' },
  'recurring_purchase.updated': { fr: 'Achat récurrent modifié', en: 'Recurring purchase updated' },
  'recurring_purchase.paused': { fr: 'Achat récurrent mis en pause', en: 'Recurring purchase paused' },
  'recurring_purchase.resumed': { fr: 'Achat récurrent repris', en: 'Recurring purchase resumed' },
  'recurring_purchase.ended': { fr: 'Achat récurrent terminé', en: 'Recurring purchase ended' },
  'import.done': { fr: 'Documents repris', en: 'Past documents taken over' },
  'import.undone': { fr: 'Reprise annulée', en: 'Import undone' },
  'past_document.payment_changed': { fr: 'Règlement d’un document repris', en: 'Payment of a past document' },
  'webhook.test': { fr: 'Essai du webhook', en: 'Webhook test' },
  'webhook.disabled': { fr: 'Webhook désactivé', en: 'Webhook disabled' },
};

const nouns = {
  estimate: { fr: 'Devis', en: 'Estimate', feminine: false },
  purchase_order: { fr: 'Bon de commande', en: 'Purchase order', feminine: false },
  invoice: { fr: 'Facture', en: 'Invoice', feminine: true },
  advance: { fr: 'Acompte', en: 'Advance', feminine: false },
  asset: { fr: 'Avoir', en: 'Credit note', feminine: false },
  contact: { fr: 'Contact', en: 'Contact', feminine: false },
  organization: { fr: 'Organisation', en: 'Organization', feminine: true },
  product: { fr: 'Produit', en: 'Product', feminine: false },
} as const;

const participles = {
  created: { fr: 'créé', en: 'created' },
  updated: { fr: 'modifié', en: 'updated' },
  finalized: { fr: 'finalisé', en: 'finalized' },
  sent: { fr: 'envoyé', en: 'sent' },
  viewed: { fr: 'consulté', en: 'viewed' },
  signed: { fr: 'signé', en: 'signed' },
  refused: { fr: 'refusé', en: 'refused' },
  paid: { fr: 'payé', en: 'paid' },
  unpaid: { fr: 'impayé', en: 'marked unpaid' },
  canceled: { fr: 'annulé', en: 'canceled' },
  archived: { fr: 'archivé', en: 'archived' },
  deleted: { fr: 'supprimé', en: 'deleted' },
} as const;
