import { retryDelay } from '../queue/retry-delay.ts';
import type { Recipient } from './mail.ts';

/**
 * Seconds between the attempts of a mail; the first is immediate. 118 hours and 21 minutes in all.
 */
const WAITS_SECONDS: readonly number[] = [60, 300, 900, 3_600, 10_800, 21_600, 43_200, 86_400, 86_400, 86_400, 86_400];

/** The result of an attempt per address; unlisted addresses stay waiting. */
export type Sent = { readonly accepted: readonly string[]; readonly refused: readonly string[] };

/** The state of a mail after an attempt. */
export type MailOutcome = { readonly recipients: readonly Recipient[] } & (
  | { readonly state: 'sent' | 'given_up' }
  | { readonly state: 'waiting'; readonly nextAt: number }
);

/**
 * The state of a mail after an attempt. Permanently refused addresses are not retried; the others
 * are, as long as an attempt is left. A mail is sent once no address is waiting and at least one
 * was reached. `before` counts the attempts before this one; `chance` is from 0 to 1 and sets a
 * jitter of ±20 %.
 */
export function afterSending(
  recipients: readonly Recipient[],
  sent: Sent,
  options: { before: number; now: number; chance: number },
): MailOutcome {
  const wait = retryDelay(WAITS_SECONDS, options);
  const judged = recipients.map((recipient): Recipient => {
    if (recipient.state !== 'waiting') return recipient;
    if (sent.accepted.includes(recipient.address)) return { ...recipient, state: 'accepted' };
    if (sent.refused.includes(recipient.address) || wait === undefined) return { ...recipient, state: 'refused' };
    return recipient;
  });
  if (wait !== undefined && judged.some(({ state }) => state === 'waiting'))
    return { recipients: judged, state: 'waiting', nextAt: options.now + wait };
  const reached = judged.some(({ state }) => state === 'accepted');
  return { recipients: judged, state: reached ? 'sent' : 'given_up' };
}
