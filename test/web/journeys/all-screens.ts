import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { journey } from '../journey.ts';
import { booksToShow } from '../screens.ts';
import { walkScreens } from '../walk.ts';

/** Every screen there is, with something on it: what would keep somebody out of it. */
export const told = journey({
  name: 'every screen has 0 violations of axe, wide and on a phone, in light and dark, has room for a finger, is not wider than 320 px or twice as large, and shows how to sign out; what opens over one every day has none of these faults either, wide and in light',
  run: async ({ page, visit, check, books, another }) => {
    const shown = await booksToShow(books);
    const faults: string[] = [];
    await walkScreens(
      { page, nobody: await another('nobody'), visit },
      shown,
      async ({ name, open, isOutside }, at) => {
        await check(name, at, open ? 'over' : 'walked').catch(({ message }: Error) => faults.push(message));
        if (!open && !isOutside && !FILLS_THE_WINDOW.test(name) && (await waysOut(at)) === 0)
          faults.push(`${name} shows no way to sign out`);
      },
    );
    assert.deepEqual(faults, []);
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
