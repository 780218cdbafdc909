import type { Address } from '../customers/address.ts';
import type { CountryCode } from '../customers/country.ts';

/**
 * The territory of an address in French VAT law: France with Monaco (CGI art. 256-0, 2°), overseas
 * departments with their own rates (art. 296: 8.5 %), those without VAT (art. 294, 1), other EU
 * member states (art. 256-0, 1°), and the rest of the world.
 */
export type VatTerritory = 'france' | 'own_rates' | 'untaxed_overseas' | 'union' | 'outside';

/**
 * How the platforms treat a business there: reached by e-invoices; reached if it has a SIREN; or
 * never, so that its invoices are reported as international (CGI art. 289 bis and 290).
 */
type Reach = 'invoiced' | 'invoiced_with_siren' | 'reported';

type Row = {
  readonly countries: readonly CountryCode[];
  /** The first digits of its postal codes, if it is entered as France. */
  readonly postalCodes?: readonly string[];
  readonly vat: VatTerritory;
  readonly reach: Reach;
  /** Businesses there have a SIREN (Sirene register of INSEE). */
  readonly hasSiren: boolean;
  readonly source: string;
};

/**
 * The territories, one row each, for VAT and for the e-invoicing reform. A country without a row
 * is outside the Union.
 */
const rows: readonly Row[] = [
  {
    countries: ['FR'],
    ...{ vat: 'france', reach: 'invoiced', hasSiren: true },
    source: 'CGI art. 256-0, 289 bis',
  },
  {
    countries: ['MC'],
    postalCodes: ['980'],
    ...{ vat: 'france', reach: 'invoiced_with_siren', hasSiren: false },
    source: 'CGI art. 256-0, 2°; DGFiP FAQ on e-invoicing, 2024: only with a French SIREN',
  },
  {
    countries: ['GP', 'MQ', 'RE'],
    postalCodes: ['971', '972', '974'],
    ...{ vat: 'own_rates', reach: 'invoiced', hasSiren: true },
    source: 'CGI art. 296; DGFiP FAQ on overseas territories, 2026-01-26',
  },
  {
    countries: ['GF', 'YT'],
    postalCodes: ['973', '976'],
    ...{ vat: 'untaxed_overseas', reach: 'reported', hasSiren: true },
    source: 'CGI art. 294, 1; DGFiP FAQ on overseas territories, 2026-01-26',
  },
  {
    // Saint-Barthélemy and Saint-Martin kept postal codes of Guadeloupe.
    countries: ['BL', 'MF', 'PM'],
    postalCodes: ['97133', '97150', '975', '977', '978'],
    ...{ vat: 'outside', reach: 'reported', hasSiren: true },
    source: 'CGI art. 256-0; DGFiP FAQ on overseas territories, 2026-01-26',
  },
  {
    countries: ['NC', 'PF', 'WF', 'TF'],
    postalCodes: ['984', '986', '987', '988'],
    ...{ vat: 'outside', reach: 'reported', hasSiren: false },
    source: 'CGI art. 256-0; DGFiP FAQ on overseas territories, 2026-01-26',
  },
  {
    countries: [
      ...(['AT', 'BE', 'BG', 'CY', 'CZ', 'DE', 'DK', 'EE', 'ES', 'FI', 'GR', 'HR', 'HU'] as const),
      ...(['IE', 'IT', 'LT', 'LU', 'LV', 'MT', 'NL', 'PL', 'PT', 'RO', 'SE', 'SI', 'SK'] as const),
    ],
    ...{ vat: 'union', reach: 'invoiced_with_siren', hasSiren: false },
    source: 'CGI art. 256-0, 1° and 290, I',
  },
];

const elsewhere = { vat: 'outside', reach: 'invoiced_with_siren', hasSiren: false } as const;

type Place = Pick<Address, 'country' | 'zipCode'>;

/**
 * The VAT territory of an address; without one, France. Overseas territories may be entered as
 * France with their postal code.
 */
export const territoryOf = (address: Place | undefined): VatTerritory => rowOf(address).vat;

/** Whether businesses at an address have a SIREN; without an address, they do. */
export const isInSirene = (address: Place | undefined): boolean => rowOf(address).hasSiren;

/** Whether a business at an address gets its invoices through the platforms. */
export function isReachedByPlatforms(
  address: Place | undefined,
  { hasSiren }: { readonly hasSiren: boolean },
): boolean {
  const { reach } = rowOf(address);
  return reach === 'invoiced' || (reach === 'invoiced_with_siren' && hasSiren);
}

function rowOf(address: Place | undefined): Pick<Row, 'vat' | 'reach' | 'hasSiren'> {
  if (!address) return rowOf({ country: 'FR', zipCode: '' });
  const { country, zipCode } = address;
  const overseas = country === 'FR' ? byPostalCode(zipCode.replaceAll(' ', '')) : undefined;
  return overseas ?? byCountry.get(country) ?? elsewhere;
}

const byCountry: ReadonlyMap<CountryCode, Row> = new Map(
  rows.flatMap((row) => row.countries.map((country) => [country, row] as const)),
);

/** The longest prefix counts: 97133 is Saint-Barthélemy, 971 Guadeloupe. */
const byPostalCode = (zipCode: string): Row | undefined =>
  postalPrefixes.find(([prefix]) => zipCode.startsWith(prefix))?.[1];

const postalPrefixes: readonly (readonly [string, Row])[] = rows
  .flatMap((row) => (row.postalCodes ?? []).map((prefix) => [prefix, row] as const))
  .toSorted(([a], [b]) => b.length - a.length);
