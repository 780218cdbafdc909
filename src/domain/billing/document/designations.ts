import type { ShareKey } from '../../vat/breakdown.ts';
import { rateOf } from '../../vat/vat-code.ts';
import type { OfferKind } from './kind.ts';
import type { Locale } from './locale.ts';

/** The texts the service itself writes into a document, in each document language. */
type Wording = {
  advanceOn: Readonly<Record<OfferKind, string>>;
  canceledAdvance: string;
  vat: string;
  disbursements: string;
  originalQuantity: string;
};

const wordings: Record<Locale, Wording> = {
  fr: {
    advanceOn: { estimate: 'Acompte sur devis', purchase_order: 'Acompte sur bon de commande' },
    canceledAdvance: 'Annulation de la facture d’acompte',
    vat: 'TVA',
    disbursements: 'débours',
    originalQuantity: 'Quantité d’origine',
  },
  en: {
    advanceOn: { estimate: 'Advance on estimate', purchase_order: 'Advance on purchase order' },
    canceledAdvance: 'Cancellation of advance invoice',
    vat: 'VAT',
    disbursements: 'disbursements',
    originalQuantity: 'Original quantity',
  },
  de: {
    advanceOn: { estimate: 'Anzahlung zum Angebot', purchase_order: 'Anzahlung zur Bestellung' },
    canceledAdvance: 'Stornierung der Anzahlungsrechnung',
    vat: 'USt.',
    disbursements: 'Auslagen',
    originalQuantity: 'Ursprüngliche Menge',
  },
  it: {
    advanceOn: { estimate: 'Acconto sul preventivo', purchase_order: 'Acconto sull’ordine' },
    canceledAdvance: 'Annullamento della fattura d’acconto',
    vat: 'IVA',
    disbursements: 'spese anticipate',
    originalQuantity: 'Quantità originale',
  },
  nl: {
    advanceOn: { estimate: 'Aanbetaling op offerte', purchase_order: 'Aanbetaling op bestelling' },
    canceledAdvance: 'Annulering van voorschotfactuur',
    vat: 'btw',
    disbursements: 'voorschotten',
    originalQuantity: 'Oorspronkelijke hoeveelheid',
  },
  pt: {
    advanceOn: { estimate: 'Adiantamento sobre o orçamento', purchase_order: 'Adiantamento sobre a encomenda' },
    canceledAdvance: 'Anulação da fatura de adiantamento',
    vat: 'IVA',
    disbursements: 'despesas adiantadas',
    originalQuantity: 'Quantidade original',
  },
  es: {
    advanceOn: { estimate: 'Anticipo sobre presupuesto', purchase_order: 'Anticipo sobre pedido' },
    canceledAdvance: 'Anulación de la factura de anticipo',
    vat: 'IVA',
    disbursements: 'suplidos',
    originalQuantity: 'Cantidad original',
  },
};

/** "Acompte sur devis D-2026-0001". */
export const advanceDesignation = (locale: Locale, kind: OfferKind, number: string): string =>
  `${wordings[locale].advanceOn[kind]} ${number}`;

/** "Annulation de la facture d’acompte F-2026-0001 – TVA 20 %". */
export const canceledAdvanceDesignation = (locale: Locale, number: string, key: ShareKey): string => {
  const { canceledAdvance, vat, disbursements } = wordings[locale];
  const part = key === 'disbursement' ? disbursements : `${vat} ${percent(locale, rateOf(key) / 100)}`;
  return `${canceledAdvance} ${number} – ${part}`;
};

/** "Quantité d’origine : 3,5". */
export const originalQuantityNote = (locale: Locale, quantity: number): string =>
  `${wordings[locale].originalQuantity}${locale === 'fr' ? ' ' : ''}: ${decimalOf(locale, quantity)}`;

const decimalOf = (locale: Locale, value: number): string => String(value).replace('.', locale === 'en' ? '.' : ',');
const percent = (locale: Locale, value: number): string =>
  locale === 'en' ? `${value}%` : `${decimalOf(locale, value)} %`;
