import type { EventRefusal } from '../../domain/refusal.ts';
import { notFound } from './not-found.ts';
import type { Rows } from './told.ts';

/** Events, and the webhooks that hear of them. */
export const eventRefusals: Rows<EventRefusal> = {
  event_not_found: notFound('event', 'Événement introuvable', 'Event not found'),
  webhook_not_found: notFound('webhook', 'Webhook introuvable', 'Webhook not found'),
  webhook_url_not_https: {
    code: 'webhook.url_not_https',
    status: 400,
    title: { fr: 'Adresse sans TLS', en: 'Address without TLS' },
    remedy: {
      fr: 'Donnez une adresse https. La personne qui héberge le service peut autoriser un réseau privé par ALLOWED_WEBHOOK_NETWORKS.',
      en: 'Give an https address. Whoever runs the service can open a private network by ALLOWED_WEBHOOK_NETWORKS.',
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
      fr: 'Donnez une adresse publique. La personne qui héberge le service peut autoriser un réseau privé par ALLOWED_WEBHOOK_NETWORKS.',
      en: 'Give a public address. Whoever runs the service can open a private network by ALLOWED_WEBHOOK_NETWORKS.',
    },
    pointer: () => '/url',
  },
  replay_too_old: {
    code: 'webhook.replay_too_old',
    status: 400,
    title: { fr: 'Trop ancien pour être rejoué', en: 'Too old to be replayed' },
    detail: () => ({
      fr: 'Les événements sont conservés 30 jours.',
      en: 'Events are kept for 30 days.',
    }),
    remedy: { fr: 'Indiquez un début plus récent.', en: 'Give a later beginning.' },
    pointer: () => '/from',
    members: ({ since }) => ({ since }),
  },
  replay_too_large: {
    code: 'webhook.replay_too_large',
    status: 413,
    title: { fr: 'Trop d’événements à rejouer', en: 'Too many events to replay' },
    detail: ({ limit }) => ({
      fr: `On rejoue ${limit} événements au plus à la fois.`,
      en: `At most ${limit} events at once.`,
    }),
    remedy: { fr: 'Rejouez par périodes plus courtes.', en: 'Replay shorter times, one after the other.' },
    members: ({ limit }) => ({ limit }),
  },
  too_many_webhooks: {
    code: 'webhook.too_many',
    status: 429,
    title: { fr: 'Trop de webhooks', en: 'Too many webhooks' },
    detail: ({ limit }) => ({
      fr: `Un compte peut en avoir ${limit} réels et ${limit} de test au plus.`,
      en: `An account has at most ${limit} live and ${limit} test ones.`,
    }),
    remedy: { fr: 'Supprimez ceux qui ne servent plus.', en: 'Delete those no longer used.' },
    members: ({ limit }) => ({ limit }),
  },
  webhook_already_there: {
    code: 'webhook.already_there',
    status: 409,
    title: { fr: 'Webhook déjà présent', en: 'Webhook already there' },
    detail: ({ webhookId }) => ({
      fr: `Le webhook ${webhookId} a déjà cette adresse et ces événements.`,
      en: `The webhook ${webhookId} has this address and these events already.`,
    }),
    remedy: {
      fr: 'Utilisez celui-là, ou changez l’adresse ou les événements.',
      en: 'Use that one, or change the address or the events.',
    },
    members: ({ webhookId }) => ({ webhookId }),
  },
  webhook_not_active: {
    code: 'webhook.not_active',
    status: 409,
    title: { fr: 'Webhook désactivé', en: 'Webhook switched off' },
    remedy: {
      fr: 'Réactivez-le d’abord : PATCH avec isActivated à true.',
      en: 'Switch it on first: PATCH with isActivated true.',
    },
  },
};
