import type { FormatReason } from '../../domain/billing/numbering/number-format.ts';
import type { AccountRefusal } from '../../domain/refusal.ts';
import type { BilingualText } from '../bilingual-text.ts';
import { notFound, type Rows } from './refusal-text.ts';

/** The company, its keys, number series and books. */
export const accountRefusals: Rows<AccountRefusal> = {
  key_not_found: notFound('api_key', 'Clé d’API introuvable', 'API key not found'),
  program_file_not_found: {
    code: 'program_export.file_not_found',
    status: 404,
    title: { fr: 'Fichier inconnu pour ce logiciel', en: 'Unknown file for this program' },
    remedy: {
      fr: 'Demandez un fichier de la liste de ce logiciel, par l’opération qui l’écrit.',
      en: 'Request a file of the list of this program, from the operation that writes it.',
    },
    pointer: () => '/file',
  },
  archive_not_found: notFound('archive', 'Archive introuvable', 'Archive not found'),
  archive_span_unusable: {
    code: 'archive.span_unusable',
    status: 400,
    title: { fr: 'Ces jours ne peuvent pas être archivés', en: 'These days cannot be archived' },
    detail: ({ reason, today }) =>
      ({
        not_a_day: {
          fr: 'Une archive commence au plus tôt le 2 janvier 1970.',
          en: 'An archive begins on 2 January 1970 at the earliest.',
        },
        reversed: { fr: 'Le dernier jour précède le premier.', en: 'The last day is before the first.' },
        in_future: {
          fr: `Le dernier jour est après aujourd’hui (${today}).`,
          en: `The last day is after today (${today}).`,
        },
        nothing_recorded: {
          fr: 'Rien n’a été enregistré pendant ces jours.',
          en: 'Nothing was recorded on these days.',
        },
      })[reason],
    remedy: {
      fr: 'Choisissez un premier et un dernier jour, au plus tard aujourd’hui, pendant lesquels quelque chose a été enregistré.',
      en: 'Choose a first and a last day, today at the latest, on which something was recorded.',
    },
    pointer: ({ reason }) => (reason === 'nothing_recorded' || reason === 'not_a_day' ? '/from' : '/to'),
    members: ({ reason, today }) => ({ reason, today }),
  },
  too_many_archives: {
    code: 'archive.too_many',
    status: 409,
    title: { fr: 'Trop d’archives', en: 'Too many archives' },
    detail: ({ limit }) => ({
      fr: `Un compte garde au plus ${limit} archives à la fois.`,
      en: `An account keeps at most ${limit} archives at a time.`,
    }),
    remedy: {
      fr: 'Supprimez une archive que vous avez déjà téléchargée : elle peut être refaite.',
      en: 'Delete an archive that you have downloaded: it can be made again.',
    },
    members: ({ limit }) => ({ limit }),
  },
  archive_not_ready: {
    code: 'archive.not_ready',
    status: 409,
    title: { fr: 'Cette archive n’est pas prête', en: 'This archive is not ready' },
    detail: ({ state }) =>
      state === 'failed'
        ? { fr: 'Elle n’a pas pu être préparée.', en: 'It could not be made.' }
        : { fr: 'Elle est encore en préparation.', en: 'It is still being made.' },
    remedy: {
      fr: 'Attendez que son état soit « prête ». Si sa préparation a échoué, lisez la raison, puis demandez-en une autre.',
      en: 'Wait until its state is ready. If it failed, read the reason, then ask for another.',
    },
    members: ({ state }) => ({ state }),
  },
  account_export_not_found: notFound('account_export', 'Export introuvable', 'Export not found'),
  too_many_account_exports: {
    code: 'account_export.too_many',
    status: 409,
    title: { fr: 'Trop d’exports du compte', en: 'Too many exports of the account' },
    detail: ({ limit }) => ({
      fr: `Un compte garde au plus ${limit} exports à la fois.`,
      en: `An account keeps at most ${limit} exports at a time.`,
    }),
    remedy: {
      fr: 'Supprimez un export que vous avez déjà téléchargé : il peut être refait.',
      en: 'Delete an export that you have downloaded: it can be made again.',
    },
    members: ({ limit }) => ({ limit }),
  },
  account_export_not_ready: {
    code: 'account_export.not_ready',
    status: 409,
    title: { fr: 'Cet export n’est pas prêt', en: 'This export is not ready' },
    detail: ({ state }) =>
      state === 'failed'
        ? { fr: 'Il n’a pas pu être préparé.', en: 'It could not be made.' }
        : { fr: 'Il est encore en préparation.', en: 'It is still being made.' },
    remedy: {
      fr: 'Attendez que son état soit « prêt ». Si sa préparation a échoué, lisez la raison, puis demandez-en un autre.',
      en: 'Wait until its state is ready. If it failed, read the reason, then ask for another.',
    },
    members: ({ state }) => ({ state }),
  },
  closure_not_found: notFound('closure', 'Clôture introuvable', 'Closure not found'),
  chain_too_long: {
    code: 'audit_chain.too_long',
    status: 422,
    title: {
      fr: 'La piste d’audit est trop longue pour être vérifiée ici',
      en: 'The audit trail is too long to verify here',
    },
    detail: ({ seconds }) => ({
      fr: `La vérification n’a pas abouti en ${seconds} secondes.`,
      en: `The verification did not finish within ${seconds} seconds.`,
    }),
    remedy: {
      fr: 'Lancez « npx facturier verify » sur la machine qui héberge le service.',
      en: 'Run "npx facturier verify" on the machine that runs the service.',
    },
  },
  number_format_unusable: {
    code: 'company.number_format_unusable',
    status: 400,
    title: { fr: 'Format de numéro invalide', en: 'Invalid number format' },
    detail: ({ series, reason }) => ({
      fr: `Le format de la série ${series} n’est pas valide : ${formatReasons[reason].fr}.`,
      en: `The format of series ${series} is not valid: ${formatReasons[reason].en}.`,
    }),
    pointer: ({ series }) => `/numbering/${series}/format`,
    members: ({ series, reason }) => ({ series, reason }),
    remedy: {
      fr: 'Utilisez au plus 20 caractères (A-Z, a-z, 0-9, + - _ /), dont le compteur, l’année et la série.',
      en: 'Use at most 20 characters (A-Z, a-z, 0-9, + - _ /), including the counter, the year and the series.',
    },
  },
  last_number_unreadable: {
    code: 'company.last_number_unreadable',
    status: 400,
    title: { fr: 'Numéro illisible', en: 'Unreadable number' },
    detail: () => ({
      fr: 'Ce numéro n’a pas de compteur, ou un compteur d’un milliard ou plus.',
      en: 'This number has no counter, or one of a billion or more.',
    }),
    remedy: {
      fr: 'Donnez le dernier numéro émis tel qu’il est imprimé, par exemple FA-2026-0041.',
      en: 'Give the last number issued as it was printed, such as FA-2026-0041.',
    },
  },
  number_format_in_use: {
    code: 'company.number_format_in_use',
    status: 409,
    title: { fr: 'Série déjà utilisée cette année', en: 'Series already in use this year' },
    detail: ({ series }) => ({
      fr: `Un document porte déjà un numéro de la série ${series} cette année.`,
      en: `A document already has a number of series ${series} this year.`,
    }),
    remedy: {
      fr: 'Changez le format en début d’année, avant le premier numéro.',
      en: 'Change the format at the start of a year, before the first number.',
    },
    members: ({ series }) => ({ series }),
  },
  zone_unknown: {
    code: 'company.zone_unknown',
    status: 400,
    title: { fr: 'Fuseau horaire inconnu', en: 'Unknown time zone' },
    detail: ({ zone }) => ({
      fr: `Le fuseau « ${zone} » n’existe pas.`,
      en: `The time zone "${zone}" does not exist.`,
    }),
    remedy: { fr: 'Donnez un nom IANA, par exemple Europe/Paris.', en: 'Give an IANA name, such as Europe/Paris.' },
    pointer: () => '/zone',
  },
  too_many_keys: {
    code: 'api_key.too_many',
    status: 429,
    title: { fr: 'Trop de clés d’API', en: 'Too many API keys' },
    detail: ({ limit }) => ({
      fr: `Un compte peut avoir au plus ${limit} clés d’API.`,
      en: `An account can have at most ${limit} API keys.`,
    }),
    remedy: { fr: 'Révoquez les clés que vous n’utilisez plus.', en: 'Revoke the keys you no longer use.' },
    members: ({ limit }) => ({ limit }),
  },
  key_already_revoked: {
    code: 'api_key.already_revoked',
    status: 409,
    title: { fr: 'Clé déjà révoquée', en: 'Key already revoked' },
    remedy: {
      fr: 'Vous n’avez rien à faire. Créez une nouvelle clé au besoin.',
      en: 'No action needed. Create a new key if you need one.',
    },
  },
  scope_not_held: {
    code: 'api_key.scope_not_held',
    status: 403,
    title: { fr: 'Droit non accordé', en: 'Scope not granted' },
    detail: ({ scope }) => ({
      fr: `La clé utilisée n’a pas le droit ${scope} : elle ne peut pas l’accorder.`,
      en: `The key you used does not have the scope ${scope}, so it cannot grant it.`,
    }),
    remedy: {
      fr: 'Utilisez une clé qui a ce droit, ou accordez moins de droits.',
      en: 'Use a key that has this scope, or grant fewer scopes.',
    },
    members: ({ scope }) => ({ scope }),
  },
  key_outlives_maker: {
    code: 'api_key.outlives_maker',
    status: 403,
    title: { fr: 'Date d’expiration trop lointaine', en: 'Expiry too late' },
    detail: ({ expiresAt }) => ({
      fr: `La clé utilisée expire le ${dayAndTime(expiresAt)}. Une clé créée avec elle ne peut pas expirer plus tard.`,
      en: `The key you used expires on ${dayAndTime(expiresAt)}. A key created with it cannot expire later.`,
    }),
    remedy: {
      fr: 'Choisissez une date d’expiration plus proche, ou utilisez une clé qui expire plus tard.',
      en: 'Choose an earlier expiry, or use a key that expires later.',
    },
    pointer: () => '/expiresAt',
    members: ({ expiresAt }) => ({ expiresAt }),
  },
  key_over_already: {
    code: 'api_key.over_already',
    status: 400,
    title: { fr: 'Date d’expiration passée', en: 'Expiry in the past' },
    detail: ({ expiresAt }) => ({
      fr: `La clé aurait déjà expiré (${dayAndTime(expiresAt)}).`,
      en: `This key would already be expired (${dayAndTime(expiresAt)}).`,
    }),
    remedy: {
      fr: 'Donnez une date d’expiration à venir, en secondes Unix, ou n’en donnez pas.',
      en: 'Give an expiry in the future (Unix seconds), or leave the expiry out.',
    },
    pointer: () => '/expiresAt',
  },
  live_key_needed: {
    code: 'api_key.live_key_needed',
    status: 403,
    title: { fr: 'Clé réelle nécessaire', en: 'Live key required' },
    remedy: {
      fr: 'Une clé de test ne peut modifier ni le compte, ni ses clés, ni son tableau, ni ses thèmes. Utilisez une clé réelle qui en a le droit.',
      en: 'A test key cannot change the account, its keys, its board or its themes. Use a live key that has the required scope.',
    },
  },
  test_mode_needed: {
    code: 'test_clock.test_mode_needed',
    status: 403,
    title: { fr: 'L’horloge ne s’avance qu’en mode test', en: 'Only test mode has a test clock' },
    remedy: {
      fr: 'Utilisez une clé de test, ou passez en mode test. Le mode réel suit toujours l’heure réelle.',
      en: 'Use a test key, or switch to test mode. Live mode always uses real time.',
    },
  },
  test_clock_under_way: {
    code: 'test_clock.under_way',
    status: 409,
    title: { fr: 'L’horloge de test est déjà en train d’avancer', en: 'The test clock is already moving' },
    detail: ({ until }) => ({
      fr: `L’horloge de test avance jusqu’au ${dayAndTime(until)} et exécute dans l’ordre tout ce qui est prévu d’ici là.`,
      en: `The test clock is moving to ${dayAndTime(until)} and runs everything due by then, earliest first.`,
    }),
    remedy: {
      fr: 'Attendez que l’horloge de test ait atteint cette date (GET /v2/test-clock), puis avancez-la de nouveau.',
      en: 'Wait until the test clock reaches that time (GET /v2/test-clock), then move it again.',
    },
    remedyOnScreen: {
      fr: 'Attendez que l’horloge de test ait atteint cette date, puis avancez-la de nouveau.',
      en: 'Wait until the test clock reaches that time, then move it again.',
    },
    members: ({ until }) => ({ until }),
  },
  test_clock_never_goes_back: {
    code: 'test_clock.never_goes_back',
    status: 400,
    title: { fr: 'L’horloge de test ne recule pas', en: 'The test clock cannot go back' },
    detail: ({ now }) => ({
      fr: `L’horloge de test est au ${dayAndTime(now)}. Des documents déjà numérotés peuvent porter cette date.`,
      en: `The test clock is at ${dayAndTime(now)}. Documents with numbers may already have that date.`,
    }),
    remedy: {
      fr: 'Donnez une date postérieure à celle de l’horloge de test. Pour repartir d’aujourd’hui, utilisez un autre compte.',
      en: 'Give a date after that of the test clock. To start again from today, use another account.',
    },
    pointer: () => '/until',
    members: ({ now }) => ({ now }),
  },
  test_clock_too_far: {
    code: 'test_clock.too_far',
    status: 400,
    title: { fr: 'Date trop lointaine pour l’horloge de test', en: 'Date too far ahead for the test clock' },
    detail: ({ latest }) => ({
      fr: `L’horloge de test avance d’un an au plus à la fois, et de dix ans au plus en tout. La dernière date possible est le ${dayAndTime(latest)}.`,
      en: `The test clock moves by at most one year at a time and ten years in all. The latest possible time is ${dayAndTime(latest)}.`,
    }),
    remedy: { fr: 'Donnez une date plus proche.', en: 'Give an earlier date.' },
    pointer: () => '/until',
    members: ({ latest }) => ({ latest }),
  },
  test_key_administers_nothing: {
    code: 'api_key.test_key_administers_nothing',
    status: 400,
    title: { fr: 'Une clé de test ne peut pas administrer le compte', en: 'A test key cannot administer the account' },
    detail: () => ({
      fr: 'Le droit account:admin est réservé aux clés réelles.',
      en: 'The scope account:admin is reserved for live keys.',
    }),
    remedy: {
      fr: 'Retirez account:admin des droits demandés, ou créez une clé réelle.',
      en: 'Remove account:admin from the scopes, or create a live key.',
    },
    pointer: () => '/scopes',
  },
};

