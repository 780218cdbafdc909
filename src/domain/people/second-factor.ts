/** Seconds one code of an authenticator counts for, and how many such steps a clock may be off either way (RFC 6238, 5.2). */
export const STEP_SECONDS = 30;
export const STEPS_OFF_MAX = 1;
/** Codes for the day the authenticator is lost; each works once. */
export const RECOVERY_CODES = 10;

/** The step a code is taken of, or undefined: none is taken twice, nor one of before it. */
export const stepTaken = (step: number | undefined, last: number): number | undefined =>
  step !== undefined && step > last ? step : undefined;

/**
 * Wrong codes within 30 days, each said with the right password: at the first of these counts the person gets a mail, at the second no code is
 * taken any more until they set a new password. A right code in between takes nothing back, since the person themselves may have said it. Twenty
 * guesses at a million codes, three of which count at a time, hit once in 16,000 times.
 */
export const WRONG_CODES_TOLD = 5;
export const WRONG_CODES_MAX = 20;
const WRONG_CODES_COUNTED_SECONDS = 30 * 86_400;

/** Wrong codes that were counted, and when the first of them was said (Unix seconds). */
export type WrongCodes = { readonly count: number; readonly since: number };

/** Whether codes are still taken after so many wrong ones. Once none is, time alone changes nothing. */
export const takesCodes = ({ count }: WrongCodes): boolean => count < WRONG_CODES_MAX;

/** The count after one more wrong code at `now`; those of more than 30 days ago count no more. */
export const withWrongCode = ({ count, since }: WrongCodes, now: number): WrongCodes =>
  count === 0 || now - since >= WRONG_CODES_COUNTED_SECONDS ? { count: 1, since: now } : { count: count + 1, since };

/** The mail that the last wrong code causes; undefined for none. */
export const noticeOfWrongCodes = ({ count }: WrongCodes): 'codes_guessed' | 'codes_stopped' | undefined =>
  count === WRONG_CODES_TOLD ? 'codes_guessed' : count === WRONG_CODES_MAX ? 'codes_stopped' : undefined;
