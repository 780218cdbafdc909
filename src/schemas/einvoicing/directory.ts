import * as z from 'zod';
import { vatNumberOfSiren } from '../../domain/account/legal-identity.ts';
import { requiredReferences } from '../../domain/customers/required-references.ts';
import type { CompanyFound } from '../../domain/einvoicing/company-found.ts';
import {
  type DirectoryLine,
  isReachable,
  reachabilities,
  reachabilityOf,
  requiredReferencesOf,
} from '../../domain/einvoicing/directory.ts';
import { siren, siret } from '../account/legal-number.ts';
import { filledText, SHORT_MAX } from '../fields/text.ts';
import { customFault } from '../validation/custom-check.ts';

/** The fewest characters of a name that are searched. */
const COMPANY_QUERY_MIN = 3;

const digitsOf = (value: string): string => value.replaceAll(/[\s.-]/g, '');

/** A SIREN or a SIRET of a request. */
export const sirenOrSiret = z
  .string()
  .max(SHORT_MAX)
  .refine(
    (value) => (digitsOf(value).length === 9 ? siren : siret).safeParse(value).success,
    customFault({
      code: 'siren_or_siret_invalid',
      fr: 'Écrivez un SIREN (9 chiffres) ou un SIRET (14 chiffres) valide',
      en: 'Write a valid SIREN (9 digits) or SIRET (14 digits)',
    }),
  )
  .transform(digitsOf)
  .meta({ description: 'A SIREN or a SIRET, spaces allowed.', example: '732829320' });

/** The text to search for: a name, a SIREN or a SIRET. */
export const companyQuery = filledText(SHORT_MAX)
  .refine(
    (value) => value.trim().length >= COMPANY_QUERY_MIN,
    customFault({
      code: 'company_query_too_short',
      fr: `Écrivez au moins ${COMPANY_QUERY_MIN} caractères`,
      en: `Write at least ${COMPANY_QUERY_MIN} characters`,
    }),
  )
  .transform((value) => (/^[\d\s.-]+$/.test(value) ? digitsOf(value) : value.trim()))
  .meta({ description: 'A part of the name, a SIREN or a SIRET.', example: 'Boulangerie Martin' });

const DirectoryLineJson = z
  .object({
    electronicAddress: z
      .string()
      .meta({ description: 'The address of the line (scheme 0225), for `electronicAddress`.' }),
    siret: z.string().optional(),
    establishmentName: z.string().optional(),
    routingCode: z.string().optional(),
    routingCodeName: z.string().optional().meta({ description: 'The name of the department behind the routing code.' }),
    addressingSuffix: z.string().optional(),
    requiredReferences: z.enum(requiredReferences).optional().meta({
      description: 'What a public body requires on invoices to this address.',
    }),
  })
  .meta({ id: 'DirectoryLine' });

export const DirectoryAnswerJson = z
  .object({
    siren: z.string(),
    companyName: z.string().optional(),
    reachability: z.enum(reachabilities).meta({
      description:
        '`reachable`: electronic invoices arrive at the lines. `not_reachable`: the business is listed, but has no platform yet. `not_in_directory`: it is not listed. Sales to the last two are reported (e-reporting) without an electronic invoice.',
    }),
    isPublic: z.boolean().meta({ description: 'A public body, reached through Chorus Pro.' }),
    lines: z.array(DirectoryLineJson).meta({ description: 'The addresses that can be reached.' }),
    hasMore: z.boolean().meta({ description: 'The directory has more lines: search by SIRET.' }),
  })
  .meta({ id: 'DirectoryAnswer' });

/** The answer to a search by number. */
export function directoryToJson(
  number: string,
  { found, hasMore }: { readonly found: readonly DirectoryLine[]; readonly hasMore: boolean },
): z.input<typeof DirectoryAnswerJson> {
  const companyName = found.find((line) => line.companyName !== undefined)?.companyName;
  return {
    siren: number.slice(0, 9),
    ...(companyName !== undefined && { companyName }),
    reachability: reachabilityOf(found),
    isPublic: found.some(({ isPublic }) => isPublic),
    lines: found.filter(isReachable).map(lineToJson),
    hasMore,
  };
}

function lineToJson(line: DirectoryLine): z.input<typeof DirectoryLineJson> {
  const { electronicAddress, siret, establishmentName, routingCode, routingCodeName, addressingSuffix } = line;
  const required = requiredReferencesOf(line);
  return {
    electronicAddress,
    ...(siret !== undefined && { siret }),
    ...(establishmentName !== undefined && { establishmentName }),
    ...(routingCode !== undefined && { routingCode }),
    ...(routingCodeName !== undefined && { routingCodeName }),
    ...(addressingSuffix !== undefined && { addressingSuffix }),
    ...(required && { requiredReferences: required }),
  };
}

const CompanyFoundJson = z
  .object({
    name: z.string(),
    commercialName: z.string().optional(),
    siren: z.string(),
    siret: z.string().optional(),
    nafCode: z.string().optional(),
    vatNumber: z.string().meta({ description: 'Computed from the SIREN: not every business has one.' }),
    address: z
      .object({ address: z.string(), zipCode: z.string(), city: z.string(), country: z.literal('FR') })
      .meta({ id: 'CompanyFoundAddress' })
      .optional(),
    isActive: z.boolean().meta({ description: 'The business or the establishment has not closed.' }),
  })
  .meta({ id: 'CompanyFound' });

export const CompaniesFoundJson = z
  .object({
    source: z.enum(['directory', 'register']).meta({
      description: '`directory`: the connected platform; `register`: the company search of the State.',
    }),
    companies: z.array(CompanyFoundJson),
    hasMore: z.boolean(),
  })
  .meta({ id: 'CompaniesFound' });

export const companyToJson = ({ address, ...company }: CompanyFound): z.input<typeof CompanyFoundJson> => ({
  ...company,
  vatNumber: vatNumberOfSiren(company.siren) ?? '',
  ...(address && {
    address: { address: address.line1, zipCode: address.zipCode, city: address.city, country: 'FR' as const },
  }),
});
