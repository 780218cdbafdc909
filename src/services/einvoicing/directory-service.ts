import * as z from 'zod';
import { COMPANIES_MAX, type CompanyFound } from '../../domain/einvoicing/company-found.ts';
import type { DirectoryDemands, DirectoryLine } from '../../domain/einvoicing/directory.ts';
import type { PlatformAddresses } from '../../domain/einvoicing/platform-connection.ts';
import type { Answered, CallPlatform, PlatformAnswer } from './call-platform.ts';
import { askWithToken, jsonBody, parsedBody, readAnswer } from './flow-service.ts';
import type { PlatformKeys } from './platform-token.ts';

/** Lines of a business that are read. */
const DIRECTORY_LINES_MAX = 100;

/** Results, and whether the platform has more. */
export type Found<T> = { readonly found: readonly T[]; readonly hasMore: boolean };
export type CompanyQuery = { readonly siren: string } | { readonly siret: string } | { readonly name: string };

/**
 * The Directory Service of a platform (XP Z12-013, annex B, version 1.3.0) with the credentials of
 * one account. No method throws.
 */
export type DirectoryService = {
  /** The lines of a business or an establishment. */
  lines(of: { readonly siren: string } | { readonly siret: string }): Promise<Answered<Found<DirectoryLine>>>;
  /** Companies by number, or by a part of the name of their main establishment. */
  companies(query: CompanyQuery): Promise<Answered<Found<CompanyFound>>>;
};

/** `directoryUrl` is the address of the Directory Service of the connection. */
export function directoryService(
  addresses: PlatformAddresses,
  directoryUrl: string,
  keys: PlatformKeys,
  call: CallPlatform,
): DirectoryService {
  const search = async <T>(resource: string, body: object, reader: (result: unknown) => T | undefined) => {
    const url = `${directoryUrl}/v1/${resource}/search`;
    const answer = await askWithToken(addresses, keys, call, { method: 'POST', url, ...jsonBody(body) });
    // Some platforms answer 204 if they find nothing, and 206 if they have more than asked for.
    return readAnswer(answer, [200, 204, 206], (each) => foundIn(each, reader));
  };
  return {
    lines: (of) =>
      search(
        'directory-line',
        { filters: strict(of), include: ['siren', 'siret', 'routingCode'], limit: DIRECTORY_LINES_MAX },
        lineFrom,
      ),
    companies: (query) =>
      search(
        'siret',
        {
          filters: {
            ...('name' in query ? { name: { op: 'contains', value: query.name } } : strict(query)),
            ...(!('siret' in query) && { facilityType: { op: 'strict', value: 'P' } }),
          },
          ...{ include: ['siren'], limit: COMPANIES_MAX },
        },
        companyFrom,
      ),
  };
}

const strict = (numbers: object) =>
  Object.fromEntries(Object.entries(numbers).map(([name, value]) => [name, { op: 'strict', value }]));

const pageJson = z.object({
  totalNumberOfResults: z.number().optional(),
  results: z.array(z.unknown()).max(DIRECTORY_LINES_MAX * 10),
});

function foundIn<T>(answer: PlatformAnswer, reader: (result: unknown) => T | undefined): Found<T> | undefined {
  if (answer.status === 204) return { found: [], hasMore: false };
  const page = parsedBody(answer, pageJson);
  if (!page) return undefined;
  const found = page.results.flatMap((result) => reader(result) ?? []);
  const hasMore = answer.status === 206 || (page.totalNumberOfResults ?? 0) > page.results.length;
  return { found, hasMore };
}

const text = z.string().max(500).optional().nullable();
/** Platforms write these as JSON booleans or as texts. */
const flag = z
  .unknown()
  .optional()
  .transform((value) => value === true || value === 'true');
const b2gJson = z.object({
  managesLegalCommitmentCode: flag,
  managesLegalCommitmentOrServiceCode: flag,
  serviceCodeStatus: flag,
  // Names of version 1.2.
  managesLegalCommitment: flag,
  managesLegalCommitmentOrService: flag,
});
const unitJson = z.object({ businessName: text, entityType: text, administrativeStatus: text });
const lineJson = z.object({
  addressingIdentifier: z.string().min(1).max(125),
  platformType: z.enum(['WK', 'DFH']).catch('WK'),
  directoryLineStatus: text,
  siren: z.string().regex(/^\d{9}$/),
  ...{ siret: text, routingIdentifier: text, addressingSuffix: text },
  routingCode: z.object({ routingCodeName: text, managesLegalCommitment: flag }).optional().nullable(),
  legalUnit: unitJson.optional().nullable(),
  facility: z.object({ name: text, b2gAdditionalData: b2gJson.optional().nullable() }).optional().nullable(),
});

function lineFrom(result: unknown): DirectoryLine | undefined {
  const line = lineJson.safeParse(result).data;
  if (!line) return undefined;
  const { siret, routingIdentifier, addressingSuffix, routingCode, legalUnit, facility } = line;
  const b2g = facility?.b2gAdditionalData;
  return {
    ...{ electronicAddress: line.addressingIdentifier, siren: line.siren, platform: line.platformType },
    ...(siret && { siret }),
    ...(routingIdentifier && { routingCode: routingIdentifier }),
    ...(routingCode?.routingCodeName && { routingCodeName: routingCode.routingCodeName }),
    ...(addressingSuffix && { addressingSuffix }),
    ...(legalUnit?.businessName && { companyName: legalUnit.businessName }),
    ...(facility?.name && { establishmentName: facility.name }),
    isPublic: legalUnit?.entityType === 'Public' || Boolean(b2g),
    // Absent on platforms that only list enabled lines.
    isEnabled: (line.directoryLineStatus ?? 'Enabled') === 'Enabled',
    ...(b2g && { demands: demandsOf(b2g, routingCode?.managesLegalCommitment ?? false) }),
  };
}

/** A service may require a commitment where its establishment does not. */
const demandsOf = (b2g: z.output<typeof b2gJson>, ofService: boolean): DirectoryDemands => ({
  serviceCode: b2g.serviceCodeStatus,
  commitment: b2g.managesLegalCommitmentCode || b2g.managesLegalCommitment || ofService,
  serviceCodeOrCommitment: b2g.managesLegalCommitmentOrServiceCode || b2g.managesLegalCommitmentOrService,
});

const facilityJson = z.object({
  siret: z.string().regex(/^\d{14}$/),
  ...{ name: text, administrativeStatus: text },
  address: z.object({ addressLine1: text, addressLine2: text, postalCode: text, locality: text }).optional().nullable(),
  legalUnit: unitJson.optional().nullable(),
});

function companyFrom(result: unknown): CompanyFound | undefined {
  const facility = facilityJson.safeParse(result).data;
  const name = facility?.legalUnit?.businessName ?? facility?.name;
  if (!facility || !name) return undefined;
  const { siret, address, administrativeStatus, legalUnit } = facility;
  const lines = [address?.addressLine1, address?.addressLine2].filter(Boolean).join(', ');
  return {
    ...{ name, siren: siret.slice(0, 9), siret },
    ...(facility.name && facility.name !== name && { commercialName: facility.name }),
    ...(address && {
      address: { line1: lines, zipCode: address.postalCode ?? '', city: address.locality ?? '' },
    }),
    isActive: administrativeStatus !== 'C' && legalUnit?.administrativeStatus !== 'C',
  };
}
