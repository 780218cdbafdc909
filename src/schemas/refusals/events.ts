import type { EventRefusal } from '../../domain/refusal.ts';
import { notFound, type Rows } from './refusal-text.ts';

/** Events and webhooks. */
export const eventRefusals: Rows<EventRefusal> = {
  event_not_found: notFound('event', 'Événement introuvable', 'Event not found'),
  webhook_not_found: notFound('webhook', 'Webhook introuvable', 'Webhook not found'),
  webhook_url_not_https: {
    code: 'webhook.url_not_https',
    status: 400,
    title: { fr: 'Adresse sans TLS', en: 'Address without TLS' },
    remedy: {
      fr: 'Donnez une adresse https. L’administrateur du service peut autoriser un réseau privé avec ALLOWED_WEBHOOK_NETWORKS.',
      en: 'Give an https address. The administrator of the service can allow a private network with ALLOWED_WEBHOOK_NETWORKS.',
    },
    pointer: () => '/url',
  },
  webhook_url_not_public: {
    code: 'webhook.url_not_public',
    status: 400,
    title: { fr: 'Adresse non publique', en: 'Address not public' },
    detail: ({ host }) => ({
      fr: `« ${host} » n’est pas joignable depuis Internet.`,
      en: `"${host}" cannot be reached from the public internet.`,
    }),
    remedy: {
      fr: 'Donnez une adresse publique. L’administrateur du service peut autoriser un réseau privé avec ALLOWED_WEBHOOK_NETWORKS.',
      en: 'Give a public address. The administrator of the service can allow a private network with ALLOWED_WEBHOOK_NETWORKS.',
    },
    pointer: () => '/url',
  },
  replay_too_old: {
    code: 'webhook.replay_too_old',
    status: 400,
    title: { fr: 'Trop ancien pour être renvoyé', en: 'Too old to replay' },
    detail: () => ({
      fr: 'Les événements sont conservés 30 jours.',
      en: 'Events are kept for 30 days.',
    }),
    remedy: { fr: 'Indiquez une date de début (from) plus récente.', en: 'Give a later start date (from).' },
    pointer: () => '/from',
    members: ({ since }) => ({ since }),
  },
  replay_too_large: {
    code: 'webhook.replay_too_large',
    status: 413,
    title: { fr: 'Trop d’événements à renvoyer', en: 'Too many events to replay' },
    detail: ({ limit }) => ({
      fr: `Vous pouvez renvoyer au plus ${limit} événements à la fois.`,
      en: `You can replay at most ${limit} events at once.`,
    }),
    remedy: {
      fr: 'Renvoyez les événements par périodes plus courtes.',
      en: 'Replay the events of shorter periods, one after the other.',
    },
    members: ({ limit }) => ({ limit }),
  },
  too_many_webhooks: {
    code: 'webhook.too_many',
    status: 429,
    title: { fr: 'Trop de webhooks', en: 'Too many webhooks' },
    detail: ({ limit }) => ({
      fr: `Un compte peut avoir au plus ${limit} webhooks réels et ${limit} de test.`,
      en: `An account can have at most ${limit} live and ${limit} test webhooks.`,
    }),
    remedy: { fr: 'Supprimez les webhooks que vous n’utilisez plus.', en: 'Delete the webhooks you no longer use.' },
    members: ({ limit }) => ({ limit }),
  },
  webhook_already_there: {
    code: 'webhook.already_there',
    status: 409,
    title: { fr: 'Ce webhook existe déjà', en: 'Webhook already exists' },
    detail: ({ webhookId }) => ({
      fr: `Le webhook ${webhookId} a déjà cette adresse et ces événements.`,
      en: `Webhook ${webhookId} already has this address and these events.`,
    }),
    remedy: {
      fr: 'Utilisez le webhook existant, ou changez l’adresse ou les événements.',
      en: 'Use the existing webhook, or change the address or the events.',
    },
    members: ({ webhookId }) => ({ webhookId }),
  },
  webhook_not_active: {
    code: 'webhook.not_active',
    status: 409,
    title: { fr: 'Webhook désactivé', en: 'Webhook disabled' },
    remedy: {
      fr: 'Réactivez d’abord le webhook (PATCH avec isActivated à true).',
      en: 'Enable the webhook first (PATCH with isActivated: true).',
    },
  },
};
