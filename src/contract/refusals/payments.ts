import type { PaymentRefusal } from '../../domain/refusal.ts';
import { writtenAmount } from '../written-amount.ts';
import { notFound } from './not-found.ts';
import type { Rows } from './told.ts';

/** Money received, and taken back. */
export const paymentRefusals: Rows<PaymentRefusal> = {
  payment_exceeds_remaining: {
    code: 'payment.exceeds_remaining_amount',
    status: 409,
    title: { fr: 'Le paiement dépasse ce qui reste dû', en: 'The payment is more than what remains due' },
    detail: ({ remaining }) => ({
      fr: `Il reste ${writtenAmount(remaining).fr} à payer.`,
      en: `${writtenAmount(remaining).en} remains to pay.`,
    }),
    remedy: { fr: 'Ne dépassez pas ce montant.', en: 'Record that amount at most.' },
    pointer: () => '/payments',
    members: ({ remaining }) => ({ remainingAmount: remaining }),
  },
  payment_before_document: {
    code: 'payment.before_document',
    status: 409,
    title: { fr: 'Le paiement est daté d’avant le document', en: 'The payment is dated before the document' },
    detail: ({ issuedOn }) => ({
      fr: `Le document est émis le ${issuedOn}.`,
      en: `The document was issued on ${issuedOn}.`,
    }),
    remedy: {
      fr: 'Datez le paiement du jour d’émission ou d’un jour plus tard.',
      en: 'Date the payment on the day of issue or later.',
    },
    pointer: () => '/payments',
  },
  payment_to_come: {
    code: 'payment.in_future',
    status: 409,
    title: { fr: 'Le paiement est daté d’un jour à venir', en: 'The payment is dated in the future' },
    detail: ({ today }) => ({ fr: `Nous sommes le ${today}.`, en: `Today is ${today}.` }),
    remedy: {
      fr: 'Enregistrez le paiement une fois reçu, au plus tard à la date du jour.',
      en: 'Record the payment once it is received, dated today at the latest.',
    },
    pointer: () => '/payments',
  },
  nothing_due: {
    code: 'payment.nothing_due',
    status: 409,
    title: { fr: 'Il ne reste rien à payer', en: 'Nothing is due' },
    remedy: {
      fr: 'Relisez le document : il est payé ou entièrement crédité.',
      en: 'Read the document: it is paid or fully credited.',
    },
  },
  not_payable_when_draft: {
    code: 'payment.billing_is_draft',
    status: 409,
    title: { fr: 'Un brouillon ne peut pas être payé', en: 'A draft cannot be paid' },
    remedy: { fr: 'Finalisez le document d’abord.', en: 'Finalize the document first.' },
  },
  not_payable_when_canceled: {
    code: 'payment.billing_is_canceled',
    status: 409,
    title: { fr: 'Un document annulé ne peut pas être payé', en: 'A canceled document cannot be paid' },
    remedy: {
      fr: 'Enregistrez le paiement sur le document qui le remplace.',
      en: 'Record the payment on the document that replaces it.',
    },
  },
  not_paid: {
    code: 'payment.not_paid',
    status: 409,
    title: { fr: 'Ce document n’est pas payé', en: 'This document is not paid' },
    remedy: {
      fr: 'Il n’y a pas de paiement à retirer : relisez le document.',
      en: 'There is no payment to take back: read the document.',
    },
  },
  no_payment_to_reverse: {
    code: 'payment.none_to_reverse',
    status: 409,
    title: { fr: 'Aucun paiement à annuler', en: 'No payment to take back' },
    detail: () => ({
      fr: 'Ce document est réglé par ses acomptes, sans paiement qui lui soit propre.',
      en: 'This document is paid by its advances, without a payment of its own.',
    }),
    remedy: {
      fr: 'Annulez plutôt le paiement ou l’acompte concerné.',
      en: 'Take back the payment of the advance instead, or cancel it.',
    },
  },
  online_payment_not_found: notFound('online_payment', 'Paiement en ligne introuvable', 'Online payment not found'),
  nothing_unapplied: {
    code: 'online_payment.nothing_unapplied',
    status: 409,
    title: { fr: 'Il ne reste rien à imputer ni à rendre', en: 'Nothing is left to apply or to give back' },
    detail: () => ({
      fr: 'Toute la somme est imputée sur un document, ou déjà rendue.',
      en: 'All of this money is applied to a document, or was given back.',
    }),
    remedy: {
      fr: 'Relisez les paiements en ligne : quelqu’un l’a peut-être fait avant vous.',
      en: 'Read the online payments again: somebody may have done it before you.',
    },
  },
  unapplied_exceeded: {
    code: 'online_payment.exceeds_unapplied_amount',
    status: 409,
    title: { fr: 'Montant supérieur à la somme non imputée', en: 'More than what is kept apart' },
    detail: ({ unapplied }) => ({
      fr: `Il reste ${writtenAmount(unapplied).fr} à imputer ou à rendre.`,
      en: `${writtenAmount(unapplied).en} is left to apply or to give back.`,
    }),
    remedy: { fr: 'Ne dépassez pas ce montant.', en: 'Say that amount at most.' },
    pointer: () => '/amount',
    members: ({ unapplied }) => ({ unappliedAmount: unapplied }),
  },
  excess_used: {
    code: 'payment.excess_used',
    status: 409,
    title: { fr: 'Le trop-perçu a déjà servi', en: 'The excess was already used' },
    detail: ({ used }) => ({
      fr: `${writtenAmount(used).fr} de trop-perçu sont imputés sur un autre document ou rendus au client.`,
      en: `${writtenAmount(used).en} of the excess is applied to another document or was given back.`,
    }),
    remedy: {
      fr: 'Retirez d’abord le paiement de l’autre document ; une somme rendue ne se reprend pas.',
      en: 'Take the payment of the other document back first. Money that was given back stays so.',
    },
    members: ({ used }) => ({ usedAmount: used }),
  },
  excess_without_provider: {
    code: 'online_payment.without_provider',
    status: 409,
    title: { fr: 'Cette somme n’est pas passée par un prestataire', en: 'This money did not come by a provider' },
    remedy: {
      fr: 'Rendez-la autrement, par virement par exemple (`by` : `otherwise`).',
      en: 'Give it back otherwise, by transfer for example (`by`: `otherwise`).',
    },
    pointer: () => '/by',
  },
  payment_of_another_customer: {
    code: 'online_payment.of_another_customer',
    status: 409,
    title: { fr: 'Document d’un autre client', en: 'Document of another customer' },
    detail: () => ({
      fr: 'Cette somme est à celui qui l’a payée : elle ne peut régler que ses documents, ou ceux de son organisation.',
      en: 'This money is his who paid it: it can pay his documents alone, or those of his organization.',
    }),
    remedy: {
      fr: 'Choisissez un document du même client, ou rendez la somme.',
      en: 'Choose a document of the same customer, or give the money back.',
    },
    pointer: () => '/billingId',
  },
  payment_of_other_currency: {
    code: 'online_payment.of_other_currency',
    status: 409,
    title: { fr: 'Document dans une autre devise', en: 'Document in another currency' },
    detail: ({ currency }) => ({
      fr: `Cette somme a été payée en ${currency}.`,
      en: `This money was paid in ${currency}.`,
    }),
    remedy: {
      fr: 'Choisissez un document dans cette devise, ou rendez la somme.',
      en: 'Choose a document in that currency, or give the money back.',
    },
    pointer: () => '/billingId',
  },
};
