import {
  type BillingDocument,
  isCreditNote,
  isDraft,
  isEstimate,
  isInvoice,
} from '../domain/billing/document/document.ts';
import { datesOf } from '../domain/billing/document/document-dates.ts';
import type { Facts } from '../domain/billing/document/draft-context.ts';
import { frameworkOf } from '../domain/billing/document/paid-at-issue.ts';
import { partiesOf } from '../domain/billing/document/parties.ts';
import { sourcesOf } from '../domain/billing/document/sources.ts';
import { isFrameworkFor } from '../domain/billing/document/terms/invoicing-framework.ts';
import { natureSold } from '../domain/billing/document/vat/nature-sold.ts';
import { billingAddressOf, sirenOf, vatNumberOf } from '../domain/customers/party.ts';
import { clienteleOf } from '../domain/einvoicing/clientele.ts';
import { fixedRate } from '../domain/money/fixed-parity.ts';
import { keysOf } from '../domain/vat/breakdown.ts';
import { mentionTextOn, type VatCategory } from '../domain/vat/mention-text.ts';
import { listedCountry } from './clientele.ts';
import { electronicAddressOf } from './parties.ts';
import { isVatNearRate, withProfile } from './profile.ts';
import type { Bill } from './related-documents.ts';
import { taxationOf } from './vat-taxation.ts';

/** The requirements of an electronic invoice, in the order of display. */
export const electronicFaultNames = [
  'sellerSiret',
  'sellerVatNumber',
  'customerVatNumber',
  'customerElectronicAddress',
  'customerCountry',
  'exemptionReason',
  'outsideScopeAlone',
  'referenceNumber',
  'currencyInList',
  'euroRate',
  'frameworkFits',
  'vatNearItsRate',
] as const;
export type ElectronicFaultName = (typeof electronicFaultNames)[number];

/** A fault, and whether finalization is refused because of it. */
export type ElectronicFault = { readonly name: ElectronicFaultName; readonly binding: boolean };

/**
 * What would make the electronic form of an invoice, an advance or a credit note invalid: for a
 * draft as of now, for a finalized document as of its finalization.
 */
export function electronicFaults(document: BillingDocument, facts: Facts): ElectronicFault[] {
  if (isEstimate(document)) return [];
  const ruleFacts = ruleFactsOf(document as Bill, facts);
  const binds = electronicFormBinds(document, facts);
  return electronicFaultNames
    .filter((name) => !rules[name](ruleFacts))
    .map((name) => ({ name, binding: binds && !ADVICE.has(name) }));
}

/**
 * Whether finalization refuses a draft whose electronic form would be invalid: where the law
 * requires electronic invoices, between businesses in France (CGI art. 289 bis). For consumers,
 * customers abroad and those without a SIREN the document is valid without it, so a fault is advice
 * there, and on test documents. A credit note inherits parties and legal terms from its parent, so
 * faults in them do not bind.
 */
export function electronicFormBinds(document: BillingDocument, facts: Facts): boolean {
  const inherited = isCreditNote(document) && document.parentId !== undefined;
  if (document.test || !isDraft(document) || isEstimate(document) || inherited) return false;
  const { customer } = partiesOf(document, facts);
  return customer !== undefined && clienteleOf(customer) === 'french_business' && sirenOf(customer) !== undefined;
}

/** Faults the user cannot correct. */
const ADVICE: ReadonlySet<ElectronicFaultName> = new Set(['vatNearItsRate']);

