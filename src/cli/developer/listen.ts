import type { Config } from '../../config.ts';
import type { Fault } from '../../jobs/events/post-webhook.ts';
import { eventTypes } from '../../schemas/events/event-type.ts';
import type { TranslatedText } from '../../startup-error.ts';
import { stopSignal } from '../serve/stop-signal.ts';
import { inWords, say, shellWord, UsageError } from '../terminal/output.ts';
import { type ApiClientOptions, openApiClient } from './api-client.ts';
import {
  eventBefore,
  type FeedEvent,
  type FeedTrouble,
  followEventFeed,
  lastEvent,
  lineOf,
  subjectOf,
} from './event-feed.ts';
import { FORWARD_TRIES_MAX, type Forwarded, type Forwarding, forwarding } from './forward-events.ts';
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
  const words = said.flatMap(([name, value]) => (value === undefined ? [] : [name, shellWord(value)]));
  return ['npx facturier listen', ...words, ...(live ? ['--live'] : []), '--since-event', eventId].join(' ');
}

/** Terminal output of `facturier listen`; with `--json` one object per line, each with a `kind`. */
type ListenOutput = {
  listening: (to: { test: boolean; secret: string; forwardTo: string | undefined }) => void;
  event: (feedEvent: FeedEvent) => void;
  forwarded: (forwarded: Forwarded) => void;
  trouble: (trouble: FeedTrouble) => void;
  ended: (came: { told: number; notTaken: readonly string[] }) => void;
};

/** `again` returns the command that resumes with an event. */
function listenOutput(options: { json?: boolean }, again: (eventId: string) => string): ListenOutput {
  const tell = (json: Record<string, unknown>, words: TranslatedText): void => say(options, json, inWords(words));
  return {
    listening: ({ test, secret, forwardTo }) =>
      tell({ kind: 'listening', test, secret, ...(forwardTo && { forwardTo }) }, greeting(test, secret, forwardTo)),
    event: (feedEvent) => {
      const { id, type, occurredAt } = feedEvent.event;
      const line = lineOf(feedEvent);
      tell(
        { kind: 'event', id, type, occurredAt, subjectId: subjectOf(feedEvent).id, body: feedEvent },
        { fr: line, en: line },
      );
    },
    forwarded: (forwarded) => {
      const { feedEvent, n, post, againMs } = forwarded;
      const { status = null, fault = null, latencyMs } = post;
      const [eventId, taken] = [feedEvent.event.id, fault === null];
      const isOver = !taken && againMs === undefined;
      const more = { ...(againMs !== undefined && { againMs }), ...(isOver && { again: again(eventId) }) };
      tell({ kind: 'forward', eventId, try: n, taken, status, latencyMs, fault, ...more }, resultOf(forwarded, again));
    },
    trouble: (trouble) => {
      if ('ends' in trouble) tell({ kind: 'resumed' }, ANSWERS_AGAIN);
      else tell({ kind: 'trouble', message: inWords(trouble.begins) }, unanswered(trouble.begins));
    },
    ended: ({ told, notTaken }) => {
      const [first] = notTaken;
      const advice = first === undefined ? undefined : again(first);
      tell({ kind: 'ended', told, notTaken, ...(advice && { again: advice }) }, farewell(told, notTaken, advice));
    },
  };
}

const greeting = (test: boolean, secret: string, forwardTo: string | undefined): TranslatedText => ({
  fr: [
    `À l’écoute des événements ${test ? 'de test' : 'réels'}. Ctrl-C pour arrêter.`,
    ...(forwardTo ? [`Transmis à ${forwardTo}, signés avec le secret ${secret}`] : []),
  ].join('\n'),
  en: [
    `Listening to ${test ? 'test' : 'live'} events. Press Ctrl-C to stop.`,
    ...(forwardTo ? [`Forwarded to ${forwardTo}, signed with the secret ${secret}`] : []),
  ].join('\n'),
});

function resultOf({ feedEvent, n, post, againMs }: Forwarded, again: (eventId: string) => string): TranslatedText {
  const { id } = feedEvent.event;
  const { status, fault, latencyMs } = post;
  if (fault === undefined) {
    const line = `          → ${status}  ${latencyMs} ms  ${id}`;
    return { fr: line, en: line };
  }
  const why = faults[fault];
  const answered = status === undefined ? '' : `${status} `;
  const seconds = againMs === undefined ? undefined : againMs / 1000;
  const next = {
    fr: seconds === undefined ? `renvoyez-le par : ${again(id)}` : `nouvel essai dans ${seconds} s`,
    en: seconds === undefined ? `replay it with: ${again(id)}` : `next attempt in ${seconds} s`,
  };
  const tries = `${n}/${FORWARD_TRIES_MAX}`;
  return {
    fr: `          ✖ ${answered}${why.fr} (${latencyMs} ms, essai ${tries})  ${id} : ${next.fr}`,
    en: `          ✖ ${answered}${why.en} (${latencyMs} ms, attempt ${tries})  ${id}: ${next.en}`,
  };
}

/** Reasons an event was not delivered. */
const faults: Readonly<Record<Fault, TranslatedText>> = {
  status_not_2xx: { fr: 'refusé par le récepteur', en: 'refused by the receiver' },
  redirect: { fr: 'les redirections ne sont pas suivies', en: 'redirects are not followed' },
  timeout: { fr: 'pas de réponse à temps', en: 'no answer in time' },
  address_forbidden: {
    fr: 'ni sur cette machine ni dans un réseau privé',
    en: 'neither on this machine nor in a private network',
  },
  name_not_found: { fr: 'nom d’hôte introuvable', en: 'host name not found' },
  tls: {
    fr: 'certificat non reconnu : utilisez http, ou indiquez son autorité dans NODE_EXTRA_CA_CERTS',
    en: 'certificate not trusted: use http, or set its authority in NODE_EXTRA_CA_CERTS',
  },
  secret_unreadable: { fr: 'le secret est illisible', en: 'the secret cannot be read' },
  connection: { fr: 'rien ne répond : démarrez le récepteur', en: 'nothing answers: start the receiver' },
};

const unanswered = ({ fr, en }: TranslatedText): TranslatedText => ({
  fr: `… ${fr} Nouvel essai chaque seconde ; aucun événement ne sera perdu.`,
  en: `… ${en} Retrying every second. No event will be lost.`,
});
const ANSWERS_AGAIN = { fr: '… le service répond de nouveau.', en: '… the service is reachable again.' };

function farewell(count: number, { length }: readonly string[], advice: string | undefined): TranslatedText {
  const lost = {
    fr: length === 0 ? '' : ` ${length} non accepté(s) par le récepteur ; renvoyez depuis le premier avec :\n${advice}`,
    en: length === 0 ? '' : ` ${length} not accepted by the receiver; replay from the first with:\n${advice}`,
  };
  return { fr: `Terminé : ${count} événement(s).${lost.fr}`, en: `Done: ${count} event(s).${lost.en}` };
}
