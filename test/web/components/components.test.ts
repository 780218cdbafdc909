import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { chromiumPath, NO_CHROMIUM } from '../chromium.ts';
import { testFields } from './fields.ts';
import { testLists } from './lists.ts';
import { type OpenPart, openParts } from './open-part.ts';
import { testOverlays } from './overlays.ts';
import { testTexts } from './texts.ts';

// The components of the web app, one at a time in a real browser, without a service.

const chromium = chromiumPath();
const isCi = process.env.CI === 'true';
if (!chromium) test('components in a browser', { skip: isCi ? false : NO_CHROMIUM }, () => assert.fail(NO_CHROMIUM));
else {
  describe('components in a browser', { concurrency: 4 }, () => {
    let parts: Awaited<ReturnType<typeof openParts>>;
    before(async () => {
      parts = await openParts(chromium);
    });
    after(() => parts.close());
    const open: OpenPart = (...given) => parts.open(...given);
    testFields(open);
    testLists(open);
    testOverlays(open);
    testTexts(open);
  });
}
