/**
 * The state of a payment request by Urssaf's codes (API Tiers de prestation, documentation 1.1.7,
 * § 4.3). 0 is Facturier's own code: not sent.
 */
export const agencyStatuses = [0, '10', '20', '30', '40', '50', '60', '70', '110', '111', '120', '112'] as const;
export type AgencyStatus = (typeof agencyStatuses)[number];

/** Why Urssaf refuses a payment request. */
export const requestErrors = [
  'ERR_PARTICULIER_INCONNU',
  'ERR_CMPT_BLOQUE',
  'ERR_FACTURE_DOUBLON',
  'ERR_NBRE_PREST_MAX',
  'ERR_DATE_FUTUR',
  'ERR_DATE_PAIEMENT_AVANT_EXP',
  'ERR_PERIODE_EMPLOI_MOIS_NON_UNIQUE',
  'ERR_DATE_FIN_AVANT_DATE_DEB',
  'ERR_MONTANT_ACOMPTE',
  'ERR_TOTAL_PRESTATIONS',
  'ERR_CODE_NATURE',
  'ERR_CODE_ACTIVITE',
  'ERR_CODE_ACTIVITE_NATURE',
  'ERR_MNT_PREST_HT_TVA',
  'ERR_MNT_PREST_TTC',
  'ERR_VALEUR_NEGATIVE',
  'ERR_PRESTATAIRE_EMETTEUR_INCONNU',
  'ERR_LIEN_PARTICULIER_PRESTATAIRE',
  'ERR_PRESTATAIRE_FACTURATION_INCONNU',
  'ERR_CRITERE_RECHERCHE_VIDE',
  'ERR_FORMAT_VALEUR',
  'ERR_NBRE_MAX_RESULTAT',
  'ERR_RECHERCHE_VIDE',
  'ERR_FORMAT_NUMINTERVENANT',
  'ERR_NUMINTERVENANT_MANQUANT',
  'ERR_NUMINTERVENANT_BLOQUE',
  'ERR_MANDAT_ECHU',
  'ERREUR_VALIDATION',
  'ERREUR_TECHNIQUE',
  'ERREUR_INCONNUE',
] as const;
export type RequestError = (typeof requestErrors)[number];

/** Why Urssaf refuses to register a customer. */
export const registrationErrors = [
  'ERR_DGFIP_R2P_INCONNU',
  'ERR_DATE_NAISSANCE_FUTUR',
  'ERR_LIEU_NAISSANCE_DEPT',
  'ERR_LIEU_NAISSANCE_COMN',
  'ERR_LIEU_NAISSANCE_PAYS',
  'ERR_DGFIP_IMPOTPART_INCONNU',
  'ERR_CONTACT',
  'ERR_CONTACT_ADRESSE_TYPE_VOIE',
  'ERR_CONTACT_ADRESSE_LETTRE_VOIE',
  'ERR_CONTACT_ADRESSE_TYPEVOIE',
  'ERR_CONTACT_ADRESSE_LIBELLEVOIE',
  'ERR_CONTACT_ADRESSE_INFORMATION_SUPPLEMENTAIRE',
  'ERR_CONTACT_ADRESSE_COMMUNE',
  'ERR_COORDONNEES_BANCAIRES',
  'ERR_ECV_PARTICULIERS_EXISTENT',
  'ERREUR_REFERENCE_PARTICULIER_EXISTANTE_TYPE',
  'ERR_LIEU_NAISSANCE_OBLIGATOIRE',
  'ERREUR_LIEU_NAISSANCE_INVALIDE',
  'ERR_RECHERCHE_PARTICULIER',
] as const;
export type RegistrationError = (typeof registrationErrors)[number];

export type AgencyError = RequestError | RegistrationError;
export type RequestStatus = AgencyStatus | AgencyError;

/** The API's code for an agency code; unknown ones are ERREUR_INCONNUE. */
export const statusOfCode = (code: string): Exclude<RequestStatus, 0> =>
  known.has(code) ? (code as Known) : 'ERREUR_INCONNUE';

type Known = Exclude<RequestStatus, 0>;
const known: ReadonlySet<unknown> = new Set([...agencyStatuses, ...requestErrors, ...registrationErrors]);

/**
 * Whether a request no longer changes on its own. A paid one can still be canceled, or reversed
 * after a failed debit.
 */
export const isFinal = (status: RequestStatus): boolean => !underWay.has(status);

const underWay: ReadonlySet<RequestStatus> = new Set([0, '10', '20', '30', '50', '60']);
