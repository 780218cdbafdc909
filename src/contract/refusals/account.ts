import type { FormatReason } from '../../domain/billing/numbering/number-format.ts';
import type { AccountRefusal } from '../../domain/refusal.ts';
import type { InTwoLanguages } from '../in-two-languages.ts';
import { notFound } from './not-found.ts';
import type { Rows } from './told.ts';

/** The company, its keys, its numbers and its books. */
export const accountRefusals: Rows<AccountRefusal> = {
  key_not_found: notFound('api_key', 'Clé d’API introuvable', 'API key not found'),
  closure_not_found: notFound('closure', 'Clôture introuvable', 'Closure not found'),
  chain_too_long: {
    code: 'audit_chain.too_long',
    status: 422,
    title: {
      fr: 'La piste d’audit est trop longue à relire ici',
      en: 'The audit chain is too long to be read again here',
    },
    detail: ({ seconds }) => ({
      fr: `Elle ne s’est pas relue en ${seconds} secondes.`,
      en: `It could not be read again within ${seconds} seconds.`,
    }),
    remedy: {
      fr: 'Vérifiez-la sur la machine qui tient le service : npx facturier verify.',
      en: 'Verify it on the machine that keeps the service: npx facturier verify.',
    },
  },
  number_format_unusable: {
    code: 'company.number_format_unusable',
    status: 400,
    title: { fr: 'Format de numéro inutilisable', en: 'Number format unusable' },
    detail: ({ series, reason }) => ({
      fr: `Le format de la série ${series} ne peut pas servir : ${formatReasons[reason].fr}.`,
      en: `The format of the series ${series} cannot be used: ${formatReasons[reason].en}.`,
    }),
    pointer: ({ series }) => `/numbering/${series}/format`,
    members: ({ series, reason }) => ({ series, reason }),
    remedy: {
      fr: 'Un format compte au plus 20 caractères parmi A-Z, a-z, 0-9, + - _ /, avec le compteur, l’année et la série.',
      en: 'A format has at most 20 characters of A-Z, a-z, 0-9, + - _ /, with the counter, the year and the series.',
    },
  },
  number_format_in_use: {
    code: 'company.number_format_in_use',
    status: 409,
    title: { fr: 'Série déjà commencée cette année', en: 'Series already begun this year' },
    detail: ({ series }) => ({
      fr: `La série ${series} a déjà donné un numéro cette année.`,
      en: `The series ${series} has already given a number this year.`,
    }),
    remedy: {
      fr: 'Changez son format avant le premier numéro d’une année.',
      en: 'Change its format before the first number of a year.',
    },
    members: ({ series }) => ({ series }),
  },
  zone_unknown: {
    code: 'company.zone_unknown',
    status: 400,
    title: { fr: 'Fuseau horaire inconnu', en: 'Time zone unknown' },
    detail: ({ zone }) => ({ fr: `Le fuseau « ${zone} » n’existe pas.`, en: `The zone "${zone}" does not exist.` }),
    remedy: { fr: 'Donnez un nom IANA, par exemple Europe/Paris.', en: 'Give an IANA name, such as Europe/Paris.' },
    pointer: () => '/zone',
  },
  too_many_keys: {
    code: 'api_key.too_many',
    status: 429,
    title: { fr: 'Trop de clés d’API', en: 'Too many API keys' },
    detail: ({ limit }) => ({
      fr: `Un compte peut en avoir ${limit} au plus.`,
      en: `An account has at most ${limit}.`,
    }),
    remedy: { fr: 'Révoquez celles qui ne servent plus.', en: 'Revoke those no longer used.' },
    members: ({ limit }) => ({ limit }),
  },
  key_already_revoked: {
    code: 'api_key.already_revoked',
    status: 409,
    title: { fr: 'Clé déjà révoquée', en: 'Key already revoked' },
    remedy: {
      fr: 'Il n’y a rien d’autre à faire ; créez une nouvelle clé au besoin.',
      en: 'There is nothing left to do; create a new key if you need one.',
    },
  },
  scope_not_held: {
    code: 'api_key.scope_not_held',
    status: 403,
    title: { fr: 'Droit que la clé n’a pas', en: 'Scope the key does not have' },
    detail: ({ scope }) => ({
      fr: `La clé utilisée n’a pas elle-même le droit ${scope}.`,
      en: `The key that asks does not itself have the scope ${scope}.`,
    }),
    remedy: {
      fr: 'Utilisez une clé qui l’a, ou accordez moins de droits.',
      en: 'Ask with a key that has it, or grant fewer scopes.',
    },
    members: ({ scope }) => ({ scope }),
  },
  key_outlives_maker: {
    code: 'api_key.outlives_maker',
    status: 403,
    title: { fr: 'Durée de vie trop longue', en: 'Key that would live too long' },
    detail: ({ expiresAt }) => ({
      fr: `La clé utilisée expire le ${dayAndTime(expiresAt)} : aucune clé créée avec elle ne peut expirer plus tard.`,
      en: `The key that asks expires on ${dayAndTime(expiresAt)}: no key it makes lives longer.`,
    }),
    remedy: {
      fr: 'Choisissez une fin plus proche, ou utilisez une clé qui expire plus tard.',
      en: 'Ask for an earlier end, or ask with a key that lives longer.',
    },
    pointer: () => '/expiresAt',
    members: ({ expiresAt }) => ({ expiresAt }),
  },
  key_over_already: {
    code: 'api_key.over_already',
    status: 400,
    title: { fr: 'Fin déjà passée', en: 'End that is past' },
    detail: ({ expiresAt }) => ({
      fr: `Une clé qui expire le ${dayAndTime(expiresAt)} n’ouvrirait plus rien.`,
      en: `A key that expires on ${dayAndTime(expiresAt)} would open nothing any more.`,
    }),
    remedy: {
      fr: 'Donnez une fin à venir, en secondes Unix, ou n’en donnez pas.',
      en: 'Give an end to come, in Unix seconds, or none.',
    },
    pointer: () => '/expiresAt',
  },
  live_key_needed: {
    code: 'api_key.live_key_needed',
    status: 403,
    title: { fr: 'Clé réelle nécessaire', en: 'Live key needed' },
    remedy: {
      fr: 'Une clé de test ne peut modifier ni le compte, ni ses clés, ni son tableau, ni ses thèmes : utilisez une clé réelle qui en a le droit.',
      en: 'A test key changes neither the account nor its keys, its board or its themes: use a live key with the scope for it.',
    },
  },
  test_mode_needed: {
    code: 'test_clock.test_mode_needed',
    status: 403,
    title: { fr: 'Seul le mode test a une horloge qui avance', en: 'Only test mode has a clock that is moved' },
    remedy: {
      fr: 'Utilisez une clé de test, ou passez en mode test : le temps de ce qui est réel est celui de tout le monde.',
      en: 'Use a test key, or switch to test mode: what is live lives in the time of everybody.',
    },
  },
  test_clock_under_way: {
    code: 'test_clock.under_way',
    status: 409,
    title: { fr: 'L’horloge de test avance déjà', en: 'The test clock is being moved already' },
    detail: ({ until }) => ({
      fr: `Elle avance jusqu’au ${dayAndTime(until)}, et ce qui est dû d’ici là se fait dans l’ordre.`,
      en: `It goes on to ${dayAndTime(until)}, and what is due by then is done in its order.`,
    }),
    remedy: {
      fr: 'Attendez qu’elle soit arrivée (GET /v2/test-clock), puis avancez-la encore.',
      en: 'Wait until it is there (GET /v2/test-clock), then move it again.',
    },
    remedyOnScreen: {
      fr: 'Attendez qu’elle soit arrivée, puis avancez-la encore.',
      en: 'Wait until it is there, then move it again.',
    },
    members: ({ until }) => ({ until }),
  },
  test_clock_never_goes_back: {
    code: 'test_clock.never_goes_back',
    status: 400,
    title: { fr: 'L’horloge de test ne recule pas', en: 'The test clock never goes back' },
    detail: ({ now }) => ({
      fr: `Elle est au ${dayAndTime(now)} : ce qui est numéroté et scellé est de son jour.`,
      en: `It stands at ${dayAndTime(now)}: what is numbered and sealed is of its day.`,
    }),
    remedy: {
      fr: 'Donnez un jour qui vient. Pour repartir d’aujourd’hui, prenez un autre compte d’essai.',
      en: 'Give a day to come. To begin again from today, take another account to try.',
    },
    pointer: () => '/until',
    members: ({ now }) => ({ now }),
  },
  test_clock_too_far: {
    code: 'test_clock.too_far',
    status: 400,
    title: { fr: 'L’horloge de test irait trop loin', en: 'The test clock would go too far' },
    detail: ({ latest }) => ({
      fr: `Elle avance d’un an à la fois, et de dix ans au plus en tout : pas plus loin que le ${dayAndTime(latest)}.`,
      en: `It is moved by a year at a time, and by ten years at most in all: no farther than ${dayAndTime(latest)}.`,
    }),
    remedy: { fr: 'Donnez un jour plus proche.', en: 'Give a nearer day.' },
    pointer: () => '/until',
    members: ({ latest }) => ({ latest }),
  },
  test_key_administers_nothing: {
    code: 'api_key.test_key_administers_nothing',
    status: 400,
    title: { fr: 'Une clé de test n’administre rien', en: 'A test key administers nothing' },
    detail: () => ({
      fr: 'La portée account:admin ne vaut que pour une clé réelle.',
      en: 'The scope account:admin is for live keys only.',
    }),
    remedy: {
      fr: 'Retirez account:admin des portées, ou demandez une clé réelle.',
      en: 'Leave account:admin out of the scopes, or ask for a live key.',
    },
    pointer: () => '/scopes',
  },
};

