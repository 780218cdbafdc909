import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { isLongForm } from '../../support/runner/long-form.ts';
import { MONDAY } from '../../support/service/in-process-service.ts';
import type { Closeness, Side } from '../accessibility-checks.ts';
import { journey } from '../e2e-test.ts';
import { type ScreenEntry, screens } from '../screen-catalogue.ts';
import { compareScreens } from '../screenshots/compare-screens.ts';
import { sampleAccount } from '../screenshots/sample-account.ts';
import { freezePage } from '../screenshots/stable-page.ts';
import { isKept, PICTURED, SIDES } from '../screenshots/viewports.ts';
import { walkScreens } from '../walk-screens.ts';

/**
 * Dialogs and menus used every day. The others are walked by `SCREENS=.
 * JOURNEY=accessibility-of-screens npm run test:browser`.
 */
const DAILY: ReadonlySet<string> = new Set([
  ...['palette', 'shortcuts', 'editor-finalize', 'editor-customer', 'editor-line-menu'],
  ...['estimate-ask-signature', 'invoice-send', 'invoice-pay', 'invoice-credit'],
]);
/**
 * A screen of each layout: in the short form only these are checked in dark and zoomed, because the
 * others have the same colours and columns.
 */
const EACH_LAYOUT: ReadonlySet<string> = new Set([
  ...['home', 'invoices', 'editor', 'finalized-invoice', 'customer', 'catalogue', 'board', 'bank'],
  ...['received-invoice', 'settings', 'settings-company', 'settings-integrations', 'access-review', 'sign-in'],
]);
const closenessOf = ({ name, open }: ScreenEntry): Closeness => {
  if (open) return 'over';
  return isLongForm || EACH_LAYOUT.has(name) ? 'walked' : 'seen';
};
/** Names of the only screens to walk, with their dialogs and menus (`SCREENS=editor`). */
const { SCREENS } = process.env;
const wanted = ({ name, open }: ScreenEntry): boolean =>
  SCREENS === undefined ? !open || DAILY.has(name) : new RegExp(SCREENS).test(name);
/**
 * The long form compares phones too; `npm run pictures -- --screens --compare` also compares dark.
 */
const COMPARED = SIDES.filter(({ scheme, width }) => scheme === 'light' && (isLongForm || width > 1000));

/** Every screen of the sample year: accessibility faults, and changes not yet reviewed. */
export const userJourney = journey({
  name: 'every screen matches its baseline, has 0 axe violations, fits 320 px and 200 % zoom, and shows how to sign out',
  as: PICTURED,
  run: async ({ page, visit, check, books, another }) => {
    const named = new Set(screens.map(({ name }) => name));
    assert.deepEqual(
      [...EACH_LAYOUT].filter((name) => !named.has(name)),
      [],
      'a screen that there is no longer',
    );
    const shown = await sampleAccount(books, MONDAY);
    const visitor = await another('visitor');
    for (const each of [page, visitor]) await freezePage(each);
    const compared = await compareScreens(page);
    const faults: string[] = [];
    const look = async (screen: ScreenEntry, at: Page): Promise<void> => {
      const { name, open, isOutside } = screen;
      const held = isKept(screen) ? COMPARED : [];
      const compare = async (side: Side): Promise<void> => {
        const isHeld = held.some(({ width, scheme }) => width === side.width && scheme === side.scheme);
        if (isHeld) await compared.see(screen, at, side);
      };
      await check(name, at, closenessOf(screen), compare).catch(({ message }: Error) => faults.push(message));
      if (!open && !isOutside && !FILLS_THE_WINDOW.test(name) && (await waysOut(at)) === 0)
        faults.push(`${name} shows no way to sign out`);
    };
    await walkScreens({ page, visitor, visit }, shown, { wanted, look });
    assert.deepEqual(faults, []);
    compared.assertAsKept({ ofAll: SCREENS === undefined, sides: COMPARED });
    console.log(compared.told());
    await visit('/');
    const side = page.locator('.side');
    await side.waitFor();
    await side.evaluate((drawn) => drawn.remove());
    assert.equal(await waysOut(page), 0, 'the control: without what stands at the side there is none');
  },
});

/** The editor uses the whole window; the button at its top leaves it. */
const FILLS_THE_WINDOW = /^(editor|new-(estimate|order|invoice|credit-note)$)/;

/** How many ways to sign out a wide screen shows: directly, or in the account menu. */
const waysOut = (page: Page): Promise<number> =>
  page
    .getByRole('button', { name: /^(Se déconnecter|Compte\b)/ })
    .filter({ visible: true })
    .count();
