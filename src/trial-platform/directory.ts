import { empty, json, Refusal, type TrialAnswer } from './answer.ts';
import { linesOf, type TrialCompany, type TrialEstablishment, type TrialLine } from './companies.ts';
import { isOn } from './faults.ts';
import { DIRECTORY_PAGE_MAX } from './limits.ts';
import { type DirectoryResource, directoryFields, directoryIncludes, directorySearches, fitting } from './schemas.ts';
import type { Work } from './work.ts';

/** Facts of one entry that searches compare, by the name of the filter. */
type Entry = { readonly facts: Readonly<Record<string, string>>; readonly show: (asked: Asked) => object };
type Asked = { readonly fields?: readonly string[] | undefined; readonly include?: readonly string[] | undefined };

/** Searches one resource of the directory; an empty result is a 200 with no results. */
export function searchDirectory(work: Work, resource: DirectoryResource, body: unknown): TrialAnswer {
  const asked = fitting(directorySearches[resource], body);
  const filters = Object.entries(asked.filters ?? {}) as [string, { op?: string; value?: string } | undefined][];
  const found = entriesOf(work.companies(), resource).filter(({ facts }) =>
    filters.every(([name, filter]) => fits(facts[name], filter)),
  );
  const sorted = (asked.sorting ?? []).reduceRight(
    (all, { field = '', order }) => all.toSorted((a, b) => compared(a, b, field) * (order === 'descending' ? -1 : 1)),
    found,
  );
  const page = sorted.slice(asked.ignore, asked.ignore + Math.min(asked.limit, DIRECTORY_PAGE_MAX));
  const saysByStatus = isOn(work.settings().faults, 'directory_204_206');
  if (saysByStatus && page.length === 0) return empty(204);
  const search = body as object;
  const status = saysByStatus && found.length > page.length ? 206 : 200;
  return json(status, {
    search,
    totalNumberOfResults: found.length,
    results: page.map(({ show }) => show(asked as Asked)),
  });
}

/** Gets one entry by its key: SIREN, SIRET, SIRET and routing code, or electronic address. */
export function getEntry(
  work: Work,
  resource: DirectoryResource,
  { key, query }: { key: Readonly<Record<string, string>>; query: URLSearchParams },
): TrialAnswer {
  for (const [name, value] of Object.entries(key))
    if (!KEYS[name]?.test(value)) throw new Refusal(400, 'INVALID_FIELD', `${name}: ${value} has another form`);
  const asked = { fields: listed(query, 'fields'), include: listed(query, 'include') };
  refuseUnknown('fields', asked.fields, directoryFields[resource]);
  refuseUnknown('include', asked.include, directoryIncludes[resource]);
  const found = entriesOf(work.companies(), resource).find(({ facts }) =>
    Object.entries(key).every(([name, value]) => facts[name]?.toUpperCase() === value.toUpperCase()),
  );
  if (!found) throw new Refusal(404, 'MISSING_RESOURCE', 'The directory has no such entry.');
  return json(200, found.show(asked));
}

const KEYS: Readonly<Record<string, RegExp>> = {
  siren: /^\d{9}$/,
  siret: /^\d{14}$/,
  routingIdentifier: /^.{1,100}$/s,
  addressingIdentifier: /^.{1,125}$/s,
};

const listed = (query: URLSearchParams, name: string): string[] | undefined => {
  const values = query.getAll(name).flatMap((value) => value.split(','));
  return values.length > 0 ? values : undefined;
};

function refuseUnknown(name: string, asked: readonly string[] | undefined, known: readonly string[]): void {
  const unknown = asked?.find((value) => !known.includes(value));
  if (unknown !== undefined)
    throw new Refusal(400, 'INVALID_FIELD', `${name}: ${unknown} is not one of ${known.join(', ')}`);
}

/** Comparison without case and accents. */
const plain = (text: string): string => text.normalize('NFD').replaceAll(/\p{M}/gu, '').toUpperCase();

function fits(fact: string | undefined, filter: { op?: string; value?: string } | undefined): boolean {
  if (filter?.value === undefined || filter.value === '') return true;
  const [have, want] = [plain(fact ?? ''), plain(filter.value)];
  if (filter.op === 'contains') return have.includes(want);
  return filter.op === 'startWith' ? have.startsWith(want) : have === want;
}

const compared = (a: Entry, b: Entry, field: string): number =>
  (a.facts[field] ?? '').localeCompare(b.facts[field] ?? '', 'fr');

function entriesOf(companies: readonly TrialCompany[], resource: DirectoryResource): Entry[] {
  if (resource === 'siren') return companies.map(unitEntry);
  if (resource === 'siret')
    return companies.flatMap((company) => company.establishments.map((each) => facilityEntry(company, each)));
  const lines = companies.flatMap(linesOf);
  if (resource === 'directory-line') return lines.map(lineEntry);
  return lines.flatMap((line) => (line.establishment && line.routingCode ? [routingEntry(line)] : []));
}

