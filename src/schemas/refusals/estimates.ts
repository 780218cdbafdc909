import type { EstimateRefusal } from '../../domain/refusal.ts';
import { signatureRequirementsToJson, signatureRequirementText } from '../billing/texts/signature-requirements.ts';
import { formatCents } from '../fields/format-amount.ts';
import { notFound, type Rows } from './refusal-text.ts';

/** Estimates and purchase orders, and the advances and final invoices derived from them. */
export const estimateRefusals: Rows<EstimateRefusal> = {
  estimate_not_found: notFound('estimate', 'Devis introuvable', 'Estimate not found'),
  advance_not_found: notFound('advance', 'Facture d’acompte introuvable', 'Advance invoice not found'),
  already_signed: {
    code: 'estimate.already_signed',
    status: 409,
    title: { fr: 'Déjà signé', en: 'Already signed' },
    remedy: {
      fr: 'Pour retirer la signature, appelez l’opération « unsign ».',
      en: 'To remove the signature, call the operation "unsign".',
    },
  },
  already_refused: {
    code: 'estimate.already_refused',
    status: 409,
    title: { fr: 'Déjà refusé', en: 'Already refused' },
    remedy: {
      fr: 'Pour retirer le refus, appelez l’opération « unrefuse ».',
      en: 'To remove the refusal, call the operation "unrefuse".',
    },
  },
  not_signed: {
    code: 'estimate.not_signed',
    status: 409,
    title: { fr: 'Ce document n’est pas signé', en: 'This document is not signed' },
    remedy: {
      fr: 'Il n’y a pas de signature à retirer. Rechargez le document.',
      en: 'There is no signature to remove. Reload the document.',
    },
  },
  not_refused: {
    code: 'estimate.not_refused',
    status: 409,
    title: { fr: 'Ce document n’est pas refusé', en: 'This document is not refused' },
    remedy: {
      fr: 'Il n’y a pas de refus à retirer. Rechargez le document.',
      en: 'There is no refusal to remove. Reload the document.',
    },
  },
  already_billed: {
    code: 'estimate.already_billed',
    status: 409,
    title: { fr: 'Déjà facturé', en: 'Already billed' },
    remedy: {
      fr: 'Un acompte ou une facture de solde a été établi à partir de ce devis. Supprimez ou annulez d’abord ce document.',
      en: 'An advance or a final invoice was created from this estimate. Delete or cancel that document first.',
    },
  },
  estimate_not_signed: {
    code: 'advance.estimate_not_signed',
    status: 409,
    title: { fr: 'Le devis n’est pas signé', en: 'The estimate is not signed' },
    remedy: {
      fr: 'Faites signer le devis avant d’établir un acompte.',
      en: 'Have the estimate signed before you create an advance.',
    },
  },
  estimate_not_signed_for_final_invoice: {
    code: 'final_invoice.estimate_not_signed',
    // Kept from the published API.
    status: 400,
    title: { fr: 'Le devis n’est pas signé', en: 'The estimate is not signed' },
    remedy: {
      fr: 'Faites signer le devis avant d’établir la facture de solde.',
      en: 'Have the estimate signed before you create the final invoice.',
    },
  },
  final_invoice_exists: {
    code: 'advance.final_invoice_exists',
    status: 409,
    title: { fr: 'La facture de solde existe déjà', en: 'The final invoice already exists' },
    remedy: {
      fr: 'Supprimez ou annulez la facture de solde avant d’établir un acompte.',
      en: 'Delete or cancel the final invoice before you create an advance.',
    },
    members: ({ invoiceId }) => ({ invoiceId }),
  },
  final_invoice_already_there: {
    code: 'final_invoice.already_exists',
    // Kept from the published API.
    status: 400,
    title: { fr: 'La facture de solde existe déjà', en: 'The final invoice already exists' },
    remedy: {
      fr: 'Utilisez la facture de solde existante, ou supprimez-la ou annulez-la avant d’en établir une autre.',
      en: 'Use the existing final invoice, or delete or cancel it before you create another.',
    },
    members: ({ invoiceId }) => ({ invoiceId }),
  },
  advance_exceeds_remaining: {
    code: 'advance.exceeds_remaining_amount',
    status: 409,
    title: { fr: 'L’acompte dépasse le reste à facturer', en: 'The advance exceeds the amount left to bill' },
    detail: ({ remaining }) => ({
      fr: `Il reste ${formatCents(remaining).fr} TTC à facturer.`,
      en: `${formatCents(remaining).en} including tax is left to bill.`,
    }),
    remedy: { fr: 'Indiquez au plus le montant qui reste à facturer.', en: 'Enter at most the amount left to bill.' },
    pointer: () => '/amount',
    members: ({ remaining }) => ({ remainingAmount: remaining }),
  },
  advance_line_not_planned: {
    code: 'advance.line_not_planned',
    status: 400,
    title: { fr: 'Acompte non prévu', en: 'No such planned advance' },
    detail: ({ index }) => ({
      fr: `Le devis ne prévoit pas d’acompte à l’indice ${index}.`,
      en: `The estimate has no planned advance at index ${index}.`,
    }),
    remedy: {
      fr: 'Vérifiez les acomptes prévus par le devis, ou donnez un montant ou un pourcentage.',
      en: 'Check the planned advances of the estimate, or give an amount or a percentage.',
    },
    pointer: () => '/advanceLineIndex',
  },
  advance_amount_missing: {
    code: 'advance.amount_missing',
    status: 400,
    title: { fr: 'Montant d’acompte manquant', en: 'Missing advance amount' },
    remedy: {
      fr: 'Donnez `amount` en centimes TTC avec le mode AMOUNT, ou `percentage` avec le mode PERCENTAGE.',
      en: 'Give `amount` in cents including tax with mode AMOUNT, or `percentage` with mode PERCENTAGE.',
    },
    pointer: ({ member }) => `/${member}`,
  },
  planned_advances_exceed_estimate: {
    code: 'estimate.planned_advances_exceed',
    // Kept from the published API.
    status: 400,
    title: { fr: 'Les acomptes prévus dépassent le devis', en: 'Planned advances exceed the estimate' },
    remedy: {
      fr: 'Réduisez les acomptes prévus : leur total ne peut pas dépasser le devis, débours exclus.',
      en: 'Reduce the planned advances: their total cannot exceed the estimate, excluding disbursements.',
    },
    pointer: () => '/advances',
  },
  signature_requirements_unmet: {
    code: 'electronic_signature.requirements_unmet',
    status: 422,
    title: { fr: 'Signature en ligne pas encore possible', en: 'Online signature not possible yet' },
    detail: ({ requirements }) => ({
      fr: requirements.map((name) => signatureRequirementText[name].fr).join(' '),
      en: requirements.map((name) => signatureRequirementText[name].en).join(' '),
    }),
    remedy: {
      fr: 'Complétez les éléments indiqués dans « electronicSignatureRequirements », puis recommencez.',
      en: 'Complete the items listed in "electronicSignatureRequirements", then try again.',
    },
    members: ({ requirements }, language) => ({
      electronicSignatureRequirements: signatureRequirementsToJson(requirements, language),
    }),
  },
  signature_not_found: {
    code: 'electronic_signature.not_found',
    status: 404,
    title: { fr: 'Aucune signature en ligne en cours', en: 'No online signature in progress' },
    remedy: {
      fr: 'Aucune signature n’a été demandée pour ce document. Demandez-la d’abord.',
      en: 'No signature was requested for this document. Request one first.',
    },
  },
  not_signed_electronically: {
    code: 'electronic_signature.no_signed_file',
    status: 409,
    title: { fr: 'Pas de fichier signé', en: 'No signed file' },
    detail: () => ({
      fr: 'Ce document n’a pas été signé en ligne : il n’y a pas de PDF signé.',
      en: 'This document was not signed online, so there is no signed PDF.',
    }),
    remedy: { fr: 'Téléchargez le document avec format=pdf.', en: 'Download the document with format=pdf.' },
  },
  signature_under_way: {
    code: 'electronic_signature.under_way',
    status: 409,
    title: { fr: 'Signature déjà demandée', en: 'Signature already requested' },
    remedy: {
      fr: 'Relancez le client, ou annulez la demande de signature en cours avant d’en envoyer une autre.',
      en: 'Send the customer a reminder, or cancel the current signature request before you send another.',
    },
  },
  signature_reminded_already: {
    code: 'electronic_signature.reminded_already',
    status: 429,
    title: { fr: 'Trop de relances', en: 'Too many reminders' },
    detail: ({ limit, retryAfter }) =>
      retryAfter === undefined
        ? {
            fr: `Les ${limit} relances possibles ont été envoyées.`,
            en: `All ${limit} allowed reminders have been sent.`,
          }
        : {
            fr: `Vous pourrez relancer le client dans ${retryAfter} s.`,
            en: `You can send the next reminder in ${retryAfter} s.`,
          },
    remedy: { fr: 'Écrivez au client ou appelez-le.', en: 'Write to the customer or call them.' },
    members: ({ limit, retryAfter }) => ({ limit, ...(retryAfter !== undefined && { retryAfter }) }),
  },
  signature_code_wrong: {
    code: 'electronic_signature.code_wrong',
    status: 422,
    title: { fr: 'Code incorrect', en: 'Wrong code' },
    detail: ({ left }) => ({ fr: `Essais restants : ${left}.`, en: `Attempts left: ${left}.` }),
    remedy: {
      fr: 'Saisissez le dernier code reçu, ou demandez-en un nouveau.',
      en: 'Enter the last code you received, or request a new one.',
    },
    pointer: () => '/code',
    members: ({ left }) => ({ left }),
  },
  signed_online: {
    code: 'estimate.signed_online',
    status: 409,
    title: { fr: 'Signé en ligne par le client', en: 'Signed online by the customer' },
    remedy: {
      fr: 'La signature du client ne peut pas être retirée. Établissez un nouveau devis, ou facturez celui-ci.',
      en: 'The signature of the customer cannot be removed. Create another estimate, or bill this one.',
    },
  },
};
