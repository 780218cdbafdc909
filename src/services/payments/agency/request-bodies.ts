import type { AgencyParties, AgencyRequest } from '../../../domain/payments/agency/agency-request.ts';
import type { AgencyRegistration } from '../../../domain/payments/agency/registration.ts';
import type { CivilDay } from '../../../domain/time/civil-day.ts';

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
