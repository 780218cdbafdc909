import type { Address } from '../customers/address.ts';
import type { CountryCode } from '../customers/country.ts';

/**
 * The territory of an address in French VAT law: France with Monaco (CGI art. 256-0, 2°), overseas
 * departments with their own rates (art. 296: 8.5 %), those without VAT (art. 294, 1), other EU
 * member states (art. 256-0, 1°), and the rest of the world.
 */
export type VatTerritory = 'france' | 'own_rates' | 'untaxed_overseas' | 'union' | 'outside';

/**
 * The VAT territory of an address; without one, France. Overseas departments may be entered as
 * France with their postal code.
 */
export function territoryOf(address: Pick<Address, 'country' | 'zipCode'> | undefined): VatTerritory {
  if (!address) return 'france';
  const { country, zipCode } = address;
  const department = country === 'FR' ? departments.get(zipCode.slice(0, 3)) : undefined;
  return department ?? territories.get(country) ?? 'outside';
}

/**
 * France and its overseas departments, also if entered as countries: businesses there have a SIREN.
 */
export const isFrench = (country: CountryCode): boolean => FRENCH.has(country);
const FRENCH: ReadonlySet<CountryCode> = new Set<CountryCode>(['FR', 'GP', 'MQ', 'GF', 'RE', 'YT']);

/** Guadeloupe, Martinique, Guyane, La Réunion and Mayotte. */
const departments: ReadonlyMap<string, VatTerritory> = new Map([
  ...of('own_rates', ['971', '972', '974']),
  ...of('untaxed_overseas', ['973', '976']),
]);

const territories: ReadonlyMap<CountryCode, VatTerritory> = new Map([
  ...of<CountryCode>('france', ['FR', 'MC']),
  ...of<CountryCode>('own_rates', ['GP', 'MQ', 'RE']),
  ...of<CountryCode>('untaxed_overseas', ['GF', 'YT']),
  ...of<CountryCode>('union', ['AT', 'BE', 'BG', 'CY', 'CZ', 'DE', 'DK', 'EE', 'ES', 'FI', 'GR', 'HR', 'HU']),
  ...of<CountryCode>('union', ['IE', 'IT', 'LT', 'LU', 'LV', 'MT', 'NL', 'PL', 'PT', 'RO', 'SE', 'SI', 'SK']),
]);

function of<Name extends string>(territory: VatTerritory, names: readonly Name[]): [Name, VatTerritory][] {
  return names.map((name) => [name, territory]);
}
