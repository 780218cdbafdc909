import type { Refused, ThemeRefusal } from '../../domain/refusal.ts';
import type { InTwoLanguages } from '../in-two-languages.ts';
import { notFound } from './not-found.ts';
import type { Rows } from './told.ts';

/** What documents look like. */
export const themeRefusals: Rows<ThemeRefusal> = {
  theme_not_found: notFound('theme', 'Thème introuvable', 'Theme not found'),
  theme_contrast_too_low: {
    code: 'theme.contrast_too_low',
    status: 400,
    title: { fr: 'Contraste insuffisant', en: 'Contrast too low' },
    detail: ({ text, on, contrast, least }) => ({
      fr: `Du texte en « ${text} » sur « ${on === 'paper' ? 'papier blanc' : on} » n’a qu’un contraste de ${contrast}:1 ; il en faut ${least}:1.`,
      en: `Text in "${text}" on "${on === 'paper' ? 'white paper' : on}" has a contrast of ${contrast}:1 only; it takes ${least}:1.`,
    }),
    remedy: {
      fr: 'Choisissez l’une de ces deux couleurs plus foncée ou plus claire.',
      en: 'Choose one of the two colours darker, or lighter.',
    },
    members: ({ text, on, contrast, least }) => ({ text, on, contrast, least }),
    pointer: ({ text }) => `/colours/${text}`,
  },
  theme_logo_unusable: {
    code: 'theme.logo_unusable',
    status: 400,
    title: { fr: 'Logo inutilisable', en: 'Logo unusable' },
    detail: ({ reason, limit }) => logoReasons[reason](limit),
    remedy: {
      fr: 'Enregistrez-le de nouveau, en png ou en jpg, plus petit ou moins haut ; 1 200 pixels de large suffisent.',
      en: 'Save it again, as png or jpg, smaller or less high; 1,200 pixels across are enough.',
    },
    members: ({ reason, limit }) => ({ reason, limit }),
    pointer: () => '/logo/base64',
  },
  theme_logo_too_large: {
    code: 'theme.logo_too_large',
    status: 413,
    title: { fr: 'Logo trop lourd', en: 'Logo too large' },
    detail: ({ limit }) => ({
      fr: `Un logo pèse au plus ${limit / 1_000} ko.`,
      en: `A logo has at most ${limit / 1_000} kB.`,
    }),
    remedy: {
      fr: 'Réduisez-le : il est imprimé dans chaque document.',
      en: 'Make it smaller: it is printed in every document.',
    },
    members: ({ limit }) => ({ limit }),
    pointer: () => '/logo/base64',
  },
  theme_is_built_in: {
    code: 'theme.is_built_in',
    status: 409,
    title: { fr: 'Ce thème est fourni avec le service', en: 'This theme comes with the service' },
    remedy: {
      fr: 'Dupliquez-le (POST /v2/billing/theme/{id}/duplicate), et modifiez la copie.',
      en: 'Duplicate it (POST /v2/billing/theme/{id}/duplicate), and change the copy.',
    },
    remedyOnScreen: {
      fr: 'Dupliquez-le, et modifiez la copie.',
      en: 'Duplicate it, and change the copy.',
    },
  },
  too_many_themes: {
    code: 'theme.too_many',
    status: 429,
    title: { fr: 'Trop de thèmes', en: 'Too many themes' },
    detail: ({ limit }) => ({
      fr: `Un compte peut en avoir ${limit} au plus.`,
      en: `An account has at most ${limit}.`,
    }),
    remedy: { fr: 'Supprimez ceux qui ne servent plus.', en: 'Delete those no longer used.' },
    members: ({ limit }) => ({ limit }),
  },
};

const logoReasons: Record<Refused<'theme_logo_unusable'>['reason'], (limit: number) => InTwoLanguages> = {
  content: () => ({
    fr: 'Son contenu n’est pas une image entière du format annoncé.',
    en: 'Its content is not a whole picture of the format it says.',
  }),
  pixels: (limit) => ({
    fr: `L’image compte plus de ${limit} pixels.`,
    en: `The picture has more than ${limit} pixels.`,
  }),
  height: (limit) => ({
    fr: `À cette largeur, il dépasse ${limit} mm de haut.`,
    en: `At this width it is more than ${limit} mm high.`,
  }),
};
