import { deleteOldKeyRequests } from '../db/account/api-key-requests.ts';
import { deleteOldUsageCounts } from '../db/account/usage.ts';
import { deleteUnusedFiles } from '../db/billing/stored-files.ts';
import type { BatchDeletion } from '../db/delete-in-batches.ts';
import { deleteOldAttempts } from '../db/events/delivery-attempts.ts';
import { deleteOldEvents } from '../db/events/events.ts';
import { deleteOldIdempotencyKeys } from '../db/idempotency.ts';
import { deleteOldMails } from '../db/mail/mail-queue.ts';
import { deleteUnusedObjects } from '../db/object-storage/delete-unused-objects.ts';
import { deleteOldBankTexts } from '../db/payments/bank-transactions.ts';
import { REQUESTS_KEPT_SECONDS } from '../domain/account/key-request.ts';
import { ATTEMPTS_KEPT_SECONDS } from '../domain/events/endpoint.ts';
import { BANK_WORDS_KEPT_DAYS } from '../domain/payments/bank/statement.ts';
import { type Lane, lanes } from '../domain/queue/queues.ts';
import { addDays, civilDayOf } from '../domain/time/civil-day.ts';
import type { Job } from '../queue/job.ts';
import { scheduledTask } from '../queue/scheduled-task.ts';

const MINUTE = 60;
const HOUR = 60 * MINUTE;

/**
 * Deletes expired data of all accounts in batches: what an ending process leaves, the next one
 * deletes.
 */
const forgotten = (
  lane: Lane,
  everySeconds: number,
  forget: (forgetting: BatchDeletion, now: number) => Promise<unknown>,
): Job =>
  scheduledTask(lane, everySeconds, ({ services: { pool, now }, isEnding }) => forget({ pool, isEnding }, now()));

export const forgetting: readonly Job[] = [
  forgotten(lanes.forget_answers, 10 * MINUTE, deleteOldIdempotencyKeys),
  forgotten(lanes.forget_attempts, HOUR, (given, now) => deleteOldAttempts(given, now - ATTEMPTS_KEPT_SECONDS)),
  forgotten(lanes.forget_key_requests, HOUR, (given, now) => deleteOldKeyRequests(given, now - REQUESTS_KEPT_SECONDS)),
  forgotten(lanes.forget_day_counts, 6 * HOUR, deleteOldUsageCounts),
  forgotten(lanes.forget_mails, HOUR, deleteOldMails),
  forgotten(lanes.forget_bank_words, 6 * HOUR, (given, now) =>
    deleteOldBankTexts(given, addDays(civilDayOf(now, 'UTC'), -BANK_WORDS_KEPT_DAYS)),
  ),
  forgotten(lanes.forget_events, HOUR, deleteOldEvents),
  // Scans all files of all accounts; each is kept for at least a day.
  scheduledTask(lanes.forget_files, 6 * HOUR, async ({ services: { pool, now, environment }, isEnding }) => {
    await deleteUnusedFiles({ pool, isEnding }, now());
    if (environment.objects) await deleteUnusedObjects(pool, environment.objects, isEnding);
  }),
];
