import { testWebhook } from '../../../api/events/webhook-deliveries.ts';
import { listWebhooks } from '../../../api/events/webhooks.ts';
import type { DocumentAuditEvent } from '../../../domain/billing/document/group/audit-events.ts';
import type { ClaimKind, Kind } from '../../../domain/billing/document/kind.ts';
import type { EventType, RecordEventName } from '../../../schemas/events/event-type.ts';
import { CommandError } from '../../terminal/output.ts';
import { documentTrigger } from './document-events.ts';
import type { Act, EventTrigger, UntriggerableEvent } from './event-trigger.ts';
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
  ['asset' as const]: document('credit_note'),
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
const OVERPAY = {
  fr: 'enregistrez sur une facture de test plus que le reste à payer, avec keepExcess : POST /v2/accounting-billing/invoice/{invoiceId}/reconciliate',
  en: 'record more than the balance due on a test invoice, with keepExcess: POST /v2/accounting-billing/invoice/{invoiceId}/reconciliate',
};
const NOT_DISABLED = {
  fr: 'un webhook est désactivé quand son récepteur répond 410. Répondez 410 à : npx facturier trigger webhook.test',
  en: 'a webhook is disabled when its receiver answers 410. Answer 410 to: npx facturier trigger webhook.test',
};
