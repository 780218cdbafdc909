import type { Cents } from '../../money/cents.ts';
import { roundedRatio } from '../../money/rounding.ts';

/** What the scale distinguishes. A moped has at most 50 cm³; a larger scooter is a motorcycle. */
export const vehicleKinds = ['car', 'motorcycle', 'moped'] as const;
export type VehicleKind = (typeof vehicleKinds)[number];

/** What of a vehicle decides its amount. The power is fiscal horsepower (CV); a moped has none. */
export type ScaledVehicle = {
  readonly kind: VehicleKind;
  readonly power?: number | undefined;
  readonly isElectric: boolean;
};

/** A formula: thousandths of euros per kilometre, and whole euros added once for the year. */
type Formula = { readonly rate: number; readonly plus: number };

/** The formulas of vehicles up to a power, one for each band of distance. */
type PowerRow = { readonly powerMax: number; readonly bands: readonly [Formula, Formula, Formula] };

/** The last kilometre of the first and of the second band, and the rows by power. */
type KindScale = { readonly bandEnds: readonly [number, number]; readonly rows: readonly PowerRow[] };

/** A scale, for the distances of the years from `since` until a later one replaces it. */
export type MileageScale = {
  readonly since: number;
  /** The last year for which it is known not to have been rewritten. */
  readonly confirmedThrough: number;
  readonly source: string;
  readonly kinds: Readonly<Record<VehicleKind, KindScale>>;
};

const row = (powerMax: number, first: number, [second, plus]: readonly [number, number], third: number): PowerRow => ({
  powerMax,
  bands: [
    { rate: first, plus: 0 },
    { rate: second, plus },
    { rate: third, plus: 0 },
  ],
});
const ANY_POWER = Number.POSITIVE_INFINITY;

/**
 * The official scale (barème kilométrique, CGI annexe IV art. 6 B), the latest first. An arrêté
 * rewrites it in spring for the year before; without one the article stays as it is.
 */
const scales: readonly MileageScale[] = [
  {
    since: 2022,
    confirmedThrough: 2025,
    source: 'CGI ann. IV art. 6 B ; arrêté du 27 mars 2023 (JORFTEXT000047416556)',
    kinds: {
      car: {
        bandEnds: [5_000, 20_000],
        rows: [
          row(3, 529, [316, 1_065], 370),
          row(4, 606, [340, 1_330], 407),
          row(5, 636, [357, 1_395], 427),
          row(6, 665, [374, 1_457], 447),
          row(ANY_POWER, 697, [394, 1_515], 470),
        ],
      },
      motorcycle: {
        bandEnds: [3_000, 6_000],
        rows: [row(2, 395, [99, 891], 248), row(5, 468, [82, 1_158], 275), row(ANY_POWER, 606, [79, 1_583], 343)],
      },
      moped: { bandEnds: [3_000, 6_000], rows: [row(ANY_POWER, 315, [79, 711], 198)] },
    },
  },
];

/** The scale of the distances of a year; undefined before the first known one. */
export const mileageScaleOf = (year: number, known = scales): MileageScale | undefined =>
  known.find(({ since }) => since <= year);

/** The first year with a known scale. */
export const FIRST_SCALE_YEAR = Math.min(...scales.map(({ since }) => since));

/** Whether an arrêté may still rewrite the scale of a year. */
export const isProvisional = (scale: MileageScale, year: number): boolean => year > scale.confirmedThrough;

/** An electric vehicle has a fifth more (CGI annexe IV art. 6 B, II), in tenths. */
const ELECTRIC_TENTHS = 12;
const TENTHS = 10;
/** Thousandths of euros in a cent, for tenths of them. */
const DIVISOR = 100n;
const THOUSANDTHS = 1_000;

/**
 * The amount of a vehicle for its whole distance of a year, in cents, rounded half up. `kilometers`
 * is a whole number from 0. The formula of the band that the distance reaches applies to all of it.
 */
export function mileageAmount(scale: MileageScale, vehicle: ScaledVehicle, kilometers: number): Cents {
  const { bandEnds, rows } = scale.kinds[vehicle.kind];
  const { bands } = rows.find(({ powerMax }) => (vehicle.power ?? 0) <= powerMax) as PowerRow;
  const [first, second] = bandEnds;
  const { rate, plus } = bands[kilometers <= first ? 0 : kilometers <= second ? 1 : 2];
  const thousandths = rate * kilometers + (kilometers === 0 ? 0 : plus * THOUSANDTHS);
  return roundedRatio(BigInt(thousandths * (vehicle.isElectric ? ELECTRIC_TENTHS : TENTHS)), DIVISOR);
}
