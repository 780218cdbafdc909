import { REQUESTS_KEPT_SECONDS } from '../domain/account/key-request.ts';
import { ATTEMPTS_KEPT_SECONDS } from '../domain/events/endpoint.ts';
import { BANK_WORDS_KEPT_DAYS } from '../domain/payments/bank/statement.ts';
import { addDays, civilDayOf } from '../domain/time/civil-day.ts';
import { lanes } from '../domain/work/lane.ts';
import { forgetKeyRequests } from '../store/account/key-requests.ts';
import { forgetDayCounts } from '../store/account/usage.ts';
import { forgetFiles } from '../store/billing/files.ts';
import { forgetAttempts } from '../store/events/attempts.ts';
import { forgetEvents } from '../store/events/events.ts';
import { forgetAnswers } from '../store/idempotency.ts';
import { forgetMails } from '../store/mail/mail-queue.ts';
import { forgetObjects } from '../store/objects/forgotten-objects.ts';
import { forgetBankWords } from '../store/payments/bank-transactions.ts';
import { chore } from './chore.ts';
import type { Job } from './job.ts';

const MINUTE = 60;
const HOUR = 60 * MINUTE;

/** What was kept long enough is forgotten, of every account. */
export const forgetting: readonly Job[] = [
  chore(lanes.forget_answers, 10 * MINUTE, ({ world }) => forgetAnswers(world.pool, world.now())),
  chore(lanes.forget_attempts, HOUR, ({ world }) => forgetAttempts(world.pool, world.now() - ATTEMPTS_KEPT_SECONDS)),
  chore(lanes.forget_key_requests, HOUR, ({ world }) =>
    forgetKeyRequests(world.pool, world.now() - REQUESTS_KEPT_SECONDS),
  ),
  chore(lanes.forget_day_counts, 6 * HOUR, ({ world }) => forgetDayCounts(world.pool, world.now())),
  chore(lanes.forget_mails, HOUR, ({ world }) => forgetMails(world.pool, world.now())),
  chore(lanes.forget_bank_words, 6 * HOUR, ({ world }) =>
    forgetBankWords(world.pool, addDays(civilDayOf(world.now(), 'UTC'), -BANK_WORDS_KEPT_DAYS)),
  ),
  chore(lanes.forget_events, HOUR, ({ world }) => forgetEvents(world.pool, world.now())),
  chore(lanes.forget_files, HOUR, async ({ world: { pool, now, surroundings } }) => {
    await forgetFiles(pool, now());
    if (surroundings.objects) await forgetObjects(pool, surroundings.objects);
  }),
];
