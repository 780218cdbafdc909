import type { FormatReason } from '../../domain/numbering/number-format.ts';
import type { InTwoLanguages } from '../in-two-languages.ts';
import type { SomeTold } from './told.ts';

/** What was sent cannot be taken as it is. */
export const unusableInput = {
  line_amount_too_large: {
    code: 'billing.line_amount_too_large',
    title: { fr: 'Montant de ligne hors limites', en: 'Line amount out of bounds' },
    detail: ({ line }) => ({
      fr: `Le montant de la ligne ${line + 1} dépasse ce qu'un document peut porter.`,
      en: `The amount of line ${line + 1} is more than a document can carry.`,
    }),
    remedy: {
      fr: 'Vérifiez la quantité et le prix unitaire, en centimes.',
      en: 'Check the quantity and the unit price, in cents.',
    },
    pointer: ({ line }) => `/lines/${line}`,
  },
  discount_on_mixed_lines: {
    code: 'billing.discount_on_mixed_lines',
    title: { fr: 'Remise en montant sur des lignes HT et TTC', en: 'Amount discount on mixed lines' },
    remedy: {
      fr: 'Une remise globale en montant ne se répartit pas sur des lignes TTC et HT à la fois : donnez-la en pourcentage, ou mettez toutes les lignes sur la même base.',
      en: 'A discount of the whole document by amount cannot be spread over tax-included and tax-excluded lines together: give it as a percentage, or put all lines on the same basis.',
    },
    pointer: () => '/discount',
  },
  line_vat_code_missing: {
    code: 'billing.line_vat_code_missing',
    title: { fr: 'Code de TVA manquant', en: 'VAT code missing' },
    detail: ({ line }) => ({
      fr: `La ligne ${line + 1} n'a pas de code de TVA.`,
      en: `Line ${line + 1} has no VAT code.`,
    }),
    remedy: {
      fr: 'Indiquez vatCode, sauf pour un débours ou un produit du catalogue.',
      en: 'Give vatCode, except for a disbursement or a product of the catalogue.',
    },
    pointer: ({ line }) => `/lines/${line}/vatCode`,
  },
  line_product_not_found: {
    code: 'billing.line_product_not_found',
    title: { fr: 'Produit de la ligne introuvable', en: 'Product of the line not found' },
    detail: ({ line, member }) => ({
      fr: `La ligne ${line + 1} ne dit pas ${member}, et son produit n'est pas au catalogue.`,
      en: `Line ${line + 1} does not say ${member}, and its product is not in the catalogue.`,
    }),
    remedy: {
      fr: 'Vérifiez productId, ou écrivez la ligne en entier.',
      en: 'Check productId, or write the line out in full.',
    },
    pointer: ({ line, member }) => `/lines/${line}/${member}`,
  },
  product_price_too_large: {
    code: 'product.price_too_large',
    title: { fr: 'Prix hors limites', en: 'Price out of bounds' },
    detail: ({ limit }) => ({
      fr: `Cette marge mène à plus de ${limit} centimes l'unité.`,
      en: `This margin leads to more than ${limit} cents a unit.`,
    }),
    remedy: {
      fr: "Vérifiez le prix d'achat, en centimes, et la marge, en pour cent.",
      en: 'Check the purchase price, in cents, and the margin, in percent.',
    },
    members: ({ limit }) => ({ limit }),
    pointer: () => '/productMargin',
  },
  personal_service_unit: {
    code: 'product.personal_service_unit',
    title: { fr: 'Unité refusée pour un service à la personne', en: 'Unit not allowed for a personal service' },
    detail: ({ unit }) => ({
      fr: `Un service à la personne ne se vend pas par ${unit}.`,
      en: `A personal service is not sold by ${unit}.`,
    }),
    remedy: {
      fr: 'Choisissez HOUR ou FIXED_RATE, ou dites personalServiceActivity false (PUT /v2/catalog/product/{id}).',
      en: 'Choose HOUR or FIXED_RATE, or say personalServiceActivity false (PUT /v2/catalog/product/{id}).',
    },
    pointer: () => '/unit',
  },
  too_many_lines: {
    code: 'billing.too_many_lines',
    title: { fr: 'Trop de lignes', en: 'Too many lines' },
    detail: ({ limit }) => ({
      fr: `Un document a au plus ${limit} lignes.`,
      en: `A document has at most ${limit} lines.`,
    }),
    remedy: {
      fr: 'Regroupez des lignes, ou répartissez-les sur plusieurs documents.',
      en: 'Group lines, or spread them over several documents.',
    },
    members: ({ limit }) => ({ limit }),
    pointer: () => '/lines',
  },
  page_too_large: {
    code: 'billing.page_too_large',
    title: { fr: 'Page trop lourde', en: 'Page too large' },
    detail: ({ bytes, limit }) => ({
      fr: `Ces documents pèsent ${mebibytes(bytes)} Mio ensemble, pour ${mebibytes(limit)} au plus par page.`,
      en: `These documents weigh ${mebibytes(bytes)} MiB together; a page holds at most ${mebibytes(limit)}.`,
    }),
    remedy: { fr: 'Demandez une `limit` plus petite.', en: 'Ask for a smaller `limit`.' },
  },
  family_full: {
    code: 'billing.family_full',
    title: { fr: 'Trop de documents liés', en: 'Too many related documents' },
    detail: ({ limit }) => ({
      fr: `Ce document en a déjà ${limit} qui en proviennent, brouillons compris.`,
      en: `${limit} documents already come from this one, drafts included.`,
    }),
    remedy: { fr: 'Supprimez les brouillons dont vous ne vous servez pas.', en: 'Delete the drafts you do not use.' },
  },
  line_not_found: {
    code: 'billing.line_not_found',
    title: { fr: 'Ligne introuvable', en: 'Line not found' },
    detail: ({ lineId }) => ({
      fr: `Le document n'a pas de ligne ${lineId}.`,
      en: `The document has no line ${lineId}.`,
    }),
    remedy: {
      fr: 'Relisez le document et reprenez les identifiants de ses lignes.',
      en: 'Read the document again and use the ids of its lines.',
    },
    members: ({ lineId }) => ({ lineId }),
  },
  currency_without_rate: {
    code: 'billing.currency_without_rate',
    title: { fr: 'Taux de change manquant', en: 'Exchange rate missing' },
    detail: ({ currency }) => ({
      fr: `Aucun taux n'est connu pour ${currency}.`,
      en: `No rate is known for ${currency}.`,
    }),
    remedy: {
      fr: 'Indiquez currencyRate : le nombre d’unités de cette devise pour une unité de celle de votre compte.',
      en: 'Give currencyRate: units of this currency for one unit of your account’s.',
    },
    pointer: () => '/currencyRate',
  },
  due_date_missing: {
    code: 'billing.due_date_missing',
    title: { fr: "Date d'échéance manquante", en: 'Due date missing' },
    remedy: {
      fr: 'Avec le délai « other », indiquez customDueDate.',
      en: 'With the delay "other", give customDueDate.',
    },
    pointer: () => '/customDueDate',
  },
  contact_of_another_organization: {
    code: 'organization.contact_of_another_organization',
    title: { fr: "Contact d'une autre organisation", en: 'Contact of another organization' },
    remedy: {
      fr: 'Choisissez un contact de cette organisation.',
      en: 'Choose a contact of this organization.',
    },
  },
  only_invoices_have_personal_services: {
    code: 'billing.only_invoices_have_personal_services',
    title: { fr: 'Services à la personne réservés aux factures', en: 'Personal services are for invoices only' },
    remedy: {
      fr: 'Choisissez les services à la personne sur une facture.',
      en: 'Choose personal services on an invoice.',
    },
  },
  parent_forbids_disbursement_discount: {
    code: 'billing.parent_forbids_disbursement_discount',
    title: {
      fr: 'Remise sur débours fixée par le document d’origine',
      en: 'Discount on disbursements is set by the parent',
    },
    remedy: {
      fr: "Ce document reprend le choix de celui dont il provient : changez-le là, tant qu'il est en brouillon.",
      en: 'This document takes the choice of the one it comes from: change it there, while that is a draft.',
    },
  },
  planned_advances_exceed_estimate: {
    code: 'estimate.planned_advances_exceed',
    title: { fr: 'Acomptes prévus au-delà du devis', en: 'Planned advances exceed the estimate' },
    remedy: {
      fr: 'Réduisez les acomptes prévus : ensemble, ils ne peuvent dépasser le devis, débours non compris.',
      en: 'Reduce the planned advances: together they cannot pass the estimate, disbursements left out.',
    },
    pointer: () => '/advances',
  },
  advance_amount_missing: {
    code: 'advance.amount_missing',
    title: { fr: "Montant d'acompte manquant", en: 'Advance amount missing' },
    remedy: {
      fr: 'Donnez `amount` en centimes TTC avec le mode AMOUNT, ou `percentage` avec le mode PERCENTAGE.',
      en: 'Give `amount` in cents tax included with mode AMOUNT, or `percentage` with mode PERCENTAGE.',
    },
  },
  advance_line_not_planned: {
    code: 'advance.line_not_planned',
    title: { fr: 'Acompte non prévu', en: 'Advance not planned' },
    detail: ({ index }) => ({
      fr: `Le devis ne prévoit pas d'acompte au rang ${index}.`,
      en: `The estimate plans no advance at index ${index}.`,
    }),
    remedy: {
      fr: 'Relisez les acomptes prévus du devis, ou donnez un montant ou un pourcentage.',
      en: 'Read the planned advances of the estimate, or give an amount or a percentage.',
    },
    pointer: () => '/advanceLineIndex',
  },
  number_format_unusable: {
    code: 'company.number_format_unusable',
    title: { fr: 'Format de numéro inutilisable', en: 'Number format unusable' },
    detail: ({ series, reason }) => ({
      fr: `Le format de la série ${series} ne peut pas servir : ${formatReasons[reason].fr}.`,
      en: `The format of the series ${series} cannot be used: ${formatReasons[reason].en}.`,
    }),
    pointer: ({ series }) => `/numbering/${series}/format`,
    members: ({ series, reason }) => ({ series, reason }),
    remedy: {
      fr: "Un format tient en 20 caractères parmi A-Z, a-z, 0-9, + - _ /, avec le compteur, l'année et la série.",
      en: 'A format has at most 20 characters of A-Z, a-z, 0-9, + - _ /, with the counter, the year and the series.',
    },
  },
  zone_unknown: {
    code: 'company.zone_unknown',
    title: { fr: 'Fuseau horaire inconnu', en: 'Time zone unknown' },
    detail: ({ zone }) => ({ fr: `Le fuseau « ${zone} » n'existe pas.`, en: `The zone "${zone}" does not exist.` }),
    remedy: { fr: 'Donnez un nom IANA, par exemple Europe/Paris.', en: 'Give an IANA name, such as Europe/Paris.' },
    pointer: () => '/zone',
  },
} satisfies SomeTold;

const formatReasons: Record<FormatReason, InTwoLanguages> = {
  unreadable: {
    fr: 'il ne se lit pas (par exemple {series}-{year}-{counter:4})',
    en: 'it cannot be read (for example {series}-{year}-{counter:4})',
  },
  one_counter_needed: { fr: 'il lui faut un {counter}, un seul', en: 'it needs one {counter}, and only one' },
  counter_width: { fr: 'le compteur a de 1 à 10 chiffres', en: 'the counter has 1 to 10 digits' },
  year_needed: { fr: "il lui faut l'année, {year}", en: 'it needs the year, {year}' },
  characters: {
    fr: 'il a d’autres caractères que A-Z a-z 0-9 + - _ /',
    en: 'it has other characters than A-Z a-z 0-9 + - _ /',
  },
  too_long: { fr: 'ses numéros passeraient 20 caractères', en: 'its numbers would pass 20 characters' },
  same_as_another_series: {
    fr: 'une autre série, ou une série de test, pourrait donner les mêmes numéros',
    en: 'another series, or a test series, could give the same numbers',
  },
};

/** A size in bytes, in whole mebibytes, never told as none. */
function mebibytes(bytes: number): number {
  return Math.max(1, Math.round(bytes / 1_048_576));
}
