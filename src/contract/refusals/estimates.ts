import type { EstimateRefusal } from '../../domain/refusal.ts';
import { signatureRequirementsToJson, signatureRequirementText } from '../billing/signature-requirement-text.ts';
import { writtenAmount } from '../written-amount.ts';
import { notFound } from './not-found.ts';
import type { Rows } from './told.ts';

/** Estimates and purchase orders, and the advances and final invoices made from them. */
export const estimateRefusals: Rows<EstimateRefusal> = {
  estimate_not_found: notFound('estimate', 'Devis introuvable', 'Estimate not found'),
  advance_not_found: notFound('advance', 'Facture d’acompte introuvable', 'Advance invoice not found'),
  already_signed: {
    code: 'estimate.already_signed',
    status: 409,
    title: { fr: 'Déjà signé', en: 'Already signed' },
    remedy: {
      fr: 'Pour revenir sur la signature, utilisez « unsign ».',
      en: 'To take the signature back, use "unsign".',
    },
  },
  already_refused: {
    code: 'estimate.already_refused',
    status: 409,
    title: { fr: 'Déjà refusé', en: 'Already refused' },
    remedy: {
      fr: 'Pour revenir sur le refus, utilisez « unrefuse ».',
      en: 'To take the refusal back, use "unrefuse".',
    },
  },
  not_signed: {
    code: 'estimate.not_signed',
    status: 409,
    title: { fr: 'Ce document n’est pas signé', en: 'This document is not signed' },
    remedy: {
      fr: 'Il n’y a pas de signature à retirer : relisez le document.',
      en: 'There is no signature to take back: read the document.',
    },
  },
  not_refused: {
    code: 'estimate.not_refused',
    status: 409,
    title: { fr: 'Ce document n’est pas refusé', en: 'This document is not refused' },
    remedy: {
      fr: 'Il n’y a pas de refus à retirer : relisez le document.',
      en: 'There is no refusal to take back: read the document.',
    },
  },
  already_billed: {
    code: 'estimate.already_billed',
    status: 409,
    title: { fr: 'Déjà facturé', en: 'Already billed' },
    remedy: {
      fr: 'Un acompte ou une facture finale en découle : supprimez-les ou annulez-les d’abord.',
      en: 'An advance or a final invoice comes from it: delete or cancel them first.',
    },
  },
  estimate_not_signed: {
    code: 'advance.estimate_not_signed',
    status: 409,
    title: { fr: 'Le devis n’est pas signé', en: 'The estimate is not signed' },
    remedy: {
      fr: 'Faites signer le devis avant d’établir un acompte.',
      en: 'Have the estimate signed before making an advance.',
    },
  },
  estimate_not_signed_for_final_invoice: {
    code: 'final_invoice.estimate_not_signed',
    // As the interface has always answered it.
    status: 400,
    title: { fr: 'Le devis n’est pas signé', en: 'The estimate is not signed' },
    remedy: {
      fr: 'Faites signer le devis avant d’établir la facture finale.',
      en: 'Have the estimate signed before making the final invoice.',
    },
  },
  final_invoice_exists: {
    code: 'advance.final_invoice_exists',
    status: 409,
    title: { fr: 'La facture finale existe déjà', en: 'The final invoice already exists' },
    remedy: {
      fr: 'Supprimez ou annulez la facture finale avant d’établir un acompte.',
      en: 'Delete or cancel the final invoice before making an advance.',
    },
    members: ({ invoiceId }) => ({ invoiceId }),
  },
  final_invoice_already_there: {
    code: 'final_invoice.already_exists',
    // As the interface has always answered it.
    status: 400,
    title: { fr: 'La facture finale existe déjà', en: 'The final invoice already exists' },
    remedy: {
      fr: 'Utilisez-la, ou bien supprimez-la ou annulez-la avant d’en établir une autre.',
      en: 'Use it, or delete or cancel it before making another.',
    },
    members: ({ invoiceId }) => ({ invoiceId }),
  },
  advance_exceeds_remaining: {
    code: 'advance.exceeds_remaining_amount',
    status: 409,
    title: { fr: 'L’acompte dépasse ce qui reste à facturer', en: 'The advance is more than what remains to bill' },
    detail: ({ remaining }) => ({
      fr: `Il reste ${writtenAmount(remaining).fr} TTC à facturer.`,
      en: `${writtenAmount(remaining).en} remains, tax included.`,
    }),
    remedy: { fr: 'Ne dépassez pas ce montant.', en: 'Ask for that amount at most.' },
    pointer: () => '/amount',
    members: ({ remaining }) => ({ remainingAmount: remaining }),
  },
  advance_line_not_planned: {
    code: 'advance.line_not_planned',
    status: 400,
    title: { fr: 'Acompte non prévu', en: 'Advance not planned' },
    detail: ({ index }) => ({
      fr: `Le devis ne prévoit pas d’acompte numéro ${index}.`,
      en: `The estimate plans no advance at index ${index}.`,
    }),
    remedy: {
      fr: 'Relisez les acomptes prévus du devis, ou donnez un montant ou un pourcentage.',
      en: 'Read the planned advances of the estimate, or give an amount or a percentage.',
    },
    pointer: () => '/advanceLineIndex',
  },
  advance_amount_missing: {
    code: 'advance.amount_missing',
    status: 400,
    title: { fr: 'Montant d’acompte manquant', en: 'Advance amount missing' },
    remedy: {
      fr: 'Donnez `amount` en centimes TTC avec le mode AMOUNT, ou `percentage` avec le mode PERCENTAGE.',
      en: 'Give `amount` in cents tax included with mode AMOUNT, or `percentage` with mode PERCENTAGE.',
    },
    pointer: ({ member }) => `/${member}`,
  },
  planned_advances_exceed_estimate: {
    code: 'estimate.planned_advances_exceed',
    // As the interface has always answered it.
    status: 400,
    title: { fr: 'Acomptes prévus au-delà du devis', en: 'Planned advances exceed the estimate' },
    remedy: {
      fr: 'Réduisez les acomptes prévus : ensemble, ils ne peuvent dépasser le devis, débours non compris.',
      en: 'Reduce the planned advances: together they cannot pass the estimate, disbursements left out.',
    },
    pointer: () => '/advances',
  },
  signature_requirements_unmet: {
    code: 'electronic_signature.requirements_unmet',
    status: 422,
    title: { fr: 'Pas encore de signature en ligne possible', en: 'It cannot be signed online yet' },
    detail: ({ requirements }) => ({
      fr: requirements.map((name) => signatureRequirementText[name].fr).join(' '),
      en: requirements.map((name) => signatureRequirementText[name].en).join(' '),
    }),
    remedy: {
      fr: 'Complétez ce que demandent les electronicSignatureRequirements, puis recommencez.',
      en: 'Complete what the electronicSignatureRequirements ask for, then try again.',
    },
    members: ({ requirements }, language) => ({
      electronicSignatureRequirements: signatureRequirementsToJson(requirements, language),
    }),
  },
  signature_not_found: {
    code: 'electronic_signature.not_found',
    status: 404,
    title: { fr: 'Aucune signature en ligne en cours', en: 'No online signature under way' },
    remedy: {
      fr: 'Personne n’a été invité à signer ce document : il n’y a rien à relancer ni à annuler.',
      en: 'Nobody was asked to sign this document: there is nothing to remind of or to cancel.',
    },
  },
  not_signed_electronically: {
    code: 'electronic_signature.no_signed_file',
    status: 409,
    title: { fr: 'Pas de fichier signé', en: 'No signed file' },
    detail: () => ({
      fr: 'Ce document n’a pas été signé en ligne : il n’existe pas de PDF signé.',
      en: 'This document was not signed online: there is no signed PDF.',
    }),
    remedy: { fr: 'Téléchargez-le avec format=pdf.', en: 'Download it with format=pdf.' },
  },
  signature_under_way: {
    code: 'electronic_signature.under_way',
    status: 409,
    title: { fr: 'Signature déjà demandée', en: 'Signature asked for already' },
    remedy: {
      fr: 'Relancez la demande en cours, ou annulez-la avant d’en faire une autre.',
      en: 'Remind of the one under way, or cancel it before asking again.',
    },
  },
  signature_reminded_already: {
    code: 'electronic_signature.reminded_already',
    status: 429,
    title: { fr: 'Relance trop rapprochée', en: 'Reminded too often' },
    detail: ({ limit, retryAfter }) =>
      retryAfter === undefined
        ? { fr: `${limit} relances ont été envoyées.`, en: `${limit} reminders were sent.` }
        : { fr: `La prochaine relance pourra partir dans ${retryAfter} s.`, en: `The next can go in ${retryAfter} s.` },
    remedy: { fr: 'Écrivez ou téléphonez au client.', en: 'Write to the customer, or call.' },
    members: ({ limit, retryAfter }) => ({ limit, ...(retryAfter !== undefined && { retryAfter }) }),
  },
  signature_code_wrong: {
    code: 'electronic_signature.code_wrong',
    status: 422,
    title: { fr: 'Code inexact', en: 'Code not right' },
    detail: ({ left }) => ({ fr: `Il reste ${left} essais.`, en: `${left} tries are left.` }),
    remedy: {
      fr: 'Recopiez le dernier code reçu, ou demandez-en un autre.',
      en: 'Copy the last code you were sent, or ask for another.',
    },
    pointer: () => '/code',
    members: ({ left }) => ({ left }),
  },
  signed_online: {
    code: 'estimate.signed_online',
    status: 409,
    title: { fr: 'Signé en ligne par le client', en: 'Signed online by the customer' },
    remedy: {
      fr: 'Sa signature ne se retire pas : établissez un nouveau devis, ou facturez celui-ci.',
      en: 'His signature is not taken back: make another estimate, or bill this one.',
    },
  },
};
