import type { Columns, Theme } from './theme.ts';

const usual: Columns = { position: false, reference: true, unitPrice: true, vat: true };

/** The built-in themes. Their contrast is tested (`contrast.test.ts`). */
export const themes = {
  ardoise: {
    id: 'ardoise',
    name: 'Ardoise',
    structure: 'band',
    typeface: 'Inter',
    size: 8.8,
    density: 'airy',
    columns: usual,
    colours: {
      accent: '#1f3a4d',
      onAccent: '#ffffff',
      ink: '#17212b',
      muted: '#55626e',
      rule: '#d5dce2',
      surface: '#f3f6f8',
    },
  },
  plume: {
    id: 'plume',
    name: 'Plume',
    structure: 'letter',
    typeface: 'Source Serif 4',
    size: 9.2,
    density: 'airy',
    columns: usual,
    colours: {
      accent: '#7a1f33',
      onAccent: '#ffffff',
      ink: '#231a17',
      muted: '#665a54',
      rule: '#d9cfc8',
      surface: '#faf6f2',
    },
  },
  registre: {
    id: 'registre',
    name: 'Registre',
    structure: 'ledger',
    typeface: 'IBM Plex Sans',
    size: 8.6,
    density: 'compact',
    columns: { ...usual, position: true },
    colours: {
      accent: '#0b5c56',
      onAccent: '#ffffff',
      ink: '#14201f',
      muted: '#4f5f5d',
      rule: '#b9c7c5',
      surface: '#eef4f3',
    },
  },
  marge: {
    id: 'marge',
    name: 'Marge',
    structure: 'margin',
    typeface: 'Figtree',
    size: 9.2,
    density: 'airy',
    columns: usual,
    colours: {
      accent: '#4338a8',
      onAccent: '#ffffff',
      ink: '#1d1b2e',
      muted: '#5d5a72',
      rule: '#dcdaea',
      surface: '#f5f4fb',
    },
  },
  encre: {
    id: 'encre',
    name: 'Encre',
    structure: 'plain',
    typeface: 'Inter',
    size: 8.6,
    density: 'compact',
    columns: usual,
    colours: {
      accent: '#111111',
      onAccent: '#ffffff',
      ink: '#111111',
      muted: '#595959',
      rule: '#cfcfcf',
      surface: '#f6f6f6',
    },
  },
} as const satisfies Record<string, Theme>;

export const DEFAULT_THEME: Theme = themes.ardoise;
