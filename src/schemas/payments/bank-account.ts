import { electronicFormatIBAN, isValidBIC, isValidIBAN } from 'ibantools';
import * as z from 'zod';
import { NAME_MAX, text } from '../fields/text.ts';
import { customFault } from '../validation/custom-check.ts';

const LONGEST_AS_WRITTEN = 60;

export const iban = z
  .string()
  .max(LONGEST_AS_WRITTEN)
  .refine(
    (value) => isValidIBAN(electronicFormatIBAN(value) ?? ''),
    customFault({ code: 'iban_invalid', fr: 'Cet IBAN n’est pas valide', en: 'This IBAN is not valid' }),
  )
  .transform((value) => electronicFormatIBAN(value) ?? value)
  .meta({ description: 'IBAN, spaces allowed.', example: 'FR7630006000011234567890189' });

const BIC_INVALID = customFault({ code: 'bic_invalid', fr: 'Ce BIC n’est pas valide', en: 'This BIC is not valid' });

export const bic = z
  .string()
  .max(LONGEST_AS_WRITTEN)
  .transform((value) => value.replace(/\s/g, '').toUpperCase())
  .refine(isValidBIC, BIC_INVALID)
  .meta({ description: 'BIC of 8 or 11 characters.', example: 'AGRIFRPP' });

/**
 * SEPA transfers only need the IBAN (Regulation (EU) 260/2012, art. 5(7)). An empty text means no
 * BIC.
 */
const optionalBic = z
  .string()
  .max(LONGEST_AS_WRITTEN)
  .transform((value) => value.replace(/\s/g, '').toUpperCase())
  .refine((value) => value === '' || isValidBIC(value), BIC_INVALID)
  .default('')
  .meta({ description: 'BIC of 8 or 11 characters; may be left out.', example: 'AGRIFRPP' });

/** A validated bank account to print on documents. */
export const bankInformation = z
  .object({ bic: optionalBic, iban, holder: text(NAME_MAX) })
  .meta({ id: 'BankInformation' });

/** A bank account in an answer. */
export const BankInformationJson = z
  .object({
    bic: z.string().meta({ description: 'The BIC; empty if none was given.' }),
    iban: z.string(),
    holder: z.string(),
  })
  .meta({ id: 'BankInformation' });
