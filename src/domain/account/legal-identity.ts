import type { Insurance, Mediator } from './legal-facts.ts';
import type { LegalStatus } from './legal-status.ts';
import type { Emitter } from './settings.ts';

/**
 * Under what names an account bills. `name` is its denomination, of a sole trader the person (C. com. art. R123-237, R526-27);
 * `tradingNames` stand beside it; `person` is who answers for a company.
 */
export type Denomination = {
  readonly name: string;
  readonly tradingNames: readonly string[];
  readonly person?: string;
};

export function denominationOf({ name, fullName, commercialName, legalStatus }: Emitter): Denomination {
  const isSole = isSoleTrader(legalStatus);
  const given = isSole ? [fullName, name, commercialName] : [name, fullName, commercialName];
  const [first = '', ...others] = given.flatMap((each) => (each?.trim() ? [each.trim()] : []));
  const own = isSole ? withSoleTrader(first) : first;
  const isNew = (other: string) => other !== first && other !== own;
  const person = isSole || fullName === undefined || !isNew(fullName.trim()) ? undefined : fullName.trim();
  return {
    name: own,
    tradingNames: [...new Set(others)].filter((other) => isNew(other) && other !== person),
    ...(person && { person }),
  };
}

/** Whether a document can say who bills: a name, the SIRET and an address. */
export const isIdentified = ({ name, fullName, commercialName, siret, address }: Emitter): boolean =>
  Boolean((name || fullName || commercialName) && siret && address?.line1 && address.city);

/**
 * The VAT number a French business has by its SIREN, the first nine digits of its SIRET: FR, the key (12 + 3 × (SIREN mod 97)) mod 97 in
 * two digits, the SIREN (BOI-TVA-DECLA-20-10-20, VAT Directive art. 215). Undefined where there are no nine digits.
 */
export function vatNumberOfSiren(siret: string): string | undefined {
  const siren = /^\d{9}/.exec(siret)?.[0];
  if (siren === undefined) return undefined;
  const key = (12 + 3 * (Number(siren) % VAT_KEYS)) % VAT_KEYS;
  return `FR${String(key).padStart(2, '0')}${siren}`;
}
const VAT_KEYS = 97;

/** Whether it is a person who trades under his own name, and has to say so: "EI", since 15 May 2022 (C. com. art. R526-27). */
export const isSoleTrader = (status: LegalStatus | undefined): boolean =>
  status !== undefined && soleTraders.has(status);

const soleTraders: ReadonlySet<LegalStatus> = new Set<LegalStatus>(['micro_enterprise', 'ei', 'eirl']);

/** A name with "EI" beside it, once: many have it in their name already. */
const withSoleTrader = (name: string): string => (name === '' || SAYS_IT.test(name) ? name : `${name} – EI`);
const SAYS_IT = /(^|[\s(–-])(EI|EIRL|entrepreneur individuel)($|[\s).,–-])/i;

/** "au capital de 10 000 €", "au capital variable de 1 500,50 CHF"; undefined where none is known. French, as the law is. */
export function capitalText({ shareCapital }: Emitter): string | undefined {
  if (!shareCapital) return undefined;
  const { amount, currency, isVariable } = shareCapital;
  const whole = String(Math.trunc(amount / 100)).replace(/\B(?=(\d{3})+$)/g, '\u00a0');
  const part = amount % 100;
  const figure = part === 0 ? whole : `${whole},${String(part).padStart(2, '0')}`;
  return `au capital${isVariable ? ' variable' : ''} de ${figure}\u00a0${currency === 'EUR' ? '€' : currency}`;
}

/**
 * The registers an account is in, as its documents name them: "RCS Lyon 732 829 320" (C. com. art. R123-237), "RNE …" of who
 * is in the register of crafts, "RSAC …" of a commercial agent. A number without its town gets the one that is known,
 * a town without a number the SIREN.
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

/** Some write the name of the register before the number, some do not. */
const bare = (number: string): string => number.replace(/^(RCS|RSAC)\b\s*(n°\s*)?/i, '').trim() || number;

/** "732 829 320 00074", as SIREN and SIRET are read aloud. */
export const grouped = (digits: string): string => digits.replace(/^(\d{3})(\d{3})(\d{3})(\d*)$/, '$1 $2 $3 $4').trim();

/** "Assurance professionnelle (décennale) : MAAF, 79180 Chauray, contrat n° 12. Couverture géographique : France." */
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
