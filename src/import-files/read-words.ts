import { letters } from '../csv/match-headers.ts';
import type { PaymentMethod } from '../domain/billing/document/terms/payment-terms.ts';
import type { ForeignKind } from '../domain/billing/past/foreign-document.ts';
import { type CurrencyCode, currencyCodes } from '../domain/money/currency.ts';

/** What a program says about the life of a document. */
export type DocumentState = 'draft' | 'cancelled' | 'paid' | 'partly_paid' | 'unpaid';

/** Words of programs in French and English, by their letters. Longer words come first. */
type Words<Value> = readonly (readonly [beginning: string, value: Value])[];

const states: Words<DocumentState> = [
  ...(['nonpay', 'nonregl', 'notpaid', 'impay', 'unpaid', 'enattente', 'apayer', 'aregler'] as const).map(
    (word) => [word, 'unpaid'] as const,
  ),
  ...(['partiel', 'partpaid', 'partial', 'partlypaid', 'payeepartiel', 'payepartiel', 'paidpartial'] as const).map(
    (word) => [word, 'partly_paid'] as const,
  ),
  ...(['regleepartiel', 'reglepartiel', 'acompteregl', 'reglementcommenc', 'commenc'] as const).map(
    (word) => [word, 'partly_paid'] as const,
  ),
  ...(['brouillon', 'draft', 'provisoire', 'nonfinal', 'afinaliser', 'enpreparation', 'scheduled'] as const).map(
    (word) => [word, 'draft'] as const,
  ),
  ...(['annul', 'cancel', 'void', 'abandon', 'delete', 'supprim', 'trash', 'failed', 'reversed'] as const).map(
    (word) => [word, 'cancelled'] as const,
  ),
  ...(['refunded', 'rembours', 'invers', 'echouee'] as const).map((word) => [word, 'cancelled'] as const),
  ...(['paye', 'paid', 'regl', 'encaiss', 'acquitt', 'complet', 'termine', 'closed', 'sold', 'inpayment'] as const).map(
    (word) => [word, 'paid'] as const,
  ),
  ...(['processing', 'encoursdepaiement', 'lettre'] as const).map((word) => [word, 'paid'] as const),
  ...(['open', 'sent', 'envoy', 'overdue', 'retard', 'enretard', 'valid', 'emis', 'final', 'pending'] as const).map(
    (word) => [word, 'unpaid'] as const,
  ),
  ...(['aencaisser', 'due', 'posted', 'comptabilis', 'echu', 'viewed', 'approved', 'onhold', 'uncollect'] as const).map(
    (word) => [word, 'unpaid'] as const,
  ),
];

/** The state that a cell states, such as `Payée le 12/03/2026`. */
export const stateIn = (cell: string): DocumentState | undefined => beginning(states, cell);

const kinds: Words<ForeignKind | 'unknown'> = [
  ['factureacompte', 'advance'],
  ['facturedacompte', 'advance'],
  ['facturedavoir', 'credit_note'],
  ['factureavoir', 'credit_note'],
  ['factureproforma', 'unknown'],
  ['acompte', 'advance'],
  ['deposit', 'advance'],
  ['advance', 'advance'],
  ['downpayment', 'advance'],
  ['avoir', 'credit_note'],
  ['credit', 'credit_note'],
  ['notedecredit', 'credit_note'],
  ['outrefund', 'credit_note'],
  ['refund', 'credit_note'],
  ['remboursement', 'credit_note'],
  ['cancellation', 'credit_note'],
  ['devis', 'estimate'],
  ['quot', 'estimate'],
  ['estimat', 'estimate'],
  ['proposition', 'estimate'],
  ['facture', 'invoice'],
  ['invoice', 'invoice'],
  ['outinvoice', 'invoice'],
  ['customerinvoice', 'invoice'],
  ['standard', 'invoice'],
  ['vente', 'invoice'],
  ['solde', 'invoice'],
];

/** The kind that a cell names; `unknown` for documents that are not taken over. */
export const kindIn = (cell: string): ForeignKind | 'unknown' | undefined =>
  cell.trim() === '' ? undefined : (beginning(kinds, cell) ?? 'unknown');

const symbols: Readonly<Record<string, CurrencyCode>> = {
  '€': 'EUR',
  EURO: 'EUR',
  EUROS: 'EUR',
  $: 'USD',
  US$: 'USD',
  '£': 'GBP',
  FCFA: 'XOF',
  CNY: 'CNH',
};

/** A currency by its code, name or symbol: `eur`, `EUR - Euro`, `€`. */
export function currencyIn(cell: string): CurrencyCode | undefined {
  const text = cell.trim().toUpperCase();
  if (Object.hasOwn(symbols, text)) return symbols[text];
  const [code = ''] = /^[A-Z]{3}(?![A-Z])/.exec(text) ?? /\b[A-Z]{3}(?=\)$)/.exec(text) ?? [];
  if ((currencyCodes as readonly string[]).includes(code)) return code as CurrencyCode;
  return /^EUROS?\b/.test(text) ? 'EUR' : undefined;
}

const methods: Words<PaymentMethod> = [
  ['virement', 'transfer'],
  ['vir', 'transfer'],
  ['transfer', 'transfer'],
  ['banktransfer', 'transfer'],
  ['wire', 'transfer'],
  ['sepa', 'transfer'],
  ['prelevement', 'direct_debit'],
  ['pre', 'direct_debit'],
  ['directdebit', 'direct_debit'],
  ['carte', 'credit_card'],
  ['cb', 'credit_card'],
  ['card', 'credit_card'],
  ['creditcard', 'credit_card'],
  ['cesu', 'universal_employment_service_cheque'],
  ['cheque', 'cheque'],
  ['chq', 'cheque'],
  ['check', 'cheque'],
  ['espece', 'cash'],
  ['liq', 'cash'],
  ['cash', 'cash'],
  ['paypal', 'paypal'],
  ['stripe', 'stripe'],
];

/** How a payment was made, as a program names it. */
export const methodIn = (cell: string): PaymentMethod | undefined => beginning(methods, cell);

const YES: ReadonlySet<string> = new Set(['oui', 'yes', 'true', 'vrai', 'x', 'ok', 'o', 'y']);
const NO: ReadonlySet<string> = new Set(['non', 'no', 'false', 'faux', 'n']);

/** Yes or no; undefined for anything else. */
export function yesOrNoIn(cell: string): boolean | undefined {
  const word = letters(cell);
  return YES.has(word) ? true : NO.has(word) ? false : undefined;
}

function beginning<Value>(words: Words<Value>, cell: string): Value | undefined {
  const text = letters(cell.slice(0, 100));
  return text === '' ? undefined : words.find(([word]) => text.startsWith(word))?.[1];
}
