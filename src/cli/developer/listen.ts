import type { Config } from '../../config.ts';
import { eventTypes } from '../../schemas/events/event-type.ts';
import { stopSignal } from '../serve/stop-signal.ts';
import { say, UsageError } from '../terminal/output.ts';
import { type ApiClientOptions, openApiClient } from './api-client.ts';
import { eventBefore, followEventFeed, lastEvent } from './event-feed.ts';
import { type Forwarding, forwarding } from './forward-events.ts';
import { listenOutput } from './listen-messages.ts';
import { parseReceiverUrl } from './local-receiver.ts';

export type ListenOptions = ApiClientOptions & {
  json?: boolean;
  forwardTo?: string;
  events?: string;
  headers?: readonly string[];
  printSecret?: boolean;
  sinceEvent?: string;
};

/**
 * `facturier listen [--forward-to URL]`: prints each event as it happens and forwards it to a local
 * receiver until Ctrl-C. It reads the feed: no open port, no webhook.
 */
export async function listen(config: Config, options: ListenOptions): Promise<void> {
  const url = options.forwardTo === undefined ? undefined : parseReceiverUrl(options.forwardTo);
  const wanted = new Set<string>(options.events === undefined ? eventTypes : parseEventTypes(options.events));
  const headers = headersIn(options.headers ?? []);
  const stop = new AbortController();
  void stopSignal().then(() => stop.abort());
  // The reader of our output has exited.
  process.stdout.on('error', () => stop.abort());
  const asking = await openApiClient(config, options);
  try {
    const { secret, test } = asking;
    if (options.printSecret) return say(options, { secret }, secret);
    const { signal } = stop;
    const { sinceEvent } = options;
    const after = sinceEvent === undefined ? await lastEvent(asking) : await eventBefore(asking, sinceEvent);
    const words = listenOutput(options, (eventId) => commandFrom(options, eventId));
    const agent = { 'content-type': 'application/json', 'user-agent': `${config.serviceName}-Webhooks/1` };
    const sent = { secret, signal, headers: { ...agent, ...headers }, tell: words.forwarded };
    const forwards: Forwarding | undefined = url === undefined ? undefined : forwarding({ url, ...sent });
    words.listening({ test, secret, forwardTo: url });
    let count = 0;
    try {
      for await (const feedEvent of followEventFeed(asking, { after, signal, onTrouble: words.trouble })) {
        if (!wanted.has(feedEvent.event.type)) continue;
        count++;
        words.event(feedEvent);
        await forwards?.take(feedEvent);
      }
    } finally {
      stop.abort();
      words.ended({ told: count, notTaken: (await forwards?.end()) ?? [] });
    }
  } finally {
    await asking.close();
  }
}

/** Parses `project.created,invoice.*`. */
export function parseEventTypes(said: string): string[] {
  return said.split(',').flatMap((one) => {
    const pattern = one.trim().toLowerCase();
    const found = eventTypes.filter((type) =>
      pattern.endsWith('*') ? type.startsWith(pattern.slice(0, -1)) : type === pattern,
    );
    if (found.length > 0) return found;
    throw new UsageError({
      fr: `il n’y a pas d’événement « ${one.trim()} ». Pour voir la liste : npx facturier events types`,
      en: `there is no event "${one.trim()}". To see the list: npx facturier events types`,
    });
  });
}

/** Headers of the transport, which users cannot set. */
const OF_THE_MESSAGE =
  /^(webhook-.*|content-length|transfer-encoding|connection|keep-alive|upgrade|expect|te|trailer)$/;

/** Parses repeated `X-Tenant: 12`. */
function headersIn(said: readonly string[]): Record<string, string> {
  return Object.fromEntries(
    said.map((one) => {
      const [, name, value] = /^\s*([!#$%&'*+.^_`|~\w-]+)\s*:\s*([\t\x20-\x7e]*)$/.exec(one) ?? [];
      if (name !== undefined && !OF_THE_MESSAGE.test(name.toLowerCase()))
        return [name.toLowerCase(), value?.trim() ?? ''];
      throw new UsageError({
        fr: `« ${one} » n’est pas un en-tête valable. Écrivez par exemple --headers "X-Tenant: 12"`,
        en: `"${one}" is not a valid header. Write for example --headers "X-Tenant: 12"`,
      });
    }),
  );
}

/** The command that forwards an event and all later ones again. */
function commandFrom(options: ListenOptions, eventId: string): string {
  const { forwardTo, events, headers = [], account, url, keyFile, ca, live } = options;
  const said: readonly (readonly [string, string | undefined])[] = [
    ['--forward-to', forwardTo],
    ['--events', events],
    ...headers.map((header) => ['--headers', header] as const),
    ['--account', account],
    ['--url', url],
    ['--key-file', keyFile],
    ['--ca', ca],
  ];
  const words = said.flatMap(([name, value]) => (value === undefined ? [] : [name, quoted(value)]));
  return ['npx facturier listen', ...words, ...(live ? ['--live'] : []), '--since-event', eventId].join(' ');
}

/** Quotes a word for the shell. */
const quoted = (word: string): string => (/^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`);
