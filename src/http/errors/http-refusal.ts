import type { Rows } from '../../schemas/refusals/refusal-text.ts';
import { type BodyRefusal, bodyRefusals } from './body-refusal.ts';

/** Refusals by the HTTP layer, before any operation runs. */
export type HttpRefusal =
  | { refused: 'key_missing' }
  | { refused: 'key_invalid' }
  | { refused: 'session_needed' }
  | { refused: 'session_ended' }
  | { refused: 'csrf_refused' }
  | { refused: 'page_of_another_site' }
  | { refused: 'account_unchosen' }
  | { refused: 'account_not_yours' }
  /** Sample data is available in test mode only. */
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
/** The problem for each refusal of the HTTP layer. */
export const httpRefusalProblems: Rows<HttpRefusal> = {
  ...bodyRefusals,
  key_missing: {
    code: 'auth.key_missing',
    status: 401,
    title: { fr: 'Clé d’API manquante', en: 'Missing API key' },
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
      fr: 'Cette clé est inconnue, expirée ou révoquée. Vérifiez-la ou créez-en une autre.',
      en: 'This key is unknown, expired or revoked. Check it or create another.',
    },
  },
  session_needed: {
    code: 'auth.session_needed',
    status: 401,
    title: { fr: 'Connexion nécessaire', en: 'Sign-in required' },
    remedy: {
      fr: 'Connectez-vous. Cette opération concerne votre profil : une clé d’API n’y a pas accès.',
      en: 'Sign in. This operation is about your own profile, which API keys cannot access.',
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
      fr: 'Jeton CSRF manquant ou d’une autre session',
      en: 'CSRF token missing or from another session',
    },
    remedy: {
      fr: 'Lisez GET /v2/person et envoyez la valeur de « csrf » dans l’en-tête facturier-csrf.',
      en: 'Read GET /v2/person and send the value of "csrf" in the header facturier-csrf.',
    },
  },
  page_of_another_site: {
    code: 'auth.origin_refused',
    status: 403,
    title: { fr: 'Requête d’un autre site', en: 'Request from another site' },
    remedy: {
      fr: 'Les sessions ne fonctionnent que depuis les pages du service. Ouvrez le service à son adresse ; derrière un proxy, réglez PUBLIC_URL.',
      en: 'Sessions only work from the pages of the service. Open the service at its own address; behind a proxy, set PUBLIC_URL.',
    },
  },
  account_unchosen: {
    code: 'auth.account_unchosen',
    status: 400,
    title: { fr: 'Compte non précisé', en: 'No account selected' },
    remedy: {
      fr: 'Vous êtes membre de plusieurs comptes. Indiquez lequel dans l’en-tête facturier-account.',
      en: 'You are a member of several accounts. Name one in the header facturier-account.',
    },
  },
  account_not_yours: {
    code: 'auth.account_not_yours',
    status: 403,
    title: { fr: 'Vous n’êtes pas membre de ce compte', en: 'Not a member of this account' },
    remedy: {
      fr: 'Choisissez l’un des comptes listés par GET /v2/person.',
      en: 'Choose one of the accounts listed by GET /v2/person.',
    },
  },
  sample_is_test: {
    code: 'auth.sample_is_test',
    status: 403,
    title: { fr: 'Les données d’exemple n’existent qu’en mode test', en: 'Sample data exists in test mode only' },
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
      fr: 'Utilisez l’adresse https://. Si vous venez d’envoyer une clé en clair, remplacez-la.',
      en: 'Use the https:// address. If you just sent a key in clear text, replace it.',
    },
  },
  host_not_allowed: {
    code: 'request.host_not_allowed',
    status: 403,
    title: { fr: 'Nom de serveur refusé', en: 'Host not allowed' },
    remedy: {
      fr: 'Appelez l’adresse publique du service. Derrière un proxy, transmettez Host ou X-Forwarded-Host et réglez PUBLIC_URL.',
      en: 'Call the service at its public address. Behind a proxy, forward Host or X-Forwarded-Host and set PUBLIC_URL.',
    },
  },
  origin_not_allowed: {
    code: 'request.origin_not_allowed',
    status: 403,
    title: { fr: 'Origine refusée', en: 'Origin not allowed' },
    remedy: {
      fr: 'Une page d’un autre site ne peut pas appeler les outils. Appelez-les depuis un programme, sans en-tête Origin.',
      en: 'A page of another site cannot call the tools. Call them from a program, without the Origin header.',
    },
  },
  route_not_found: {
    code: 'request.route_not_found',
    status: 404,
    title: { fr: 'Adresse inconnue', en: 'Unknown address' },
    detail: ({ nearest }) =>
      nearest === undefined
        ? { fr: 'Cette adresse n’existe pas.', en: 'This address does not exist.' }
        : {
            fr: `Cette adresse n’existe pas. Vouliez-vous dire ${nearest} ?`,
            en: `This address does not exist. Did you mean ${nearest}?`,
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
    remedy: { fr: 'Retirez l’en-tête Expect.', en: 'Remove the Expect header.' },
  },
  request_too_slow: {
    code: 'request.too_slow',
    status: 408,
    title: { fr: 'Requête trop lente', en: 'Request too slow' },
    remedy: {
      fr: 'Envoyez la requête sans interruption, puis réessayez.',
      en: 'Send the request without pauses, then try again.',
    },
  },
  query_too_long: {
    code: 'request.query_too_long',
    status: 414,
    title: { fr: 'Trop de paramètres', en: 'Too many parameters' },
    detail: ({ limit }) => ({
      fr: `Une adresse peut contenir au plus ${limit} paramètres.`,
      en: `An address can have at most ${limit} parameters.`,
    }),
    remedy: { fr: 'Utilisez moins de filtres à la fois.', en: 'Use fewer filters at a time.' },
    members: ({ limit }) => ({ limit }),
  },
  address_too_long: {
    code: 'request.address_too_long',
    status: 414,
    title: { fr: 'Adresse trop longue', en: 'Address too long' },
    detail: ({ limit }) => ({
      fr: `Une adresse peut contenir au plus ${limit} caractères.`,
      en: `An address can have at most ${limit} characters.`,
    }),
    remedy: { fr: 'Utilisez moins de filtres à la fois.', en: 'Use fewer filters at a time.' },
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
      fr: `Cette clé a atteint sa limite de requêtes pour les ${retryAfter} prochaines secondes.`,
      en: `This key has reached its rate limit for the next ${retryAfter} s.`,
    }),
    remedy: {
      fr: 'Attendez le délai indiqué par Retry-After, puis envoyez vos requêtes moins vite.',
      en: 'Wait as long as Retry-After says, then send requests more slowly.',
    },
  },
  account_busy: {
    code: 'request.account_busy',
    status: 429,
    title: { fr: 'Trop de requêtes simultanées', en: 'Too many concurrent requests' },
    detail: ({ retryAfter }) => ({
      fr: `Ce compte utilise déjà toute sa part des ressources du service. Réessayez dans ${retryAfter} s.`,
      en: `This account already uses its full share of the service. Try again in ${retryAfter} s.`,
    }),
    remedy: {
      fr: 'Attendez les réponses en cours, puis réessayez avec la même clé d’idempotence.',
      en: 'Wait for the pending answers, then try again with the same idempotency key.',
    },
  },
  service_busy: {
    code: 'service.busy',
    status: 503,
    title: { fr: 'Service momentanément surchargé', en: 'Service temporarily overloaded' },
    remedy: {
      fr: 'Réessayez après le délai indiqué par Retry-After, avec la même clé d’idempotence.',
      en: 'Try again after the delay in Retry-After, with the same idempotency key.',
    },
  },
  logins_slowed: {
    code: 'auth.too_many_failures',
    status: 429,
    title: { fr: 'Trop de clés refusées', en: 'Too many refused keys' },
    detail: ({ retryAfter }) => ({
      fr: `Trop de clés ont été refusées depuis cette adresse, ou pour cette clé. Vous pourrez réessayer dans ${retryAfter} s.`,
      en: `Too many keys were refused from this address, or for this key. You can try again in ${retryAfter} s.`,
    }),
    remedy: {
      fr: 'Vérifiez la clé, puis réessayez après le délai indiqué par Retry-After. Les clés déjà reconnues ne sont pas ralenties.',
      en: 'Check the key, then try again after the delay in Retry-After. Keys that already worked are not slowed down.',
    },
  },
  database_unreachable: {
    code: 'service.database_unreachable',
    status: 503,
    title: { fr: 'Service momentanément indisponible', en: 'Service temporarily unavailable' },
    remedy: {
      fr: 'Réessayez après le délai indiqué par Retry-After, avec la même clé d’idempotence.',
      en: 'Try again after the delay in Retry-After, with the same idempotency key.',
    },
  },
  files_unreachable: {
    code: 'service.files_unreachable',
    status: 503,
    title: { fr: 'Fichiers momentanément inaccessibles', en: 'Files temporarily unavailable' },
    remedy: {
      fr: 'Rien n’a été modifié. Réessayez après le délai indiqué par Retry-After, avec la même clé d’idempotence.',
      en: 'Nothing was changed. Try again after the delay in Retry-After, with the same idempotency key.',
    },
  },
  file_altered: {
    code: 'service.file_altered',
    status: 500,
    title: { fr: 'Fichier altéré', en: 'File altered' },
    remedy: {
      fr: 'Ce fichier a été modifié depuis son enregistrement et ne peut pas être téléchargé. L’administrateur du service doit lancer « facturier verify » et restaurer le fichier depuis une sauvegarde.',
      en: 'The stored file has been altered since it was saved. It cannot be downloaded. The administrator of the service should run "facturier verify" and restore the file from a backup.',
    },
  },
  internal_error: {
    code: 'service.internal_error',
    status: 500,
    title: { fr: 'Erreur interne', en: 'Internal error' },
    remedy: {
      fr: 'Réessayez avec la même clé d’idempotence. Si le problème persiste, donnez le requestId à l’administrateur du service.',
      en: 'Try again with the same idempotency key. If it still fails, give the requestId to the administrator of the service.',
    },
  },
};
