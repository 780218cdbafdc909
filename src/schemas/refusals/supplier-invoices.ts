import type { BuyerStatus } from '../../domain/einvoicing/buyer-statuses.ts';
import type { SupplierInvoiceRefusal } from '../../domain/einvoicing/supplier-invoice.ts';
import type { BilingualText } from '../bilingual-text.ts';
import { notFound, type Rows } from './refusal-text.ts';

const statusTexts: Readonly<Record<BuyerStatus, BilingualText>> = {
  taken_over: { fr: 'prise en charge', en: 'taken over' },
  approved: { fr: 'approuvée', en: 'approved' },
  partly_approved: { fr: 'approuvée en partie', en: 'partly approved' },
  disputed: { fr: 'en litige', en: 'disputed' },
  suspended: { fr: 'suspendue', en: 'suspended' },
  refused: { fr: 'refusée', en: 'refused' },
  payment_sent: { fr: 'paiement transmis', en: 'payment sent' },
};

/** Why no status can be stated, in words. */
const impossibleTexts: Readonly<
  Record<Extract<SupplierInvoiceRefusal, { refused: 'supplier_status_not_possible' }>['because'], BilingualText>
> = {
  no_platform: {
    fr: 'Cette facture a été déposée par vous : aucune plateforme ne peut transmettre une réponse.',
    en: 'You uploaded this invoice, so no platform can pass on an answer.',
  },
  unreadable: { fr: 'Le fichier de cette facture est illisible.', en: 'The file of this invoice cannot be read.' },
  refused: {
    fr: 'Vous avez refusé cette facture, et un refus est définitif.',
    en: 'You refused this invoice, and a refusal is final.',
  },
  too_many: { fr: 'Cette facture a déjà trop de statuts.', en: 'This invoice already has too many statuses.' },
  stated: { fr: 'Cette réponse a déjà été envoyée.', en: 'This answer was already sent.' },
  credit_note: {
    fr: 'Un avoir ne se paie pas : le fournisseur vous rembourse.',
    en: 'A credit note is not paid: the supplier pays you back.',
  },
  own_siren: {
    fr: 'Le SIRET de votre entreprise manque : une réponse porte votre SIREN.',
    en: 'The SIRET of your company is missing: an answer carries your SIREN.',
  },
  supplier_unknown: {
    fr: 'La facture n’indique ni le SIREN ni l’adresse électronique du fournisseur.',
    en: 'The invoice states neither the SIREN nor the electronic address of the supplier.',
  },
};

const MIB = 1_048_576;