/** `2026-03-02 09:00 UTC`, of Unix seconds. */
const dayAndTime = (at: number): string => `${new Date(at * 1000).toISOString().slice(0, 16).replace('T', ' ')} UTC`;

const formatReasons: Record<FormatReason, InTwoLanguages> = {
  unreadable: {
    fr: 'il est illisible (écrivez par exemple {series}-{year}-{counter:4})',
    en: 'it cannot be read (for example {series}-{year}-{counter:4})',
  },
  one_counter_needed: { fr: 'il doit contenir {counter}, une seule fois', en: 'it needs one {counter}, and only one' },
  counter_width: { fr: 'le compteur a de 1 à 10 chiffres', en: 'the counter has 1 to 10 digits' },
  year_needed: { fr: 'il doit contenir l’année, {year}', en: 'it needs the year, {year}' },
  characters: {
    fr: 'il contient d’autres caractères que A-Z a-z 0-9 + - _ /',
    en: 'it has other characters than A-Z a-z 0-9 + - _ /',
  },
  too_long: { fr: 'ses numéros dépasseraient 20 caractères', en: 'its numbers would pass 20 characters' },
  same_as_another_series: {
    fr: 'une autre série, ou une série de test, pourrait donner les mêmes numéros',
    en: 'another series, or a test series, could give the same numbers',
  },
};
