import * as z from 'zod';
import {
  DIRECTORY_SCHEME,
  ELECTRONIC_ADDRESS_MAX,
  isElectronicAddress,
} from '../../domain/einvoicing/electronic-address.ts';
import { customFault } from '../validation/custom-check.ts';

/** Written with its scheme, as some platforms show it: `0225:123456782`. */
const WITH_SCHEME = new RegExp(`^${DIRECTORY_SCHEME}:`);
const withoutScheme = (value: string): string => value.trim().replace(WITH_SCHEME, '');

/** An address in the directory of the approved platforms, in a request. */
export const electronicAddress = z
  .string()
  .max(ELECTRONIC_ADDRESS_MAX + DIRECTORY_SCHEME.length + 1)
  .refine(
    (value) => isElectronicAddress(withoutScheme(value)),
    customFault({
      code: 'electronic_address_invalid',
      fr: 'Écrivez le SIREN, puis si besoin _SIRET, _SIRET_CODE ou _suffixe : lettres sans accent, chiffres et - _ . (125 caractères au plus)',
      en: 'Write the SIREN, followed if needed by _SIRET, _SIRET_CODE or _suffix: unaccented letters, digits and - _ . (at most 125 characters)',
    }),
  )
  .transform(withoutScheme)
  .meta({
    description: 'The address in the directory of the approved platforms (scheme 0225); by default the SIREN.',
    example: '732829320_73282932000074_FACTURES',
  });
