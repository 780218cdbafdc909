import type { CreditNoteRefusal } from '../../domain/refusal.ts';
import { notFound, type Rows } from './refusal-text.ts';

/** Credit notes. */
export const creditNoteRefusals: Rows<CreditNoteRefusal> = {
  credit_note_not_found: notFound('asset', 'Avoir introuvable', 'Credit note not found'),
  advance_not_finalized: {
    code: 'asset.advance_not_finalized',
    status: 409,
    title: { fr: 'L’acompte n’est pas finalisé', en: 'The advance is not finalized' },
    remedy: {
      fr: 'Finalisez l’acompte avant d’établir un avoir, ou supprimez ce brouillon.',
      en: 'Finalize the advance before crediting it, or delete the draft.',
    },
  },
  advance_already_has_credit_note: {
    code: 'asset.advance_already_has_asset',
    status: 409,
    title: { fr: 'L’acompte a déjà un avoir', en: 'The advance already has a credit note' },
    remedy: {
      fr: 'Utilisez l’avoir existant. Tant qu’il est en brouillon, vous pouvez le modifier ou le supprimer.',
      en: 'Use the existing credit note. While it is a draft, you can change or delete it.',
    },
    members: ({ creditNoteId }) => ({ assetId: creditNoteId }),
  },
  nothing_left_to_credit: {
    code: 'asset.nothing_left_to_credit',
    status: 409,
    title: { fr: 'Il ne reste rien à créditer', en: 'Nothing is left to credit' },
    remedy: {
      fr: 'Les acomptes déduits et les avoirs finalisés couvrent déjà tout le document. Consultez les avoirs de ce document.',
      en: 'Deducted advances and finalized credit notes already cover the whole document. Check the credit notes of this document.',
    },
  },
  bank_of_credit_note: {
    code: 'asset.cannot_update_bank_information',
    // Kept from the published API.
    status: 400,
    title: { fr: 'Un avoir n’a pas de coordonnées bancaires', en: 'A credit note has no bank details' },
    remedy: {
      fr: 'Modifiez les coordonnées bancaires sur la facture, tant qu’elle est en brouillon.',
      en: 'Change the bank details on the invoice, while the invoice is a draft.',
    },
  },
  delivery_of_credit_note: {
    code: 'asset.cannot_update_delivery_address',
    // Kept from the published API.
    status: 400,
    title: { fr: 'Un avoir n’a pas d’adresse de livraison', en: 'A credit note has no delivery address' },
    remedy: {
      fr: 'Modifiez l’adresse de livraison sur la facture, tant qu’elle est en brouillon.',
      en: 'Change the delivery address on the invoice, while the invoice is a draft.',
    },
  },
  reference_of_parent: {
    code: 'billing.reference_of_parent',
    status: 409,
    title: { fr: 'Cet avoir renvoie à sa facture d’origine', en: 'This credit note refers to its original invoice' },
    remedy: {
      fr: 'Seul un avoir créé sans facture d’origine peut indiquer une autre référence.',
      en: 'Only a credit note created without an original invoice can give another reference.',
    },
  },
  refund_of_draft: {
    code: 'asset.refund_of_draft',
    status: 409,
    title: { fr: 'Un avoir en brouillon ne peut pas être remboursé', en: 'A draft credit note cannot be refunded' },
    remedy: { fr: 'Finalisez l’avoir d’abord.', en: 'Finalize the credit note first.' },
  },
  refund_before_credit_note: {
    code: 'asset.refund_before_document',
    status: 409,
    title: { fr: 'Le remboursement est daté d’avant l’avoir', en: 'The refund is dated before the credit note' },
    detail: ({ issuedOn }) => ({
      fr: `L’avoir est émis le ${issuedOn}.`,
      en: `The credit note was issued on ${issuedOn}.`,
    }),
    remedy: {
      fr: 'Datez le remboursement du jour d’émission ou d’un jour plus tard.',
      en: 'Date the refund on the day of issue or later.',
    },
    pointer: () => '/refundAt',
  },
  refund_to_come: {
    code: 'asset.refund_in_future',
    status: 409,
    title: { fr: 'Le remboursement est daté d’un jour à venir', en: 'The refund is dated in the future' },
    detail: ({ today }) => ({ fr: `Nous sommes le ${today}.`, en: `Today is ${today}.` }),
    remedy: {
      fr: 'Enregistrez le remboursement une fois effectué, au plus tard à la date du jour.',
      en: 'Record the refund once it is made, dated today at the latest.',
    },
    pointer: () => '/refundAt',
  },
};
