import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { MONDAY } from '../../support/service-to-call.ts';
import { journey } from '../journey.ts';
import { comparedScreens } from '../looks/compared-screens.ts';
import { picturedAccount } from '../looks/pictured-account.ts';
import type { ShownScreen } from '../screens.ts';
import { PICTURED, type Side } from '../sides.ts';
import { standStill } from '../still-page.ts';
import { walkScreens } from '../walk.ts';

/** What opens over a screen and is used every day. The other dialogs and menus are walked by `SCREENS=. JOURNEY=all-screens npm test test/web/journeys.test.ts`. */
const DAILY: ReadonlySet<string> = new Set([
  ...['palette', 'shortcuts', 'editor-finalize', 'editor-customer', 'editor-line-menu'],
  ...['estimate-ask-signature', 'invoice-send', 'invoice-pay', 'invoice-credit'],
]);

/**
 * Those of the setting SCREENS, by a part of their name, with all that opens over them (`SCREENS=editor`). With COMPARE_SCREENS each is
 * held, while it stands there, against its picture and its words as git keeps them.
 */
const { SCREENS, COMPARE_SCREENS } = process.env;
const isWanted = ({ name, open }: ShownScreen): boolean =>
  SCREENS === undefined ? !open || DAILY.has(name) : new RegExp(SCREENS).test(name);

/** Every screen there is, with something on it: what would keep somebody out of it. */
export const told = journey({
  name: 'every screen has 0 violations of axe, wide and on a phone, in light and dark, has room for a finger, is not wider than 320 px or twice as large, and shows how to sign out; what opens over one every day has none of these faults either, wide and in light',
  as: PICTURED,
  run: async ({ page, visit, check, books, another }) => {
    const shown = await picturedAccount(books, MONDAY);
    const nobody = await another('nobody');
    for (const each of [page, nobody]) await standStill(each);
    const compared = COMPARE_SCREENS === undefined ? undefined : await comparedScreens(page);
    const faults: string[] = [];
    const look = async (screen: ShownScreen, at: Page): Promise<void> => {
      const { name, open, isOutside } = screen;
      const see = compared && !open ? (side: Side) => compared.see(screen, at, side) : undefined;
      await check(name, at, open ? 'over' : 'walked', see).catch(({ message }: Error) => faults.push(message));
      if (!open && !isOutside && !FILLS_THE_WINDOW.test(name) && (await waysOut(at)) === 0)
        faults.push(`${name} shows no way to sign out`);
    };
    await walkScreens({ page, nobody, visit }, shown, { wanted: isWanted, look });
    assert.deepEqual(faults, []);
    compared?.assertAsKept({ ofAll: SCREENS === undefined });
    const side = page.locator('.side');
    await side.evaluate((drawn) => drawn.remove());
    assert.equal(await waysOut(page), 0, 'the control: without what stands at the side there is none');
  },
});

/** A document is written in the whole window; the button at its head leaves it. */
const FILLS_THE_WINDOW = /^(editor|new-(estimate|order|invoice|credit-note)$)/;

/** How many ways to sign out a wide screen shows: itself, or in the menu of the account. */
const waysOut = (page: Page): Promise<number> =>
  page
    .getByRole('button', { name: /^(Se déconnecter|Compte\b)/ })
    .filter({ visible: true })
    .count();
