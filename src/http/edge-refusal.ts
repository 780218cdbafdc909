import type { Rows } from '../contract/refusals/told.ts';
import { type BodyRefusal, bodyRefusals } from './body-refusal.ts';

/** The ways the HTTP edge says no, before any operation is asked. */
export type EdgeRefusal =
  | { refused: 'key_missing' }
  | { refused: 'key_invalid' }
  | { refused: 'session_needed' }
  | { refused: 'session_ended' }
  | { refused: 'csrf_refused' }
  | { refused: 'page_of_another_site' }
  | { refused: 'account_unchosen' }
  | { refused: 'account_not_yours' }
  /** Sample data is looked at in test mode. */
  | { refused: 'sample_is_test' }
  | { refused: 'plain_http' }
  | { refused: 'host_not_allowed' }
  | { refused: 'origin_not_allowed' }
  | { refused: 'route_not_found'; nearest?: string }
  | { refused: 'method_not_allowed'; allowed: readonly string[] }
  | { refused: 'request_malformed' }
  | BodyRefusal
  | { refused: 'header_malformed'; header: string }
  | { refused: 'expectation_failed' }
  | { refused: 'request_too_slow' }
  | { refused: 'query_too_long'; limit: number }
  | { refused: 'address_too_long'; limit: number }
  | { refused: 'headers_too_large' }
  | { refused: 'rate_limited'; retryAfter: number }
  | { refused: 'account_busy'; retryAfter: number }
  | { refused: 'service_busy'; retryAfter: number }
  | { refused: 'logins_slowed'; retryAfter: number }
  | { refused: 'database_unreachable' }
  | { refused: 'files_unreachable' }
  | { refused: 'file_altered' }
  | { refused: 'internal_error' };
