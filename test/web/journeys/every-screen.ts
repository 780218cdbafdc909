import assert from 'node:assert/strict';
import { journey } from '../journey.ts';
import { booksToShow, screens } from '../screens.ts';

/** Every screen there is, with something on it, held against axe. */
export const told = journey({
  name: 'every screen has 0 violations, wide and narrow, in light and dark, and is no wider than a window of 320',
  run: async ({ page, visit, check, books, another }) => {
    const shown = await booksToShow(books);
    const nobody = await another('nobody');
    const faults: string[] = [];
    for (const { name, route, path, isOutside, open } of screens) {
      const at = isOutside ? nobody : page;
      await visit(path?.(shown) ?? route, at);
      await at.waitForLoadState('networkidle');
      await open?.(at);
      await check(name, at).catch(({ message }: Error) => faults.push(message));
    }
    assert.deepEqual(faults, []);
  },
});
