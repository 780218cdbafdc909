import * as z from 'zod';
import {
  disabledReasons,
  type Endpoint,
  EVERY_EVENT,
  REPLAY_MAX,
  SECRET_OVERLAP_SECONDS,
} from '../../domain/events/endpoint.ts';
import { worded } from '../fields/enum-schema.ts';
import { idOf } from '../fields/id.ts';
import { LINE_MAX, SHORT_MAX, text } from '../fields/text.ts';
import { timestamp } from '../fields/timestamp.ts';
import { customFault } from '../validation/custom-check.ts';
import { eventTypes } from './event-type.ts';

/** Maximum characters of a URL. */
const URL_MAX = 2_048;

/**
 * A URL for events, checked by its text only. Whether the address is public depends on settings and
 * is checked by the operation.
 */
export const webhookUrl = text(URL_MAX)
  .transform((value, context): string => {
    const fault = faultOf(value);
    if (!fault) return new URL(value).href;
    context.addIssue({ code: 'custom', ...fault });
    return z.NEVER;
  })
  .meta({
    description:
      'An https URL without credentials and fragment. Redirects are not followed; private addresses are refused.',
  });

function faultOf(value: string): ReturnType<typeof customFault> | undefined {
  const url = URL.canParse(value) ? new URL(value) : undefined;
  if (!url || !/^https?:$/.test(url.protocol) || url.hostname === '') return malformed;
  if (url.username || url.password) return withCredentials;
  if (value.includes('#')) return withFragment;
  return url.href.length > URL_MAX ? tooLong : undefined;
}

const malformed = customFault({
  code: 'url_malformed',
  fr: 'Donnez une adresse https, par exemple https://example.com/hook',
  en: 'Give an https address, such as https://example.com/hook',
});
const withCredentials = customFault({
  code: 'url_with_credentials',
  fr: 'Retirez les identifiants de l’adresse et vérifiez la signature des envois',
  en: 'Remove the credentials from the address and check the signature instead',
});
const withFragment = customFault({
  code: 'url_with_fragment',
  fr: 'Retirez le fragment (#) de l’adresse',
  en: 'Remove the fragment (#) from the address',
});
const tooLong = customFault({
  code: 'url_too_long',
  fr: `Au plus ${URL_MAX} caractères`,
  en: `At most ${URL_MAX} characters`,
});

/** Event types in any case, sorted and unique; `*` replaces the others. */
const events = z
  .array(worded([EVERY_EVENT, ...eventTypes]).meta({ id: 'EventTypeOrAll' }))
  .min(1)
  .max(eventTypes.length + 1)
  .transform((value): readonly string[] => (value.includes(EVERY_EVENT) ? [EVERY_EVENT] : [...new Set(value)].sort()))
  .meta({
    description:
      'Event types (see GET /v2/event-types), in upper or lower case; `*` means all types, future ones included.',
  });

const description = text(LINE_MAX).meta({ description: 'Your own description of the webhook.' });

export const WebhookForm = z
  .object({
    url: webhookUrl,
    events,
    isActivated: z.boolean().optional().meta({ description: 'True by default.' }),
    description: description.optional(),
    source: text(SHORT_MAX).optional().meta({ description: 'The client, such as the name of an automation platform.' }),
  })
  .meta({ id: 'WebhookForm' });

export const WebhookPatch = z
  .object({
    url: webhookUrl.optional(),
    events: events.optional(),
    isActivated: z
      .boolean()
      .optional()
      .meta({ description: 'True also resets the failure count and resumes pending deliveries.' }),
    description: description.optional(),
  })
  .meta({ id: 'WebhookChange' });

