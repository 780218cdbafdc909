import * as z from 'zod';
import {
  type MatchFacts,
  matchReasons,
  type OpenTransaction,
  type Suggestion,
} from '../../domain/payments/matching/suggestion.ts';

const cents = z.int().meta({ description: 'Cents of the currency of the transaction.' });
const paymentId = z.string().optional().meta({ example: '01890a6b-2d3e-7f40-9b5c-6d7e8f9a0b1c' });
const payoutId = z.string().optional().meta({ example: '01890a6c-3e4f-7051-8c6d-7e8f9a0b1c2d' });
const label = z.string().meta({ example: 'VIR SEPA ATELIER DU LAC F-2026-0001' });
const counterpart = z.string().optional().meta({ example: 'ATELIER DU LAC' });
const currency = z.string().meta({ description: 'Three letters (ISO 4217).', example: 'EUR' });
/** An example of a suggestion's key. */
export const SUGGESTION_KEY = 'documents 01890a5d-ac96-774b-bcce-b302099a8057';
const dayJson = z.string().meta({ format: 'date', example: '2026-03-30' });

export const BankSuggestionJson = z
  .object({
    key: z.string().meta({ description: 'Send this key to dismiss the suggestion.', example: SUGGESTION_KEY }),
    kind: z.enum(['documents', 'payment', 'payout']).meta({
      description:
        'A payment of `documents`; an existing `payment`, or several in one transfer; or a `payout` of a payment provider. Existing payments are not recorded again.',
    }),
    reasons: z.array(z.enum(matchReasons)).meta({
      description:
        'What matches in the transaction: the `number` of the document, its exact `amount`, the customer’s `name`, a known `payer` of the customer, the `provider`.',
    }),
    isCertain: z.boolean().meta({
      description:
        'The transaction contains the full number and the exact amount due: with `bankMatchedByItself` the match is applied automatically.',
    }),
    documents: z.array(
      z
        .object({
          billingId: z.string().meta({ example: '01890a5d-ac96-774b-bcce-b302099a8057' }),
          number: z.string().meta({ example: 'F-2026-0001' }),
          customerName: z.string().optional().meta({ example: 'Atelier du Lac' }),
          amount: cents,
          remaining: z.int().meta({ description: 'Amount to pay before this match, in cents.' }),
        })
        .meta({ id: 'BankSuggestionDocument' }),
    ),
    paymentId: paymentId.meta({ description: 'The payment, if the transfer contains only one.' }),
    paymentIds: z
      .array(z.string().meta({ example: '01890a6b-2d3e-7f40-9b5c-6d7e8f9a0b1c' }))
      .meta({ description: 'For a `payment`: all payments in this transfer, one for each of `documents`.' }),
    payoutId,
  })
  .meta({ id: 'BankSuggestion' });

export const OpenTransactionJson = z
  .object({
    id: z.string(),
    bookedOn: dayJson,
    remaining: z.int().meta({ description: 'The unmatched part of the transaction, in cents.' }),
    currency,
    label,
    counterpart,
    reference: z.string().optional().meta({ example: 'F-2026-0001' }),
    suggestion: BankSuggestionJson.optional(),
  })
  .meta({ id: 'OpenBankTransaction' });

export const BankMatchJson = z
  .object({
    id: z.string(),
    transactionId: z.string().meta({ example: '01890a6a-1c2d-7e3f-8a4b-5c6d7e8f9a0b' }),
    kind: z.enum(['paid', 'recorded', 'payout', 'kept']).meta({
      description:
        'The transaction `paid` a document, is an already `recorded` payment or a `payout`, or is an overpayment `kept` for the customer.',
    }),
    amount: cents,
    byItself: z.boolean().meta({ description: 'Matched automatically.' }),
    createdAt: z.int().meta({ description: 'Unix seconds.' }),
    bookedOn: dayJson,
    currency,
    label,
    counterpart,
    billingId: z.string().optional().meta({ example: '01890a5d-ac96-774b-bcce-b302099a8057' }),
    number: z.string().optional().meta({ example: 'F-2026-0001' }),
    customerName: z.string().optional().meta({ example: 'Atelier du Lac' }),
    paymentId,
    payoutId,
    onlinePaymentId: z.string().optional().meta({
      description: 'The entry of list-online-payments with the overpayment.',
      example: '01890a6d-4f50-7162-9d7e-8f9a0b1c2d3e',
    }),
  })
  .meta({ id: 'BankMatch' });

/** The data needed to show a match. */
type MatchToShow = {
  readonly id: string;
  readonly kind: 'paid' | 'recorded' | 'payout' | 'kept';
  readonly transactionId: string;
  readonly amount: number;
  readonly byItself: boolean;
  readonly createdAt: number;
  readonly bookedOn: string;
  readonly currency: string;
  readonly label: string;
  readonly documentId?: string;
  readonly keptId?: string;
};

export const matchToJson = ({ documentId, keptId, ...match }: MatchToShow): z.input<typeof BankMatchJson> => ({
  ...match,
  ...(documentId !== undefined && { billingId: documentId }),
  ...(keptId !== undefined && { onlinePaymentId: keptId }),
});

/** A transaction with its suggestions. */
export function openTransactionToJson(
  { left, isWhole: _, ...transaction }: OpenTransaction,
  suggestion: Suggestion | undefined,
  facts: MatchFacts,
): z.input<typeof OpenTransactionJson> {
  return {
    ...{ ...transaction, remaining: left },
    ...(suggestion && { suggestion: suggestionToJson(suggestion, facts) }),
  };
}

/**
 * Looks up candidates one by one: a suggestion names a handful of possibly thousands, and building
 * a map for each line would cost more.
 */
export function suggestionToJson(suggestion: Suggestion, facts: MatchFacts): z.input<typeof BankSuggestionJson> {
  const { key, kind, isCertain, reasons } = suggestion;
  const common = { key, kind, isCertain, reasons: [...reasons], paymentIds: [] };
  if (suggestion.kind === 'payout') return { ...common, documents: [], payoutId: suggestion.payoutId };
  if (suggestion.kind === 'payment') {
    const documents = suggestion.payments.map(({ paymentId, documentId: billingId }) => {
      const { number = '', amount = 0, names = [] } = facts.payments.find(({ id }) => id === paymentId) ?? {};
      return { billingId, number, amount, remaining: 0, ...(names[0] !== undefined && { customerName: names[0] }) };
    });
    const paymentIds = suggestion.payments.map(({ paymentId }) => paymentId);
    const [paymentId] = paymentIds;
    return { ...common, documents, paymentIds, ...(paymentIds.length === 1 && { paymentId }) };
  }
  return {
    ...common,
    documents: suggestion.parts.flatMap(({ documentId, amount }) => {
      const claim = facts.claims.find(({ id }) => id === documentId);
      if (!claim) return [];
      const { number, names, toPay } = claim;
      return { billingId: documentId, number, amount, remaining: toPay, ...(names[0] && { customerName: names[0] }) };
    }),
  };
}
