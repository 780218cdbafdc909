import type { Refused } from '../../refusal.ts';

/** Digits of a code that proves an address. */
export const CODE_DIGITS = 6;
/** Seconds a code works: ten minutes. */
export const CODE_SECONDS = 600;
/** Codes a procedure may be sent, and seconds between two. */
const CODES_MAX = 10;
const CODE_AGAIN_SECONDS = 30;
/** Wrong codes a procedure may see in all: of a million, so many guesses find none. */
const CODE_TRIES_MAX = 20;

/** What is kept of the last code of a procedure. Times are Unix seconds. */
type Sent = { readonly sent: number; readonly tries: number; readonly sentAt: number; readonly endsAt: number };

/** Whether another code may be sent now. */
export const maySendCode = (last: Sent | undefined, now: number): boolean =>
  last === undefined || (last.sent < CODES_MAX && now >= last.sentAt + CODE_AGAIN_SECONDS);

/** What is said of a code: nothing where it is right, in time, and not one guess too many. */
export function checkSignatureCode(
  last: Sent | undefined,
  { isRight, now }: { isRight: boolean; now: number },
): Refused<'signature_code_wrong'> | undefined {
  const left = Math.max(CODE_TRIES_MAX - (last?.tries ?? 0), 0);
  if (last && isRight && left > 0 && now < last.endsAt) return undefined;
  return { refused: 'signature_code_wrong', left: Math.max(left - 1, 0) };
}
