import { RATE_DAYS_MAX, type RateAbsence } from '../../domain/money/reference-rates.ts';
import type { DocumentRefusal } from '../../domain/refusal.ts';
import { requirementMessage, requirementToJson } from '../billing/texts/requirements.ts';
import { notFound, type Rows } from './refusal-text.ts';

/** Documents of any kind: not found, forbidden by their state, or invalid input. */
export const documentRefusals: Rows<DocumentRefusal> = {
  document_not_found: notFound('billing', 'Document introuvable', 'Document not found'),
  invoice_not_found: notFound('invoice', 'Facture introuvable', 'Invoice not found'),
  version_stale: {
    code: 'version.stale',
    status: 412,
    title: { fr: 'Modifié entre-temps', en: 'Changed in the meantime' },
    detail: ({ current }) => ({
      fr: `La version actuelle de la ressource est ${current} ; If-Match en indique une autre.`,
      en: `The current version of the resource is ${current}; If-Match gives a different one.`,
    }),
    remedy: {
      fr: 'Relisez la ressource, appliquez-y vos changements et renvoyez-la avec son nouvel ETag.',
      en: 'Read the resource again, apply your changes to it, and send them with its new ETag.',
    },
    members: ({ current }) => ({ currentETag: current }),
  },
  document_not_draft: {
    code: 'billing.not_draft',
    status: 409,
    title: { fr: 'Ce document n’est plus un brouillon', en: 'This document is no longer a draft' },
    detail: ({ state }) => ({
      fr: `L’état du document est « ${state} ».`,
      en: `The state of the document is "${state}".`,
    }),
    remedy: {
      fr: 'Un document finalisé ne peut plus être modifié. Corrigez-le par un avoir, ou établissez un nouveau document.',
      en: 'A finalized document cannot be changed. Correct it with a credit note, or create a new document.',
    },
    members: ({ state }) => ({ state }),
  },
  document_is_finalized: {
    code: 'billing.cannot_update_finalized_document',
    // Kept from the published API.
    status: 400,
    title: { fr: 'Ce document est finalisé', en: 'Cannot update finalized document' },
    detail: ({ number }) => ({
      fr: `Le document porte le numéro ${number}.`,
      en: `The document has the number ${number}.`,
    }),
    remedy: {
      fr: 'Un document finalisé ne peut plus être modifié. Annulez-le par un avoir.',
      en: 'A finalized document cannot be changed. Cancel it with a credit note.',
    },
    members: ({ number }) => ({ number }),
  },
  already_finalized: {
    code: 'billing.already_finalized',
    status: 409,
    title: { fr: 'Déjà finalisé', en: 'Already finalized' },
    detail: ({ number }) => ({
      fr: `Le document porte le numéro ${number}.`,
      en: `The document has the number ${number}.`,
    }),
    remedy: {
      fr: 'Vous n’avez rien à faire. Rechargez le document.',
      en: 'No action needed. Reload the document.',
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
      fr: 'Complétez les éléments indiqués dans « finalizeRequirements », puis recommencez.',
      en: 'Complete the items listed in "finalizeRequirements", then try again.',
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
      fr: `Le numéro ${number} fait partie d’une numérotation continue, sans trou.`,
      en: `Number ${number} belongs to a series that cannot have gaps.`,
    }),
    remedy: {
      fr: 'Annulez le document par un avoir, ou archivez-le.',
      en: 'Cancel the document with a credit note, or archive it.',
    },
    members: ({ number }) => ({ number }),
  },
  not_yet_finalized: {
    code: 'billing.not_finalized',
    status: 409,
    title: { fr: 'Ce document est encore un brouillon', en: 'This document is still a draft' },
    remedy: { fr: 'Finalisez d’abord le document.', en: 'Finalize the document first.' },
  },
  no_electronic_form: {
    code: 'billing.no_electronic_form',
    status: 409,
    title: { fr: 'Pas de format électronique', en: 'No electronic format' },
    remedy: {
      fr: 'Un devis ou un bon de commande n’a pas de facture électronique. Téléchargez le PDF.',
      en: 'Estimates and purchase orders have no electronic invoice. Download the PDF.',
    },
  },
  electronic_form_incomplete: {
    code: 'billing.electronic_form_incomplete',
    status: 409,
    title: { fr: 'Facture électronique incomplète', en: 'Incomplete electronic invoice' },
    detail: ({ faults }) => ({
      fr: `Il manque à ce document : ${faults.join(', ')}.`,
      en: `This document lacks: ${faults.join(', ')}.`,
    }),
    remedy: {
      fr: 'Téléchargez le PDF. Une fois ces informations renseignées, les prochains documents auront leur format électronique.',
      en: 'Download the PDF. Once you fill in this information, new documents will have an electronic invoice.',
    },
    members: ({ faults }) => ({ faults }),
  },
  page_too_large: {
    code: 'billing.page_too_large',
    status: 413,
    title: { fr: 'Page trop lourde', en: 'Page too large' },
    detail: ({ bytes, limit }) => ({
      fr: `Ces documents pèsent ${mebibytes(bytes)} Mio au total ; une page peut contenir au plus ${mebibytes(limit)} Mio.`,
      en: `These documents total ${mebibytes(bytes)} MiB; a page can hold at most ${mebibytes(limit)} MiB.`,
    }),
    remedy: {
      fr: 'Demandez moins de documents par page (`limit`).',
      en: 'Ask for fewer documents per page (`limit`).',
    },
  },
  family_full: {
    code: 'billing.family_full',
    status: 413,
    title: { fr: 'Trop de documents liés', en: 'Too many related documents' },
    detail: ({ limit }) => ({
      fr: `${limit} documents proviennent déjà du même document d’origine, brouillons compris.`,
      en: `${limit} documents, drafts included, already come from the same original document.`,
    }),
    remedy: {
      fr: 'Supprimez les brouillons liés dont vous n’avez plus besoin.',
      en: 'Delete the related drafts you no longer need.',
    },
  },
  currency_without_rate: {
    code: 'billing.currency_without_rate',
    status: 400,
    title: { fr: 'Taux de change manquant', en: 'Missing exchange rate' },
    detail: ({ currency, because }) => ({
      fr: `Aucun taux de change n’est connu pour ${currency}${because ? ` : ${withoutRate[because].fr}` : ''}.`,
      en: `No exchange rate is known for ${currency}${because ? `: ${withoutRate[because].en}` : ''}.`,
    }),
    remedy: {
      fr: 'Indiquez currencyRate, le nombre d’unités de la devise du document pour une unité de la devise du compte.',
      en: 'Give currencyRate, the number of units of the document’s currency per unit of the account’s currency.',
    },
    members: ({ because }) => (because ? { reason: because } : {}),
    pointer: () => '/currencyRate',
  },
  currency_of_parent: {
    code: 'billing.currency_of_parent',
    status: 409,
    title: {
      fr: 'La devise est celle du document d’origine',
      en: 'The currency is that of the original document',
    },
    remedy: {
      fr: 'Établissez un document distinct pour une autre devise.',
      en: 'Create a separate document for another currency.',
    },
  },
  due_date_missing: {
    code: 'billing.due_date_missing',
    status: 400,
    title: { fr: 'Date d’échéance manquante', en: 'Missing due date' },
    remedy: {
      fr: 'Avec le délai de paiement « other », indiquez la date d’échéance dans customDueDate.',
      en: 'With the payment delay "other", give the due date in customDueDate.',
    },
    pointer: () => '/customDueDate',
  },
  other_payment_method_missing: {
    code: 'billing.other_payment_method_missing',
    status: 400,
    title: { fr: 'Nom de l’autre moyen de paiement manquant', en: 'Name of the other payment method missing' },
    remedy: {
      fr: 'Avec le moyen de paiement « other », indiquez son nom dans otherPaymentMethod.',
      en: 'With the payment method "other", give its name in otherPaymentMethod.',
    },
    pointer: () => '/otherPaymentMethod',
  },
  customer_of_parent: {
    code: 'billing.customer_of_parent',
    status: 409,
    title: {
      fr: 'Le client est celui du document d’origine',
      en: 'The customer is that of the original document',
    },
    remedy: {
      fr: 'Établissez un document distinct pour un autre client.',
      en: 'Create a separate document for another customer.',
    },
  },
  customer_of_other_mode: {
    code: 'billing.customer_of_other_mode',
    status: 409,
    title: {
      fr: 'Le client est dans l’autre mode, réel ou test',
      en: 'The customer is in the other mode, live or test',
    },
    detail: () => ({
      fr: 'Un document, un projet ou une tâche du mode réel doit avoir un client du mode réel ; en mode test, un client de test.',
      en: 'Live documents, projects and tasks need a live customer; test ones need a test customer.',
    }),
    remedy: {
      fr: 'Choisissez un client du même mode (réel ou test), ou changez de mode.',
      en: 'Choose a customer of the same mode (live or test), or switch modes.',
    },
    pointer: () => '/customerId',
  },
  only_invoices_have_personal_services: {
    code: 'billing.only_invoices_have_personal_services',
    // Kept from the published API.
    status: 400,
    title: {
      fr: 'Les services à la personne sont réservés aux factures',
      en: 'Personal services are for invoices only',
    },
    remedy: {
      fr: 'Indiquez les services à la personne sur une facture.',
      en: 'Enter personal services on an invoice.',
    },
  },
  parent_forbids_disbursement_discount: {
    code: 'billing.parent_forbids_disbursement_discount',
    status: 400,
    title: {
      fr: 'Remise sur débours fixée par le document d’origine',
      en: 'The original document sets the discount on disbursements',
    },
    remedy: {
      fr: 'La remise sur débours est reprise du document d’origine. Modifiez le document d’origine tant qu’il est en brouillon.',
      en: 'The discount on disbursements is copied from the original document. Change the original document while it is a draft.',
    },
    pointer: () => '/includeDiscountDisbursement',
  },
};

/** A size in bytes as whole mebibytes, at least one. */
function mebibytes(bytes: number): number {
  return Math.max(1, Math.round(bytes / 1_048_576));
}

/** Why there is no reference rate. */
const withoutRate = {
  never_published: {
    fr: 'la BCE ne publie pas de cours pour cette devise',
    en: 'the ECB publishes no rate for this currency',
  },
  off: {
    fr: 'ce service ne récupère pas les cours de la BCE (RATES_URL est vide)',
    en: 'this service does not fetch ECB rates (RATES_URL is empty)',
  },
  none_recent: {
    fr: `aucun cours de la BCE n’est disponible pour les ${RATE_DAYS_MAX} jours précédant la date d’émission`,
    en: `no ECB rate is available for the ${RATE_DAYS_MAX} days before the issue date`,
  },
} as const satisfies Record<RateAbsence, { fr: string; en: string }>;
