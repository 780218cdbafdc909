import type { CollectionRefusal, NoticeHindrance } from '../../domain/refusal.ts';
import type { InTwoLanguages } from '../in-two-languages.ts';
import type { Rows } from './told.ts';

/** Money asked for in other ways than by the paper itself. What this service does not do says what to do instead. */
export const collectionRefusals: Rows<CollectionRefusal> = {
  payment_account_not_found: {
    code: 'payment_account.not_found',
    status: 404,
    title: { fr: 'Aucun compte de paiement en ligne', en: 'No account for online payment' },
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
    // The interface answers 400 what keeps online payment from being activated.
    status: 400,
    title: { fr: 'Paiement en ligne impossible', en: 'Online payment impossible' },
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
    title: { fr: 'Clé du prestataire refusée', en: 'Key of the provider refused' },
    detail: () => ({
      fr: 'Le prestataire n’accepte pas cette clé, ou c’est une clé d’essai ; rien n’a été enregistré.',
      en: 'The provider does not take this key, or it is a test key; nothing was recorded.',
    }),
    remedy: {
      fr: 'Copiez la clé secrète de production de votre prestataire (sk_live_…, rk_live_… ou live_…). Les documents d’essai se paient sans clé.',
      en: 'Copy the live secret key of your provider (sk_live_…, rk_live_… or live_…). Test documents are paid without a key.',
    },
    pointer: () => '/apiKey',
  },
  payment_provider_unreachable: {
    code: 'payment_account.provider_unreachable',
    status: 503,
    title: { fr: 'Prestataire injoignable', en: 'Provider out of reach' },
    detail: () => ({
      fr: 'Le prestataire de paiement n’a pas répondu ; rien n’a été enregistré.',
      en: 'The payment provider did not answer; nothing was recorded.',
    }),
    remedy: { fr: 'Réessayez dans quelques minutes.', en: 'Try again in a few minutes.' },
  },
  frequency_not_found: {
    code: 'frequency.not_found',
    status: 404,
    title: { fr: 'Cette facture ne se répète pas', en: 'This invoice does not recur' },
    remedy: {
      fr: 'Il n’y a pas de récurrence à modifier ou à supprimer.',
      en: 'There is no frequency to change or delete.',
    },
  },
  frequency_exists: {
    code: 'frequency.exists',
    status: 409,
    title: { fr: 'Cette facture se répète déjà', en: 'This invoice recurs already' },
    remedy: {
      fr: 'Modifiez sa récurrence (PUT sur la même adresse), ou supprimez-la d’abord.',
      en: 'Change how it recurs (PUT at the same address), or delete that first.',
    },
    remedyOnScreen: {
      fr: 'Modifiez sa récurrence, ou arrêtez-la d’abord.',
      en: 'Change how it recurs, or stop that first.',
    },
  },
  frequency_of_canceled: {
    code: 'frequency.of_canceled',
    status: 409,
    title: { fr: 'Facture annulée', en: 'Invoice canceled' },
    detail: () => ({ fr: 'Une facture annulée ne se répète pas.', en: 'A canceled invoice does not recur.' }),
    remedy: {
      fr: 'Dupliquez-la, et faites répéter la copie.',
      en: 'Duplicate it, and have the copy recur.',
    },
  },
  frequency_of_final_invoice: {
    code: 'frequency.of_final_invoice',
    status: 409,
    title: { fr: 'Facture de solde', en: 'Final invoice' },
    detail: () => ({
      fr: 'Une facture de solde termine son devis une seule fois : elle ne se répète pas.',
      en: 'A final invoice ends its estimate once: it does not recur.',
    }),
    remedy: {
      fr: 'Dupliquez-la, et faites répéter la copie.',
      en: 'Duplicate it, and have the copy recur.',
    },
  },
  frequency_ends_too_soon: {
    code: 'frequency.ends_too_soon',
    status: 400,
    title: { fr: 'Aucune facture à venir', en: 'No invoice to come' },
    detail: () => ({
      fr: 'Aucune facture ne serait établie avant la fin indiquée.',
      en: 'No invoice would be made before the end that is said.',
    }),
    remedy: {
      fr: 'Choisissez une fin plus lointaine ; pour arrêter, supprimez la récurrence.',
      en: 'Choose a later end; to stop, delete the frequency.',
    },
    pointer: () => '/to',
  },
  too_many_frequencies: {
    code: 'frequency.too_many',
    status: 409,
    title: { fr: 'Trop de factures récurrentes', en: 'Too many recurring invoices' },
    detail: ({ limit }) => ({
      fr: `Au plus ${limit} factures se répètent à la fois.`,
      en: `At most ${limit} invoices recur at a time.`,
    }),
    remedy: {
      fr: 'Supprimez la récurrence de celles qui ne servent plus.',
      en: 'Delete the frequency of those no longer of use.',
    },
    members: ({ limit }) => ({ limit }),
  },
  formal_notice_without_cause: {
    code: 'formal_notice.without_cause',
    status: 409,
    title: { fr: 'Rien à mettre en demeure', en: 'Nothing to give formal notice of' },
    detail: ({ because, dueOn }) => noticeHindrances[because](dueOn),
    remedy: {
      fr: 'Une mise en demeure se fait sur une facture ou un acompte échu, dont il reste quelque chose à payer.',
      en: 'Formal notice is given of an invoice or an advance that is past its due day, with something left to pay.',
    },
    members: ({ because, dueOn }) => ({ because, ...(dueOn !== undefined && { dueOn }) }),
  },
  formal_notice_not_found: {
    code: 'formal_notice.not_found',
    status: 404,
    title: { fr: 'Aucune mise en demeure', en: 'No formal notice' },
    remedy: {
      fr: 'Faites-en une d’abord (POST sur la même adresse, sans « /download »).',
      en: 'Make one first (POST at the same address, without "/download").',
    },
    remedyOnScreen: {
      fr: 'Faites-en une d’abord.',
      en: 'Make one first.',
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
      fr: 'Choisissez d’abord l’activité des lignes (sap-products).',
      en: 'Choose the activity of its lines first (sap-products).',
    },
  },
  payment_request_ends_before_it_begins: {
    code: 'payment_request.ends_before_it_begins',
    status: 400,
    title: { fr: 'Période à l’envers', en: 'Period reversed' },
    remedy: {
      fr: 'La fin de la période ne peut pas précéder son début (ERR_DATE_FIN_AVANT_DATE_DEB).',
      en: 'The period cannot end before it begins (ERR_DATE_FIN_AVANT_DATE_DEB).',
    },
    pointer: () => '/paymentRequest/dateFinEmploi',
  },
  payment_request_over_two_months: {
    code: 'payment_request.over_two_months',
    status: 400,
    title: { fr: 'Période sur plusieurs mois', en: 'Period of several months' },
    remedy: {
      fr: 'L’Urssaf veut une demande par mois civil : facturez chaque mois à part (ERR_PERIODE_EMPLOI_MOIS_NON_UNIQUE).',
      en: 'The Urssaf wants one request a calendar month: bill each month apart (ERR_PERIODE_EMPLOI_MOIS_NON_UNIQUE).',
    },
    pointer: () => '/paymentRequest/dateFinEmploi',
  },
  payment_request_advance_too_large: {
    code: 'payment_request.advance_too_large',
    status: 400,
    title: { fr: 'Acompte trop élevé', en: 'Advance too large' },
    detail: ({ limit }) => ({
      fr: `L’acompte déjà payé ne passe pas la moitié de la facture : ${limit} centimes (ERR_MONTANT_ACOMPTE).`,
      en: `What was paid down is at most half of the invoice: ${limit} cents (ERR_MONTANT_ACOMPTE).`,
    }),
    remedy: { fr: 'Indiquez au plus ce montant.', en: 'Say that amount at most.' },
    pointer: () => '/paymentRequest/advanceAlreadyPaid',
    members: ({ limit }) => ({ limit }),
  },
  payment_request_not_found: {
    code: 'payment_request.not_found',
    status: 404,
    title: { fr: 'Aucune demande de paiement', en: 'No payment request' },
    detail: () => ({
      fr: 'Rien n’est demandé à l’Urssaf pour cette facture.',
      en: 'Nothing is asked of the Urssaf for this invoice.',
    }),
    remedy: {
      fr: 'La demande se règle sur le brouillon (PATCH /v2/billing/invoice/{invoiceId}/payment-request).',
      en: 'A request is set on the draft (PATCH /v2/billing/invoice/{invoiceId}/payment-request).',
    },
    remedyOnScreen: {
      fr: 'La demande se règle sur le brouillon, sous « Avance immédiate ».',
      en: 'A request is set on the draft, under “Avance immédiate”.',
    },
  },
  payment_request_not_refused: {
    code: 'payment_request.not_refused',
    status: 409,
    title: { fr: 'Demande en cours ou déjà aboutie', en: 'Request under way, or over' },
    detail: () => ({
      fr: 'L’Urssaf n’a pas rejeté cette demande : elle ne se renvoie pas.',
      en: 'The Urssaf did not reject this request: it is not sent again.',
    }),
    remedy: {
      fr: 'Attendez son issue : elle est suivie d’elle-même.',
      en: 'Wait for how it ends: it is followed by itself.',
    },
  },
  agency_account_not_found: {
    code: 'agency.not_connected',
    status: 409,
    title: { fr: 'Compte Urssaf non raccordé', en: 'No account at the Urssaf' },
    detail: () => ({
      fr: 'Aucun accès « tiers de prestation » de l’Urssaf n’est enregistré pour ce compte.',
      en: 'No access to the Urssaf as “tiers de prestation” is kept for this account.',
    }),
    remedy: {
      fr: 'Raccordez-le d’abord (PUT /v2/billing/agency-account).',
      en: 'Connect it first (PUT /v2/billing/agency-account).',
    },
    remedyOnScreen: {
      fr: 'Raccordez-le d’abord dans Réglages, Paiement et pénalités.',
      en: 'Connect it first in Settings, Payment and penalties.',
    },
  },
  agency_keys_refused: {
    code: 'agency.keys_refused',
    status: 400,
    title: { fr: 'Accès refusé par l’Urssaf', en: 'Access refused by the Urssaf' },
    detail: () => ({
      fr: 'L’Urssaf ne reconnaît pas cet identifiant et ce secret.',
      en: 'The Urssaf does not know this identifier and secret.',
    }),
    remedy: {
      fr: 'Vérifiez-les sur le portail de l’Urssaf : ce sont ceux de production, pour l’API Tiers de prestation.',
      en: 'Check them on the portal of the Urssaf: they are those of production, for the API Tiers de prestation.',
    },
    pointer: () => '/clientSecret',
  },
  agency_unreachable: {
    code: 'agency.unreachable',
    status: 503,
    title: { fr: 'Urssaf injoignable', en: 'Urssaf out of reach' },
    detail: () => ({
      fr: 'L’Urssaf n’a pas répondu comme prévu ; rien n’a été enregistré.',
      en: 'The Urssaf did not answer as it should; nothing was recorded.',
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
      fr: 'Inscrivez-le (PUT /contact/{contactId}/agency-registration).',
      en: 'Register him (PUT /contact/{contactId}/agency-registration).',
    },
    remedyOnScreen: {
      fr: 'Inscrivez-le depuis sa fiche.',
      en: 'Register them from their page.',
    },
  },
  agency_birth_day_to_come: {
    code: 'agency.birth_day_to_come',
    status: 400,
    title: { fr: 'Date de naissance à venir', en: 'Date of birth to come' },
    remedy: {
      fr: 'Indiquez le jour où le client est né (ERR_DATE_NAISSANCE_FUTUR).',
      en: 'Say the day the customer was born (ERR_DATE_NAISSANCE_FUTUR).',
    },
    pointer: () => '/bornOn',
  },
  agency_refused_customer: {
    code: 'agency.customer_refused',
    status: 400,
    title: { fr: 'Inscription refusée par l’Urssaf', en: 'Registration refused by the Urssaf' },
    detail: ({ agencyCode, said }) => ({
      fr: `L’Urssaf a refusé l’inscription : ${said} (${agencyCode}).`,
      en: `The Urssaf refused the registration: ${said} (${agencyCode}).`,
    }),
    remedy: {
      fr: 'Corrigez ce que dit l’Urssaf, d’après la pièce d’identité et l’avis d’impôt du client, et recommencez.',
      en: 'Correct what the Urssaf says, by the identity card and the tax notice of the customer, and try again.',
    },
    members: ({ agencyCode, said }) => ({ agencyCode, said }),
  },
};

/** Why there is nothing to give formal notice of, in words; `dueOn` is the due day. */
const noticeHindrances: Readonly<Record<NoticeHindrance, (dueOn: string | undefined) => InTwoLanguages>> = {
  other_kind: () => ({
    fr: 'Ce document ne demande pas d’argent.',
    en: 'This document asks for no money.',
  }),
  canceled: () => ({ fr: 'Cette facture est annulée.', en: 'This invoice is canceled.' }),
  nothing_left: () => ({ fr: 'Il ne reste rien à payer.', en: 'Nothing is left to pay.' }),
  not_late: (dueOn) =>
    dueOn === undefined
      ? { fr: 'Cette facture n’a pas d’échéance.', en: 'This invoice has no due day.' }
      : { fr: `L’échéance (${dueOn}) n’est pas passée.`, en: `The due day (${dueOn}) is not past.` },
};
