import type { ProductUnit } from './product-unit.ts';

/**
 * The unit code in an electronic invoice (UN/ECE recommendation 20, BT-130 of EN 16931). A unit
 * without a code is sent as C62, "one", and its name is added to the designation.
 */
const unitCodes: Record<ProductUnit, string> = {
  gram: 'GRM',
  hour: 'HUR',
  day: 'DAY',
  month: 'MON',
  kilogram: 'KGM',
  kilometer: 'KMT',
  liter: 'LTR',
  batch: 'LO',
  meter: 'MTR',
  square_meter: 'MTK',
  cubic_meter: 'MTQ',
  linear_meter: 'LM',
  person: 'IE',
  unit: 'C62',
  ton: 'TNE',
  word: 'D68',
  page: 'ZP',
  leaflet: 'LEF',
  paragraph: 'C62',
  article: 'C62',
  license: 'C62',
  week: 'WEE',
  fixed_rate: 'LS',
  year: 'ANN',
  character: 'C62',
  line: 'C62',
  minute: 'MIN',
  overnight_stay: 'C62',
};

/** The unit code of a line; without a unit C62, "one". */
export const unitCodeOf = (unit: ProductUnit | undefined): string => (unit === undefined ? 'C62' : unitCodes[unit]);
