import assert from 'node:assert/strict';
import { journey } from '../journey.ts';
import { faultOfScreen, keptBytes, keptScreens } from './kept-screens.ts';
import { inFewColours } from './screen-picture.ts';
import { isKept, PICTURED, type Seen, walkScreens } from './walk-screens.ts';

const BYTES_MAX = 1.5 * 2 ** 20;
const LATE_MS = 2_000;
const AGAIN_MS = 250;
const MOVED_PX = 24;
const REMEDY = 'look at it; where it is meant: npm run pictures -- --screens --kept, and commit what it writes';

/** Every screen in little, as it was when somebody last looked at it. */
export const told = journey({
  name: 'every screen of the sample year looks as it did when it was last looked at, in light and dark, at 1440 and 390; a block that moved by 24 px is found',
  as: PICTURED,
  run: async (stage) => {
    const faults: string[] = [];
    const seen: string[] = [];
    const see = async (shown: Seen): Promise<void> => {
      const file = `${shown.screen.name}-${shown.side.width}-${shown.side.scheme}`;
      seen.push(file);
      let fault = faultOfScreen(file, inFewColours(await shown.draw()));
      // A part may come late on a busy machine; what is wrong stays so.
      for (let waited = 0; fault && waited < LATE_MS; waited += AGAIN_MS) {
        await shown.page.waitForTimeout(AGAIN_MS);
        fault = faultOfScreen(file, inFewColours(await shown.draw()));
      }
      if (fault) faults.push(fault);
      if (shown.screen.name === 'invoices') await assertMovedIsFound(shown, file);
    };
    await walkScreens(stage, see, { only: isKept });
    assert.deepEqual(faults, [], `${faults.join('\n')}\n→ ${REMEDY}`);
    assert.deepEqual(keptScreens().toSorted(), seen.toSorted(), `no such screen → ${REMEDY}`);
    const bytes = keptBytes();
    assert.ok(bytes < BYTES_MAX, `${bytes} bytes are kept`);
  },
});

/** The control: the same screen with one block of it elsewhere. */
async function assertMovedIsFound({ page, draw }: Seen, file: string): Promise<void> {
  const move = (by: number) => page.evaluate(`document.querySelector('main .filters').style.translate = '${by}px'`);
  await move(MOVED_PX);
  assert.ok(
    faultOfScreen(file, inFewColours(await draw())),
    `a block moved by ${MOVED_PX} px on ${file} was not found`,
  );
  await move(0);
}
