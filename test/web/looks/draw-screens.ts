import { mkdirSync, writeFileSync } from 'node:fs';
import { setTimeout } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { chromiumPath, NO_CHROMIUM } from '../chromium.ts';
import type { ShownScreen } from '../screens.ts';
import { openStages } from '../stage.ts';
import { keepScreens } from './kept-screens.ts';
import { told } from './screens-as-pictured.ts';
import { isKept, PICTURED, type Seen, walkScreens } from './walk-screens.ts';

// `npm run pictures -- --screens [part-of-a-name …] [--english]`: every screen anew, of the sample year. The little pictures that git
// keeps; and large ones in the folder `pictures/screens`, which git ignores, to be looked at. In English there
// are large ones alone; with `--kept` the little ones alone. With `--compare` nothing is drawn anew: it fails where a screen is not as
// it was when it was last looked at.

const BETWEEN_MS = 100;
const FOLDER = 'pictures/screens';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    ...{ screens: { type: 'boolean' }, english: { type: 'boolean' } },
    ...{ kept: { type: 'boolean' }, compare: { type: 'boolean' } },
  },
});
const chromium = chromiumPath();
if (!chromium) {
  console.error(NO_CHROMIUM);
  process.exit(1);
}
const stages = await openStages(chromium);
try {
  await (values.compare ? stages.run(told) : drawAnew());
} finally {
  await stages.close();
}

async function drawAnew(): Promise<void> {
  mkdirSync(FOLDER, { recursive: true });
  const kept = keepScreens();
  const see = async ({ screen, side, draw }: Seen): Promise<void> => {
    const file = `${screen.name}-${side.width}-${side.scheme}`;
    const small = await stillDrawn(draw);
    if (!values.kept) writeFileSync(`${FOLDER}/${file}${values.english ? '-en' : ''}.png`, await draw(1));
    if (!values.english && isKept(screen)) kept.keep(file, small);
  };
  const only = (screen: ShownScreen): boolean =>
    (!values.kept || isKept(screen)) &&
    (positionals.length === 0 || positionals.some((part) => screen.name.includes(part)));
  const how = { only, ...(values.english && { language: 'en' as const }) };
  await stages.run({ name: 'pictures of every screen', as: PICTURED, run: (stage) => walkScreens(stage, see, how) });
  if (positionals.length === 0 && !values.english) kept.forgetOthers();
  console.log(
    `${kept.changed()} of the little pictures are not what they were: git diff shows them. Large ones are in ${FOLDER}.`,
  );
}

/** A part that comes late is waited for: until two pictures in a row are the same. */
async function stillDrawn(draw: () => Promise<Buffer>): Promise<Buffer> {
  for (let before = await draw(); ; ) {
    await setTimeout(BETWEEN_MS);
    const after = await draw();
    if (after.equals(before)) return after;
    before = after;
  }
}