/** `2026-03-02 09:00 UTC`, of Unix seconds. */
const dayAndTime = (at: number): string => `${new Date(at * 1000).toISOString().slice(0, 16).replace('T', ' ')} UTC`;

const formatReasons: Record<FormatReason, BilingualText> = {
  unreadable: {
    fr: 'il est illisible (écrivez par exemple {series}-{year}-{counter:4})',
    en: 'it cannot be parsed (write for example {series}-{year}-{counter:4})',
  },
  one_counter_needed: {
    fr: 'il doit contenir {counter}, une seule fois',
    en: 'it must contain {counter} exactly once',
  },
  counter_width: { fr: 'le compteur doit avoir de 1 à 10 chiffres', en: 'the counter must have 1 to 10 digits' },
  year_needed: { fr: 'il doit contenir l’année, {year}', en: 'it must contain the year, {year}' },
  characters: {
    fr: 'il contient d’autres caractères que A-Z a-z 0-9 + - _ /',
    en: 'it contains characters other than A-Z a-z 0-9 + - _ /',
  },
  too_long: { fr: 'ses numéros dépasseraient 20 caractères', en: 'its numbers would exceed 20 characters' },
  same_as_another_series: {
    fr: 'une autre série, ou une série de test, pourrait donner les mêmes numéros',
    en: 'another series, or a test series, could produce the same numbers',
  },
};
