import type { Unit } from '../draft/line.ts';

/** Common spellings of units in French and English, without accents, in lower case. */
const words: Readonly<Record<Unit, string>> = {
  gram: 'g gramme grammes gram grams',
  hour: 'h heure heures hour hours hr hrs',
  day: 'j jour jours day days d jrs',
  month: 'mois month months',
  kilogram: 'kg kilo kilos kilogramme kilogrammes kilogram kilograms',
  kilometer: 'km kilometre kilometres kilometer kilometers',
  liter: 'l litre litres liter liters',
  batch: 'lot lots batch ens ensemble',
  meter: 'm metre metres meter meters',
  square_meter: 'm2 m² metre-carre metres-carres sqm',
  cubic_meter: 'm3 m³ metre-cube metres-cubes',
  linear_meter: 'ml metre-lineaire metres-lineaires',
  person: 'pers personne personnes person persons people',
  unit: 'u unite unites unit units piece pieces pce pcs pc',
  ton: 't tonne tonnes ton tons',
  word: 'mot mots word words',
  page: 'page pages',
  leaflet: 'feuillet feuillets leaflet leaflets',
  paragraph: 'paragraphe paragraphes paragraph paragraphs',
  article: 'article articles',
  license: 'licence licences license licenses',
  week: 'semaine semaines sem week weeks',
  fixed_rate: 'forfait forfaits ft ff fixed-rate lump-sum flat',
  year: 'an ans annee annees year years',
  character: 'caractere caracteres signe signes character characters',
  line: 'ligne lignes line lines',
  minute: 'min minute minutes mn',
  overnight_stay: 'nuit nuits nuitee nuitees night nights',
};
const known = new Map(
  Object.entries(words).flatMap(([unit, said]) => said.split(' ').map((word) => [word, unit as Unit] as const)),
);

/** The unit with this name; undefined if unknown. */
export const unitByAlias = (said: string): Unit | undefined =>
  known.get(
    said
      .trim()
      .toLowerCase()
      .normalize('NFD')
      .replace(/\p{M}/gu, '')
      .replace(/[\s_]+/g, '-')
      .replace(/[.]$/, ''),
  );

/** The units in menu order, most used first. */
export const units: readonly Unit[] = [
  ...(['unit', 'hour', 'day', 'fixed_rate', 'batch', 'month', 'week', 'year', 'minute', 'person'] as const),
  ...([
    'square_meter',
    'linear_meter',
    'meter',
    'cubic_meter',
    'kilometer',
    'kilogram',
    'gram',
    'ton',
    'liter',
  ] as const),
  ...(['word', 'page', 'leaflet', 'paragraph', 'article', 'line', 'character', 'license', 'overnight_stay'] as const),
];
