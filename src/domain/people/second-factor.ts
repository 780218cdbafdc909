/**
 * Seconds a code of an authenticator is valid, and allowed clock drift in steps (RFC 6238, 5.2).
 */
export const STEP_SECONDS = 30;
export const STEPS_OFF_MAX = 1;
/** Recovery codes for a lost authenticator; each is single-use. */
export const RECOVERY_CODES = 10;

/**
 * The time step of an accepted code, or undefined: no step is accepted twice, nor an earlier one.
 */
export const stepTaken = (step: number | undefined, last: number): number | undefined =>
  step !== undefined && step > last ? step : undefined;

/**
 * Limits for wrong codes with the correct password within 30 days: at the first limit the person
 * gets a mail; at the second no code is accepted until they set a new password. A correct code does
 * not reset the count, because the person may have entered it. Twenty guesses at a million codes,
 * three of which are valid at a time, succeed once in 16,000 cases.
 */
export const WRONG_CODES_TOLD = 5;
export const WRONG_CODES_MAX = 20;
const WRONG_CODES_COUNTED_SECONDS = 30 * 86_400;

/** The number of wrong codes, and when the first was entered (Unix seconds). */
export type WrongCodes = { readonly count: number; readonly since: number };

/** Whether codes are still accepted. Once they are not, time alone does not reset this. */
export const takesCodes = ({ count }: WrongCodes): boolean => count < WRONG_CODES_MAX;

/** The count after another wrong code at `now`; those older than 30 days are dropped. */
export const withWrongCode = ({ count, since }: WrongCodes, now: number): WrongCodes =>
  count === 0 || now - since >= WRONG_CODES_COUNTED_SECONDS ? { count: 1, since: now } : { count: count + 1, since };

/** The mail triggered by the last wrong code; undefined for none. */
export const noticeOfWrongCodes = ({ count }: WrongCodes): 'codes_guessed' | 'codes_stopped' | undefined =>
  count === WRONG_CODES_TOLD ? 'codes_guessed' : count === WRONG_CODES_MAX ? 'codes_stopped' : undefined;
