import { claimJobs } from '../db/job-queue.ts';
import { lanes } from '../domain/queue/queues.ts';
import type { Job } from '../queue/job.ts';
import { scheduledTask } from '../queue/scheduled-task.ts';
import type { AppEnvironment } from '../services/app-environment.ts';
import { moveTestClock } from './account/advance-test-clock.ts';
import { checkForUpdates } from './account/check-for-updates.ts';
import { closeBooks, findClosableBooks } from './account/close-books.ts';
import { deleteAccount } from './account/delete-account.ts';
import { makeAccountExport } from './account/make-account-export.ts';
import { makeArchive } from './account/make-archive.ts';
import { mailChainHeads } from './audit/mail-chain-heads.ts';
import { recordExistingState } from './audit/record-existing-state.ts';
import { timeStampHeads } from './audit/time-stamp-heads.ts';
import type { BackupJobOptions } from './backup/make-backup.ts';
import { confirmLateTimeStamps } from './billing/confirm-late-time-stamp.ts';
import { createRecurringInvoices } from './billing/create-recurring-invoice.ts';
import { mailRecurringInvoices } from './billing/mail-recurring-invoice.ts';
import { sendReminders } from './billing/send-reminder.ts';
import { sendSignedCopies } from './billing/send-signed-copies.ts';
import { recordRecurringPurchases } from './books/record-recurring-purchases.ts';
import { forgetting } from './delete-expired-data.ts';
import { readPlatform } from './einvoicing/read-platform.ts';
import { sendToPlatform } from './einvoicing/send-document.ts';
import { sendMessage } from './einvoicing/send-message.ts';
import { stateCollected } from './einvoicing/state-collected.ts';
import { assignFeedPositions } from './events/assign-feed-positions.ts';
import { deliverEvent } from './events/deliver-webhook.ts';
import { fetchRates } from './exchange-rates/fetch-rates.ts';
import { sendMail } from './mail/send-mail.ts';
import type { SmtpClient } from './mail/smtp-client.ts';
import { applyCertainMatches } from './payments/apply-certain-matches.ts';
import { fetchPayouts } from './payments/fetch-payouts.ts';
import { pollAgencyCustomer } from './payments/poll-agency-customer.ts';
import { pollOnlinePayment } from './payments/poll-online-payment.ts';
import { pollPaymentRequest } from './payments/poll-payment-request.ts';

/** Jobs that depend on the configuration. */
export type JobOptions = {
  environment: AppEnvironment;
  /** The version of the service, which archives and exports name. */
  software: string;
  /** The mail server in use, which an operator may set, change or remove while the process runs. */
  mail: { server: () => { smtpUrl: string; from: string } | undefined } & Parameters<typeof mailChainHeads>[0];
  stamping: Parameters<typeof timeStampHeads>[0] | undefined;
  /** Where backups are made, which an operator may change; undefined if this process makes none. */
  copies: (() => BackupJobOptions | undefined) | undefined;
};

/** All background jobs that are configured. */
export const createJobs = async ({
  environment,
  software,
  mail,
  stamping,
  copies,
}: JobOptions): Promise<readonly Job[]> => [
  // Calls to external services.
  deliverEvent(environment),
  mailing(mail),
  assignFeedPositions,
  // Jobs after a signature, and archives.
  sendSignedCopies,
  confirmLateTimeStamps,
  makeArchive(software),
  makeAccountExport(software),
  pollOnlinePayment,
  fetchPayouts,
  applyCertainMatches,
  pollAgencyCustomer,
  pollPaymentRequest,
  sendToPlatform,
  sendMessage,
  stateCollected,
  readPlatform,
  // Jobs that depend on time.
  createRecurringInvoices,
  mailRecurringInvoices,
  recordRecurringPurchases,
  sendReminders,
  moveTestClock,
  findClosableBooks,
  closeBooks,
  deleteAccount(),
  mailChainHeads(mail),
  ...(stamping ? [timeStampHeads(stamping)] : []),
  ...(environment.ratesUrl === undefined ? [] : [fetchRates(ratesFrom(environment, environment.ratesUrl))]),
  ...updating(environment),
  ...(copies ? [await copying(copies)] : []),
  // Housekeeping.
  scheduledTask(lanes.note_what_stands, 3_600, ({ services, log, isEnding }) =>
    recordExistingState(services, log, isEnding),
  ),
  ...forgetting,
];

/** Processes without the settings of the installation make no checks. */
const updating = ({ installation, webhooks: { allowedNetworks } }: AppEnvironment): readonly Job[] => {
  if (!installation) return [];
  const { feed, record } = installation.updates;
  return [checkForUpdates({ feed, record, allowedNetworks })];
};

const ratesFrom = ({ webhooks: { allowedNetworks } }: AppEnvironment, url: string) => ({ url, allowedNetworks });

/**
 * Sends with the mail server in use at that moment. Without one, mail waits. The SMTP library takes
 * 16 MB, so it is loaded with the first mail.
 */
function mailing({ server }: JobOptions['mail']): Job {
  let current: { smtpUrl: string; from: string; post: SmtpClient } | undefined;
  const clientOf = async ({ smtpUrl, from }: { smtpUrl: string; from: string }): Promise<SmtpClient> => {
    if (current?.smtpUrl === smtpUrl && current.from === from) return current.post;
    const { createSmtpClient } = await import('./mail/smtp-client.ts');
    current = { smtpUrl, from, post: createSmtpClient(smtpUrl, { from }) };
    return current.post;
  };
  const sending = sendMail({
    post: async (letter, signal) => {
      const used = server();
      if (!used) throw new Error('the mail server was removed');
      return (await clientOf(used))(letter, signal);
    },
  });
  return { ...sending, claim: async (tx, claim) => (server() ? claimJobs(tx, claim) : []) };
}

/** Loaded only if this process can make backups. */
async function copying(given: () => BackupJobOptions | undefined): Promise<Job> {
  const { makeBackupDaily } = await import('./backup/make-backup.ts');
  return makeBackupDaily(given);
}