const moment = z.number().nullable().meta({ description: 'Unix seconds.' });
const members = {
  id: z.string(),
  companyId: z.string(),
  url: z.string(),
  description: z.string(),
  events: z.array(z.string()),
  isActivated: z.boolean(),
  test: z.boolean().meta({ description: 'A test webhook only gets test events; other webhooks only get live events.' }),
  createdAt: z.number().meta({ description: 'Unix seconds.' }),
  updatedAt: z.number().meta({ description: 'Unix seconds.' }),
  madeBy: z.string().nullable().meta({
    description:
      'The id of the owner: the person who created the webhook, enabled it last or set its address. The webhook is disabled when the owner leaves. Null without an owner.',
  }),
  source: z.string().optional(),
  disabledAt: moment.meta({ description: 'When the webhook was disabled; Unix seconds.' }),
  disabledReason: z.enum(disabledReasons).nullable().meta({
    description:
      'gone: the address answered 410; failing: no delivery succeeded for 120 hours; maker_left: the owner of the webhook left the account.',
  }),
  failingSince: moment.meta({ description: 'Since when all deliveries have failed; Unix seconds.' }),
  formerSecretUntil: moment.meta({
    description: `Until when the previous secret also signs, ${SECRET_OVERLAP_SECONDS / 3600} hours after a rotation; Unix seconds.`,
  }),
};

export const WebhookJson = z.object(members).meta({ id: 'Webhook' });
const secret = z
  .string()
  .meta({ description: 'The secret that signs deliveries: whsec_ and base64. It is shown only once.' });
/** A new endpoint with its secret; an existing one without. */
export const MadeWebhookJson = z.object({ ...members, secret: secret.optional() }).meta({ id: 'MadeWebhook' });
export const WebhookWithSecretJson = z.object({ ...members, secret }).meta({ id: 'WebhookWithSecret' });

/** An endpoint in the API, always without its secret. */
export const webhookToJson = (endpoint: Endpoint, companyId: string): z.output<typeof WebhookJson> => ({
  id: endpoint.id,
  companyId,
  url: endpoint.url,
  description: endpoint.description,
  events: [...endpoint.events],
  isActivated: endpoint.active,
  test: endpoint.test,
  createdAt: endpoint.createdAt,
  updatedAt: endpoint.updatedAt,
  madeBy: endpoint.madeBy ?? null,
  ...(endpoint.source !== undefined && { source: endpoint.source }),
  disabledAt: endpoint.disabled?.at ?? null,
  disabledReason: endpoint.disabled?.reason ?? null,
  failingSince: endpoint.failingSince ?? null,
  formerSecretUntil: endpoint.former?.until ?? null,
});

/** One event, or those of a period; the operation decides which. */
export const ReplayForm = z
  .object({
    eventId: idOf('the event').optional(),
    from: timestamp.optional().meta({ description: 'Unix seconds, at most 30 days ago.' }),
    to: timestamp.optional().meta({ description: 'Unix seconds; default now.' }),
    types: events.optional().meta({
      description: `For a period: only these types, among those the webhook subscribes to. At most ${REPLAY_MAX} events at once.`,
    }),
  })
  .refine(({ eventId, from, to, types }) => (eventId ? !from && !to && !types : from !== undefined), {
    path: ['eventId'],
    ...customFault({
      code: 'replay_of_one_or_of_a_time',
      fr: 'Indiquez eventId, ou from (et to, types)',
      en: 'Give eventId, or from (and to, types)',
    }),
  });

export const AttemptJson = z
  .object({
    eventId: z.string().meta({ description: 'The id of the event, as in the header webhook-id.' }),
    type: z.string(),
    n: z.int().meta({ description: 'The number of the attempt to deliver this event, from 1, replays included.' }),
    at: z.number().meta({ description: 'Unix seconds; the header webhook-timestamp.' }),
    status: z.int().nullable().meta({ description: 'The HTTP status of the answer; null without an answer.' }),
    latencyMs: z.int(),
    fault: z.string().nullable().meta({ description: 'Why the delivery failed; null if it succeeded.' }),
    answer: z.string().nullable().meta({ description: 'The first 4 kB of the answer.' }),
    state: z.enum(['waiting', 'delivered', 'given_up']).meta({ description: 'The current state of the delivery.' }),
    nextAttemptAt: moment.meta({ description: 'Unix seconds; null if no further attempt is planned.' }),
  })
  .meta({ id: 'WebhookAttempt' });
