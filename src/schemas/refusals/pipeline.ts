import type { PipelineRefusal } from './pipeline-refusal.ts';
import type { Rows } from './refusal-text.ts';

/** How many faults the `detail` text names; `errors` lists the others too. */
const FAULTS_IN_DETAIL = 3;

/** The texts of every refusal of the pipeline. */
export const pipelineRefusalProblems: Rows<PipelineRefusal> = {
  scope_missing: {
    code: 'auth.scope_missing',
    status: 403,
    title: { fr: 'Droit manquant', en: 'Scope missing' },
    detail: ({ scope }) => ({
      fr: `Cette clé n’a pas le droit ${scope}.`,
      en: `This key does not have the scope ${scope}.`,
    }),
    remedy: {
      fr: 'Utilisez une clé qui a ce droit, ou créez une telle clé.',
      en: 'Use a key that has this scope, or create such a key.',
    },
    members: ({ scope }) => ({ scope }),
  },
  input_invalid: {
    code: 'request.invalid',
    status: 400,
    title: { fr: 'Requête invalide', en: 'Invalid request' },
    detail: ({ faults, allowed }) => {
      const lists = Object.keys(allowed ?? {}).join(', ');
      const summary = (colon: string): string => {
        const first = faults.slice(0, FAULTS_IN_DETAIL);
        const messages = first.map(({ property, message }) => (property ? `${property}${colon}${message}` : message));
        return `${messages.join(' · ')}${faults.length > messages.length ? ' …' : messages.at(-1)?.endsWith('?') ? '' : '.'}`;
      };
      return {
        fr: `${summary(' : ')}${lists && ` Les valeurs de ${lists} sont dans « allowed ».`}`,
        en: `${summary(': ')}${lists && ` The values of ${lists} are in "allowed".`}`,
      };
    },
    remedy: {
      fr: 'Corrigez les champs indiqués dans « errors ».',
      en: 'Correct the fields named in "errors".',
    },
    members: ({ allowed }) => (allowed ? { allowed } : {}),
  },
  idempotency_key_reused: {
    code: 'idempotency.key_reused',
    status: 422,
    title: { fr: 'Clé d’idempotence déjà utilisée', en: 'Idempotency key already used' },
    remedy: {
      fr: 'Cette clé a servi à une autre requête : donnez une nouvelle clé à chaque nouvelle requête.',
      en: 'This key was used for another request: give each new request a new key.',
    },
  },
  idempotency_key_in_flight: {
    code: 'idempotency.in_flight',
    status: 409,
    title: { fr: 'Requête encore en cours', en: 'Request still running' },
    remedy: {
      fr: 'La première requête avec cette clé est encore en cours : recommencez dans un instant avec la même clé.',
      en: 'The first request with this key is still running: try again in a moment with the same key.',
    },
  },
  secret_shown_once: {
    code: 'idempotency.secret_shown_once',
    status: 409,
    title: { fr: 'Le secret a déjà été affiché', en: 'Secret already shown' },
    detail: ({ id }) => ({
      fr: `Cette requête a déjà créé ${id}. Son secret n’est affiché qu’une fois et n’est pas conservé.`,
      en: `This request already created ${id}. Its secret is shown only once and is not stored.`,
    }),
    remedy: {
      fr: 'Si vous n’avez pas reçu la première réponse, renouvelez ce secret (rotate). L’ancien ne sera plus valable.',
      en: 'If you did not receive the first answer, rotate the secret. The old one stops working.',
    },
    members: ({ id }) => ({ resourceId: id }),
  },
  clock_unsure: {
    code: 'service.clock_unsure',
    status: 503,
    title: { fr: 'L’horloge du service n’est pas fiable', en: 'The service clock cannot be trusted' },
    detail: ({ problem, now, than }) => clockText[problem](timeText(now), timeText(than)),
    remedy: {
      fr: 'Rien n’a été fait. L’administrateur du service doit remettre l’horloge à l’heure (NTP). Si l’horloge est juste, il lance « npx facturier clock confirm --today AAAA-MM-JJ ».',
      en: 'Nothing was done. The administrator of the service must correct the clock (NTP). If the clock is right, the administrator runs "npx facturier clock confirm --today YYYY-MM-DD".',
    },
    members: ({ problem, now, than }) => ({ problem, now: timeText(now), against: timeText(than) }),
  },
  test_clock_ahead: {
    code: 'test_clock.ahead',
    status: 409,
    title: { fr: 'Le mode test est à une autre date', en: 'Test mode is at another date' },
    detail: ({ now, testNow }) => ({
      fr: `Ce document appartient au mode test, dont l’horloge est au ${timeText(testNow)}. Votre clé réelle suit l’heure réelle (${timeText(now)}). Rien n’a été fait.`,
      en: `This document belongs to test mode, whose clock is at ${timeText(testNow)}. Your live key uses real time (${timeText(now)}). Nothing was done.`,
    }),
    remedy: {
      fr: 'Utilisez une clé de test, ou passez en mode test.',
      en: 'Use a test key, or switch to test mode.',
    },
    members: ({ now, testNow }) => ({ now: timeText(now), testNow: timeText(testNow) }),
  },
  too_many_documents: {
    code: 'account.too_many_documents',
    status: 429,
    title: { fr: 'Trop de documents aujourd’hui', en: 'Too many documents today' },
    detail: ({ limit }) => ({
      fr: `Un compte peut créer au plus ${limit} documents par jour (UTC).`,
      en: `An account can create at most ${limit} documents a day (UTC).`,
    }),
    remedy: {
      fr: 'Continuez demain, ou demandez à l’administrateur du service d’augmenter QUOTA_DOCUMENTS. Les avoirs et les annulations restent possibles.',
      en: 'Continue tomorrow, or ask the administrator of the service to raise QUOTA_DOCUMENTS. Credit notes and cancellations are still possible.',
    },
    members: ({ limit }) => ({ limit }),
  },
};

const timeText = (at: number): string => new Date(at * 1000).toISOString().replace('.000Z', 'Z');

const clockText = {
  apart: (now: string, than: string) => ({
    fr: `Le service indique ${now} et sa base de données ${than} : l’une des deux horloges est fausse.`,
    en: `The service clock says ${now} and the database clock ${than}. One of them is wrong.`,
  }),
  behind: (now: string, than: string) => ({
    fr: `Le service indique ${now}, mais la dernière opération du compte date du ${than}. L’horloge avançait alors, ou retarde maintenant.`,
    en: `The service clock says ${now}, but the last operation of the account is dated ${than}. The clock was ahead then, or is behind now.`,
  }),
  leap: (now: string, than: string) => ({
    fr: `Le service indique ${now}, et la dernière opération du compte date du ${than}. Plus d’un an s’est écoulé, ou l’horloge avance.`,
    en: `The service clock says ${now}, and the last operation of the account is dated ${than}. More than a year has passed, or the clock is ahead.`,
  }),
};
