import type { Refused } from '../refusal.ts';

/** Characters of an address in the directory of the approved platforms (XP Z12-013, annex B). */
export const ELECTRONIC_ADDRESS_MAX = 125;

/** The scheme of these addresses in the list of electronic addresses (EAS). */
export const DIRECTORY_SCHEME = '0225';

/**
 * Whether a text has one of the forms of an address in the directory: a SIREN, and after it
 * nothing, a SIRET, a SIRET and a routing code, or a suffix, joined by `_`. A SIRET begins with the
 * SIREN.
 */
export function isElectronicAddress(text: string): boolean {
  if (text.length > ELECTRONIC_ADDRESS_MAX || !FORM.test(text)) return false;
  const [siren, second] = text.split('_') as [string, string | undefined];
  return second === undefined || !/^\d{14}$/.test(second) || second.startsWith(siren);
}

const FORM = /^\d{9}(_[A-Za-z0-9._-]+)?$/;

/** An address belongs to the business whose SIREN it begins with (BR-FR-21). */
export function electronicAddressProblem(
  address: string | undefined,
  siren: string | undefined,
): Refused<'electronic_address_of_another_siren'> | undefined {
  if (address === undefined || address.split('_')[0] === siren) return undefined;
  return { refused: 'electronic_address_of_another_siren', ...(siren !== undefined && { siren }) };
}
