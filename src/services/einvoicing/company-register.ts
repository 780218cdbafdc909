import * as z from 'zod';
import { COMPANIES_MAX, type CompanyFound } from '../../domain/einvoicing/company-found.ts';
import type { Answered, CallPlatform } from './call-platform.ts';
import type { Found } from './directory-service.ts';
import { parsedBody } from './flow-service.ts';

/**
 * The open company search of the State (API Recherche d’entreprises, DINUM): no key, 7 requests a
 * second for an address, at most 25 results a page.
 */
const COMPANY_REGISTER = 'https://recherche-entreprises.api.gouv.fr/search';

const text = z.string().max(500).optional().nullable();
const placeJson = z.object({
  ...{ siret: text, etat_administratif: text, nom_commercial: text, complement_adresse: text },
  ...{ numero_voie: text, indice_repetition: text, type_voie: text, libelle_voie: text },
  ...{ code_postal: text, libelle_commune: text },
});
const companyJson = z.object({
  siren: z.string().regex(/^\d{9}$/),
  ...{ nom_complet: text, nom_raison_sociale: text, activite_principale: text, etat_administratif: text },
  siege: placeJson.optional().nullable(),
  matching_etablissements: z.array(placeJson).max(200).optional().nullable(),
});
const pageJson = z.object({
  results: z.array(z.unknown()).max(200),
  total_results: z.number().optional(),
});

/** Searches by name, SIREN or SIRET. Never throws. */
export async function searchCompanyRegister(query: string, call: CallPlatform): Promise<Answered<Found<CompanyFound>>> {
  const url = `${COMPANY_REGISTER}?q=${encodeURIComponent(query)}&page=1&per_page=${COMPANIES_MAX}`;
  const answer = await call({ method: 'GET', url, headers: { accept: 'application/json' } }).catch((error: Error) => ({
    away: error.message,
  }));
  if ('away' in answer) return answer;
  const seconds = Number(answer.headers['retry-after']);
  if (answer.status === 429)
    return { away: '429', retryAfterSeconds: seconds > 0 ? Math.min(seconds, PAUSE_MAX) : PAUSE_SECONDS };
  // It answers 400 to a search it does not understand, such as one letter.
  if (answer.status === 400) return { ok: { found: [], hasMore: false } };
  const page = answer.status === 200 ? parsedBody(answer, pageJson) : undefined;
  if (!page) return { away: `${answer.status}` };
  const found = page.results.flatMap((result) => companyFrom(result, query) ?? []).slice(0, COMPANIES_MAX);
  return { ok: { found, hasMore: (page.total_results ?? 0) > found.length } };
}

/** Seconds to wait after too many requests, if the answer does not say it. */
const PAUSE_SECONDS = 2;
const PAUSE_MAX = 3_600;

function companyFrom(result: unknown, query: string): CompanyFound | undefined {
  const company = companyJson.safeParse(result).data;
  const name = shown(company?.nom_raison_sociale) ?? shown(company?.nom_complet);
  if (!company || name === undefined) return undefined;
  const { siren, siege, matching_etablissements: establishments, activite_principale: nafCode } = company;
  // A search by SIRET means this establishment, which may be another than the main one.
  const asked = establishments?.find(({ siret }) => siret === query.replaceAll(/\D/g, ''));
  const place = asked ?? siege ?? undefined;
  const commercialName = shown(place?.nom_commercial);
  const address = place && addressOf(place);
  return {
    ...{ name, siren },
    ...(place?.siret && /^\d{14}$/.test(place.siret) && { siret: place.siret }),
    ...(commercialName !== undefined && commercialName !== name && { commercialName }),
    ...(nafCode && { nafCode }),
    ...(address && { address }),
    isActive: company.etat_administratif !== 'C' && asked?.etat_administratif !== 'F',
  };
}

function addressOf(place: z.output<typeof placeJson>): CompanyFound['address'] {
  const { numero_voie: number, indice_repetition: repeated, type_voie: kind, libelle_voie: street } = place;
  const line = [number, repeated, kind, street].flatMap((part) => shown(part) ?? []).join(' ');
  const line1 = [shown(place.complement_adresse), line].filter(Boolean).join(', ');
  const [zipCode, city] = [shown(place.code_postal), shown(place.libelle_commune)];
  if (line1 === '' && zipCode === undefined && city === undefined) return undefined;
  return { line1, zipCode: zipCode ?? '', city: city ?? '' };
}

/** What people keep to themselves (C. com. art. A123-96) is in brackets in the register. */
const shown = (value: string | null | undefined): string | undefined =>
  !value || /^\[N/.test(value) ? undefined : value;
