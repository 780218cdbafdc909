import type { PaymentRefusal } from '../../domain/refusal.ts';
import { formatCents } from '../fields/format-amount.ts';
import { notFound, type Rows } from './refusal-text.ts';

/** Payments and their reversal. */
export const paymentRefusals: Rows<PaymentRefusal> = {
  payment_exceeds_remaining: {
    code: 'payment.exceeds_remaining_amount',
    status: 409,
    title: { fr: 'Le paiement dépasse le reste à payer', en: 'The payment exceeds the balance due' },
    detail: ({ remaining }) => ({
      fr: `Il reste ${formatCents(remaining).fr} à payer.`,
      en: `The balance due is ${formatCents(remaining).en}.`,
    }),
    remedy: { fr: 'Indiquez au plus le reste à payer.', en: 'Record at most the balance due.' },
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
      fr: 'Rechargez le document : il est payé ou entièrement couvert par des avoirs.',
      en: 'Reload the document: it is paid or fully credited.',
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
      fr: 'Il n’y a pas de paiement à annuler. Rechargez le document.',
      en: 'There is no payment to undo. Reload the document.',
    },
  },
  no_payment_to_reverse: {
    code: 'payment.none_to_reverse',
    status: 409,
    title: { fr: 'Aucun paiement à annuler', en: 'No payment to undo' },
    detail: () => ({
      fr: 'Ce document est réglé par ses acomptes : il n’a pas de paiement à lui.',
      en: 'This document is paid by its advances and has no payment of its own.',
    }),
    remedy: {
      fr: 'Annulez le paiement de l’acompte, ou l’acompte.',
      en: 'Undo the payment of the advance, or cancel the advance.',
    },
  },
  online_payment_not_found: notFound('online_payment', 'Paiement en ligne introuvable', 'Online payment not found'),
  nothing_unapplied: {
    code: 'online_payment.nothing_unapplied',
    status: 409,
    title: { fr: 'Il ne reste rien à affecter ni à rembourser', en: 'Nothing left to apply or refund' },
    detail: () => ({
      fr: 'Toute la somme est déjà affectée à un document ou remboursée.',
      en: 'The whole amount has been applied to a document or refunded.',
    }),
    remedy: {
      fr: 'Rechargez les paiements en ligne : un autre utilisateur a peut-être déjà affecté ou remboursé cette somme.',
      en: 'Reload the online payments: another user may already have applied or refunded the amount.',
    },
  },
  unapplied_exceeded: {
    code: 'online_payment.exceeds_unapplied_amount',
    status: 409,
    title: { fr: 'Montant supérieur à la somme disponible', en: 'Amount larger than the available amount' },
    detail: ({ unapplied }) => ({
      fr: `Il reste ${formatCents(unapplied).fr} à affecter ou à rembourser.`,
      en: `${formatCents(unapplied).en} is left to apply or refund.`,
    }),
    remedy: { fr: 'Indiquez au plus la somme disponible.', en: 'Give at most the available amount.' },
    pointer: () => '/amount',
    members: ({ unapplied }) => ({ unappliedAmount: unapplied }),
  },
  excess_used: {
    code: 'payment.excess_used',
    status: 409,
    title: { fr: 'Le trop-perçu a déjà servi', en: 'The overpayment was already used' },
    detail: ({ used }) => ({
      fr: `${formatCents(used).fr} de trop-perçu ont été affectés à un autre document ou remboursés au client.`,
      en: `${formatCents(used).en} of the overpayment was applied to another document or refunded.`,
    }),
    remedy: {
      fr: 'Annulez d’abord le paiement de l’autre document. Un remboursement ne peut pas être annulé.',
      en: 'Undo the payment of the other document first. A refund cannot be undone.',
    },
    members: ({ used }) => ({ usedAmount: used }),
  },
  excess_without_provider: {
    code: 'online_payment.without_provider',
    status: 409,
    title: { fr: 'Cette somme n’est pas passée par un prestataire', en: 'This payment did not go through a provider' },
    remedy: {
      fr: 'Remboursez la somme autrement, par exemple par virement (`by` : `otherwise`).',
      en: 'Refund the payment another way, such as a bank transfer (`by`: `otherwise`).',
    },
    pointer: () => '/by',
  },
  payment_of_another_customer: {
    code: 'online_payment.of_another_customer',
    status: 409,
    title: { fr: 'Document d’un autre client', en: 'Document of another customer' },
    detail: () => ({
      fr: 'Cette somme ne peut régler que les documents du client qui l’a payée, ou de son organisation.',
      en: 'This payment can only be applied to documents of the customer who paid it, or of their organization.',
    }),
    remedy: {
      fr: 'Choisissez un document du même client, ou remboursez la somme.',
      en: 'Choose a document of the same customer, or refund the payment.',
    },
    pointer: () => '/billingId',
  },
  payment_of_other_currency: {
    code: 'online_payment.of_other_currency',
    status: 409,
    title: { fr: 'Document dans une autre devise', en: 'Document in another currency' },
    detail: ({ currency }) => ({
      fr: `Cette somme a été payée en ${currency}.`,
      en: `This payment was made in ${currency}.`,
    }),
    remedy: {
      fr: 'Choisissez un document dans cette devise, ou remboursez la somme.',
      en: 'Choose a document in that currency, or refund the payment.',
    },
    pointer: () => '/billingId',
  },
};
