import assert from 'node:assert/strict';
import { journey } from '../journey.ts';
import { booksToShow } from '../screens.ts';
import { walkScreens } from '../walk.ts';

/** Every screen there is, with something on it: what would keep somebody out of it. */
export const told = journey({
  name: 'every screen has 0 violations of axe, wide and on a phone, in light and dark, has room for a finger, and is not wider than 320 px or twice as large; so has each dialog and menu over one, wide and in light',
  run: async ({ page, visit, check, books, another }) => {
    const shown = await booksToShow(books);
    const faults: string[] = [];
    await walkScreens({ page, nobody: await another('nobody'), visit }, shown, async ({ name, open }, at) => {
      await check(name, at, open ? 'over' : 'walked').catch(({ message }: Error) => faults.push(message));
    });
    assert.deepEqual(faults, []);
  },
});
