import { isCivilDay } from '../../../../domain/time/civil-day.ts';

/**
 * Patterns and lengths of InputParticulierDTO, API Tiers de prestation 1.29.1
 * (api.gouv.fr/les-api/api-tiers-de-prestation).
 */
const NAME = /^[\p{L}]([\p{L}' -]*[\p{L}])?$/u;
const PHONE = /^(0|\+33)[67]\d{8}$/;
const MAIL = /^[-A-Za-z0-9_]+(\.[-A-Za-z0-9_]+)*@[A-Za-z0-9]+([-.][A-Za-z0-9]+)*\.[A-Za-z]+$/;
const IBAN = /^[A-Z]{2}\d{2}[A-Z0-9]{4}\d{7}[A-Z0-9]{0,16}$/i;
const BIC = /^[A-Z]{6}[A-Z0-9]{2}([A-Z0-9]{3})?$/i;
const FRANCE = '99100';

type CustomerBody = Record<string, any>;

/**
 * The error code for a customer; undefined if accepted. `today` is a day in the Urssaf's notation.
 */
export function faultOfCustomer(input: CustomerBody, today: string): string | undefined {
  const { civilite, nomNaissance, nomUsage, prenoms, dateNaissance, lieuNaissance = {} } = input;
  if (!['1', '2'].includes(civilite) || !isName(nomNaissance, 100) || !isName(prenoms, 256)) return 'ERREUR_VALIDATION';
  if (nomUsage !== undefined && !isName(nomUsage, 100)) return 'ERREUR_VALIDATION';
  if (!isDay(dateNaissance)) return 'ERREUR_VALIDATION';
  if (dateNaissance.slice(0, 10) > today) return 'ERR_DATE_NAISSANCE_FUTUR';
  if (!PHONE.test(input.numeroTelephonePortable ?? '') || !MAIL.test(input.adresseMail ?? '')) return 'ERR_CONTACT';
  return faultOfBirthPlace(lieuNaissance) ?? faultOfAddress(input.adressePostale ?? {}) ?? faultOfBank(input);
}

function faultOfBirthPlace({
  codePaysNaissance: country,
  departementNaissance: department,
  communeNaissance,
}: CustomerBody) {
  if (!/^\d{5}$/.test(country ?? '')) return 'ERR_LIEU_NAISSANCE_PAYS';
  if (country !== FRANCE) return undefined;
  if (department === undefined || communeNaissance === undefined) return 'ERR_LIEU_NAISSANCE_OBLIGATOIRE';
  if (!/^[09]\d[\dAB]$/i.test(department)) return 'ERR_LIEU_NAISSANCE_DEPT';
  const { codeCommune, libelleCommune } = communeNaissance;
  if (!/^\d{3}$/.test(codeCommune ?? '')) return 'ERR_LIEU_NAISSANCE_COMN';
  return isText(libelleCommune, 50) ? undefined : 'ERREUR_LIEU_NAISSANCE_INVALIDE';
}

function faultOfAddress(address: CustomerBody) {
  const {
    numeroVoie = '',
    lettreVoie = '',
    codeTypeVoie = '',
    libelleVoie = '',
    complement = '',
    lieuDit = '',
  } = address;
  if (!/^(?!0$)\d{0,20}$/.test(numeroVoie)) return 'ERR_CONTACT';
  if (!['', 'B', 'T', 'Q', 'C'].includes(lettreVoie)) return 'ERR_CONTACT_ADRESSE_LETTRE_VOIE';
  if (!/^[0-9A-Z]{0,4}$/i.test(codeTypeVoie)) return 'ERR_CONTACT_ADRESSE_TYPE_VOIE';
  if (codeTypeVoie !== '' && libelleVoie === '') return 'ERR_CONTACT_ADRESSE_TYPEVOIE';
  if (libelleVoie.length > 28 || !(libelleVoie || complement || lieuDit)) return 'ERR_CONTACT_ADRESSE_LIBELLEVOIE';
  if (complement.length > 38 || lieuDit.length > 38) return 'ERR_CONTACT_ADRESSE_INFORMATION_SUPPLEMENTAIRE';
  const { libelleCommune, codeCommune, codePostal, codePays } = address;
  const isTown = isText(libelleCommune, 50) && /^\d[\dAB]\d{3}$/i.test(codeCommune ?? '');
  return isTown && /^\d{5}$/.test(codePostal ?? '') && /^\d{5}$/.test(codePays ?? '')
    ? undefined
    : 'ERR_CONTACT_ADRESSE_COMMUNE';
}

function faultOfBank({ coordonneeBancaire: { bic, iban, titulaire } = {} as CustomerBody }: CustomerBody) {
  return BIC.test(bic ?? '') && IBAN.test(iban ?? '') && isText(titulaire, 100)
    ? undefined
    : 'ERR_COORDONNEES_BANCAIRES';
}

const isText = (input: unknown, most: number): boolean =>
  typeof input === 'string' && input !== '' && input.length <= most;
const isName = (input: unknown, most: number): boolean => isText(input, most) && NAME.test(input as string);

/** A timestamp at midnight UTC, which stands for a day. */
export const isDay = (input: unknown): input is string =>
  typeof input === 'string' && input.endsWith('T00:00:00Z') && input.length === 20 && isCivilDay(input.slice(0, 10));
