import type { Logger } from 'pino';
import { settingsOf } from '../../db/account/settings.ts';
import { bytesOf, FileAltered } from '../../db/billing/stored-files.ts';
import { type JobOutcome, type LeasedJob, queueJob } from '../../db/job-queue.ts';
import { type MailToSend, mailToSend, settleMail } from '../../db/mail/mail-queue.ts';
import { inTransaction, type Tx } from '../../db/transaction.ts';
import { withoutSecrets } from '../../domain/mail/redact-links.ts';
import { afterSending } from '../../domain/mail/sending-result.ts';
import { lanes } from '../../domain/queue/queues.ts';
import { undeliveredMail } from '../../mail/owner-notices.ts';
import type { Job, JobContext } from '../../queue/job.ts';
import { settleOrReduce, settleWithRetry } from '../../queue/settle-outcome.ts';
import type { AppServices } from '../../services/app-dependencies.ts';
import { isStillToRemind } from '../../services/billing/reminders/remind-customer.ts';
import { queueMail } from '../../services/mail/queue-mail.ts';
import { contextOf } from '../../services/payments/online/open-session.ts';
import type { MailFault, SmtpClient, SmtpResult } from './smtp-client.ts';

/** Milliseconds of one mail in total. */
const SENDING_MS_MAX = 180_000;

export type MailJobOptions = { post: SmtpClient; sendingMs?: number; lane?: Job['lane'] };

/**
 * Sends a mail to the recipients who have not received it. If the process is killed, the mail
 * becomes due again when its lease ends. If that happens after the server accepted it but before
 * this is stored, it is sent again with the same Message-ID.
 */
export const sendMail = (given: MailJobOptions): Job => ({
  lane: given.lane ?? lanes.mail,
  run: async (due, turn) => {
    try {
      return await send(due, turn, given);
    } catch (error) {
      const message = 'a mail could not be read or settled; it is retried when its lease ends';
      turn.log.error({ err: error, mail: due.subjectId }, message);
      return undefined;
    }
  },
});

/** One attempt, between two transactions: none is open while waiting for the server. */
async function send(due: LeasedJob, turn: JobContext, given: MailJobOptions): Promise<JobOutcome | undefined> {
  const { services } = turn;
  const mail = await inTransaction(services.pool, due, async (tx) => ({
    commit: true,
    answer: await mailToSend(tx, due.subjectId),
  }));
  if (!mail) return {};
  const at = services.now();
  const files = await filesOf(services, due, mail).catch((error: unknown) => alteredAmong(error, services, due));
  const signal = AbortSignal.any([turn.signal, AbortSignal.timeout(given.sendingMs ?? SENDING_MS_MAX)]);
  const posted = (await isMoot(services, due, mail))
    ? unsent(mail, 'no_longer_due')
    : 'altered' in files
      ? unsent(mail, 'file_altered', files.altered.message)
      : await given.post({ id: due.subjectId, ...mail, files }, signal);
  // The result is unknown: leave the job as it is, to be retried.
  if (turn.signal.aborted && posted.accepted.length === 0) return undefined;
  await settle(due, turn, { mail, posted, at });
  return undefined;
}

/**
 * An unavailable object store does not count as an attempt: the mail is retried when its lease
 * ends.
 */
const filesOf = ({ environment: { objects } }: AppServices, { accountId }: LeasedJob, { files }: MailToSend) =>
  Promise.all(files.map(async (file) => ({ ...file, bytes: await bytesOf({ objects, accountId }, file) })));

/** A modified file is never sent, and waiting does not repair it. */
function alteredAmong(
  error: unknown,
  { environment }: AppServices,
  { accountId: account }: LeasedJob,
): { altered: FileAltered } {
  if (!(error instanceof FileAltered)) throw error;
  environment.securityLog?.({ event: 'file_altered', account, actor: 'worker', sha256: error.sha256 });
  return { altered: error };
}