/** A fault in the user's words, and how to fix it. */
export const electronicFaultTexts: Readonly<Record<ElectronicFaultName, { readonly fr: string; readonly en: string }>> =
  {
    sellerSiret: {
      fr: 'Renseignez le SIRET de votre entreprise. Il vous identifie sur la facture électronique.',
      en: 'Fill in the SIRET of your business. It identifies you on the electronic invoice.',
    },
    sellerVatNumber: {
      fr: 'Renseignez votre numéro de TVA. La facture électronique l’exige pour ces lignes.',
      en: 'Fill in your VAT number. The electronic invoice requires it for these lines.',
    },
    customerVatNumber: {
      fr: 'Renseignez le numéro de TVA du client. L’autoliquidation et les livraisons intracommunautaires l’exigent.',
      en: 'Fill in the customer’s VAT number. Reverse charge and intra-EU supplies require it.',
    },
    customerElectronicAddress: {
      fr: 'Renseignez l’adresse e-mail du client. La facture électronique y est envoyée.',
      en: 'Fill in the customer’s e-mail address. The electronic invoice is sent to it.',
    },
    customerCountry: {
      fr: 'Choisissez un pays actuel dans l’adresse du client.',
      en: 'Choose a current country in the customer’s address.',
    },
    exemptionReason: {
      fr: 'Choisissez la mention légale qui justifie les lignes sans TVA.',
      en: 'Choose the legal mention that explains the lines without VAT.',
    },
    outsideScopeAlone: {
      fr: 'Facturez séparément les prestations hors du champ de la TVA. Une facture électronique ne peut pas les réunir avec une exportation ou une livraison intracommunautaire.',
      en: 'Bill items outside the scope of VAT separately. An electronic invoice cannot combine them with an export or an intra-EU supply.',
    },
    referenceNumber: {
      fr: 'Écrivez le numéro de la facture d’origine en 35 caractères au plus : lettres sans accent, chiffres et + - _ /.',
      en: 'Write the number of the original invoice in at most 35 characters: unaccented letters, digits and + - _ /.',
    },
    currencyInList: {
      fr: 'Choisissez une devise actuelle. La Bulgarie a adopté l’euro.',
      en: 'Choose a current currency. Bulgaria has adopted the euro.',
    },
    euroRate: {
      fr: 'La TVA doit aussi être indiquée en euros, et aucun taux de change vers l’euro n’est connu. Facturez depuis un compte en euros.',
      en: 'VAT must also be stated in euros, and no exchange rate to the euro is known. Bill from an account in euros.',
    },
    frameworkFits: {
      fr: 'Choisissez un autre cadre de facturation. Celui-ci ne va ni avec une facture qui déduit des acomptes, ni avec ce qui est vendu ici.',
      en: 'Choose another invoicing framework. This one fits neither an invoice that deducts advances nor what is sold here.',
    },
    vatNearItsRate: {
      fr: 'La TVA de ce document s’écarte d’une unité du montant calculé au taux, ce que la facture électronique n’admet pas.',
      en: 'The VAT of this document differs by one unit from the amount at its rate, which the electronic invoice does not allow.',
    },
  };

/** The facts the rules check. */
type RuleFacts = ReturnType<typeof ruleFactsOf>;

function ruleFactsOf(document: Bill, facts: Facts) {
  const { settings, parent } = facts;
  const day = datesOf(document, facts.now, settings.zone).emittedOn;
  const mention = document.content.legals.vatMention;
  const sources = sourcesOf(document, parent ? [parent] : []);
  const taxation = withProfile(taxationOf(document, sources, { mention, day }));
  const categories: ReadonlySet<VatCategory> = new Set(taxation.breakdown.map(({ vat }) => vat.category));
  const { emitter, customer } = partiesOf(document, facts);
  const { sold } = sources;
  return { document, emitter, customer, taxation, categories, sold, mention: mentionTextOn(mention, day) };
}

const rules: Record<ElectronicFaultName, (facts: RuleFacts) => boolean> = {
  sellerSiret: ({ emitter }) => emitter.siret !== undefined,

  sellerVatNumber: ({ emitter, categories }) =>
    Boolean(emitter.vatNumber) || !(['S', 'AE', 'K', 'G'] as const).some((category) => categories.has(category)),

  customerVatNumber: ({ customer, categories }) => {
    const isNamed = Boolean(customer && vatNumberOf(customer));
    if (categories.has('K') && !isNamed) return false;
    return !categories.has('AE') || isNamed || Boolean(customer && sirenOf(customer));
  },

  customerElectronicAddress: ({ customer }) => customer === undefined || electronicAddressOf(customer) !== undefined,

  customerCountry({ customer }) {
    const address = customer && billingAddressOf(customer);
    return !address || listedCountry(address.country) !== undefined;
  },

  exemptionReason: ({ document, mention }) =>
    !keysOf(document.totals.breakdown).includes('FR_00HT') || mention.category !== 'S',

  // Outside the scope no VAT number may be stated (BR-O-02), while the other two require the
  // seller's (BR-G-02, BR-IC-02).
  outsideScopeAlone: ({ categories }) => !categories.has('O') || !(categories.has('G') || categories.has('K')),

  referenceNumber: ({ document }) =>
    !isCreditNote(document) ||
    document.content.references.every(({ number }) => /^[A-Za-z0-9+\-_/]{1,35}$/.test(number)),

  currencyInList: ({ document }) => document.content.currency.code !== 'BGN',

  euroRate({ document }) {
    const { code, base } = document.content.currency;
    return code === 'EUR' || base === 'EUR' || fixedRate('EUR', code) !== undefined;
  },

  frameworkFits({ document, sold }) {
    const framework = frameworkOf(document);
    if (framework === undefined) return true;
    const isFinal = isInvoice(document) && document.content.deductions.length > 0;
    return !isFinal && isFrameworkFor(framework, natureSold(sold) ?? 'services');
  },

  vatNearItsRate: ({ taxation }) => isVatNearRate(taxation),
};
