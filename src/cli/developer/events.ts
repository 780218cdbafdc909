import { listEventTypes } from '../../api/events/events.ts';
import { replayWebhook } from '../../api/events/webhook-deliveries.ts';
import { listWebhooks } from '../../api/events/webhooks.ts';
import type { Config } from '../../config.ts';
import { EVERY_EVENT } from '../../domain/events/endpoint.ts';
import { PAGE_LIMIT_MAX } from '../../schemas/lists/list-query.ts';
import { CommandError, inWords, language, say, UsageError } from '../terminal/output.ts';
import { type ApiClientOptions, type Asking, openApiClient } from './api-client.ts';
import { eventBefore, lineOf, readEventFeed } from './event-feed.ts';
import { parseEventTypes } from './listen.ts';

type Options = ApiClientOptions & { json?: boolean };

const LISTED = 20;

/**
 * `facturier events list [--type a,b] [--limit N] [--after ID]`: the latest first, or those after
 * an event.
 */
export async function eventsList(
  config: Config,
  options: Options & { type?: string; limit?: string; after?: string },
): Promise<void> {
  const type = options.type === undefined ? undefined : parseEventTypes(options.type);
  const limit = limitIn(options.limit);
  const { after } = options;
  await withAsking(config, options, async (asking) => {
    const orderDirection = after === undefined ? 'DESC' : 'ASC';
    const page = await readEventFeed(asking, { ...(type && { type }), limit, orderDirection, after });
    const none = inWords({ fr: 'Aucun événement dans ce mode.', en: 'No events in this mode.' });
    say(options, page, page.docs.map(lineOf).join('\n') || none);
  });
}

function limitIn(said: string | undefined): number {
  const limit = said === undefined ? LISTED : Number(said);
  if (Number.isInteger(limit) && limit >= 1 && limit <= PAGE_LIMIT_MAX) return limit;
  throw new UsageError({
    fr: `--limit va de 1 à ${PAGE_LIMIT_MAX}`,
    en: `--limit must be between 1 and ${PAGE_LIMIT_MAX}`,
  });
}

type EventTypes = { docs: { id: string; label: string }[] };

/** `facturier events types`: all event types; with `--json` including samples and schemas. */
export async function eventsTypes(config: Config, options: Options): Promise<void> {
  await withAsking(config, options, async ({ ask }) => {
    const { docs } = await ask<EventTypes>(listEventTypes, { query: { language: language() } });
    const width = Math.max(...docs.map(({ id }) => id.length));
    say(options, docs, docs.map(({ id, label }) => `${id.padEnd(width)}  ${label}`).join('\n'));
  });
}

type Webhook = { id: string; url: string; events: string[]; isActivated: boolean };

/**
 * `facturier events resend EVENT_ID [--webhook ID]`: to that webhook, or to all active ones
 * subscribed to its type.
 */
export async function eventsResend(
  config: Config,
  eventId: string,
  options: Options & { webhook?: string },
): Promise<void> {
  await withAsking(config, options, async (asking) => {
    const ids = options.webhook === undefined ? await webhooksFor(asking, eventId) : [options.webhook];
    for (const id of ids) await asking.ask(replayWebhook, { path: { id }, body: { eventId } });
    const words = {
      fr: `Remis en file pour ${ids.length} webhook(s) : ${ids.join(', ')}. Le service le livre dès qu’il tourne.`,
      en: `Queued for ${ids.length} webhook(s): ${ids.join(', ')}. The service delivers it when it runs.`,
    };
    say(options, { eventId, webhooks: ids }, inWords(words));
  });
}

/**
 * Active webhooks subscribed to an event's type. Refuses if there are none or the event is unknown.
 */
async function webhooksFor(asking: Asking, eventId: string): Promise<string[]> {
  const type = await typeOf(asking, eventId);
  const found: string[] = [];
  for (let page = 1; ; page++) {
    const query = { page, limit: PAGE_LIMIT_MAX };
    const { docs, hasNextPage } = await asking.ask<{ docs: Webhook[]; hasNextPage: boolean }>(listWebhooks, { query });
    const asks = ({ events, isActivated }: Webhook): boolean =>
      isActivated && (events.includes(EVERY_EVENT) || events.includes(type));
    found.push(...docs.filter(asks).map(({ id }) => id));
    if (!hasNextPage) break;
  }
  if (found.length > 0) return found;
  throw new CommandError({
    fr: `aucun webhook actif n’est abonné à ${type}. Pour un récepteur sur cette machine : npx facturier listen --forward-to http://localhost:3000/hook --since-event ${eventId}`,
    en: `no active webhook subscribes to ${type}. For a receiver on this machine: npx facturier listen --forward-to http://localhost:3000/hook --since-event ${eventId}`,
  });
}

async function typeOf(asking: Asking, eventId: string): Promise<string> {
  const after = await eventBefore(asking, eventId);
  const { docs } = await readEventFeed(asking, { after, limit: 1 });
  return docs[0]?.event.type ?? '';
}

async function withAsking(config: Config, options: Options, work: (asking: Asking) => Promise<void>): Promise<void> {
  const asking = await openApiClient(config, options);
  try {
    await work(asking);
  } finally {
    await asking.close();
  }
}
