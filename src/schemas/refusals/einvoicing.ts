import type { NotSentReason } from '../../domain/einvoicing/not-sent-reason.ts';
import type { EinvoicingRefusal } from '../../domain/einvoicing/refusal.ts';
import type { BilingualText } from '../bilingual-text.ts';
import { notFound, type Rows } from './refusal-text.ts';

const said = (text: string): string => (text === '' ? '' : ` (${text})`);

/** Why a document does not go to a platform, in words. */
const notSentTexts: Readonly<Record<NotSentReason, BilingualText>> = {
  estimate: {
    fr: 'Un devis ou un bon de commande n’est pas une facture.',
    en: 'An estimate or a purchase order is not an invoice.',
  },
  draft: { fr: 'Le document est un brouillon.', en: 'The document is a draft.' },
  consumer: {
    fr: 'Le client est un particulier : la vente est déclarée en e-reporting, sans facture électronique.',
    en: 'The customer is a consumer: the sale is reported (e-reporting) without an electronic invoice.',
  },
  foreign: {
    fr: 'Le client est établi hors de France : la vente est déclarée en e-reporting, sans facture électronique.',
    en: 'The customer is established outside France: the sale is reported (e-reporting) without an electronic invoice.',
  },
  customer_without_siren: {
    fr: 'Le client n’a pas de SIREN : il n’a pas d’adresse dans l’annuaire des plateformes.',
    en: 'The customer has no SIREN, so it has no address in the directory of the platforms.',
  },
  corrects_failed_invoice: {
    fr: 'Cet avoir annule dans vos comptes une facture rejetée ou refusée, que le client n’a pas : il ne lui est pas transmis.',
    en: 'This credit note cancels a rejected or refused invoice in your books, which the customer does not have: it is not sent.',
  },
  already_reported: {
    fr: 'Un e-reporting transmis déclare déjà cette vente ou son paiement : la plateforme la déclarerait une seconde fois.',
    en: 'An e-report that was sent already states this sale or its payment: the platform would report it again.',
  },
  electronic_form_incomplete: {
    fr: 'Il manque des données à sa forme électronique : complétez votre entreprise et la fiche du client, puis corrigez par un avoir et une nouvelle facture.',
    en: 'Its electronic form lacks data: complete your company and the customer, then correct it by a credit note and a new invoice.',
  },
};

