import assert from 'node:assert/strict';
import { afterAll, beforeAll, describe, test } from 'vitest';
import { chromiumPath, NO_CHROMIUM } from '../chromium.ts';
import { testFields } from './fields.ts';
import { testLists } from './lists.ts';
import { type OpenPart, openParts } from './open-part.ts';
import { testOverlays } from './overlays.ts';
import { testTexts } from './texts.ts';

// The components of the web app, one at a time in a real browser, without a service.

const chromium = chromiumPath();
const isCi = process.env.CI === 'true';
if (!chromium)
  test('components in a browser', (t) => {
    if (!isCi) t.skip(NO_CHROMIUM);
    assert.fail(NO_CHROMIUM);
  });
else {
  describe.concurrent('components in a browser', () => {
    let parts: Awaited<ReturnType<typeof openParts>>;
    beforeAll(async () => {
      parts = await openParts(chromium);
    });
    afterAll(() => parts.close());
    const open: OpenPart = (...given) => parts.open(...given);
    testFields(open);
    testLists(open);
    testOverlays(open);
    testTexts(open);
  });
}
