import { type Cents, cents } from '../../../domain/money/cents.ts';
import type { AgencyParties, AgencyRequest } from '../../../domain/payments/agency/agency-request.ts';
import type { AgencyRead } from '../../../domain/payments/agency/apply-agency-status.ts';
import type { AgencyRegistration } from '../../../domain/payments/agency/registration.ts';
import { type CivilDay, isCivilDay } from '../../../domain/time/civil-day.ts';

/** A day in the Urssaf's notation. */
const midnight = (day: CivilDay): string => `${day}T00:00:00Z`;
const euros = (cents: number): number => Math.round(cents) / 100;

/** The body to register a customer (InputParticulierDTO). */
export function registrationBody(registration: AgencyRegistration): Record<string, unknown> {
  const { civility, birthName, usageName, firstNames, bornOn, birthPlace, address, bank } = registration;
  const { department, town } = birthPlace;
  return {
    civilite: civility === 'mr' ? '1' : '2',
    nomNaissance: birthName,
    ...(usageName && { nomUsage: usageName }),
    prenoms: firstNames,
    dateNaissance: midnight(bornOn),
    lieuNaissance: {
      codePaysNaissance: birthPlace.country,
      ...(department && { departementNaissance: department }),
      ...(town && { communeNaissance: { codeCommune: town.code, libelleCommune: town.name } }),
    },
    numeroTelephonePortable: registration.mobilePhone,
    adresseMail: registration.email,
    adressePostale: {
      ...(address.number && { numeroVoie: address.number }),
      ...(address.letter && { lettreVoie: address.letter }),
      ...(address.streetType && { codeTypeVoie: address.streetType }),
      ...(address.street && { libelleVoie: address.street }),
      ...(address.complement && { complement: address.complement }),
      ...(address.locality && { lieuDit: address.locality }),
      ...{ libelleCommune: address.town, codeCommune: address.townCode },
      ...{ codePostal: address.postalCode, codePays: address.country },
    },
    coordonneeBancaire: { bic: bank.bic, iban: bank.iban, titulaire: bank.holder },
  };
}

/** The body to request payment of an invoice (InputDemandePaiement). */
export function requestBody(
  request: AgencyRequest,
  { customerId, bornOn, billingId }: AgencyParties,
): Record<string, unknown> {
  const { number, issuedOn, firstOn, lastOn, advance, total, net, lines } = request;
  return {
    ...{ idTiersFacturation: billingId, idClient: customerId, dateNaissanceClient: midnight(bornOn) },
    ...{ numFactureTiers: number, dateFacture: midnight(issuedOn) },
    ...{ dateDebutEmploi: midnight(firstOn), dateFinEmploi: midnight(lastOn) },
    ...(advance && {
      mntAcompte: euros(advance.amount),
      ...(advance.paidOn !== undefined && { dateVersementAcompte: midnight(advance.paidOn) }),
    }),
    ...{ mntFactureTTC: euros(total), mntFactureHT: euros(net) },
    inputPrestations: lines.map((line) => ({
      codeNature: line.nature,
      quantite: line.quantity / 10_000,
      unite: line.unit,
      mntUnitaireTTC: line.unitPrice / 1_000,
      mntPrestationTTC: euros(line.total),
      mntPrestationHT: euros(line.net),
      mntPrestationTVA: euros(line.vat),
      ...(line.complement1 !== undefined && { complement1: line.complement1 }),
      ...(line.complement2 !== undefined && { complement2: line.complement2 }),
    })),
  };
}

/** A request as stored by the Urssaf. */
export type FoundRequest = AgencyRead & {
  readonly number?: string;
  readonly customerId?: string;
  readonly total?: Cents;
};

/** The code of a customer's state, or of the simpler state if only that is returned. */
export function readCustomer(json: any): Answered<string> | undefined {
  const one = Array.isArray(json) ? json[0] : json;
  const code = one?.statut?.code ?? one?.statut?.etat;
  return typeof code === 'string' && code !== '' ? { ok: code } : undefined;
}

/** The result of the one request sent. A refusal also has status 200, with errors in the body. */
export function readSent(json: any, number: string): Answered<AgencyRead> | undefined {
  if (!Array.isArray(json)) return undefined;
  const one = json.find((each) => each?.numFactureTiers === number) ?? (json.length === 1 ? json[0] : undefined);
  const [error] = Array.isArray(one?.errors) ? one.errors : [];
  if (typeof error?.code === 'string')
    return { refused: { code: error.code, said: String(error.message ?? error.description ?? error.code) } };
  const id = one?.idDemandePaiement;
  if (typeof id !== 'string' || id === '') return undefined;
  return { ok: { id, code: typeof one.statut === 'string' && one.statut !== '' ? one.statut : '10' } };
}

/** The requests found; none is also a valid answer. */
export function readFound(json: any): Answered<readonly FoundRequest[]> | undefined {
  const found = json?.infoDemandePaiements;
  const isNone = Array.isArray(json?.errors) && json.errors.some((error: any) => error?.code === 'ERR_RECHERCHE_VIDE');
  if (!Array.isArray(found) || found.length === 0) return isNone || Array.isArray(found) ? { ok: [] } : undefined;
  return { ok: found.map(readOne).filter((each) => each !== undefined) };
}

function readOne(json: any): FoundRequest | undefined {
  const { idDemandePaiement: id, statut, infoRejet, infoVirement, demandePaiement } = json ?? {};
  const code = statut?.code === undefined ? '' : String(statut.code);
  if (typeof id !== 'string' || id === '' || code === '') return undefined;
  const on = dayIn(infoVirement?.dateVirement);
  const { numFactureTiers: number, idClient: customerId, mntFactureTTC } = demandePaiement ?? {};
  const total = centsIn(mntFactureTTC);
  const comment = infoRejet?.commentaire;
  return {
    ...{ id, code },
    ...(typeof infoRejet?.code === 'string' && {
      rejection: { code: infoRejet.code, ...(typeof comment === 'string' && comment !== '' && { comment }) },
    }),
    ...(on !== undefined && { transfer: { on, amount: centsIn(infoVirement?.mntVirement) } }),
    ...(typeof number === 'string' && { number }),
    ...(typeof customerId === 'string' && { customerId }),
    ...(total !== undefined && { total }),
  };
}

/** Euros in the Urssaf's notation, as cents; undefined if invalid. */
const centsIn = (euros: unknown): Cents | undefined => {
  const amount = euros === null || euros === '' ? Number.NaN : Number(euros);
  return Number.isFinite(amount) && Math.abs(amount) < EUROS_MAX ? cents(Math.round(amount * 100)) : undefined;
};
const EUROS_MAX = 1_000_000_000;

/** The day of a timestamp at midnight UTC. */
const dayIn = (moment: unknown): string | undefined => {
  const day = typeof moment === 'string' ? moment.slice(0, 10) : '';
  return isCivilDay(day) ? day : undefined;
};

/** Why the Urssaf refuses: its first code and message. */
export type AgencyFault = { readonly code: string; readonly said: string };

/** The result of a request: an answer, a refusal, rejected credentials, or unknown. */
export type Answered<T> =
  | { readonly ok: T }
  | { readonly refused: AgencyFault }
  | { readonly keysRefused: true }
  /** No valid response: the request may have been executed anyway. */
  | { readonly away: string };