/** A reminder whose invoice was paid, canceled or archived in the meantime is not sent. */
const isMoot = async (services: AppServices, due: LeasedJob, { purpose, documentId }: MailToSend): Promise<boolean> =>
  purpose === 'reminder' &&
  documentId !== undefined &&
  inTransaction(services.pool, due, async (tx) => ({
    commit: true,
    answer: !(await isStillToRemind(await contextOf(services, tx, due.test), documentId)),
  }));

const unsent = ({ content }: MailToSend, fault: MailFault, answer?: string): SmtpResult => ({
  ...{ accepted: [], latencyMs: 0, fault, ...(answer !== undefined && { answer }) },
  refused: content.recipients.map(({ address }) => address),
});

type Result = { mail: MailToSend; posted: SmtpResult; at: number };

/** Stores the result, unless another process has claimed the mail. */
async function settle(due: LeasedJob, turn: JobContext, { mail, posted, at }: Result): Promise<void> {
  const { services, log } = turn;
  const { subjectId: id, tried } = due;
  const given = { before: tried, now: services.now(), chance: turn.chance() };
  const { recipients, ...outcome } = afterSending(mail.content.recipients, posted, given);
  const written = { ...mail.content, recipients };
  const content = outcome.state === 'waiting' ? written : withoutSecrets(written);
  const { latencyMs, status, fault, answer } = posted;
  const became = {
    ...(outcome.state === 'waiting' && { nextAt: outcome.nextAt }),
    kept: { at, latencyMs, status, fault, answer },
  };
  const write = (less: JobOutcome) =>
    inTransaction(services.pool, due, async (tx) => {
      const isMine = await settleMail(tx, due, less, { content, state: outcome.state, at });
      if (isMine && outcome.state !== 'waiting' && fault !== 'no_longer_due')
        await reportUndelivered(services, tx, { mail: { ...mail, content }, answer, id }, log);
      if (isMine && outcome.state === 'given_up' && mail.purpose === 'reminder' && mail.documentId !== undefined)
        queueJob(tx, { lane: lanes.reminders.name, subjectId: mail.documentId, test: due.test }, at, at);
      return { commit: isMine, answer: isMine };
    });
  const isMine = await settleWithRetry(due, turn, () => settleOrReduce(due, became, { log, write }));
  if (isMine && fault !== 'no_longer_due') turn.watch?.mailed(outcome.state);
  if (isMine && outcome.state === 'waiting') log.info({ mail: id, fault, status }, 'a mail will be retried later');
}

/**
 * Reports an undelivered mail to the owner by mail, in the transaction that gives it up, and to the
 * log. A mail to the owner themselves is only logged: a mail about it to the same address would not
 * arrive either.
 */
async function reportUndelivered(
  services: AppServices,
  tx: Tx,
  { id, mail, answer }: { id: string; mail: MailToSend; answer: string | undefined },
  log: Logger,
): Promise<void> {
  const refused = mail.content.recipients.filter(({ state }) => state === 'refused').map(({ address }) => address);
  if (refused.length === 0) return;
  tx.afterCommit(() =>
    log.warn({ mail: id, account: tx.accountId, answer }, 'a mail could not be delivered to all recipients'),
  );
  if (mail.purpose !== 'document' && mail.purpose !== 'reminder') return;
  const { settings } = await settingsOf(tx);
  const { email } = settings.emitter;
  if (!email || refused.includes(email)) return;
  const { locale } = settings.defaults;
  const letter = undeliveredMail({ subject: mail.content.subject, addresses: refused, answer }, locale);
  const context = {
    tx,
    now: services.now(),
    newId: services.newId,
    mail: services.environment.mail,
    quotas: services.environment.quotas,
  };
  // If the mail limit is reached, only the log has it.
  await queueMail(context, { purpose: 'notice', test: false, to: [email], ...letter, locale, settings });
}
