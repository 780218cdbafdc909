import { lanes } from '../domain/work/lane.ts';
import type { Surroundings } from '../services/app-environment.ts';
import { applyCertain } from './apply-certain.ts';
import { chore } from './chore.ts';
import { closeBooks, findClosableBooks } from './close-books.ts';
import { deliverEvent } from './deliver-event.ts';
import { fetchPayouts } from './fetch-payouts.ts';
import { fetchRates } from './fetch-rates.ts';
import { followAgencyCustomer } from './follow-agency-customer.ts';
import { followLateStamps } from './follow-late-stamps.ts';
import { followPayment } from './follow-payment.ts';
import { followPaymentRequest } from './follow-payment-request.ts';
import { forgetting } from './forget.ts';
import type { Job } from './job.ts';
import { mailHeads } from './mail-heads.ts';
import { mailRecurring } from './mail-recurring.ts';
import type { CopiesGiven } from './make-copy.ts';
import { makeRecurring } from './make-recurring.ts';
import { moveTestClock } from './move-test-clock.ts';
import { noteWhatStands } from './note-what-stands.ts';
import { placeManyEvents } from './place-events.ts';
import { postSignedCopies } from './post-signed-copies.ts';
import { remindCustomers } from './remind-customers.ts';
import { stampHeads } from './stamp-heads.ts';

/** What only some installations have. */
export type JobsGiven = {
  surroundings: Surroundings;
  mail: ({ smtpUrl: string; from: string } & Parameters<typeof mailHeads>[0]) | undefined;
  stamping: Parameters<typeof stampHeads>[0] | undefined;
  copies: CopiesGiven | undefined;
};

/** Everything the service does by itself, as far as it was told how. */
export const jobsOf = async ({ surroundings, mail, stamping, copies }: JobsGiven): Promise<readonly Job[]> => [
  // What waits for somebody else.
  deliverEvent(surroundings),
  ...(mail ? [await mailing(mail)] : []),
  placeManyEvents,
  // What follows from a signature.
  postSignedCopies,
  followLateStamps,
  followPayment,
  fetchPayouts,
  applyCertain,
  followAgencyCustomer,
  followPaymentRequest,
  // What comes with time.
  makeRecurring,
  mailRecurring,
  remindCustomers,
  moveTestClock,
  findClosableBooks,
  closeBooks,
  ...(mail ? [mailHeads(mail)] : []),
  ...(stamping ? [stampHeads(stamping)] : []),
  ...(surroundings.ratesUrl === undefined ? [] : [fetchRates(ratesFrom(surroundings, surroundings.ratesUrl))]),
  ...(copies ? [await copying(copies)] : []),
  // What keeps the house.
  chore(lanes.note_what_stands, 3_600, ({ world, log, isEnding }) => noteWhatStands(world, log, isEnding)),
  ...forgetting,
];

const ratesFrom = ({ webhooks: { allowedNetworks } }: Surroundings, url: string) => ({ url, allowedNetworks });

/** Loaded only where mail leaves: what speaks SMTP takes 16 MB. */
async function mailing({ smtpUrl, from }: { smtpUrl: string; from: string }): Promise<Job> {
  const [{ sendMail }, { smtpPost }] = await Promise.all([import('./send-mail.ts'), import('./smtp-post.ts')]);
  return sendMail({ post: smtpPost(smtpUrl, { from }) });
}

/** Loaded only where copies are made. */
async function copying(given: CopiesGiven): Promise<Job> {
  const { makeCopy } = await import('./make-copy.ts');
  return makeCopy(given);
}
