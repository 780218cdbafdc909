import type { Fault } from '../../jobs/events/post-webhook.ts';
import type { TranslatedText } from '../../startup-error.ts';
import { inWords, say } from '../terminal/output.ts';
import type { FeedTrouble } from './event-feed.ts';
import { type FeedEvent, lineOf, subjectOf } from './feed-event.ts';
import { FORWARD_TRIES_MAX, type Forwarded } from './forward-events.ts';

/** Terminal output of `facturier listen`; with `--json` one object per line, each with a `kind`. */
export type ListenOutput = {
  listening: (to: { test: boolean; secret: string; forwardTo: string | undefined }) => void;
  event: (feedEvent: FeedEvent) => void;
  forwarded: (forwarded: Forwarded) => void;
  trouble: (trouble: FeedTrouble) => void;
  ended: (came: { told: number; notTaken: readonly string[] }) => void;
};

/** `again` returns the command that resumes with an event. */
export function listenOutput(options: { json?: boolean }, again: (eventId: string) => string): ListenOutput {
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
