import type { Insurance, LegalStatus, Mediator } from './legal-facts.ts';
import type { Emitter } from './settings.ts';

/**
 * The names an account bills under. `name` is its legal name: for a sole trader the person (C. com.
 * art. R123-237, R526-27). `tradingNames` are printed beside it; `person` represents a company.
 */
export type Denomination = {
  readonly name: string;
  readonly tradingNames: readonly string[];
  readonly person?: string;
};

export function denominationOf({ name, fullName, commercialName, legalStatus }: Emitter): Denomination {
  const isSole = isSoleTrader(legalStatus);
  const candidates = isSole ? [fullName, name, commercialName] : [name, fullName, commercialName];
  const [first = '', ...others] = candidates.flatMap((each) => (each?.trim() ? [each.trim()] : []));
  const own = isSole ? withSoleTrader(first) : first;
  const isNew = (other: string) => other !== first && other !== own;
  const person = isSole || fullName === undefined || !isNew(fullName.trim()) ? undefined : fullName.trim();
  return {
    name: own,
    tradingNames: [...new Set(others)].filter((other) => isNew(other) && other !== person),
    ...(person && { person }),
  };
}

/** Whether the issuer of a document is identified: a name, the SIRET and an address. */
export const isIdentified = ({ name, fullName, commercialName, siret, address }: Emitter): boolean =>
  Boolean((name || fullName || commercialName) && siret && address?.line1 && address.city);

/**
 * The French VAT number derived from the SIREN, the first nine digits of the SIRET: FR, the
 * two-digit key (12 + 3 × (SIREN mod 97)) mod 97, the SIREN (BOI-TVA-DECLA-20-10-20, VAT Directive
 * art. 215). Undefined without nine digits.
 */
export function vatNumberOfSiren(siret: string): string | undefined {
  const siren = /^\d{9}/.exec(siret)?.[0];
  if (siren === undefined) return undefined;
  const key = (12 + 3 * (Number(siren) % VAT_KEYS)) % VAT_KEYS;
  return `FR${String(key).padStart(2, '0')}${siren}`;
}
const VAT_KEYS = 97;

/**
 * Whether this is a sole trader, who must add "EI" to the name since 15 May 2022 (C. com. art.
 * R526-27).
 */
export const isSoleTrader = (status: LegalStatus | undefined): boolean =>
  status !== undefined && soleTraders.has(status);

const soleTraders: ReadonlySet<LegalStatus> = new Set<LegalStatus>(['micro_enterprise', 'ei', 'eirl']);

/** A name followed by "EI", once: many names already contain it. */
const withSoleTrader = (name: string): string => (name === '' || SAYS_IT.test(name) ? name : `${name} – EI`);
const SAYS_IT = /(^|[\s(–-])(EI|EIRL|entrepreneur individuel)($|[\s).,–-])/i;

/**
 * "au capital de 10 000 €", "au capital variable de 1 500,50 CHF"; undefined without a capital.
 * Always French, as required by French law.
 */
export function capitalText({ shareCapital }: Emitter): string | undefined {
  if (!shareCapital) return undefined;
  const { amount, currency, isVariable } = shareCapital;
  const whole = String(Math.trunc(amount / 100)).replace(/\B(?=(\d{3})+$)/g, '\u00a0');
  const part = amount % 100;
  const figure = part === 0 ? whole : `${whole},${String(part).padStart(2, '0')}`;
  return `au capital${isVariable ? ' variable' : ''} de ${figure}\u00a0${currency === 'EUR' ? '€' : currency}`;
}

/**
 * The registers an account is in, as printed on documents: "RCS Lyon 732 829 320" (C. com. art.
 * R123-237), "RNE …" for a craft business, "RSAC …" for a commercial agent. A number without a town
 * gets the known town; a town without a number gets the SIREN.
 */
export function registersOf({ rcsNumber, rcsCity, rneNumber, rsacNumber, siret }: Emitter): string[] {
  const number = rcsNumber || (rcsCity && siret ? grouped(siret.slice(0, 9)) : undefined);
  const isInIt = rcsCity !== undefined && number?.toLowerCase().includes(rcsCity.toLowerCase());
  const trade = [rcsCity && !isInIt ? rcsCity : undefined, number && bare(number)].filter(Boolean).join(' ');
  return [
    ...(trade ? [`RCS ${trade}`] : []),
    ...(rneNumber ? [/^(RNE|RM)\b/i.test(rneNumber) ? rneNumber : `RNE ${rneNumber}`] : []),
    ...(rsacNumber ? [`RSAC ${bare(rsacNumber)}`] : []),
  ];
}

/** Some users enter the name of the register before the number. */
const bare = (number: string): string => number.replace(/^(RCS|RSAC)\b\s*(n°\s*)?/i, '').trim() || number;

/** "732 829 320 00074": SIREN and SIRET grouped as they are read aloud. */
export const grouped = (digits: string): string => digits.replace(/^(\d{3})(\d{3})(\d{3})(\d*)$/, '$1 $2 $3 $4').trim();

/**
 * "Assurance professionnelle (décennale) : MAAF, 79180 Chauray, contrat n° 12. Couverture
 * géographique : France."
 */
export function insuranceText({ kind, insurer, contact, policyNumber, area }: Insurance): string {
  const named = kind?.trim() ? ` (${toSingleLine(kind)})` : '';
  const whom = inARow([insurer, contact, policyNumber?.trim() && `contrat n° ${policyNumber}`]);
  return `Assurance professionnelle${named} : ${whom}. Couverture géographique : ${toSingleLine(area)}.`;
}

/** "CM2C, 14 rue Saint-Jean, 75017 Paris, www.cm2c.net". */
export const mediatorText = ({ name, contact, website }: Mediator): string => inARow([name, contact, website]);

const inARow = (texts: readonly (string | undefined)[]): string =>
  texts.flatMap((text) => (text?.trim() ? [toSingleLine(text)] : [])).join(', ');

const toSingleLine = (text: string): string => text.trim().replace(/\s*\n\s*/g, ', ');
