import type { BankMatchRefusal } from '../../domain/refusal.ts';
import { writtenAmount } from '../written-amount.ts';
import { notFound } from './not-found.ts';
import type { Rows } from './told.ts';

/** What a bank transaction cannot be applied to. */
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
    title: { fr: 'L’opération bancaire ne suffit pas', en: 'The bank transaction is not enough' },
    detail: ({ left }) => ({
      fr: `Il en reste ${writtenAmount(left).fr} à rapprocher.`,
      en: `${writtenAmount(left).en} of it is left to apply.`,
    }),
    remedy: {
      fr: 'Ne dépassez pas ce reste, ou défaites d’abord ce qui est déjà rapproché.',
      en: 'Apply that much at most, or undo first what it is applied to.',
    },
    members: ({ left }) => ({ remaining: left }),
  },
  bank_transaction_of_other_currency: {
    code: 'bank_transaction.other_currency',
    status: 409,
    title: { fr: 'L’opération bancaire est dans une autre monnaie', en: 'The bank transaction is in another currency' },
    detail: ({ currency }) => ({
      fr: `Elle est en ${currency}.`,
      en: `It is in ${currency}.`,
    }),
    remedy: {
      fr: 'Enregistrez le paiement sur le document, avec ce que la conversion a coûté.',
      en: 'Record the payment on the document, with what the conversion cost.',
    },
  },
  bank_transaction_not_applied: {
    code: 'bank_transaction.not_applied',
    status: 409,
    title: { fr: 'Cette opération n’est rapprochée de rien', en: 'This transaction is applied to nothing' },
    remedy: {
      fr: 'Relisez-la : quelqu’un l’a peut-être déjà défaite.',
      en: 'Read it again: somebody may have undone it already.',
    },
  },
  bank_match_exists: {
    code: 'bank_match.exists',
    status: 409,
    title: { fr: 'Une autre opération l’explique déjà', en: 'Another transaction explains it already' },
    remedy: {
      fr: 'Défaites d’abord ce rapprochement.',
      en: 'Undo that match first.',
    },
  },
};
