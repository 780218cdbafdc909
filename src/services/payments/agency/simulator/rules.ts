import { isCivilDay } from '../../../../domain/time/civil-day.ts';

type RequestBody = Record<string, any>;

/** Maximum requests per call. */
export const REQUESTS_MAX = 10;
/** Codes of activities run from 10 to 260 in steps of 10. */
const NATURE_MAX = 260;

const DAYS = ['dateNaissanceClient', 'dateFacture', 'dateDebutEmploi', 'dateFinEmploi'] as const;
const TEXTS = ['idTiersFacturation', 'idClient', 'numFactureTiers'] as const;
const AMOUNTS = ['mntFactureTTC', 'mntFactureHT'] as const;
const OF_LINE = ['quantite', 'mntUnitaireTTC', 'mntPrestationTTC', 'mntPrestationHT', 'mntPrestationTVA'] as const;

/** Whether a request has the required members with the right types (InputDemandePaiement). */
export function isRequest(input: RequestBody): boolean {
  const { inputPrestations: lines, dateVersementAcompte: paidOn, mntAcompte: advance } = input ?? {};
  return (
    TEXTS.every((name) => typeof input[name] === 'string' && input[name] !== '') &&
    DAYS.every((name) => isDay(input[name])) &&
    AMOUNTS.every((name) => Number.isFinite(input[name])) &&
    (advance === undefined || Number.isFinite(advance)) &&
    (paidOn === undefined || isDay(paidOn)) &&
    Array.isArray(lines) &&
    lines.length > 0 &&
    lines.every(isLine)
  );
}

const isLine = (line: RequestBody): boolean =>
  OF_LINE.every((name) => Number.isFinite(line?.[name])) &&
  typeof line.codeNature === 'string' &&
  ['HEURE', 'FORFAIT'].includes(line.unite);

/** The error code for a request's own content; undefined if accepted. */
export function faultOfRequest(input: RequestBody, today: string): string | undefined {
  const [issued, first, last] = [input.dateFacture, input.dateDebutEmploi, input.dateFinEmploi] as string[];
  const days = [issued, first, last, input.dateVersementAcompte ?? issued] as string[];
  if (days.some((day) => day.slice(0, 10) > today)) return 'ERR_DATE_FUTUR';
  if ((last as string) < (first as string)) return 'ERR_DATE_FIN_AVANT_DATE_DEB';
  if (last?.slice(0, 7) !== first?.slice(0, 7)) return 'ERR_PERIODE_EMPLOI_MOIS_NON_UNIQUE';
  const { mntAcompte = 0, mntFactureTTC, inputPrestations } = input;
  const lines: RequestBody[] = inputPrestations;
  const amounts = [input.mntFactureTTC, input.mntFactureHT, mntAcompte, ...lines.flatMap(amountsOf)];
  if ([...amounts, ...lines.map(({ quantite }) => quantite)].some((value) => value < 0)) return 'ERR_VALEUR_NEGATIVE';
  if (amounts.some((value) => !isShort(value, 2))) return 'ERR_FORMAT_VALEUR';
  if (lines.some(({ mntUnitaireTTC }) => !isShort(mntUnitaireTTC, 3))) return 'ERR_FORMAT_VALEUR';
  if (mntAcompte > mntFactureTTC / 2) return 'ERR_MONTANT_ACOMPTE';
  const sum = lines.reduce((all, line) => all + line['mntPrestationTTC'], 0);
  return lines.map(faultOfLine).find(Boolean) ?? (isSame(sum, mntFactureTTC) ? undefined : 'ERR_TOTAL_PRESTATIONS');
}

const amountsOf = (line: RequestBody): number[] => [
  line['mntPrestationTTC'],
  line['mntPrestationHT'],
  line['mntPrestationTVA'],
];

function faultOfLine(line: RequestBody): string | undefined {
  const { codeNature, codeActivite, quantite, mntUnitaireTTC, complement2 } = line;
  const [total, net, vat] = amountsOf(line) as [number, number, number];
  const nature = Number(codeNature);
  if (!/^\d{1,3}$/.test(codeNature) || nature < 10 || nature > NATURE_MAX || nature % 10 !== 0)
    return 'ERR_CODE_NATURE';
  if (codeActivite !== undefined && !/^\d{2,3}[A-Z]\d{3}$/.test(codeActivite)) return 'ERR_CODE_ACTIVITE';
  if (codeActivite !== undefined && !codeActivite.startsWith(codeNature)) return 'ERR_CODE_ACTIVITE_NATURE';
  if (complement2 !== undefined && !/^(SAP\d{9}|SIR\d{14})$/.test(complement2)) return 'ERR_FORMAT_NUMINTERVENANT';
  if (!isSame(net + vat, total)) return 'ERR_MNT_PREST_HT_TVA';
  return isSame(quantite * mntUnitaireTTC, total) ? undefined : 'ERR_MNT_PREST_TTC';
}

/** Compares to the cent: products can have half cents. */
const isSame = (one: number, other: number): boolean => Math.round(one * 100) === Math.round(other * 100);
const isShort = (value: number, decimals: number): boolean =>
  Math.abs(value * 10 ** decimals - Math.round(value * 10 ** decimals)) < 1e-6;

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
