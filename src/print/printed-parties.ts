import type { LegalStatus } from '../domain/account/legal-status.ts';
import type { Emitter } from '../domain/account/settings.ts';
import { isEstimate } from '../domain/billing/document/document.ts';
import type { Locale } from '../domain/billing/document/locale.ts';
import { isGoods } from '../domain/billing/document/turnover-category.ts';
import type { Address } from '../domain/customers/address.ts';
import { billingAddressOf, deliveryAddressOf, type Party, sirenOf, vatNumberOf } from '../domain/customers/party.ts';
import type { PrintedParty } from './printed.ts';
import type { Printing } from './printing.ts';
import { soldLines } from './sold-lines.ts';
import { tagOf } from './written.ts';

/** The name an account bills under. */
export const emitterNamed = (emitter: Emitter): string =>
  emitter.commercialName || emitter.name || emitter.fullName || '';

/** A name with "EI" beside it, once: many have it in their name already. */
const withSoleTrader = (name: string): string => (/\bEI$/.test(name.trim()) ? name : `${name} – EI`);

/** Who bills, with all the law wants beside the name (C. com. art. R123-237, R123-238, R526-27). */
export function emitterPrinted({ parties: { emitter }, document, known, words, locale }: Printing): PrintedParty {
  const { display } = document.content;
  const name = emitterNamed(emitter);
  const status = emitter.legalStatus;
  const isSole = status !== undefined && soleTraders.has(status);
  const person = [emitter.fullName, emitter.name].find((other) => other && other !== name);
  // A sole trader's own name is on every document, with "EI" beside it, whatever the account would rather show.
  const named = isSole && !person ? withSoleTrader(name) : name;
  const capital = known.shareCapital ? ` au capital de ${known.shareCapital}` : '';
  return {
    label: words.from,
    name: named,
    lines: filled([
      person && (display.fullName || isSole) && (isSole ? withSoleTrader(person) : person),
      ...addressLines(emitter.address, locale),
    ]),
    details: filled([
      status && (display.legalStatus || isSole || capital) && legalForms[status] && `${legalForms[status]}${capital}`,
      emitter.siret && `SIRET ${grouped(emitter.siret)}`,
      emitter.rcsNumber && prefixed('RCS', emitter.rcsNumber),
      emitter.rsacNumber && prefixed('RSAC', emitter.rsacNumber),
      emitter.vatNumber && `${words.vatNumber} ${emitter.vatNumber}`,
      display.email && emitter.email,
      display.phoneNumber && emitter.phone && `${words.phone} ${emitter.phone}`,
      known.insurance,
    ]),
  };
}

/** The line at the foot of every page. */
export function emitterFoot({ parties: { emitter }, words, known }: Printing): string {
  const { address, legalStatus, siret, vatNumber } = emitter;
  const form = legalStatus && legalForms[legalStatus];
  const capital = known.shareCapital ? `${form ? ' ' : ''}au capital de ${known.shareCapital}` : '';
  return filled([
    emitterNamed(emitter),
    form || capital ? `${form ?? ''}${capital}` : undefined,
    address && filled([address.line1, `${address.zipCode} ${address.city}`.trim()]).join(', '),
    siret && `SIRET ${grouped(siret)}`,
    vatNumber && `${words.vatNumber} ${vatNumber}`,
  ]).join(' · ');
}

/** Whom it is addressed to: a contact of an organization stands below its name. */
export function customerPrinted({ parties: { customer }, document, words, locale }: Printing): PrintedParty {
  const label = isEstimate(document) ? words.to : words.billedTo;
  if (!customer) return { label, name: '—', lines: [], details: [] };
  const { organization } = customer;
  const company = organization ?? customer;
  const siren = sirenOf(customer);
  const siret = company.siret;
  const vatNumber = vatNumberOf(customer);
  return {
    label,
    name: nameOf(company),
    lines: filled([
      organization && `${words.attention} ${customer.name}`,
      ...addressLines(billingAddressOf(customer), locale),
    ]),
    details: filled([
      siret ? `SIRET ${grouped(siret)}` : siren && `SIREN ${grouped(siren)}`,
      vatNumber && `${words.vatNumber} ${vatNumber}`,
    ]),
  };
}

/**
 * Where it is delivered: where the document shows it, and wherever goods go elsewhere than to the address that is billed
 * (CGI ann. II art. 242 nonies A, I 3°, as of décret 2022-1299).
 */
export function deliveryPrinted({ document, parties, facts, words, locale }: Printing): PrintedParty | undefined {
  const { displayDeliveryAddress, deliveryAddress } = document.content;
  const { customer } = parties;
  const address = deliveryAddress ?? (customer && deliveryAddressOf(customer));
  if (!address) return undefined;
  const lines = addressLines(address, locale);
  const billed = addressLines(customer && billingAddressOf(customer), locale);
  const differs = lines.join('\n') !== billed.join('\n');
  if (!displayDeliveryAddress && !(differs && soldLines(document, facts.parent).some(isGoods))) return undefined;
  return { label: words.deliveredTo, name: '', lines, details: [] };
}

const nameOf = ({ name, commercialName }: Party): string =>
  commercialName && commercialName !== name ? `${name} (${commercialName})` : name;

function addressLines(address: Address | undefined, locale: Locale): string[] {
  if (!address) return [];
  const { line1, line2, zipCode, city, country } = address;
  const abroad = country === 'FR' ? undefined : countryNamed(country, locale);
  return filled([...line1.split('\n'), line2, `${zipCode} ${city}`.trim(), abroad]);
}

const countryNamed = (country: string, locale: Locale): string =>
  (new Intl.DisplayNames([tagOf(locale)], { type: 'region', fallback: 'code' }).of(country) ?? country).toUpperCase();

/** "732 829 320 00074", as SIREN and SIRET are read aloud. */
const grouped = (digits: string): string => digits.replace(/^(\d{3})(\d{3})(\d{3})(\d*)$/, '$1 $2 $3 $4').trim();

const prefixed = (prefix: string, text: string): string => (text.startsWith(prefix) ? text : `${prefix} ${text}`);

const filled = (lines: readonly (string | false | null | undefined)[]): string[] =>
  lines.filter((line): line is string => typeof line === 'string' && line.trim() !== '');

/** A person who trades under his own name says so: "EI" (C. com. art. R526-27, since 15 May 2022). */
const soleTraders: ReadonlySet<LegalStatus> = new Set<LegalStatus>(['micro_enterprise', 'ei', 'eirl']);

/** Legal forms as documents name them. */
const legalForms: Record<LegalStatus, string | undefined> = {
  micro_enterprise: 'Entrepreneur individuel',
  sas: 'SAS',
  sarl: 'SARL',
  sasu: 'SASU',
  ei: 'Entrepreneur individuel',
  eurl: 'EURL',
  eirl: 'EIRL',
  sa: 'SA',
  snc: 'SNC',
  other: undefined,
  sasu_sas: 'SASU',
  eurl_sarl: 'EURL',
  sci: 'SCI',
  association: 'Association',
};
