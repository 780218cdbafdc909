import * as z from 'zod';
import { settingsOf } from '../../db/account/settings.ts';
import { lockTestClock, queueTestClock, saveTestClock, testClockOf } from '../../db/account/test-clock.ts';
import { isRefusal } from '../../domain/refusal.ts';
import { CLOCK_DAYS_AT_ONCE_MAX, movedOnTo } from '../../domain/time/test-clock.ts';
import { operation } from '../../pipeline/operation.ts';
import { TestClockJson, TestClockMove, testClockToJson } from '../../schemas/account/test-clock.ts';

const about = {
  chapter: 'Account',
  path: z.object({}),
  query: z.object({}),
  success: 200,
  output: TestClockJson,
} as const;

export const getTestClock = operation({
  ...about,
  name: 'get-test-clock',
  summary: 'Get the time of the test clock, and its target while it is moving.',
  routes: ['GET /v2/test-clock'],
  scope: 'billing:read',
  body: z.object({}),
  refusals: ['test_mode_needed'],
  run: async ({ tx, test, realNow }) => {
    if (!test) return { refused: 'test_mode_needed' };
    const [{ settings }, { ahead, moving }] = await Promise.all([settingsOf(tx), testClockOf(tx)]);
    return { body: testClockToJson({ now: realNow + ahead, realNow }, { moving, zone: settings.zone }) };
  },
});

export const advanceTestClock = operation({
  ...about,
  name: 'advance-test-clock',
  summary: 'Move the test clock ahead, to try out months in a minute.',
  description: `Send \`days\`, \`months\` or \`until\`: at most a year (${CLOCK_DAYS_AT_ONCE_MAX} days) at once and ten years in total, and never back. Everything that becomes due until then is run in order, each on its own day. \`movingTo\` is the target, and null once it is reached. Live documents use real time, whatever the test clock shows.`,
  routes: ['POST /v2/test-clock/advance'],
  scope: 'billing:write',
  body: TestClockMove,
  refusals: ['test_mode_needed', 'test_clock_under_way', 'test_clock_never_goes_back', 'test_clock_too_far'],
  example: { months: 1 },
  run: async ({ tx, test, realNow }, { days, months, until }) => {
    if (!test) return { refused: 'test_mode_needed' };
    const [{ settings }, before] = [await settingsOf(tx), await lockTestClock(tx)];
    if (before.moving) return { refused: 'test_clock_under_way', until: before.moving.to };
    const { zone } = settings;
    const from = realNow + before.ahead;
    const to = movedOnTo({ days, months, until }, { now: from, realNow, zone });
    if (isRefusal(to)) return to;
    const moving = { to, from };
    saveTestClock(tx, before, { ahead: before.ahead, moving });
    queueTestClock(tx, realNow);
    return { body: testClockToJson({ now: from, realNow }, { moving, zone }) };
  },
});