/** Every refusal of the edge, as the interface words it. */
export const edgeRefusalOnTheWire: Rows<EdgeRefusal> = {
  ...bodyRefusals,
  key_missing: {
    code: 'auth.key_missing',
    status: 401,
    title: { fr: 'Clé d’API manquante', en: 'API key missing' },
    remedy: {
      fr: 'Envoyez l’en-tête « Authorization: Bearer » suivi de votre clé.',
      en: 'Send the header "Authorization: Bearer" followed by your key.',
    },
  },
  key_invalid: {
    code: 'auth.key_invalid',
    status: 401,
    title: { fr: 'Clé d’API refusée', en: 'API key refused' },
    remedy: {
      fr: 'Cette clé est inconnue, expirée ou révoquée : vérifiez-la ou créez-en une autre.',
      en: 'This key is unknown, expired or revoked: check it or create another.',
    },
  },
  session_needed: {
    code: 'auth.session_needed',
    status: 401,
    title: { fr: 'Connexion nécessaire', en: 'Sign in first' },
    remedy: {
      fr: 'Connectez-vous : une personne le demande pour elle-même, une clé d’API n’y a pas accès.',
      en: 'Sign in: a person asks this for himself, an API key cannot.',
    },
  },
  session_ended: {
    code: 'auth.session_ended',
    status: 401,
    title: { fr: 'Session terminée', en: 'Session ended' },
    remedy: { fr: 'Connectez-vous de nouveau.', en: 'Sign in again.' },
  },
  csrf_refused: {
    code: 'auth.csrf_refused',
    status: 403,
    title: {
      fr: 'Jeton de page manquant ou d’une autre session',
      en: 'Token of the page missing, or of another session',
    },
    remedy: {
      fr: 'Lisez GET /v2/person et renvoyez la valeur de « csrf » dans l’en-tête facturier-csrf.',
      en: 'Read GET /v2/person and send the value of "csrf" in the header facturier-csrf.',
    },
  },
  page_of_another_site: {
    code: 'auth.origin_refused',
    status: 403,
    title: { fr: 'Page d’un autre site', en: 'Page of another site' },
    remedy: {
      fr: 'Une session ne sert qu’aux pages du service lui-même : ouvrez-le à son adresse. Derrière un proxy, réglez PUBLIC_URL.',
      en: 'A session is for the pages of the service alone: open it at its own address. Behind a proxy, set PUBLIC_URL.',
    },
  },
  account_unchosen: {
    code: 'auth.account_unchosen',
    status: 400,
    title: { fr: 'Compte non précisé', en: 'Account not chosen' },
    remedy: {
      fr: 'Vous êtes membre de plusieurs comptes : nommez-en un dans l’en-tête facturier-account.',
      en: 'You are a member of several accounts: name one in the header facturier-account.',
    },
  },
  account_not_yours: {
    code: 'auth.account_not_yours',
    status: 403,
    title: { fr: 'Compte dont vous n’êtes pas membre', en: 'Account you are no member of' },
    remedy: {
      fr: 'Choisissez l’un des comptes que donne GET /v2/person.',
      en: 'Choose one of the accounts that GET /v2/person gives.',
    },
  },
  sample_is_test: {
    code: 'auth.sample_is_test',
    status: 403,
    title: { fr: 'Données d’exemple, en mode test seulement', en: 'Sample data, in test mode alone' },
    remedy: {
      fr: 'Envoyez l’en-tête facturier-mode: test, ou choisissez un autre compte.',
      en: 'Send the header facturier-mode: test, or choose another account.',
    },
  },
  plain_http: {
    code: 'request.plain_http',
    status: 403,
    title: { fr: 'HTTPS obligatoire', en: 'HTTPS required' },
    remedy: {
      fr: 'Utilisez l’adresse https://, et remplacez la clé si vous venez de l’envoyer en clair.',
      en: 'Use the https:// address, and replace the key if you have just sent it in the clear.',
    },
  },
  host_not_allowed: {
    code: 'request.host_not_allowed',
    status: 403,
    title: { fr: 'Nom de serveur refusé', en: 'Host not allowed' },
    remedy: {
      fr: 'Appelez l’adresse publique du service. Derrière un proxy, transmettez Host ou X-Forwarded-Host et réglez PUBLIC_URL.',
      en: 'Call the service by its public address. Behind a proxy, pass on Host or X-Forwarded-Host, and set PUBLIC_URL.',
    },
  },
  origin_not_allowed: {
    code: 'request.origin_not_allowed',
    status: 403,
    title: { fr: 'Origine refusée', en: 'Origin not allowed' },
    remedy: {
      fr: 'Une page d’un autre site ne peut pas appeler les outils : appelez-les depuis un programme, sans en-tête Origin.',
      en: 'A page of another site cannot call the tools: call them from a program, without the Origin header.',
    },
  },
  route_not_found: {
    code: 'request.route_not_found',
    status: 404,
    title: { fr: 'Adresse inconnue', en: 'Unknown address' },
    detail: ({ nearest }) =>
      nearest === undefined
        ? { fr: 'Cette adresse est inconnue.', en: 'This address is not known.' }
        : {
            fr: `Cette adresse est inconnue ; vouliez-vous dire ${nearest} ?`,
            en: `This address is not known; did you mean ${nearest}?`,
          },
    members: ({ nearest }) => (nearest === undefined ? {} : { nearest }),
    remedy: { fr: 'La liste des opérations se trouve à /docs.', en: 'The list of operations is at /docs.' },
  },
  method_not_allowed: {
    code: 'request.method_not_allowed',
    status: 405,
    title: { fr: 'Méthode non permise', en: 'Method not allowed' },
    detail: ({ allowed }) => ({
      fr: `Méthodes acceptées à cette adresse : ${allowed.join(', ')}.`,
      en: `This address accepts ${allowed.join(', ')}.`,
    }),
    remedy: { fr: 'La liste des opérations se trouve à /docs.', en: 'The list of operations is at /docs.' },
  },
  request_malformed: {
    code: 'request.malformed',
    status: 400,
    title: { fr: 'Requête illisible', en: 'Unreadable request' },
    remedy: { fr: 'Vérifiez l’adresse et les en-têtes envoyés.', en: 'Check the address and the headers you sent.' },
  },
  header_malformed: {
    code: 'request.header_malformed',
    status: 400,
    title: { fr: 'En-tête illisible', en: 'Unreadable header' },
    detail: ({ header }) => ({
      fr: `La valeur de ${header} est illisible.`,
      en: `The value of ${header} cannot be read.`,
    }),
    remedy: {
      fr: 'Donnez de 1 à 255 caractères ASCII visibles.',
      en: 'Give 1 to 255 visible ASCII characters.',
    },
    members: ({ header }) => ({ header }),
  },
  expectation_failed: {
    code: 'request.expectation_failed',
    status: 417,
    title: { fr: 'Attente non prise en charge', en: 'Expectation not supported' },
    remedy: { fr: 'Retirez l’en-tête Expect.', en: 'Leave the Expect header out.' },
  },
  request_too_slow: {
    code: 'request.too_slow',
    status: 408,
    title: { fr: 'Requête trop lente', en: 'Request too slow' },
    remedy: {
      fr: 'Recommencez en envoyant la requête d’une seule traite.',
      en: 'Send the request in one go, and try again.',
    },
  },
  query_too_long: {
    code: 'request.query_too_long',
    status: 414,
    title: { fr: 'Trop de paramètres', en: 'Too many parameters' },
    detail: ({ limit }) => ({
      fr: `Une adresse compte au plus ${limit} paramètres.`,
      en: `An address has at most ${limit} parameters.`,
    }),
    remedy: { fr: 'Utilisez moins de filtres à la fois.', en: 'Ask for fewer filters at a time.' },
    members: ({ limit }) => ({ limit }),
  },
  address_too_long: {
    code: 'request.address_too_long',
    status: 414,
    title: { fr: 'Adresse trop longue', en: 'Address too long' },
    detail: ({ limit }) => ({
      fr: `Une adresse compte au plus ${limit} caractères.`,
      en: `An address has at most ${limit} characters.`,
    }),
    remedy: { fr: 'Utilisez moins de filtres à la fois.', en: 'Ask for fewer filters at a time.' },
    members: ({ limit }) => ({ limit }),
  },
  headers_too_large: {
    code: 'request.headers_too_large',
    status: 431,
    title: { fr: 'En-têtes trop longs', en: 'Headers too large' },
    remedy: {
      fr: 'Envoyez moins d’en-têtes ou une adresse plus courte.',
      en: 'Send fewer headers or a shorter address.',
    },
  },
  rate_limited: {
    code: 'request.rate_limited',
    status: 429,
    title: { fr: 'Trop de requêtes', en: 'Too many requests' },
    detail: ({ retryAfter }) => ({
      fr: `Cette clé a épuisé ses requêtes pour ${retryAfter} s.`,
      en: `This key has used up its requests for ${retryAfter} s.`,
    }),
    remedy: {
      fr: 'Attendez le délai de Retry-After, puis recommencez moins vite.',
      en: 'Wait as long as Retry-After says, then go on more slowly.',
    },
  },
  account_busy: {
    code: 'request.account_busy',
    status: 429,
    title: { fr: 'Trop de travail à la fois', en: 'Too much work at a time' },
    detail: ({ retryAfter }) => ({
      fr: `Le service travaille déjà autant qu’il le peut pour ce compte ; recommencez dans ${retryAfter} s.`,
      en: `This account already has its share of what the service does at a time; try again in ${retryAfter} s.`,
    }),
    remedy: {
      fr: 'Attendez les réponses en cours et lisez-les, puis recommencez avec la même clé d’idempotence.',
      en: 'Wait for the answers under way and read them, then try again with the same idempotency key.',
    },
  },
  service_busy: {
    code: 'service.busy',
    status: 503,
    title: { fr: 'Service momentanément surchargé', en: 'Service busy for a moment' },
    remedy: {
      fr: 'Rien n’est perdu : recommencez après le délai de Retry-After, avec la même clé d’idempotence.',
      en: 'Nothing is lost: try again after Retry-After, with the same idempotency key.',
    },
  },
  logins_slowed: {
    code: 'auth.too_many_failures',
    status: 429,
    title: { fr: 'Trop de clés refusées', en: 'Too many refused keys' },
    detail: ({ retryAfter }) => ({
      fr: `Trop de clés ont été refusées depuis cette adresse, ou pour cette clé : la prochaine sera examinée dans ${retryAfter} s.`,
      en: `Too many keys were refused from this address, or for this key: the next one is looked at in ${retryAfter} s.`,
    }),
    remedy: {
      fr: 'Vérifiez la clé, puis recommencez après le délai de Retry-After. Une clé déjà reconnue n’attend pas.',
      en: 'Check the key, then try again after Retry-After. A key already known does not wait.',
    },
  },
  database_unreachable: {
    code: 'service.database_unreachable',
    status: 503,
    title: { fr: 'Service momentanément indisponible', en: 'Service unavailable for a moment' },
    remedy: {
      fr: 'Rien n’est perdu : recommencez après le délai de Retry-After, avec la même clé d’idempotence.',
      en: 'Nothing is lost: try again after Retry-After, with the same idempotency key.',
    },
  },
  files_unreachable: {
    code: 'service.files_unreachable',
    status: 503,
    title: { fr: 'Fichiers momentanément inaccessibles', en: 'Files out of reach for a moment' },
    remedy: {
      fr: 'Rien n’a été fait à moitié : recommencez après le délai de Retry-After, avec la même clé d’idempotence.',
      en: 'Nothing was half done: try again after Retry-After, with the same idempotency key.',
    },
  },
  file_altered: {
    code: 'service.file_altered',
    status: 500,
    title: { fr: 'Fichier altéré', en: 'File altered' },
    remedy: {
      fr: 'Le contenu conservé n’est plus celui qui avait été enregistré : le fichier n’est pas fourni. La personne qui administre ce service doit lancer « facturier verify » et le reprendre d’une sauvegarde.',
      en: 'The bytes kept are no longer those that were kept: the file is not given. Whoever runs this service should run "facturier verify" and take it back from a backup.',
    },
  },
  internal_error: {
    code: 'service.internal_error',
    status: 500,
    title: { fr: 'Erreur interne', en: 'Internal error' },
    remedy: {
      fr: 'Recommencez avec la même clé d’idempotence ; si cela persiste, donnez le requestId à la personne qui administre ce service.',
      en: 'Try again with the same idempotency key; if it persists, give the requestId to whoever runs this service.',
    },
  },
};
