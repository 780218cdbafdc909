import { RATE_DAYS_MAX, type RateAbsence } from '../../domain/money/reference-rates.ts';
import type { DocumentRefusal } from '../../domain/refusal.ts';
import { requirementMessage, requirementToJson } from '../billing/requirement-text.ts';
import { notFound } from './not-found.ts';
import type { Rows } from './told.ts';

/** Documents of any kind: what is asked for is not there, their state forbids it, or what was sent cannot be taken. */
export const documentRefusals: Rows<DocumentRefusal> = {
  document_not_found: notFound('billing', 'Document introuvable', 'Document not found'),
  invoice_not_found: notFound('invoice', 'Facture introuvable', 'Invoice not found'),
  version_stale: {
    code: 'version.stale',
    status: 412,
    title: { fr: 'Modifié entre-temps', en: 'Changed in the meantime' },
    detail: ({ current }) => ({
      fr: `La version actuelle est ${current}, pas celle de If-Match.`,
      en: `The current version is ${current}, not the one in If-Match.`,
    }),
    remedy: {
      fr: 'Relisez la ressource, reportez-y vos changements et renvoyez-la avec son nouvel ETag.',
      en: 'Read the resource again, apply your changes to it, and send them with its new ETag.',
    },
    members: ({ current }) => ({ currentETag: current }),
  },
  document_not_draft: {
    code: 'billing.not_draft',
    status: 409,
    title: { fr: 'Ce document n’est plus un brouillon', en: 'This document is no longer a draft' },
    detail: ({ state }) => ({ fr: `Son état est « ${state} ».`, en: `Its state is "${state}".` }),
    remedy: {
      fr: 'Un document finalisé ne change plus : corrigez-le par un avoir, ou établissez-en un nouveau.',
      en: 'A finalized document never changes: correct it with a credit note, or make a new one.',
    },
    members: ({ state }) => ({ state }),
  },
  document_is_finalized: {
    code: 'billing.cannot_update_finalized_document',
    // As the interface has always answered it.
    status: 400,
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
    status: 409,
    title: { fr: 'Déjà finalisé', en: 'Already finalized' },
    detail: ({ number }) => ({ fr: `Il porte le numéro ${number}.`, en: `It has the number ${number}.` }),
    remedy: {
      fr: 'Il n’y a rien d’autre à faire : relisez le document.',
      en: 'There is nothing left to do: read the document.',
    },
    members: ({ number }) => ({ number }),
  },
  not_finalizable: {
    code: 'billing.not_finalizable',
    status: 422,
    title: { fr: 'Le document ne peut pas encore être finalisé', en: 'The document cannot be finalized yet' },
    detail: ({ requirements, ...lacked }) => ({
      fr: requirements.map((name) => requirementMessage(name, lacked).fr).join(' '),
      en: requirements.map((name) => requirementMessage(name, lacked).en).join(' '),
    }),
    remedy: {
      fr: 'Complétez ce qu’indique « finalizeRequirements », puis recommencez.',
      en: 'Complete what the finalizeRequirements ask for, then try again.',
    },
    members: ({ requirements, ...lacked }, language) => ({
      finalizeRequirements: requirements.map((name) => requirementToJson(name, lacked, language)),
    }),
  },
  not_deletable_with_credit_notes: {
    code: 'billing.not_deletable_with_assets',
    status: 409,
    title: { fr: 'Un avoir dépend de ce brouillon', en: 'A credit note depends on this draft' },
    remedy: {
      fr: 'Supprimez d’abord l’avoir en brouillon, ou finalisez la facture.',
      en: 'Delete the draft credit note first, or finalize the invoice.',
    },
  },
  not_deletable_when_finalized: {
    code: 'billing.not_deletable_when_finalized',
    status: 409,
    title: { fr: 'Un document finalisé ne se supprime pas', en: 'A finalized document cannot be deleted' },
    detail: ({ number }) => ({
      fr: `Le numéro ${number} appartient à une suite qui n’admet pas de trou.`,
      en: `The number ${number} belongs to a series without gaps.`,
    }),
    remedy: { fr: 'Annulez-le par un avoir, ou archivez-le.', en: 'Cancel it with a credit note, or archive it.' },
    members: ({ number }) => ({ number }),
  },
  not_yet_finalized: {
    code: 'billing.not_finalized',
    status: 409,
    title: { fr: 'Ce document est encore un brouillon', en: 'This document is still a draft' },
    remedy: { fr: 'Finalisez-le d’abord.', en: 'Finalize it first.' },
  },
  no_electronic_form: {
    code: 'billing.no_electronic_form',
    status: 409,
    title: { fr: 'Pas de forme électronique', en: 'No electronic form' },
    remedy: {
      fr: 'Un devis ou un bon de commande n’est pas une facture : téléchargez le PDF.',
      en: 'An estimate or a purchase order is no invoice: download the PDF.',
    },
  },
  electronic_form_incomplete: {
    code: 'billing.electronic_form_incomplete',
    status: 409,
    title: { fr: 'Facture électronique incomplète', en: 'Electronic invoice incomplete' },
    detail: ({ faults }) => ({
      fr: `Il manque à ce document : ${faults.join(', ')}.`,
      en: `This document lacks: ${faults.join(', ')}.`,
    }),
    remedy: {
      fr: 'Téléchargez le PDF ; une fois ces informations renseignées, les prochains documents auront leur forme électronique.',
      en: 'Download the PDF; documents to come will have it once these facts are filled in.',
    },
    members: ({ faults }) => ({ faults }),
  },
  page_too_large: {
    code: 'billing.page_too_large',
    status: 413,
    title: { fr: 'Page trop lourde', en: 'Page too large' },
    detail: ({ bytes, limit }) => ({
      fr: `Ensemble, ces documents pèsent ${mebibytes(bytes)} Mio ; une page en contient ${mebibytes(limit)} au plus.`,
      en: `These documents weigh ${mebibytes(bytes)} MiB together; a page holds at most ${mebibytes(limit)}.`,
    }),
    remedy: { fr: 'Demandez une page plus courte (`limit`).', en: 'Ask for a smaller `limit`.' },
  },
  family_full: {
    code: 'billing.family_full',
    status: 413,
    title: { fr: 'Trop de documents liés', en: 'Too many related documents' },
    detail: ({ limit }) => ({
      fr: `${limit} documents proviennent déjà de celui-ci, brouillons compris.`,
      en: `${limit} documents already come from this one, drafts included.`,
    }),
    remedy: { fr: 'Supprimez les brouillons devenus inutiles.', en: 'Delete the drafts you do not use.' },
  },
  currency_without_rate: {
    code: 'billing.currency_without_rate',
    status: 400,
    title: { fr: 'Taux de change manquant', en: 'Exchange rate missing' },
    detail: ({ currency, because }) => ({
      fr: `Aucun taux n’est connu pour ${currency}${because ? ` : ${withoutRate[because].fr}` : ''}.`,
      en: `No rate is known for ${currency}${because ? `: ${withoutRate[because].en}` : ''}.`,
    }),
    remedy: {
      fr: 'Indiquez currencyRate : le nombre d’unités de cette devise pour une unité de celle de votre compte.',
      en: 'Give currencyRate: units of this currency for one unit of your account’s.',
    },
    members: ({ because }) => (because ? { reason: because } : {}),
    pointer: () => '/currencyRate',
  },
  currency_of_parent: {
    code: 'billing.currency_of_parent',
    status: 409,
    title: {
      fr: 'La devise est celle du document d’origine',
      en: 'The currency is that of the document it comes from',
    },
    remedy: {
      fr: 'Établissez un document indépendant pour une autre devise.',
      en: 'Make an independent document for another currency.',
    },
  },
  due_date_missing: {
    code: 'billing.due_date_missing',
    status: 400,
    title: { fr: 'Date d’échéance manquante', en: 'Due date missing' },
    remedy: {
      fr: 'Avec le délai « other », indiquez customDueDate.',
      en: 'With the delay "other", give customDueDate.',
    },
    pointer: () => '/customDueDate',
  },
  other_payment_method_missing: {
    code: 'billing.other_payment_method_missing',
    status: 400,
    title: { fr: 'Autre moyen de paiement sans nom', en: 'Other means of payment without a name' },
    remedy: {
      fr: 'Avec le moyen de paiement « other », écrivez lequel dans otherPaymentMethod.',
      en: 'With the means of payment "other", write which one in otherPaymentMethod.',
    },
    pointer: () => '/otherPaymentMethod',
  },
  customer_of_parent: {
    code: 'billing.customer_of_parent',
    status: 409,
    title: {
      fr: 'Le client est celui du document d’origine',
      en: 'The customer is that of the document it comes from',
    },
    remedy: {
      fr: 'Établissez un document indépendant pour un autre client.',
      en: 'Make an independent document for another customer.',
    },
  },
  customer_of_other_mode: {
    code: 'billing.customer_of_other_mode',
    status: 409,
    title: { fr: 'Client d’un autre mode', en: 'Customer of another mode' },
    detail: () => ({
      fr: 'Un document, un projet ou une tâche réels concernent un client réel ; ceux de test, un client de test.',
      en: 'A live document, project or task is for a live customer, a test one for a test customer.',
    }),
    remedy: {
      fr: 'Choisissez un client du même mode, ou recréez l’élément pour ce client.',
      en: 'Choose a customer of the same mode, or make a new one for this customer.',
    },
    pointer: () => '/customerId',
  },
  only_invoices_have_personal_services: {
    code: 'billing.only_invoices_have_personal_services',
    // As the interface has always answered it.
    status: 400,
    title: { fr: 'Services à la personne réservés aux factures', en: 'Personal services are for invoices only' },
    remedy: {
      fr: 'Indiquez les services à la personne sur une facture.',
      en: 'Choose personal services on an invoice.',
    },
  },
  parent_forbids_disbursement_discount: {
    code: 'billing.parent_forbids_disbursement_discount',
    status: 400,
    title: {
      fr: 'Remise sur débours fixée par le document d’origine',
      en: 'Discount on disbursements is set by the parent',
    },
    remedy: {
      fr: 'Ce document reprend le choix du document d’origine : modifiez celui-ci tant qu’il est en brouillon.',
      en: 'This document takes the choice of the one it comes from: change it there, while that is a draft.',
    },
    pointer: () => '/includeDiscountDisbursement',
  },
};

/** A size in bytes, in whole mebibytes, never told as none. */
function mebibytes(bytes: number): number {
  return Math.max(1, Math.round(bytes / 1_048_576));
}

/** Why there is no reference rate. */
const withoutRate = {
  never_published: {
    fr: 'la BCE n’en publie pas pour cette devise',
    en: 'the ECB never publishes one for this currency',
  },
  off: {
    fr: 'ce service ne relève pas les cours de la BCE (RATES_URL est vide)',
    en: 'this service does not fetch the ECB’s rates (RATES_URL is empty)',
  },
  none_recent: {
    fr: `aucun cours de la BCE n’est connu sur les ${RATE_DAYS_MAX} jours avant la date d’émission`,
    en: `no rate of the ECB is known of the ${RATE_DAYS_MAX} days before the day of issue`,
  },
} as const satisfies Record<RateAbsence, { fr: string; en: string }>;
