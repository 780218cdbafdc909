import { lanes } from '../domain/queue/queues.ts';
import type { Job } from '../queue/job.ts';
import { chore } from '../queue/scheduled-task.ts';
import type { Surroundings } from '../services/app-environment.ts';
import { moveTestClock } from './account/advance-test-clock.ts';
import { closeBooks, findClosableBooks } from './account/close-books.ts';
import { mailHeads } from './audit/mail-chain-heads.ts';
import { noteWhatStands } from './audit/record-existing-state.ts';
import { stampHeads } from './audit/time-stamp-heads.ts';
import type { CopiesGiven } from './backup/make-backup.ts';
import { followLateStamps } from './billing/confirm-late-time-stamp.ts';
import { makeRecurring } from './billing/create-recurring-invoice.ts';
import { mailRecurring } from './billing/mail-recurring-invoice.ts';
import { remindCustomers } from './billing/send-reminder.ts';
import { postSignedCopies } from './billing/send-signed-copies.ts';
import { forgetting } from './delete-expired-data.ts';
import { placeManyEvents } from './events/assign-feed-positions.ts';
import { deliverEvent } from './events/deliver-webhook.ts';
import { fetchRates } from './exchange-rates/fetch-rates.ts';
import { applyCertain } from './payments/apply-certain-matches.ts';
import { fetchPayouts } from './payments/fetch-payouts.ts';
import { followAgencyCustomer } from './payments/poll-agency-customer.ts';
import { followPayment } from './payments/poll-online-payment.ts';
import { followPaymentRequest } from './payments/poll-payment-request.ts';

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
  const [{ sendMail }, { smtpPost }] = await Promise.all([
    import('./mail/send-mail.ts'),
    import('./mail/smtp-client.ts'),
  ]);
  return sendMail({ post: smtpPost(smtpUrl, { from }) });
}

/** Loaded only where copies are made. */
async function copying(given: CopiesGiven): Promise<Job> {
  const { makeCopy } = await import('./backup/make-backup.ts');
  return makeCopy(given);
}
