import type { LegalStatus } from '../../domain/account/legal-facts.ts';
import {
  capitalText,
  denominationOf,
  grouped,
  insuranceText,
  isSoleTrader,
  registersOf,
} from '../../domain/account/legal-identity.ts';
import type { Emitter } from '../../domain/account/settings.ts';
import { deliveredTo } from '../../domain/billing/document/delivered-to.ts';
import type { DisplaySettings } from '../../domain/billing/document/display-settings.ts';
import { isEstimate } from '../../domain/billing/document/document.ts';
import type { Locale } from '../../domain/billing/document/locale.ts';
import { natureSold } from '../../domain/billing/document/vat/nature-sold.ts';
import type { Address } from '../../domain/customers/address.ts';
import { billingAddressOf, type Party, sirenOf, vatNumberOf } from '../../domain/customers/party.ts';
import type { Words } from '../locales/fr.ts';
import type { LayoutContext } from './layout-context.ts';
import { tagOf } from './number-format.ts';
import type { PrintedParty } from './printed-document.ts';

/** The display name of an account. */
export const emitterNamed = (emitter: Emitter): string =>
  denominationOf(emitter).tradingNames[0] ?? denominationOf(emitter).name;

/**
 * The issuer with the mandatory details (C. com. art. R123-237, R123-238, R526-27): always the
 * legal name, for a sole trader the person with "EI", whatever name the account displays; then
 * trading names.
 */
export const emitterPrinted = ({ parties: { emitter }, document, words, locale }: LayoutContext): PrintedParty =>
  sellerPrinted(emitter, { display: document.content.display, words, locale });

/** The same for the account as of today, on prints that are no documents. */
export function sellerPrinted(
  emitter: Emitter,
  { display, words, locale }: { display: DisplaySettings; words: Words; locale: Locale },
): PrintedParty {
  const { name, tradingNames, person } = denominationOf(emitter);
  const form = legalFormPrinted(emitter);
  return {
    label: words.from,
    name,
    lines: filled([...tradingNames, display.fullName && person, ...addressLines(emitter.address, locale)]),
    details: filled([
      (display.legalStatus || isSoleTrader(emitter.legalStatus) || emitter.shareCapital) && form,
      emitter.siret && `SIRET ${grouped(emitter.siret)}`,
      ...registersOf(emitter),
      emitter.vatNumber && `${words.vatNumber} ${emitter.vatNumber}`,
      display.email && emitter.email,
      display.phoneNumber && emitter.phone && `${words.phone} ${emitter.phone}`,
      emitter.insurance && insuranceText(emitter.insurance),
    ]),
  };
}

/** The footer line of every page. */
export function emitterFoot({ parties: { emitter }, words }: { parties: { emitter: Emitter }; words: Words }): string {
  const { address, siret, vatNumber } = emitter;
  return filled([
    denominationOf(emitter).name,
    legalFormPrinted(emitter),
    address && filled([address.line1, `${address.zipCode} ${address.city}`.trim()]).join(', '),
    siret && `SIRET ${grouped(siret)}`,
    vatNumber && `${words.vatNumber} ${vatNumber}`,
  ]).join(' · ');
}

/** "SASU au capital de 10 000 €". */
const legalFormPrinted = (emitter: Emitter): string =>
  filled([emitter.legalStatus && legalForms[emitter.legalStatus], capitalText(emitter)]).join(' ');

/** The addressee: a contact of an organization is printed below its name. */
export function customerPrinted({ parties: { customer }, document, words, locale }: LayoutContext): PrintedParty {
  const label = isEstimate(document) ? words.to : words.billedTo;
  if (!customer) return { label, name: '—', lines: [], details: [] };
  return partyPrinted(customer, { label, words, locale });
}

/** A customer with a label. */
export function partyPrinted(
  customer: Party,
  { label, words, locale }: { label: string; words: Words; locale: Locale },
): PrintedParty {
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

/** The delivery address, if it is to be printed. */
export function deliveryPrinted({
  document,
  parties,
  sources,
  words,
  locale,
}: LayoutContext): PrintedParty | undefined {
  const address = deliveredTo(document, parties.customer, natureSold(sources.sold));
  if (!address) return undefined;
  return { label: words.deliveredTo, name: '', lines: addressLines(address, locale), details: [] };
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

const filled = (lines: readonly (string | false | null | undefined)[]): string[] =>
  lines.filter((line): line is string => typeof line === 'string' && line.trim() !== '');

/** Legal forms as printed on documents. */
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
