import { createHash } from 'node:crypto';
import type pg from 'pg';
import { headsText, type KeptHead } from '../../audit/heads/exported-heads.ts';
import { lockSettings } from '../../db/account/accounts.ts';
import { accountsMailedHeads } from '../../db/account/all-accounts.ts';
import { storedChainHeads } from '../../db/audit/chain-heads.ts';
import { mailExists } from '../../db/mail/mails.ts';
import { inTransaction } from '../../db/transaction.ts';
import { lanes } from '../../domain/queue/queues.ts';
import { civilDayOf } from '../../domain/time/civil-day.ts';
import { chainHeadsMail } from '../../mail/owner-notices.ts';
import type { Job } from '../../queue/job.ts';
import { scheduledTask } from '../../queue/scheduled-task.ts';
import type { AppServices } from '../../services/app-dependencies.ts';
import { queueMail } from '../../services/mail/queue-mail.ts';

/** Seconds between checks whether a day is over. */
const LOOK_SECONDS = 3_600;
/**
 * Seconds within which a chain must have grown to be mailed: a worker that was offline for a day
 * catches up.
 */
const MOVED_SECONDS = 2 * 86_400;

type Mailing = { services: AppServices; owner: pg.Pool; dataFolder: string };

/**
 * Mails the heads (last links) of an account's audit chains every day to the owners who asked for
 * it.
 */
export const mailChainHeads = (given: Omit<Mailing, 'services'>): Job =>
  scheduledTask(lanes.mail_heads, LOOK_SECONDS, async ({ services }) => {
    if (services.environment.mail) await mailHeadsOnce({ services, ...given });
  });

/**
 * Queues today's missing mails and returns their number. Two processes queue each mail once between
 * them.
 */
export async function mailHeadsOnce({ services, owner, dataFolder }: Mailing): Promise<number> {
  let mailed = 0;
  for await (const { id, settings } of accountsMailedHeads(owner)) {
    if (!settings.auditHeadsByMail || !settings.emitter.email) continue;
    const own = await storedChainHeads(owner, dataFolder, id);
    if (own.some(({ at }) => at > services.now() - MOVED_SECONDS)) mailed += await mailTo(services, id, own);
  }
  return mailed;
}

async function mailTo(services: AppServices, accountId: string, heads: readonly KeptHead[]): Promise<number> {
  return inTransaction(services.pool, { accountId, test: false }, async (tx) => {
    // Locked until the mail is queued, so that a concurrent process sees it.
    const settings = await lockSettings(tx);
    const now = services.now();
    const day = civilDayOf(now, settings.zone);
    const mailId = idOf(accountId, day);
    const { email } = settings.emitter;
    if (!settings.auditHeadsByMail || !email || (await mailExists(tx, mailId))) return { commit: false, answer: 0 };
    const { locale } = settings.defaults;
    const letter = chainHeadsMail({ day, heads: headsText(heads, now) }, locale);
    const context = {
      tx,
      now,
      newId: () => mailId,
      mail: services.environment.mail,
      quotas: services.environment.quotas,
    };
    const posted = await queueMail(context, {
      purpose: 'notice',
      test: false,
      to: [email],
      ...letter,
      locale,
      settings,
    });
    return { commit: 'mailId' in posted, answer: 'mailId' in posted ? 1 : 0 };
  });
}

/**
 * The same id in every process that would write the mail of that day: a name-based UUID (version
 * 8).
 */
function idOf(accountId: string, day: string): string {
  const hex = createHash('sha256').update(`facturier audit heads ${accountId} ${day}`).digest('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}
