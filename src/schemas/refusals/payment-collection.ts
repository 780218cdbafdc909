import type { CollectionRefusal, NoticeHindrance } from '../../domain/refusal.ts';
import type { BilingualText } from '../bilingual-text.ts';
import type { Rows } from './refusal-text.ts';

/** Online payment, recurring invoices, formal notices and payment requests to Urssaf. */
export const collectionRefusals: Rows<CollectionRefusal> = {
  payment_account_not_found: {
    code: 'payment_account.not_found',
    status: 404,
    title: { fr: 'Paiement en ligne non configuré', en: 'Online payment not set up' },
    remedy: {
      fr: 'Aucun prestataire de paiement n’est relié à ce compte : reliez-en un (PUT /v2/billing/payment-account), ou indiquez un IBAN.',
      en: 'No payment provider is connected to this account: connect one (PUT /v2/billing/payment-account), or give an IBAN.',
    },
    remedyOnScreen: {
      fr: 'Reliez Stripe ou Mollie dans Réglages, Paiement et pénalités, ou indiquez un IBAN.',
      en: 'Connect Stripe or Mollie in Settings, Payment and penalties, or give an IBAN.',
    },
  },
  online_payment_without_account: {
    code: 'billing.online_payment_without_account',
    // The published API answers 400 when online payment cannot be activated.
    status: 400,
    title: { fr: 'Paiement en ligne impossible', en: 'Online payment not available' },
    detail: () => ({
      fr: 'Aucun prestataire de paiement n’est relié à ce compte.',
      en: 'No payment provider is connected to this account.',
    }),
    remedy: {
      fr: 'Reliez un prestataire (PUT /v2/billing/payment-account), ou indiquez un IBAN sur le document.',
      en: 'Connect a provider (PUT /v2/billing/payment-account), or give an IBAN on the document.',
    },
    remedyOnScreen: {
      fr: 'Reliez Stripe ou Mollie dans Réglages, Paiement et pénalités, ou indiquez un IBAN sur le document.',
      en: 'Connect Stripe or Mollie in Settings, Payment and penalties, or give an IBAN on the document.',
    },
  },
  payment_key_unusable: {
    code: 'payment_account.key_unusable',
    status: 400,
    title: { fr: 'Clé du prestataire refusée', en: 'Provider key refused' },
    detail: () => ({
      fr: 'Le prestataire n’accepte pas cette clé, ou c’est une clé de test. Rien n’a été enregistré.',
      en: 'The provider does not accept this key, or it is a test key. Nothing was saved.',
    }),
    remedy: {
      fr: 'Copiez la clé secrète de production de votre prestataire (sk_live_…, rk_live_… ou live_…). Les documents de test se paient sans clé.',
      en: 'Copy your provider’s live secret key (sk_live_…, rk_live_… or live_…). Test documents need no key.',
    },
    pointer: () => '/apiKey',
  },
  payment_provider_unreachable: {
    code: 'payment_account.provider_unreachable',
    status: 503,
    title: { fr: 'Prestataire injoignable', en: 'Provider unreachable' },
    detail: () => ({
      fr: 'Le prestataire de paiement n’a pas répondu. Rien n’a été enregistré.',
      en: 'The payment provider did not answer. Nothing was saved.',
    }),
    remedy: { fr: 'Réessayez dans quelques minutes.', en: 'Try again in a few minutes.' },
  },
  frequency_not_found: {
    code: 'frequency.not_found',
    status: 404,
    title: { fr: 'Cette facture n’est pas récurrente', en: 'This invoice is not recurring' },
    remedy: {
      fr: 'Il n’y a pas de récurrence à modifier ou à supprimer.',
      en: 'There is no recurrence to change or delete.',
    },
  },
  frequency_exists: {
    code: 'frequency.exists',
    status: 409,
    title: { fr: 'Cette facture est déjà récurrente', en: 'This invoice is already recurring' },
    remedy: {
      fr: 'Modifiez la récurrence existante (PUT sur la même adresse), ou supprimez-la d’abord.',
      en: 'Change the existing recurrence (PUT on the same path), or delete it first.',
    },
    remedyOnScreen: {
      fr: 'Modifiez la récurrence existante, ou arrêtez-la d’abord.',
      en: 'Change the existing recurrence, or stop it first.',
    },
  },
  frequency_of_canceled: {
    code: 'frequency.of_canceled',
    status: 409,
    title: { fr: 'Facture annulée', en: 'Invoice canceled' },
    detail: () => ({ fr: 'Une facture annulée ne peut pas être récurrente.', en: 'A canceled invoice cannot recur.' }),
    remedy: {
      fr: 'Dupliquez la facture, puis programmez la récurrence de la copie.',
      en: 'Duplicate the invoice, then make the copy recurring.',
    },
  },
  frequency_of_final_invoice: {
    code: 'frequency.of_final_invoice',
    status: 409,
    title: { fr: 'Facture de solde', en: 'Final invoice' },
    detail: () => ({
      fr: 'Une facture de solde clôt son devis : elle ne peut pas être récurrente.',
      en: 'A final invoice completes its estimate, so it cannot recur.',
    }),
    remedy: {
      fr: 'Dupliquez la facture, puis programmez la récurrence de la copie.',
      en: 'Duplicate the invoice, then make the copy recurring.',
    },
  },
  frequency_ends_too_soon: {
    code: 'frequency.ends_too_soon',
    status: 400,
    title: { fr: 'Date de fin trop proche', en: 'End date too early' },
    detail: () => ({
      fr: 'Aucune facture ne serait créée avant la date de fin.',
      en: 'No invoice would be created before the end date.',
    }),
    remedy: {
      fr: 'Choisissez une date de fin plus lointaine, ou supprimez la récurrence pour l’arrêter.',
      en: 'Choose a later end date, or delete the recurrence to stop it.',
    },
    pointer: () => '/to',
  },
  too_many_frequencies: {
    code: 'frequency.too_many',
    status: 409,
    title: { fr: 'Trop de factures récurrentes', en: 'Too many recurring invoices' },
    detail: ({ limit }) => ({
      fr: `Un compte peut avoir au plus ${limit} factures récurrentes.`,
      en: `An account can have at most ${limit} recurring invoices.`,
    }),
    remedy: {
      fr: 'Supprimez les récurrences dont vous n’avez plus besoin.',
      en: 'Delete the recurrences you no longer need.',
    },
    members: ({ limit }) => ({ limit }),
  },
  formal_notice_without_cause: {
    code: 'formal_notice.without_cause',
    status: 409,
    title: { fr: 'Mise en demeure impossible', en: 'Formal notice not possible' },
    detail: ({ because, dueOn }) => noticeHindrances[because](dueOn),
    remedy: {
      fr: 'Une mise en demeure porte sur une facture ou un acompte échu et pas entièrement payé.',
      en: 'A formal notice requires an overdue invoice or advance with a balance due.',
    },
    members: ({ because, dueOn }) => ({ because, ...(dueOn !== undefined && { dueOn }) }),
  },
  formal_notice_not_found: {
    code: 'formal_notice.not_found',
    status: 404,
    title: { fr: 'Aucune mise en demeure', en: 'No formal notice' },
    remedy: {
      fr: 'Établissez d’abord la mise en demeure (POST sur la même adresse, sans « /download »).',
      en: 'Create the formal notice first (POST on the same path, without "/download").',
    },
    remedyOnScreen: {
      fr: 'Établissez d’abord la mise en demeure.',
      en: 'Create the formal notice first.',
    },
  },
  payment_request_without_personal_services: {
    code: 'payment_request.no_personal_service',
    status: 409,
    title: { fr: 'Aucun service à la personne', en: 'No personal service' },
    detail: () => ({
      fr: 'Aucune ligne de cette facture n’est un service à la personne.',
      en: 'No line of this invoice is a personal service.',
    }),
    remedy: {
      fr: 'Choisissez d’abord l’activité de chaque ligne (PATCH /v2/billing/{billingId}/sap-products).',
      en: 'Choose the personal service activity of each line first (PATCH /v2/billing/{billingId}/sap-products).',
    },
    remedyOnScreen: {
      fr: 'Choisissez d’abord l’activité de service à la personne de chaque ligne.',
      en: 'Choose the personal service activity of each line first.',
    },
  },
  payment_request_ends_before_it_begins: {
    code: 'payment_request.ends_before_it_begins',
    status: 400,
    title: { fr: 'Fin de période avant le début', en: 'Period ends before it starts' },
    remedy: {
      fr: 'Choisissez une date de fin postérieure au début (ERR_DATE_FIN_AVANT_DATE_DEB).',
      en: 'Choose an end date on or after the start date (ERR_DATE_FIN_AVANT_DATE_DEB).',
    },
    pointer: () => '/paymentRequest/dateFinEmploi',
  },
  payment_request_over_two_months: {
    code: 'payment_request.over_two_months',
    status: 400,
    title: { fr: 'Période sur plusieurs mois', en: 'Period spans several months' },
    remedy: {
      fr: 'L’Urssaf exige une demande par mois civil : facturez chaque mois séparément (ERR_PERIODE_EMPLOI_MOIS_NON_UNIQUE).',
      en: 'Urssaf requires one request per calendar month: bill each month separately (ERR_PERIODE_EMPLOI_MOIS_NON_UNIQUE).',
    },
    pointer: () => '/paymentRequest/dateFinEmploi',
  },
  payment_request_advance_too_large: {
    code: 'payment_request.advance_too_large',
    status: 400,
    title: { fr: 'Acompte trop élevé', en: 'Advance too large' },
    detail: ({ limit }) => ({
      fr: `L’acompte déjà payé ne peut pas dépasser la moitié de la facture, soit ${limit} centimes (ERR_MONTANT_ACOMPTE).`,
      en: `The advance already paid can be at most half of the invoice, ${limit} cents (ERR_MONTANT_ACOMPTE).`,
    }),
    remedy: { fr: 'Indiquez au plus la moitié de la facture.', en: 'Give at most half of the invoice.' },
    pointer: () => '/paymentRequest/advanceAlreadyPaid',
    members: ({ limit }) => ({ limit }),
  },
  payment_request_not_found: {
    code: 'payment_request.not_found',
    status: 404,
    title: { fr: 'Aucune demande de paiement', en: 'No payment request' },
    detail: () => ({
      fr: 'Aucune demande de paiement à l’Urssaf n’existe pour cette facture.',
      en: 'This invoice has no payment request to Urssaf.',
    }),
    remedy: {
      fr: 'Renseignez la demande sur le brouillon (PATCH /v2/billing/invoice/{invoiceId}/payment-request).',
      en: 'Set up the request on the draft (PATCH /v2/billing/invoice/{invoiceId}/payment-request).',
    },
    remedyOnScreen: {
      fr: 'Renseignez la demande sur le brouillon, sous « Avance immédiate ».',
      en: 'Set up the request on the draft, under “Avance immédiate”.',
    },
  },
  payment_request_not_refused: {
    code: 'payment_request.not_refused',
    status: 409,
    title: { fr: 'Demande en cours ou déjà aboutie', en: 'Request in progress or completed' },
    detail: () => ({
      fr: 'L’Urssaf n’a pas rejeté cette demande : elle ne peut pas être renvoyée.',
      en: 'Urssaf did not reject this request, so it cannot be sent again.',
    }),
    remedy: {
      fr: 'Vous n’avez rien à faire : le statut de la demande se met à jour automatiquement.',
      en: 'No action needed. The status of the request updates automatically.',
    },
  },
  agency_account_not_found: {
    code: 'agency.not_connected',
    status: 409,
    title: { fr: 'Compte Urssaf non raccordé', en: 'Urssaf account not connected' },
    detail: () => ({
      fr: 'Aucun accès « tiers de prestation » de l’Urssaf n’est enregistré pour ce compte.',
      en: 'This account has no Urssaf “tiers de prestation” credentials.',
    }),
    remedy: {
      fr: 'Raccordez d’abord le compte Urssaf (PUT /v2/billing/agency-account).',
      en: 'Connect Urssaf account first (PUT /v2/billing/agency-account).',
    },
    remedyOnScreen: {
      fr: 'Raccordez d’abord le compte Urssaf dans Réglages, Paiement et pénalités.',
      en: 'Connect Urssaf account first in Settings, Payment and penalties.',
    },
  },
  agency_keys_refused: {
    code: 'agency.keys_refused',
    status: 400,
    title: { fr: 'Accès refusé par l’Urssaf', en: 'Access refused by Urssaf' },
    detail: () => ({
      fr: 'L’Urssaf ne reconnaît pas cet identifiant et ce secret.',
      en: 'Urssaf does not recognize this identifier and secret.',
    }),
    remedy: {
      fr: 'Vérifiez l’identifiant et le secret sur le portail de l’Urssaf : il faut ceux de production, pour l’API Tiers de prestation.',
      en: 'Check the identifier and the secret on the Urssaf portal. Use the production credentials of the “API Tiers de prestation”.',
    },
    pointer: () => '/clientSecret',
  },
  agency_unreachable: {
    code: 'agency.unreachable',
    status: 503,
    title: { fr: 'Urssaf injoignable', en: 'Urssaf unreachable' },
    detail: () => ({
      fr: 'L’Urssaf n’a pas répondu comme prévu. Rien n’a été enregistré.',
      en: 'Urssaf did not give the expected answer. Nothing was saved.',
    }),
    remedy: { fr: 'Réessayez dans quelques minutes.', en: 'Try again in a few minutes.' },
  },
  agency_customer_not_found: {
    code: 'agency.customer_not_found',
    status: 404,
    title: { fr: 'Client non inscrit', en: 'Customer not registered' },
    detail: () => ({
      fr: 'Ce client n’est pas inscrit à l’avance immédiate.',
      en: 'This customer is not registered for the avance immédiate.',
    }),
    remedy: {
      fr: 'Inscrivez le client (PUT /contact/{contactId}/agency-registration).',
      en: 'Register the customer (PUT /contact/{contactId}/agency-registration).',
    },
    remedyOnScreen: {
      fr: 'Inscrivez le client depuis sa fiche.',
      en: 'Register the customer from the customer’s page.',
    },
  },
  agency_birth_day_to_come: {
    code: 'agency.birth_day_to_come',
    status: 400,
    title: { fr: 'Date de naissance dans le futur', en: 'Date of birth in the future' },
    remedy: {
      fr: 'Corrigez la date de naissance du client (ERR_DATE_NAISSANCE_FUTUR).',
      en: 'Correct the customer’s date of birth (ERR_DATE_NAISSANCE_FUTUR).',
    },
    pointer: () => '/bornOn',
  },
  agency_refused_customer: {
    code: 'agency.customer_refused',
    status: 400,
    title: { fr: 'Inscription refusée par l’Urssaf', en: 'Registration refused by Urssaf' },
    detail: ({ agencyCode, said }) => ({
      fr: `L’Urssaf a refusé l’inscription : ${said} (${agencyCode}).`,
      en: `Urssaf refused the registration: ${said} (${agencyCode}).`,
    }),
    remedy: {
      fr: 'Corrigez l’information signalée, d’après la pièce d’identité et l’avis d’impôt du client, puis recommencez.',
      en: 'Correct the details using the customer’s identity card and tax notice, then try again.',
    },
    members: ({ agencyCode, said }) => ({ agencyCode, said }),
  },
};

/** Why a formal notice is not possible; `dueOn` is the due date. */
const noticeHindrances: Readonly<Record<NoticeHindrance, (dueOn: string | undefined) => BilingualText>> = {
  other_kind: () => ({
    fr: 'Ce document n’est pas à payer.',
    en: 'This document does not request a payment.',
  }),
  canceled: () => ({ fr: 'Cette facture est annulée.', en: 'This invoice is canceled.' }),
  nothing_left: () => ({ fr: 'Il ne reste rien à payer.', en: 'Nothing is left to pay.' }),
  not_late: (dueOn) =>
    dueOn === undefined
      ? { fr: 'Cette facture n’a pas de date d’échéance.', en: 'This invoice has no due date.' }
      : {
          fr: `La date d’échéance (${dueOn}) n’est pas encore passée.`,
          en: `The due date (${dueOn}) has not passed yet.`,
        },
};
