import { createRequire } from 'node:module';
import * as z from 'zod';
import { customFault } from '../validation/custom-check.ts';

const LONGEST_AS_WRITTEN = 40;
/** A VAT number of a country without known rules: letters and digits after the country code. */
const OTHER_VAT_NUMBER = /^[A-Z]{2}[A-Z0-9+*]{2,18}$/;

/** The legal numbers of a French company, with or without spaces; returned without. */
export const siren = z
  .string()
  .max(LONGEST_AS_WRITTEN)
  .refine(
    (value) => french('siren').validate(value).isValid,
    customFault({
      code: 'siren_invalid',
      fr: 'Ce numéro SIREN n’est pas valide',
      en: 'This SIREN number is not valid',
    }),
  )
  .transform(withoutSpaces)
  .meta({ description: 'SIREN: 9 digits, spaces allowed.', example: '732829320' });

export const siret = z
  .string()
  .max(LONGEST_AS_WRITTEN)
  .refine(
    (value) => french('siret').validate(value).isValid,
    customFault({
      code: 'siret_invalid',
      fr: 'Ce numéro SIRET n’est pas valide',
      en: 'This SIRET number is not valid',
    }),
  )
  .transform(withoutSpaces)
  .meta({ description: 'SIRET: 14 digits, spaces allowed.', example: '73282932000074' });

/**
 * A VAT number with its country code: EU numbers are checked by their country's rule, others by
 * form.
 */
export const vatNumber = z
  .string()
  .max(LONGEST_AS_WRITTEN)
  .refine(
    isVatNumber,
    customFault({
      code: 'vat_number_invalid',
      fr: 'Ce numéro de TVA n’est pas valide (il commence par les deux lettres du pays)',
      en: 'This VAT number is not valid (it starts with the two letters of its country)',
    }),
  )
  .transform((value) => withoutSpaces(value).toUpperCase())
  .meta({ description: 'VAT number with its country’s two letters.', example: 'FR44732829320' });

// Loaded when the first number is checked: the rules of all countries take 20 MB and a quarter of a
// second. The rules for French numbers, by far the most common, are in separate files.
const require = createRequire(import.meta.url);
type Rule = { validate: (number: string) => { isValid: boolean } };
const french = (name: 'siren' | 'siret' | 'tva'): Rule => require(`stdnum/lib/cjs/fr/${name}.js`);
const vatRulesOf = (country: string): readonly Rule[] | undefined =>
  country === 'FR' ? [french('tva')] : (require('stdnum') as typeof import('stdnum')).euVat[country];

function withoutSpaces(value: string): string {
  return value.replace(/[\s./-]/g, '');
}

function isVatNumber(value: string): boolean {
  const number = withoutSpaces(value).toUpperCase();
  if (!OTHER_VAT_NUMBER.test(number)) return false;
  const country = number.slice(0, 2);
  const validators = vatRulesOf(country === 'EL' ? 'GR' : country === 'XI' ? 'GB' : country);
  if (!validators) return true;
  // Some national rules require the country code, others refuse it.
  return [number, number.slice(2)].some((form) => validators.some((rule) => rule.validate(form).isValid));
}
