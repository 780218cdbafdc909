import type { Refused } from '../../refusal.ts';

/** Digits of the code that verifies an e-mail address. */
export const CODE_DIGITS = 6;
/** Seconds a code is valid: ten minutes. */
export const CODE_SECONDS = 600;
/** Codes per signature procedure, and seconds between two. */
const CODES_MAX = 10;
const CODE_AGAIN_SECONDS = 30;
/**
 * Wrong codes per signature procedure: with a million possible codes, this many guesses are very
 * unlikely to succeed.
 */
const CODE_TRIES_MAX = 20;

/** The stored data of the last code of a procedure. Times are Unix seconds. */
type Sent = { readonly sent: number; readonly tries: number; readonly sentAt: number; readonly endsAt: number };

/** Whether another code may be sent now. */
export const maySendCode = (last: Sent | undefined, now: number): boolean =>
  last === undefined || (last.sent < CODES_MAX && now >= last.sentAt + CODE_AGAIN_SECONDS);

/** Checks a code: undefined if it is correct, not expired, and within the number of attempts. */
export function checkSignatureCode(
  last: Sent | undefined,
  { isRight, now }: { isRight: boolean; now: number },
): Refused<'signature_code_wrong'> | undefined {
  const left = Math.max(CODE_TRIES_MAX - (last?.tries ?? 0), 0);
  if (last && isRight && left > 0 && now < last.endsAt) return undefined;
  return { refused: 'signature_code_wrong', left: Math.max(left - 1, 0) };
}