/** Approved platforms (plateformes agréées). */
export const einvoicingRefusals: Rows<EinvoicingRefusal> = {
  platform_address_needed: {
    code: 'platform.address_needed',
    status: 400,
    title: { fr: 'Adresse manquante', en: 'Address missing' },
    remedy: {
      fr: 'Indiquez l’adresse que donne votre plateforme dans sa documentation pour les développeurs.',
      en: 'Give the address from your platform’s documentation for developers.',
    },
    pointer: ({ member }) => `/${member}`,
  },
  platform_address_not_https: {
    code: 'platform.address_not_https',
    status: 400,
    title: { fr: 'Adresse sans TLS', en: 'Address without TLS' },
    remedy: {
      fr: 'Donnez une adresse https. L’administrateur du service peut autoriser un réseau privé avec ALLOWED_WEBHOOK_NETWORKS.',
      en: 'Give an https address. The administrator of the service can allow a private network with ALLOWED_WEBHOOK_NETWORKS.',
    },
    pointer: ({ member }) => `/${member}`,
  },
  platform_address_not_public: {
    code: 'platform.address_not_public',
    status: 400,
    title: { fr: 'Adresse non publique', en: 'Address not public' },
    detail: ({ host }) => ({
      fr: `« ${host} » n’est pas joignable depuis Internet.`,
      en: `"${host}" cannot be reached from the public internet.`,
    }),
    remedy: {
      fr: 'Donnez une adresse publique. L’administrateur du service peut autoriser un réseau privé avec ALLOWED_WEBHOOK_NETWORKS.',
      en: 'Give a public address. The administrator of the service can allow a private network with ALLOWED_WEBHOOK_NETWORKS.',
    },
    pointer: ({ member }) => `/${member}`,
  },
  platform_keys_needed: {
    code: 'platform.keys_needed',
    status: 400,
    title: { fr: 'Identifiant ou secret manquant', en: 'Client ID or secret missing' },
    remedy: {
      fr: 'Indiquez l’identifiant et le secret d’accès à l’API, créés dans l’espace client de la plateforme.',
      en: 'Give the client ID and secret of the API access, made in the platform’s customer area.',
    },
    pointer: () => '/clientId',
  },
  platform_keys_refused: {
    code: 'platform.keys_refused',
    status: 400,
    title: { fr: 'Accès refusé par la plateforme', en: 'Access refused by the platform' },
    detail: (refusal) => ({
      fr: `La plateforme ne reconnaît pas cet identifiant et ce secret${said(refusal.said)}.`,
      en: `The platform does not recognize this client ID and secret${said(refusal.said)}.`,
    }),
    remedy: {
      fr: 'Vérifiez l’identifiant et le secret dans l’espace client de la plateforme. Un bac à sable et la production ont des accès différents.',
      en: 'Check the client ID and secret in the platform’s customer area. A sandbox and production have different ones.',
    },
    pointer: () => '/clientSecret',
  },
  platform_unreachable: {
    code: 'platform.unreachable',
    status: 503,
    title: { fr: 'Plateforme injoignable', en: 'Platform unreachable' },
    detail: (refusal) => ({
      fr: `La plateforme n’a pas répondu${said(refusal.said)}. Rien n’a été enregistré.`,
      en: `The platform did not answer${said(refusal.said)}. Nothing was saved.`,
    }),
    remedy: {
      fr: 'Vérifiez les adresses, puis réessayez dans quelques minutes.',
      en: 'Check the addresses, then try again in a few minutes.',
    },
  },
  platform_answers_otherwise: {
    code: 'platform.not_standard',
    status: 400,
    title: { fr: 'Réponse inattendue', en: 'Unexpected answer' },
    detail: (refusal) => ({
      fr: `Cette adresse ne répond pas comme le Flow Service de la norme XP Z12-013${said(refusal.said)}.`,
      en: `This address does not answer like the Flow Service of the standard XP Z12-013${said(refusal.said)}.`,
    }),
    remedy: {
      fr: 'Vérifiez l’adresse du Flow Service dans la documentation de la plateforme : sans « /v1 » à la fin.',
      en: 'Check the address of the Flow Service in the platform’s documentation: without "/v1" at the end.',
    },
    pointer: () => '/flowUrl',
  },
  platform_connection_not_found: notFound(
    'platform_connection',
    'Raccordement introuvable',
    'Platform connection not found',
  ),
  platform_not_connected: {
    code: 'platform.not_connected',
    status: 409,
    title: { fr: 'Aucune plateforme raccordée', en: 'No platform connected' },
    remedy: {
      fr: 'Raccordez d’abord une plateforme agréée (POST /v2/e-invoicing/connections).',
      en: 'Connect an approved platform first (POST /v2/e-invoicing/connections).',
    },
    remedyOnScreen: {
      fr: 'Raccordez d’abord une plateforme dans Réglages, Plateforme agréée.',
      en: 'Connect a platform first in Settings, Approved platform.',
    },
  },
  platform_not_for_sending: {
    code: 'platform.not_for_sending',
    status: 409,
    title: { fr: 'Raccordement de réception seulement', en: 'Connection for receiving only' },
    remedy: {
      fr: 'Raccordez une plateforme pour l’envoi, puis choisissez l’envoi automatique.',
      en: 'Connect a platform for sending, then choose automatic sending.',
    },
  },
  directory_not_connected: {
    code: 'directory.not_connected',
    status: 409,
    title: { fr: 'Aucun annuaire raccordé', en: 'No directory connected' },
    detail: () => ({
      fr: 'L’annuaire se consulte par une plateforme agréée raccordée, avec l’adresse de son Directory Service.',
      en: 'The directory is searched through a connected approved platform, with the address of its Directory Service.',
    }),
    remedy: {
      fr: 'Raccordez une plateforme, ou cherchez sur https://facturation.chorus-pro.gouv.fr/annuaire/ puis recopiez l’adresse.',
      en: 'Connect a platform, or search at https://facturation.chorus-pro.gouv.fr/annuaire/ and copy the address.',
    },
  },
  directory_unreachable: {
    code: 'directory.unreachable',
    status: 503,
    title: { fr: 'Annuaire injoignable', en: 'Directory unreachable' },
    detail: (refusal) => ({
      fr: `L’annuaire de la plateforme n’a pas répondu comme prévu${said(refusal.said)}.`,
      en: `The directory of the platform did not answer as expected${said(refusal.said)}.`,
    }),
    remedy: {
      fr: 'Réessayez dans quelques minutes, ou vérifiez le raccordement de la plateforme.',
      en: 'Try again in a few minutes, or check the connection of the platform.',
    },
  },
  company_search_off: {
    code: 'company_search.off',
    status: 409,
    title: { fr: 'Recherche d’entreprises désactivée', en: 'Company search is off' },
    detail: () => ({
      fr: 'Aucun annuaire n’est raccordé, et la recherche d’entreprises de l’État n’est pas autorisée.',
      en: 'No directory is connected, and the company search of the State is not allowed.',
    }),
    remedy: {
      fr: 'Autorisez-la (companySearchAllowed), ou raccordez une plateforme agréée. Le texte cherché est alors envoyé à l’État.',
      en: 'Allow it (companySearchAllowed), or connect an approved platform. The text you search is then sent to the State.',
    },
    remedyOnScreen: {
      fr: 'Autorisez-la dans Réglages, Entreprise, ou raccordez une plateforme agréée. Le texte cherché est alors envoyé à l’État.',
      en: 'Allow it in Settings, Company, or connect an approved platform. The text you search is then sent to the State.',
    },
  },
  company_search_busy: {
    code: 'company_search.busy',
    status: 429,
    title: { fr: 'Trop de recherches', en: 'Too many searches' },
    detail: ({ retryAfter }) => ({
      fr: `La recherche d’entreprises de l’État demande d’attendre ${retryAfter} s.`,
      en: `The company search of the State asks to wait ${retryAfter} s.`,
    }),
    remedy: { fr: 'Réessayez après ce délai.', en: 'Try again after that time.' },
    members: ({ retryAfter }) => ({ retryAfter }),
  },
  company_search_unreachable: {
    code: 'company_search.unreachable',
    status: 503,
    title: { fr: 'Recherche d’entreprises injoignable', en: 'Company search unreachable' },
    detail: (refusal) => ({
      fr: `La recherche d’entreprises de l’État n’a pas répondu comme prévu${said(refusal.said)}.`,
      en: `The company search of the State did not answer as expected${said(refusal.said)}.`,
    }),
    remedy: {
      fr: 'Réessayez dans quelques minutes, ou remplissez la fiche à la main.',
      en: 'Try again in a few minutes, or fill in the form by hand.',
    },
  },
  document_not_for_platform: {
    code: 'platform.not_for_platform',
    status: 409,
    title: { fr: 'Document non transmissible', en: 'Document not for a platform' },
    detail: ({ reason }) => notSentTexts[reason],
    remedy: {
      fr: 'Seuls les factures, acomptes et avoirs finalisés pour une entreprise établie en France, avec son SIREN, passent par une plateforme agréée.',
      en: 'Only finalized invoices, advances and credit notes for a business in France, with its SIREN, go through an approved platform.',
    },
    members: ({ reason }) => ({ reason }),
  },
  already_at_platform: {
    code: 'platform.already_sent',
    status: 409,
    title: { fr: 'Déjà transmis', en: 'Already sent' },
    detail: () => ({
      fr: 'La plateforme a déjà ce document : il n’est jamais transmis deux fois.',
      en: 'The platform already has this document: it is never sent twice.',
    }),
    remedy: {
      fr: 'Consultez ses statuts. Un document refusé ou rejeté se corrige par un avoir et une nouvelle facture.',
      en: 'See its statuses. A refused or rejected document is corrected by a credit note and a new invoice.',
    },
    members: ({ stage }) => ({ stage }),
  },
  kind_not_replaced: {
    code: 'platform.kind_not_replaced',
    status: 409,
    title: { fr: 'Document non remplaçable', en: 'Document not replaceable' },
    remedy: {
      fr: 'Seuls une facture ou un acompte refusés se remplacent. Pour un avoir refusé, convenez avec votre client du montant à créditer.',
      en: 'Only a refused invoice or advance can be replaced. For a refused credit note, agree with your customer on the amount to credit.',
    },
  },
  not_refused_at_platform: {
    code: 'platform.not_refused',
    status: 409,
    title: { fr: 'Document non refusé', en: 'Document not refused' },
    detail: () => ({
      fr: 'Ni la plateforme ni le client n’ont refusé ce document.',
      en: 'Neither the platform nor the customer has refused this document.',
    }),
    remedy: {
      fr: 'Pour corriger un document accepté, créez un avoir : il sera envoyé à votre client.',
      en: 'To correct an accepted document, create a credit note: it is sent to your customer.',
    },
  },
  already_replaced: {
    code: 'platform.already_replaced',
    status: 409,
    title: { fr: 'Document déjà remplacé', en: 'Document already replaced' },
    remedy: {
      fr: 'Ouvrez le document qui le remplace (billingId), corrigez-le et finalisez-le.',
      en: 'Open the document that replaces it (billingId), correct it and finalize it.',
    },
    members: ({ billingId }) => ({ billingId }),
  },
  trial_platform_not_connected: {
    code: 'platform.trial_not_connected',
    status: 409,
    title: { fr: 'Plateforme d’essai non raccordée', en: 'Trial platform not connected' },
    remedy: {
      fr: 'Passez en mode test et raccordez la plateforme d’essai (POST /v2/e-invoicing/connections, preset « trial »).',
      en: 'Switch to test mode and connect the trial platform (POST /v2/e-invoicing/connections, preset "trial").',
    },
    remedyOnScreen: {
      fr: 'Passez en mode test, puis raccordez la plateforme d’essai dans Réglages, Plateforme agréée.',
      en: 'Switch to test mode, then connect the trial platform in Settings, Approved platform.',
    },
  },
  not_at_trial_platform: {
    code: 'platform.not_at_trial',
    status: 409,
    title: { fr: 'Facture absente de la plateforme d’essai', en: 'Invoice not at the trial platform' },
    detail: () => ({
      fr: 'La plateforme d’essai n’a pas accepté ce document, ou ne l’a pas remis à un client de son annuaire.',
      en: 'The trial platform did not accept this document, or did not deliver it to a customer of its directory.',
    }),
    remedy: {
      fr: 'En mode test, envoyez-la d’abord à un client de l’annuaire d’essai, par exemple Atelier Lumen SAS (SIREN 100000009), puis attendez quelques secondes.',
      en: 'In test mode, first send it to a customer of the trial directory, such as Atelier Lumen SAS (SIREN 100000009), and wait a few seconds.',
    },
  },
  trial_action_impossible: {
    code: 'platform.trial_action_impossible',
    status: 409,
    title: { fr: 'Le client ne peut plus le dire', en: 'The customer can no longer say this' },
    detail: ({ actions }) => ({
      fr: actions.length > 0 ? `Il peut encore : ${actions.join(', ')}.` : 'Il a dit tout ce qu’il avait à dire.',
      en: actions.length > 0 ? `It can still: ${actions.join(', ')}.` : 'It has said everything it had to say.',
    }),
    remedy: {
      fr: 'Consultez les statuts du document. Pour un autre parcours, envoyez une nouvelle facture.',
      en: 'See the statuses of the document. To try another way, send a new invoice.',
    },
    members: ({ actions }) => ({ actions: [...actions] }),
  },
  trial_reason_unknown: {
    code: 'platform.trial_reason_unknown',
    status: 400,
    title: { fr: 'Motif inconnu', en: 'Unknown reason' },
    detail: ({ reasons }) => ({
      fr: reasons.length > 0 ? `Ce statut accepte : ${reasons.join(', ')}.` : 'Ce statut n’a pas de motif.',
      en: reasons.length > 0 ? `This status accepts: ${reasons.join(', ')}.` : 'This status has no reason.',
    }),
    remedy: {
      fr: 'Donnez un motif de cette liste, ou n’en donnez pas.',
      en: 'Give a reason of this list, or leave it out.',
    },
    pointer: () => '/reason',
    members: ({ reasons }) => ({ reasons: [...reasons] }),
  },
  trial_platform_full: {
    code: 'platform.trial_full',
    status: 409,
    title: { fr: 'Plateforme d’essai pleine', en: 'Trial platform full' },
    remedy: {
      fr: 'Raccordez de nouveau la plateforme d’essai : elle repart vide.',
      en: 'Connect the trial platform again: it starts empty.',
    },
  },
};
