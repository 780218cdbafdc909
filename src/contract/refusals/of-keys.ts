import type { SomeTold } from './told.ts';

/** What keys cannot do. */
export const ofKeys = {
  too_many_keys: {
    code: 'api_key.too_many',
    title: { fr: "Trop de clés d'API", en: 'Too many API keys' },
    detail: ({ limit }) => ({ fr: `Un compte en a au plus ${limit}.`, en: `An account has at most ${limit}.` }),
    remedy: { fr: 'Révoquez celles qui ne servent plus.', en: 'Revoke those no longer used.' },
    members: ({ limit }) => ({ limit }),
  },
  key_already_revoked: {
    code: 'api_key.already_revoked',
    title: { fr: 'Clé déjà révoquée', en: 'Key already revoked' },
    remedy: {
      fr: "Il n'y a rien à refaire ; créez une nouvelle clé au besoin.",
      en: 'There is nothing left to do; create a new key if you need one.',
    },
  },
  scope_not_held: {
    code: 'api_key.scope_not_held',
    title: { fr: 'Portée que la clé n’a pas', en: 'Scope the key does not have' },
    detail: ({ scope }) => ({
      fr: `La clé qui demande n'a pas elle-même la portée ${scope}.`,
      en: `The key that asks does not itself have the scope ${scope}.`,
    }),
    remedy: {
      fr: "Demandez avec une clé qui l'a, ou donnez moins de portées.",
      en: 'Ask with a key that has it, or grant fewer scopes.',
    },
    members: ({ scope }) => ({ scope }),
  },
  key_outlives_maker: {
    code: 'api_key.outlives_maker',
    title: { fr: 'Clé qui vivrait trop longtemps', en: 'Key that would live too long' },
    detail: ({ expiresAt }) => ({
      fr: `La clé qui demande expire le ${dayAndTime(expiresAt)} : aucune clé qu'elle crée ne vit plus longtemps.`,
      en: `The key that asks expires on ${dayAndTime(expiresAt)}: no key it makes lives longer.`,
    }),
    remedy: {
      fr: 'Demandez une fin plus proche, ou demandez avec une clé qui vit plus longtemps.',
      en: 'Ask for an earlier end, or ask with a key that lives longer.',
    },
    pointer: () => '/expiresAt',
    members: ({ expiresAt }) => ({ expiresAt }),
  },
  live_key_needed: {
    code: 'api_key.live_key_needed',
    title: { fr: 'Clé réelle nécessaire', en: 'Live key needed' },
    remedy: {
      fr: 'Une clé de test ne change ni le compte, ni ses clés, ni son tableau, ni ses thèmes : utilisez une clé réelle qui en a la portée.',
      en: 'A test key changes neither the account nor its keys, its board or its themes: use a live key with the scope for it.',
    },
  },
} satisfies SomeTold;

/** `2026-03-02 09:00 UTC`, of Unix seconds. */
const dayAndTime = (at: number): string => `${new Date(at * 1000).toISOString().slice(0, 16).replace('T', ' ')} UTC`;
