import { retryDelay } from '../queue/retry-delay.ts';
import type { Recipient } from './mail.ts';

/** Seconds between the attempts of a mail; the first is at once. 118 hours and 21 minutes in all. */
const WAITS_SECONDS: readonly number[] = [60, 300, 900, 3_600, 10_800, 21_600, 43_200, 86_400, 86_400, 86_400, 86_400];

/** How an attempt ended, by the addresses the server was given; those it said nothing of wait. */
export type Sent = { readonly accepted: readonly string[]; readonly refused: readonly string[] };

/** What becomes of a mail. */
export type MailOutcome = { readonly recipients: readonly Recipient[] } & (
  | { readonly state: 'sent' | 'given_up' }
  | { readonly state: 'waiting'; readonly nextAt: number }
);

/**
 * What becomes of a mail after an attempt. Addresses refused for good are not tried again, the others are while
 * there is a wait left. It is sent once nobody waits and somebody got it. `before` counts the attempts before this one; `chance`
 * is from 0 to 1 and spreads the wait by ±20 %.
 */
export function afterSending(
  recipients: readonly Recipient[],
  sent: Sent,
  given: { before: number; now: number; chance: number },
): MailOutcome {
  const wait = retryDelay(WAITS_SECONDS, given);
  const judged = recipients.map((recipient): Recipient => {
    if (recipient.state !== 'waiting') return recipient;
    if (sent.accepted.includes(recipient.address)) return { ...recipient, state: 'accepted' };
    if (sent.refused.includes(recipient.address) || wait === undefined) return { ...recipient, state: 'refused' };
    return recipient;
  });
  if (wait !== undefined && judged.some(({ state }) => state === 'waiting'))
    return { recipients: judged, state: 'waiting', nextAt: given.now + wait };
  const reached = judged.some(({ state }) => state === 'accepted');
  return { recipients: judged, state: reached ? 'sent' : 'given_up' };
}
