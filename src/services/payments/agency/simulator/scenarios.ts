import { registrationErrors, requestErrors } from '../../../../domain/payments/agency/request-status.ts';

/** Birth names with this prefix select a script other than a paid request. */
const PREFIX = 'ESSAI-';

/** The states of a request by days since it was sent. */
type Life = readonly (readonly [days: number, code: string])[];

const BEGIN: Life = [
  [0, '10'],
  [0.5, '20'],
];
const DEBIT: Life = [...BEGIN, [2.5, '30'], [3.5, '50']];
const PAID: Life = [...DEBIT, [5.5, '70']];
const UNPAID: Life = [...DEBIT, [5.5, '60']];

const lives: Readonly<Record<string, Life>> = {
  ATTENTE: BEGIN,
  REFUSE: [...BEGIN, [1, '40']],
  IMPAYE: UNPAID,
  RECOUVRE: [...UNPAID, [7.5, '120']],
  ANNULE: [...BEGIN, [1, '110']],
  'ANNULE-IMPAYE': [...UNPAID, [7.5, '111']],
  'ANNULE-RECOUVRE': [...UNPAID, [7.5, '112']],
  'CODE-INCONNU': [...BEGIN, [1, '270']],
};

/** Permanent states of a customer; others accept after a day. */
const customerCodes: Readonly<Record<string, string>> = {
  INACTIF: 'APPAREILLAGE_EC',
  'NON-TROUVE': 'APPAREILLAGE_NF',
  BLOQUE: 'PARTICULIER_BLOQUE',
  ECHU: 'MANDAT_ECHU',
};

/** What fails in the first attempts; only `PERDU` has stored the request it does not answer. */
const failures = ['MAINTENANCE', 'PANNE', 'VIDE', 'LENT', 'ILLISIBLE', 'PERDU'] as const;
type Failure = (typeof failures)[number];

/** The script of a customer. */
export type Script = {
  readonly life: Life;
  readonly standing?: string;
  readonly failure?: Failure;
  /** The error code for the registration or the requests. */
  readonly registrationError?: string;
  readonly requestError?: string;
};

/**
 * The script of a birth name: `ESSAI-REFUSE`, or `ESSAI-` and an error code without digits, `-`
 * for `_`.
 */
export function scriptOf(birthName: string): Script {
  const name = birthName.toUpperCase();
  const word = name.startsWith(PREFIX) ? name.slice(PREFIX.length) : '';
  const failure = failures.find((each) => each === word);
  const registrationError = registrationErrors.find((code) => spelled(code) === word);
  const requestError = requestErrors.find((code) => spelled(code) === word);
  return {
    life: lives[word] ?? PAID,
    ...(customerCodes[word] !== undefined && { standing: customerCodes[word] }),
    ...(failure && { failure }),
    ...(registrationError && { registrationError }),
    ...(requestError && { requestError }),
  };
}

/** A code in the letters a name may have. */
const spelled = (code: string): string => code.replace(/\d/g, '').replaceAll('_', '-');

/** The state of a request after a number of days. */
export const codeAfter = (life: Life, days: number): string =>
  life.filter(([after]) => after <= days).at(-1)?.[1] ?? '10';

/** The number of days after which a request is paid. */
export const PAID_AFTER_DAYS = 5.5;
