/** Units of quantity, in the order of their API numbers. */
export const productUnits = [
  'gram',
  'hour',
  'day',
  'month',
  'kilogram',
  'kilometer',
  'liter',
  'batch',
  'meter',
  'square_meter',
  'cubic_meter',
  'linear_meter',
  'person',
  'unit',
  'ton',
  'word',
  'page',
  'leaflet',
  'paragraph',
  'article',
  'license',
  'week',
  'fixed_rate',
  'year',
  'character',
  'line',
  'minute',
  'overnight_stay',
] as const;
export type ProductUnit = (typeof productUnits)[number];

/** The units of planned durations. */
export const durationUnits = ['hour', 'day', 'week', 'month'] as const satisfies readonly ProductUnit[];
export type DurationUnit = (typeof durationUnits)[number];
