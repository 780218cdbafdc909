import assert from 'node:assert/strict';
import { globSync } from 'node:fs';
import { afterAll, beforeAll, describe, test } from 'vitest';
import { chromiumPath, NO_CHROMIUM } from './chromium.ts';
import { openE2eEnvironments } from './e2e-environment.ts';
import type { E2eTest } from './e2e-test.ts';

// Runs every test of test/web/e2e in a real browser, several pages in parallel, against one service
// with the built pages: `npm run test:browser`. A selection: JOURNEY=<file names, separated by
// commas>.

const only = process.env.JOURNEY?.split(',');
/** Takes two thirds of the time of all tests, one screen after the other, so it begins first. */
const LONGEST = '/accessibility-of-screens.ts';
const files = globSync('test/web/e2e/*.ts')
  .filter((file) => only?.some((name) => file.endsWith(`/${name}.ts`)) ?? true)
  .toSorted((a, b) => Number(b.endsWith(LONGEST)) - Number(a.endsWith(LONGEST)));
const journeys: E2eTest[] = [];
for (const file of files) journeys.push((await import(new URL(`../../${file}`, import.meta.url).href)).userJourney);

const chromium = chromiumPath();
const isCi = process.env.CI === 'true';
if (!chromium)
  test('journeys in a browser', (t) => {
    if (!isCi) t.skip(NO_CHROMIUM);
    assert.fail(NO_CHROMIUM);
  });
else {
  describe.concurrent('journeys in a browser', () => {
    let stages: Awaited<ReturnType<typeof openE2eEnvironments>>;
    beforeAll(async () => {
      stages = await openE2eEnvironments(chromium);
    });
    afterAll(() => stages.close());
    for (const journey of journeys)
      test(journey.name, async () => {
        try {
          await stages.run(journey);
        } catch (error) {
          if (!hasTimedOut(error)) throw error;
          // Retry with another account and page: real faults stay, delays of a busy machine do not.
          console.log(`walked once more: ${String(error)}`);
          await (journey.as ? runApart(journey, chromium) : stages.run(journey));
        }
      });
  });
}

/** Runs on a service of its own: on a used one its users' addresses would be taken already. */
async function runApart(journey: E2eTest, chromiumFound: string): Promise<void> {
  const anew = await openE2eEnvironments(chromiumFound);
  try {
    await anew.run(journey);
  } finally {
    await anew.close();
  }
}

/** Whether a wait for the browser timed out, rather than an assertion failed. */
const hasTimedOut = (error: unknown): boolean => ((error as Error).cause as Error | undefined)?.name === 'TimeoutError';