/** Invoices received from suppliers. */
export const supplierInvoiceRefusals: Rows<SupplierInvoiceRefusal> = {
  supplier_invoice_not_found: notFound('supplier_invoice', 'Facture reçue introuvable', 'Received invoice not found'),
  supplier_invoice_kept: {
    code: 'supplier_invoice.kept',
    status: 409,
    title: { fr: 'Cette facture ne peut pas être supprimée', en: 'This invoice cannot be deleted' },
    detail: ({ because }) =>
      ({
        platform: {
          fr: 'Elle a été reçue par votre plateforme agréée.',
          en: 'It was received through your approved platform.',
        },
        handled: { fr: 'Elle est marquée comme traitée.', en: 'It is marked as handled.' },
        in_register: {
          fr: 'Elle est la pièce d’une ligne du registre des achats.',
          en: 'A line of the register of purchases refers to it.',
        },
      })[because],
    remedy: {
      fr: 'Seule une facture déposée par erreur se supprime, tant qu’elle est « à traiter ».',
      en: 'Only an invoice uploaded by mistake can be deleted, while it is still to do.',
    },
    members: ({ because }) => ({ because }),
  },
  supplier_file_unusable: {
    code: 'supplier_invoice.file_unusable',
    status: 400,
    title: { fr: 'Fichier refusé', en: 'File refused' },
    detail: ({ reason, limit }) =>
      ({
        empty: { fr: 'Ce fichier est vide.', en: 'This file is empty.' },
        too_large: {
          fr: `Une facture fait au plus ${limit / MIB} Mio.`,
          en: `An invoice can be at most ${limit / MIB} MiB.`,
        },
        type: { fr: 'Ce n’est ni un PDF ni un fichier XML.', en: 'This is neither a PDF nor an XML file.' },
      })[reason],
    remedy: {
      fr: 'Déposez la facture telle que le fournisseur l’a envoyée : Factur-X (PDF), CII ou UBL (XML).',
      en: 'Add the invoice as the supplier sent it: Factur-X (PDF), CII or UBL (XML).',
    },
    members: ({ reason, limit }) => ({ reason, ...(reason === 'too_large' && { limit }) }),
    pointer: () => '/content',
  },
  too_many_supplier_invoices: {
    code: 'supplier_invoice.too_many',
    status: 413,
    title: { fr: 'Trop de factures reçues', en: 'Too many received invoices' },
    detail: ({ limit }) => ({
      fr: `Un compte garde au plus ${limit} factures reçues.`,
      en: `An account keeps at most ${limit} received invoices.`,
    }),
    remedy: {
      fr: 'Supprimez les factures déposées par erreur.',
      en: 'Delete invoices that were uploaded by mistake.',
    },
    members: ({ limit }) => ({ limit }),
  },
  supplier_status_not_possible: {
    code: 'supplier_invoice.status_not_possible',
    status: 409,
    title: { fr: 'Réponse impossible', en: 'Answer not possible' },
    detail: ({ because }) => impossibleTexts[because],
    remedy: {
      fr: 'Une réponse part par la plateforme qui a livré la facture. Après un refus, attendez l’avoir et la nouvelle facture du fournisseur.',
      en: 'An answer goes through the platform that delivered the invoice. After a refusal, wait for the supplier’s credit note and new invoice.',
    },
    members: ({ because }) => ({ because }),
  },
  supplier_status_reasons: {
    code: 'supplier_invoice.status_reasons',
    status: 400,
    title: { fr: 'Raison manquante ou inconnue', en: 'Reason missing or unknown' },
    detail: ({ status, reason, allowed }) =>
      reason === undefined
        ? {
            fr: `Le statut « ${statusTexts[status].fr} » demande une raison.`,
            en: `The status "${statusTexts[status].en}" needs a reason.`,
          }
        : {
            fr: `Le statut « ${statusTexts[status].fr} » n’a pas la raison ${reason}, mais ${allowed.join(', ')}.`,
            en: `The status "${statusTexts[status].en}" does not have the reason ${reason}, but ${allowed.join(', ')}.`,
          },
    remedy: {
      fr: 'Choisissez au moins une raison de la liste de ce statut.',
      en: 'Choose at least one reason from the list of this status.',
    },
    pointer: () => '/reasons',
    members: ({ allowed }) => ({ allowed: [...allowed] }),
  },
  supplier_status_member: {
    code: 'supplier_invoice.status_member',
    status: 400,
    title: { fr: 'Donnée sans objet', en: 'Field does not apply' },
    detail: ({ member, status }) => ({
      fr: `« ${member} » n’a pas de sens pour le statut « ${statusTexts[status].fr} ».`,
      en: `"${member}" has no meaning for the status "${statusTexts[status].en}".`,
    }),
    remedy: {
      fr: 'Retirez-la : les raisons vont avec un refus, un litige, une suspension ou une approbation partielle ; le montant avec un paiement ou une approbation partielle, le jour avec un paiement.',
      en: 'Leave it out: reasons go with a refusal, a dispute, a suspension or a partial approval; the amount with a payment or a partial approval, the day with a payment.',
    },
    pointer: ({ member }) => `/${member}`,
  },
  supplier_payment_amount: {
    code: 'supplier_invoice.payment_amount',
    status: 400,
    title: { fr: 'Paiement inexact', en: 'Payment not valid' },
    detail: (refusal) =>
      refusal.member === 'amount'
        ? {
            fr: `Le montant va de 0,01 à ${(refusal.most / 100).toFixed(2).replace('.', ',')} ${refusal.currency} : le total moins les paiements déjà indiqués.`,
            en: `The amount is from 0.01 to ${(refusal.most / 100).toFixed(2)} ${refusal.currency}: the total less the payments already stated.`,
          }
        : {
            fr: `Le jour du paiement est au plus tard aujourd’hui (${refusal.today}).`,
            en: `The day of the payment is at the latest today (${refusal.today}).`,
          },
    remedy: {
      fr: 'Indiquez ce que vous avez réellement payé, et le jour du virement.',
      en: 'Give what you really paid, and the day of the transfer.',
    },
    pointer: ({ member }) => `/${member}`,
  },
  supplier_approved_amount: {
    code: 'supplier_invoice.approved_amount',
    status: 400,
    title: { fr: 'Montant approuvé inexact', en: 'Approved amount not valid' },
    detail: ({ total, currency }) => ({
      fr: `Le montant approuvé est une partie du total : moins de ${(total / 100).toFixed(2).replace('.', ',')} ${currency}.`,
      en: `The approved amount is a part of the total: less than ${(total / 100).toFixed(2)} ${currency}.`,
    }),
    remedy: {
      fr: 'Indiquez le montant TTC que vous approuvez, laissez-le vide, ou approuvez toute la facture.',
      en: 'Give the amount with tax that you approve, leave it out, or approve the whole invoice.',
    },
    pointer: () => '/amount',
  },
  supplier_status_breaks_rule: {
    code: 'supplier_invoice.status_breaks_rule',
    status: 409,
    title: { fr: 'Statut contraire aux règles', en: 'Status against the rules' },
    detail: ({ rule, term }) => ({
      fr: `Le message enfreindrait la règle ${rule} (${term}) des plateformes, à cause d’une donnée de la facture.`,
      en: `The message would break the rule ${rule} (${term}) of the platforms, because of a value of the invoice.`,
    }),
    remedy: {
      fr: 'Répondez depuis l’espace de votre plateforme, ou demandez une facture corrigée au fournisseur.',
      en: 'Answer in the web space of your platform, or ask the supplier for a corrected invoice.',
    },
    members: ({ rule, term }) => ({ rule, term }),
  },
};
