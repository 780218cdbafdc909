import { requirementMessage } from '../requirement-text.ts';
import type { SomeTold } from './told.ts';

/** The state of what it is about forbids it, or it has changed since the caller read it. */
export const forbiddenByState = {
  version_stale: {
    code: 'version.stale',
    title: { fr: 'Modifié entre-temps', en: 'Changed in the meantime' },
    detail: ({ current }) => ({
      fr: `La version actuelle est ${current}, pas celle de If-Match.`,
      en: `The current version is ${current}, not the one in If-Match.`,
    }),
    remedy: {
      fr: 'Relisez la ressource, reportez vos changements, et renvoyez-les avec son nouvel ETag.',
      en: 'Read the resource again, apply your changes to it, and send them with its new ETag.',
    },
    members: ({ current }) => ({ currentETag: current }),
  },

  document_not_draft: {
    code: 'billing.not_draft',
    title: { fr: "Ce document n'est plus un brouillon", en: 'This document is no longer a draft' },
    detail: ({ state }) => ({ fr: `Son état est « ${state} ».`, en: `Its state is "${state}".` }),
    remedy: {
      fr: 'Un document finalisé ne change plus : corrigez-le par un avoir, ou établissez-en un nouveau.',
      en: 'A finalized document never changes: correct it with a credit note, or make a new one.',
    },
    members: ({ state }) => ({ state }),
  },
  document_is_finalized: {
    code: 'billing.cannot_update_finalized_document',
    title: { fr: 'Ce document est finalisé', en: 'Cannot update finalized document' },
    detail: ({ number }) => ({ fr: `Il porte le numéro ${number}.`, en: `It has the number ${number}.` }),
    remedy: {
      fr: 'Un document finalisé ne change plus : annulez-le par un avoir.',
      en: 'A finalized document never changes: cancel it with a credit note.',
    },
    members: ({ number }) => ({ number }),
  },
  already_finalized: {
    code: 'billing.already_finalized',
    title: { fr: 'Déjà finalisé', en: 'Already finalized' },
    detail: ({ number }) => ({ fr: `Il porte le numéro ${number}.`, en: `It has the number ${number}.` }),
    remedy: {
      fr: "Il n'y a rien à refaire : relisez le document.",
      en: 'There is nothing left to do: read the document.',
    },
    members: ({ number }) => ({ number }),
  },
  not_finalizable: {
    code: 'billing.not_finalizable',
    title: { fr: 'Le document ne peut pas encore être finalisé', en: 'The document cannot be finalized yet' },
    detail: ({ requirements, electronicFaults }) => ({
      fr: requirements.map((name) => requirementMessage(name, electronicFaults).fr).join(' '),
      en: requirements.map((name) => requirementMessage(name, electronicFaults).en).join(' '),
    }),
    remedy: {
      fr: 'Complétez ce que demandent les finalizeRequirements, puis recommencez.',
      en: 'Complete what the finalizeRequirements ask for, then try again.',
    },
    members: ({ requirements, electronicFaults }, language) => ({
      finalizeRequirements: requirements.map((name) => ({
        name,
        message: requirementMessage(name, electronicFaults)[language],
      })),
    }),
  },
  not_deletable_with_credit_notes: {
    code: 'billing.not_deletable_with_assets',
    title: { fr: 'Un avoir dépend de ce brouillon', en: 'A credit note depends on this draft' },
    remedy: {
      fr: "Supprimez d'abord l'avoir en brouillon, ou finalisez la facture.",
      en: 'Delete the draft credit note first, or finalize the invoice.',
    },
  },
  not_deletable_when_finalized: {
    code: 'billing.not_deletable_when_finalized',
    title: { fr: 'Un document finalisé ne se supprime pas', en: 'A finalized document cannot be deleted' },
    detail: ({ number }) => ({
      fr: `Le numéro ${number} appartient à une suite sans trou.`,
      en: `The number ${number} belongs to a series without gaps.`,
    }),
    remedy: { fr: 'Annulez-le par un avoir, ou archivez-le.', en: 'Cancel it with a credit note, or archive it.' },
    members: ({ number }) => ({ number }),
  },
  not_yet_finalized: {
    code: 'billing.not_finalized',
    title: { fr: 'Ce document est encore un brouillon', en: 'This document is still a draft' },
    remedy: { fr: "Finalisez-le d'abord.", en: 'Finalize it first.' },
  },
  already_signed: {
    code: 'estimate.already_signed',
    title: { fr: 'Déjà signé', en: 'Already signed' },
    remedy: {
      fr: 'Pour revenir sur la signature, utilisez « unsign ».',
      en: 'To take the signature back, use "unsign".',
    },
  },
  already_refused: {
    code: 'estimate.already_refused',
    title: { fr: 'Déjà refusé', en: 'Already refused' },
    remedy: {
      fr: 'Pour revenir sur le refus, utilisez « unrefuse ».',
      en: 'To take the refusal back, use "unrefuse".',
    },
  },
  not_signed: {
    code: 'estimate.not_signed',
    title: { fr: "Ce document n'est pas signé", en: 'This document is not signed' },
    remedy: {
      fr: "Il n'y a pas de signature à retirer : relisez le document.",
      en: 'There is no signature to take back: read the document.',
    },
  },
  not_refused: {
    code: 'estimate.not_refused',
    title: { fr: "Ce document n'est pas refusé", en: 'This document is not refused' },
    remedy: {
      fr: "Il n'y a pas de refus à retirer : relisez le document.",
      en: 'There is no refusal to take back: read the document.',
    },
  },
  already_billed: {
    code: 'estimate.already_billed',
    title: { fr: 'Déjà facturé', en: 'Already billed' },
    remedy: {
      fr: "Un acompte ou une facture finale en découle : supprimez ou annulez-les d'abord.",
      en: 'An advance or a final invoice comes from it: delete or cancel them first.',
    },
  },
  estimate_not_signed: {
    code: 'advance.estimate_not_signed',
    title: { fr: "Le devis n'est pas signé", en: 'The estimate is not signed' },
    remedy: {
      fr: "Faites signer le devis avant d'établir un acompte.",
      en: 'Have the estimate signed before making an advance.',
    },
  },
  final_invoice_exists: {
    code: 'advance.final_invoice_exists',
    title: { fr: 'La facture finale existe déjà', en: 'The final invoice already exists' },
    remedy: {
      fr: "Supprimez ou annulez la facture finale avant d'établir un acompte.",
      en: 'Delete or cancel the final invoice before making an advance.',
    },
    members: ({ invoiceId }) => ({ invoiceId }),
  },
  estimate_not_signed_for_final_invoice: {
    code: 'final_invoice.estimate_not_signed',
    title: { fr: "Le devis n'est pas signé", en: 'The estimate is not signed' },
    remedy: {
      fr: "Faites signer le devis avant d'établir la facture finale.",
      en: 'Have the estimate signed before making the final invoice.',
    },
  },
  final_invoice_already_there: {
    code: 'final_invoice.already_exists',
    title: { fr: 'La facture finale existe déjà', en: 'The final invoice already exists' },
    remedy: {
      fr: "Utilisez-la, ou supprimez ou annulez-la avant d'en établir une autre.",
      en: 'Use it, or delete or cancel it before making another.',
    },
    members: ({ invoiceId }) => ({ invoiceId }),
  },
  advance_exceeds_remaining: {
    code: 'advance.exceeds_remaining_amount',
    title: { fr: "L'acompte dépasse ce qui reste à facturer", en: 'The advance is more than what remains to bill' },
    detail: ({ remaining }) => ({
      fr: `Il reste ${remaining} centimes, taxes comprises.`,
      en: `${remaining} cents remain, tax included.`,
    }),
    remedy: { fr: 'Demandez au plus ce montant.', en: 'Ask for that amount at most.' },
    pointer: () => '/amount',
    members: ({ remaining }) => ({ remainingAmount: remaining }),
  },
  advance_not_finalized: {
    code: 'asset.advance_not_finalized',
    title: { fr: "L'acompte n'est pas finalisé", en: 'The advance is not finalized' },
    remedy: {
      fr: "Finalisez l'acompte avant d'en faire un avoir, ou supprimez ce brouillon.",
      en: 'Finalize the advance before crediting it, or delete the draft.',
    },
  },
  advance_already_has_credit_note: {
    code: 'asset.advance_already_has_asset',
    title: { fr: "L'acompte a déjà un avoir", en: 'The advance already has a credit note' },
    remedy: {
      fr: 'Utilisez cet avoir ; en brouillon, il peut être modifié ou supprimé.',
      en: 'Use that credit note; while a draft it can be changed or deleted.',
    },
    members: ({ creditNoteId }) => ({ assetId: creditNoteId }),
  },
  nothing_left_to_credit: {
    code: 'asset.nothing_left_to_credit',
    title: { fr: 'Il ne reste rien à créditer', en: 'Nothing is left to credit' },
    remedy: {
      fr: 'Les acomptes déduits et les avoirs finalisés couvrent déjà tout le document : relisez ses avoirs.',
      en: 'Deducted advances and finalized credit notes already cover the whole document: read its credit notes.',
    },
  },
  bank_of_credit_note: {
    code: 'asset.cannot_update_bank_information',
    title: { fr: "Un avoir n'a pas de coordonnées bancaires", en: 'A credit note has no bank information' },
    remedy: {
      fr: 'Changez-les sur la facture, tant qu’elle est en brouillon.',
      en: 'Change it on the invoice, while that is a draft.',
    },
  },
  delivery_of_credit_note: {
    code: 'asset.cannot_update_delivery_address',
    title: { fr: "Un avoir n'a pas d'adresse de livraison", en: 'A credit note has no delivery address' },
    remedy: {
      fr: 'Changez-la sur la facture, tant qu’elle est en brouillon.',
      en: 'Change it on the invoice, while that is a draft.',
    },
  },
  currency_of_parent: {
    code: 'billing.currency_of_parent',
    title: {
      fr: "La devise est celle du document d'origine",
      en: 'The currency is that of the document it comes from',
    },
    remedy: {
      fr: 'Établissez un document indépendant pour une autre devise.',
      en: 'Make an independent document for another currency.',
    },
  },
  customer_of_parent: {
    code: 'billing.customer_of_parent',
    title: {
      fr: "Le client est celui du document d'origine",
      en: 'The customer is that of the document it comes from',
    },
    remedy: {
      fr: 'Établissez un document indépendant pour un autre client.',
      en: 'Make an independent document for another customer.',
    },
  },
  customer_of_other_mode: {
    code: 'billing.customer_of_other_mode',
    title: { fr: 'Client d’un autre mode', en: 'Customer of another mode' },
    detail: () => ({
      fr: 'Un document, un projet ou une tâche réels vont à un client réel, ceux de test à un client de test.',
      en: 'A live document, project or task is for a live customer, a test one for a test customer.',
    }),
    remedy: {
      fr: 'Choisissez un client du même mode, ou refaites-le à neuf pour ce client.',
      en: 'Choose a customer of the same mode, or make a new one for this customer.',
    },
    pointer: () => '/customerId',
  },
  reference_of_parent: {
    code: 'billing.reference_of_parent',
    title: { fr: "La référence est le document d'origine", en: 'The reference is the document it comes from' },
    remedy: {
      fr: "Seul un avoir libre dit lui-même ce qu'il crédite.",
      en: 'Only a free credit note names what it credits by itself.',
    },
  },
  payment_exceeds_remaining: {
    code: 'payment.exceeds_remaining_amount',
    title: { fr: 'Le paiement dépasse ce qui reste dû', en: 'The payment is more than what remains due' },
    detail: ({ remaining }) => ({
      fr: `Il reste ${remaining} centimes à payer.`,
      en: `${remaining} cents remain to pay.`,
    }),
    remedy: { fr: 'Enregistrez au plus ce montant.', en: 'Record that amount at most.' },
    pointer: () => '/payments',
    members: ({ remaining }) => ({ remainingAmount: remaining }),
  },
  nothing_due: {
    code: 'payment.nothing_due',
    title: { fr: 'Il ne reste rien à payer', en: 'Nothing is due' },
    remedy: {
      fr: 'Relisez le document : il est payé ou entièrement crédité.',
      en: 'Read the document: it is paid or fully credited.',
    },
  },
  not_payable_when_draft: {
    code: 'payment.billing_is_draft',
    title: { fr: 'Un brouillon ne se paie pas', en: 'A draft cannot be paid' },
    remedy: { fr: "Finalisez le document d'abord.", en: 'Finalize the document first.' },
  },
  not_payable_when_canceled: {
    code: 'payment.billing_is_canceled',
    title: { fr: 'Un document annulé ne se paie pas', en: 'A canceled document cannot be paid' },
    remedy: {
      fr: 'Enregistrez le paiement sur le document qui le remplace.',
      en: 'Record the payment on the document that replaces it.',
    },
  },
  no_payment_to_reverse: {
    code: 'payment.none_to_reverse',
    title: { fr: 'Aucun paiement à annuler', en: 'No payment to take back' },
    detail: () => ({
      fr: 'Ce document est réglé par ses acomptes, sans paiement qui lui soit propre.',
      en: 'This document is paid by its advances, without a payment of its own.',
    }),
    remedy: {
      fr: "Annulez plutôt le paiement ou l'acompte concerné.",
      en: 'Take back the payment of the advance instead, or cancel it.',
    },
  },
  not_paid: {
    code: 'payment.not_paid',
    title: { fr: "Ce document n'est pas payé", en: 'This document is not paid' },
    remedy: {
      fr: "Il n'y a pas de paiement à retirer : relisez le document.",
      en: 'There is no payment to take back: read the document.',
    },
  },
  refund_of_draft: {
    code: 'asset.refund_of_draft',
    title: { fr: 'Un avoir en brouillon ne se rembourse pas', en: 'A draft credit note cannot be refunded' },
    remedy: { fr: "Finalisez l'avoir d'abord.", en: 'Finalize the credit note first.' },
  },
  customer_has_documents: {
    code: 'customer.has_billings',
    title: { fr: 'Ce client a des documents', en: 'This customer has documents' },
    remedy: { fr: 'Archivez-le au lieu de le supprimer.', en: 'Archive it instead of deleting it.' },
  },
  organization_has_contacts: {
    code: 'organization.has_contacts',
    title: { fr: 'Cette organisation a des contacts', en: 'This organization has contacts' },
    remedy: { fr: "Supprimez ou archivez d'abord ses contacts.", en: 'Delete or archive its contacts first.' },
  },
  number_format_in_use: {
    code: 'company.number_format_in_use',
    title: { fr: 'Série déjà commencée cette année', en: 'Series already begun this year' },
    detail: ({ series }) => ({
      fr: `La série ${series} a déjà donné un numéro cette année.`,
      en: `The series ${series} has already given a number this year.`,
    }),
    remedy: {
      fr: "Changez son format avant le premier numéro d'une année.",
      en: 'Change its format before the first number of a year.',
    },
    members: ({ series }) => ({ series }),
  },
} satisfies SomeTold;
