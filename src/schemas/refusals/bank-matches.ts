import type { BankMatchRefusal } from '../../domain/refusal.ts';
import { formatCents } from '../fields/format-amount.ts';
import { notFound } from './not-found.ts';
import type { Rows } from './refusal-text.ts';

/** Why a bank transaction cannot be applied. */
export const bankMatchRefusals: Rows<BankMatchRefusal> = {
  bank_transaction_not_found: notFound(
    'bank_transaction',
    'Opération bancaire introuvable',
    'Bank transaction not found',
  ),
  bank_payment_not_found: notFound('bank_payment', 'Paiement introuvable', 'Payment not found'),
  bank_payout_not_found: notFound('bank_payout', 'Versement introuvable', 'Payout not found'),
  bank_transaction_exceeded: {
    code: 'bank_transaction.exceeded',
    status: 409,
    title: { fr: 'Montant supérieur à l’opération bancaire', en: 'Amount larger than the bank transaction' },
    detail: ({ left }) => ({
      fr: `Il reste ${formatCents(left).fr} à rapprocher sur cette opération.`,
      en: `${formatCents(left).en} of the transaction is still unmatched.`,
    }),
    remedy: {
      fr: 'Indiquez au plus le montant qui reste à rapprocher, ou annulez d’abord un rapprochement de cette opération.',
      en: 'Apply at most the unmatched amount, or undo an existing match of this transaction first.',
    },
    members: ({ left }) => ({ remaining: left }),
  },
  bank_transaction_of_other_currency: {
    code: 'bank_transaction.other_currency',
    status: 409,
    title: { fr: 'L’opération bancaire est dans une autre devise', en: 'The bank transaction is in another currency' },
    detail: ({ currency }) => ({
      fr: `L’opération bancaire est en ${currency}.`,
      en: `The bank transaction is in ${currency}.`,
    }),
    remedy: {
      fr: 'Enregistrez le paiement sur le document, avec les frais de conversion.',
      en: 'Record the payment on the document, with the conversion cost.',
    },
  },
  bank_transaction_not_applied: {
    code: 'bank_transaction.not_applied',
    status: 409,
    title: { fr: 'Cette opération n’est pas rapprochée', en: 'This transaction is not matched' },
    remedy: {
      fr: 'Rechargez l’opération bancaire : le rapprochement a peut-être déjà été annulé.',
      en: 'Reload the bank transaction: the match may already have been undone.',
    },
  },
  bank_match_exists: {
    code: 'bank_match.exists',
    status: 409,
    title: { fr: 'Déjà rapproché d’une autre opération', en: 'Already matched to another transaction' },
    remedy: {
      fr: 'Annulez d’abord le rapprochement avec l’autre opération.',
      en: 'Undo the match with the other transaction first.',
    },
  },
};