const withFields = (value: Readonly<Record<string, unknown>>, { fields }: Asked): Record<string, unknown> =>
  fields ? Object.fromEntries(Object.entries(value).filter(([name]) => fields.includes(name))) : { ...value };

const unitOf = ({ siren, name, entityType }: TrialCompany) => ({
  siren,
  businessName: name,
  entityType,
  administrativeStatus: 'A',
  instructions: { isSalesProspectingForbidden: false },
});

const unitEntry = (company: TrialCompany): Entry => {
  const { instructions, ...facts } = unitOf(company);
  return { facts, show: (asked) => withFields({ ...facts, instructions }, asked) };
};

const addressOf = ({ address }: TrialEstablishment) => ({
  addressLine1: address.line1,
  postalCode: address.postalCode,
  locality: address.locality,
  countryCode: 'FR',
  countryName: 'France',
});

/** Names of the fields of public buyers in a request, and in the answer. */
const DEMANDS = [
  ['pmStatus', 'pm'],
  ['pmOnly', 'pmOnly'],
  ['managesPaymentStatus', 'managesPaymentStatus'],
  ['managesLegalCommitment', 'managesLegalCommitmentCode'],
  ['managesLegalCommitmentOrService', 'managesLegalCommitmentOrServiceCode'],
  ['serviceCodeStatus', 'serviceCodeStatus'],
] as const;

function facilityOf(company: TrialCompany, establishment: TrialEstablishment, { fields }: Asked = {}) {
  const { siret, name, isMain, demands } = establishment;
  const wanted = DEMANDS.filter(([field]) => !fields || fields.includes(field));
  const shown = demands && Object.fromEntries(wanted.map(([, member]) => [member, demands[member]]));
  return {
    siret,
    siren: company.siren,
    name,
    facilityType: isMain ? 'P' : 'S',
    administrativeStatus: 'A',
    address: addressOf(establishment),
    ...(shown && wanted.length > 0 && { b2gAdditionalData: shown }),
  };
}

/** Facts of an address that searches compare. */
const placeOf = ({ address }: TrialEstablishment) => ({
  addressLines: address.line1,
  postalCode: address.postalCode,
  locality: address.locality,
});

function facilityEntry(company: TrialCompany, establishment: TrialEstablishment): Entry {
  const { siret, siren, name, facilityType, administrativeStatus } = facilityOf(company, establishment);
  return {
    facts: { siret, siren, name, facilityType, administrativeStatus, ...placeOf(establishment) },
    show: (asked) => {
      const { b2gAdditionalData, ...facility } = facilityOf(company, establishment, asked);
      return {
        ...withFields({ ...facility, siretInstructions: { isSalesProspectingForbidden: false } }, asked),
        ...(b2gAdditionalData && { b2gAdditionalData }),
        ...(asked.include?.includes('siren') && { legalUnit: unitOf(company) }),
      };
    },
  };
}

/** Scheme of routing codes. */
const ROUTING_SCHEME = '0224';

function routingEntry({ company, establishment, routingCode }: TrialLine): Entry {
  const place = establishment as TrialEstablishment;
  const code = {
    routingIdentifier: routingCode?.id ?? '',
    siret: place.siret,
    routingIdentifierType: ROUTING_SCHEME,
    routingCodeName: routingCode?.name ?? '',
    administrativeStatus: 'A',
  };
  const managesLegalCommitmentCode = routingCode?.managesLegalCommitmentCode ?? false;
  return {
    facts: { ...code, ...placeOf(place) },
    show: (asked) => ({
      ...withFields({ ...code, managesLegalCommitmentCode, address: addressOf(place) }, asked),
      ...(asked.include?.includes('siren') && { legalUnit: unitOf(company) }),
      ...(asked.include?.includes('siret') && { facility: facilityOf(company, place) }),
    }),
  };
}

function lineEntry({ address, company, establishment, routingCode, suffix }: TrialLine): Entry {
  const line = {
    addressingIdentifier: address,
    siren: company.siren,
    ...(establishment && { siret: establishment.siret }),
    ...(routingCode && { routingIdentifier: routingCode.id }),
    ...(suffix !== undefined && { addressingSuffix: suffix }),
  };
  const code = routingCode && {
    routingIdentifier: routingCode.id,
    routingIdentifierType: ROUTING_SCHEME,
    routingCodeName: routingCode.name,
    managesLegalCommitment: routingCode.managesLegalCommitmentCode,
    administrativeStatus: 'A',
  };
  return {
    facts: line,
    show: (asked) => ({
      ...withFields(line, asked),
      platformType: company.entityType === 'Public' ? 'DFH' : 'WK',
      directoryLineStatus: 'Enabled',
      ...(asked.include?.includes('siren') && { legalUnit: unitOf(company) }),
      ...(asked.include?.includes('siret') && establishment && { facility: facilityOf(company, establishment) }),
      // Clients that ask for no relations still expect this one, as platforms in use send it.
      ...((asked.include?.includes('routingCode') ?? !asked.fields) && code && { routingCode: code }),
    }),
  };
}
