/** Seconds one code of an authenticator counts for, and how many such steps a clock may be off either way (RFC 6238, 5.2). */
export const STEP_SECONDS = 30;
export const STEPS_OFF_MAX = 1;
/** Codes for the day the authenticator is lost; each works once. */
export const RECOVERY_CODES = 10;

/** The step a code is taken of, or undefined: none is taken twice, nor one of before it. */
export const stepTaken = (step: number | undefined, last: number): number | undefined =>
  step !== undefined && step > last ? step : undefined;
