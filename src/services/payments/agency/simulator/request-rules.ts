import { isDay } from './customer-rules.ts';

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
