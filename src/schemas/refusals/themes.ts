import type { Refused, ThemeRefusal } from '../../domain/refusal.ts';
import type { BilingualText } from '../bilingual-text.ts';
import { notFound, type Rows } from './refusal-text.ts';

/** Themes of documents. */
export const themeRefusals: Rows<ThemeRefusal> = {
  theme_not_found: notFound('theme', 'Thème introuvable', 'Theme not found'),
  theme_contrast_too_low: {
    code: 'theme.contrast_too_low',
    status: 400,
    title: { fr: 'Contraste insuffisant', en: 'Contrast too low' },
    detail: ({ text, on, contrast, least }) => ({
      fr: `Le contraste entre « ${text} » et « ${on === 'paper' ? 'papier blanc' : on} » est de ${contrast}:1 ; il faut au moins ${least}:1.`,
      en: `The contrast of "${text}" on "${on === 'paper' ? 'white paper' : on}" is ${contrast}:1; at least ${least}:1 is required.`,
    }),
    remedy: {
      fr: 'Foncez ou éclaircissez l’une des deux couleurs.',
      en: 'Make one of the two colours darker or lighter.',
    },
    members: ({ text, on, contrast, least }) => ({ text, on, contrast, least }),
    pointer: ({ text }) => `/colours/${text}`,
  },
  theme_logo_unusable: {
    code: 'theme.logo_unusable',
    status: 400,
    title: { fr: 'Logo refusé', en: 'Logo refused' },
    detail: ({ reason, limit }) => logoReasons[reason](limit),
    remedy: {
      fr: 'Enregistrez de nouveau le logo au format PNG ou JPG, en plus petit ou moins haut. 1 200 pixels de large suffisent.',
      en: 'Save the logo again as PNG or JPG, smaller or less tall. A width of 1,200 pixels is enough.',
    },
    members: ({ reason, limit }) => ({ reason, limit }),
    pointer: () => '/logo/base64',
  },
  theme_logo_too_large: {
    code: 'theme.logo_too_large',
    status: 413,
    title: { fr: 'Logo trop lourd', en: 'Logo too large' },
    detail: ({ limit }) => ({
      fr: `Un logo peut peser au plus ${limit / 1_000} ko.`,
      en: `A logo can be at most ${limit / 1_000} kB.`,
    }),
    remedy: {
      fr: 'Réduisez le logo : il est imprimé dans chaque document.',
      en: 'Make the logo smaller: it is printed in every document.',
    },
    members: ({ limit }) => ({ limit }),
    pointer: () => '/logo/base64',
  },
  theme_is_built_in: {
    code: 'theme.is_built_in',
    status: 409,
    title: { fr: 'Ce thème est fourni avec le service', en: 'This theme comes with the service' },
    remedy: {
      fr: 'Dupliquez le thème (POST /v2/billing/theme/{id}/duplicate), puis modifiez la copie.',
      en: 'Duplicate the theme (POST /v2/billing/theme/{id}/duplicate), then change the copy.',
    },
    remedyOnScreen: {
      fr: 'Dupliquez le thème, puis modifiez la copie.',
      en: 'Duplicate the theme, then change the copy.',
    },
  },
  too_many_themes: {
    code: 'theme.too_many',
    status: 429,
    title: { fr: 'Trop de thèmes', en: 'Too many themes' },
    detail: ({ limit }) => ({
      fr: `Un compte peut avoir au plus ${limit} thèmes.`,
      en: `An account can have at most ${limit} themes.`,
    }),
    remedy: { fr: 'Supprimez les thèmes que vous n’utilisez plus.', en: 'Delete the themes you no longer use.' },
    members: ({ limit }) => ({ limit }),
  },
};

const logoReasons: Record<Refused<'theme_logo_unusable'>['reason'], (limit: number) => BilingualText> = {
  content: () => ({
    fr: 'Le fichier n’est pas une image complète du format indiqué.',
    en: 'The file is not a complete image of the stated format.',
  }),
  pixels: (limit) => ({
    fr: `L’image compte plus de ${limit} pixels.`,
    en: `The image has more than ${limit} pixels.`,
  }),
  height: (limit) => ({
    fr: `À cette largeur, le logo dépasse ${limit} mm de haut.`,
    en: `At this width the logo is more than ${limit} mm tall.`,
  }),
};
