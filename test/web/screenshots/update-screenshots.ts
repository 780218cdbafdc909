import { mkdirSync, writeFileSync } from 'node:fs';
import { setTimeout } from 'node:timers/promises';
import type { Page } from 'playwright-core';
import { optionsOfScript } from '../../support/runner/script-options.ts';
import { MONDAY } from '../../support/service/in-process-service.ts';
import type { Side } from '../accessibility-checks.ts';
import { chromiumPath, NO_CHROMIUM } from '../chromium.ts';
import { openE2eEnvironments } from '../e2e-environment.ts';
import type { Stage } from '../e2e-test.ts';
import type { ScreenEntry } from '../screen-catalogue.ts';
import { walkScreens } from '../walk-screens.ts';
import { keepScreens } from './baseline-files.ts';
import { compareScreens } from './compare-screens.ts';
import { fontRenderingOf } from './font-rendering.ts';
import { sampleAccount } from './sample-account.ts';
import { SCALE } from './screenshot-image.ts';
import { drawn, freezePage, settled, textOf } from './stable-page.ts';
import { isKept, PICTURED, pictureName, SIDES, textName } from './viewports.ts';

// `npm run pictures -- --screens [part-of-a-name …] [--english]`: redraws every screen of the
// sample year: small pictures and texts for git, and large ones in `pictures/screens`, which git
// ignores. English has large ones only; `--kept` draws small ones only. `--compare` draws nothing:
// it fails if a screen differs from its baseline; with `--light` in light only, as the e2e test
// does.

const BETWEEN_MS = 100;
const FOLDER = 'pictures/screens';

const { values, positionals } = optionsOfScript(
  'npm run pictures -- --screens [--kept | --compare] [--light] [--english] [part-of-a-name …]',
  {
    allowPositionals: true,
    options: {
      ...{ screens: { type: 'boolean' }, english: { type: 'boolean' } },
      ...{ kept: { type: 'boolean' }, compare: { type: 'boolean' }, light: { type: 'boolean' } },
    },
  },
);
const sides = SIDES.filter(({ scheme }) => scheme === 'light' || !values.light);
const chromium = chromiumPath();
if (!chromium) {
  console.error(NO_CHROMIUM);
  // Skipped and reported as such, as in the e2e tests: nothing is known to be wrong.
  process.exit(values.compare ? 0 : 1);
}
const stages = await openE2eEnvironments(chromium);
try {
  const [name, run] = values.compare
    ? (['screens are as they were', compare] as const)
    : (['pictures of every screen', drawAnew] as const);
  await stages.run({ name, as: PICTURED, run });
} finally {
  await stages.close();
}

function isAsked(screen: ScreenEntry): boolean {
  const isNamed = positionals.length === 0 || positionals.some((part) => screen.name.includes(part));
  return isNamed && (isKept(screen) || !(values.kept || values.compare));
}

async function compare(stage: Stage): Promise<void> {
  const compared = await compareScreens(stage.page);
  await walkSides(stage, compared.see);
  compared.assertAsKept({ ofAll: positionals.length === 0, sides });
  console.log(compared.told());
}

async function drawAnew(stage: Stage): Promise<void> {
  mkdirSync(FOLDER, { recursive: true });
  const kept = keepScreens(await fontRenderingOf(stage.page));
  await walkSides(stage, async (screen, page, side) => {
    const file = pictureName(screen, side);
    const protocol = await page.context().newCDPSession(page);
    const small = await stillDrawn(page, () => drawn(protocol, side, SCALE));
    if (!values.kept)
      writeFileSync(`${FOLDER}/${file}${values.english ? '-en' : ''}.png`, await drawn(protocol, side, 1));
    await protocol.detach();
    if (values.english || !isKept(screen)) return;
    kept.picture(file, small);
    if (side.scheme === 'light') kept.text(textName(screen, side), await textOf(page));
  });
  if (positionals.length === 0 && !values.english) kept.forgetOthers();
  console.log(
    `${kept.changed()} of the small pictures and texts have changed: git diff lists them. Large ones are in ${FOLDER}.`,
  );
}

/** Shows each requested screen in each variant, with the sample year on a fixed day. */
async function walkSides(
  { page, books, visit, another }: Stage,
  see: (screen: ScreenEntry, page: Page, side: Side) => Promise<void>,
): Promise<void> {
  const shown = await sampleAccount(books, MONDAY);
  const visitor = await another('visitor');
  for (const each of [page, visitor]) await freezePage(each, values.english ? 'en' : 'fr');
  const look = async (screen: ScreenEntry, at: Page): Promise<void> => {
    for (const side of sides) {
      await at.setViewportSize(side);
      await at.emulateMedia({ colorScheme: side.scheme, reducedMotion: 'reduce' });
      await settled(at);
      await see(screen, at, side);
    }
    await at.setViewportSize(sides[0] as Side);
  };
  await walkScreens({ page, visitor, visit }, shown, { wanted: isAsked, look });
}

/** Waits for late parts: until two pictures in a row are the same. */
async function stillDrawn(page: Page, draw: () => Promise<Buffer>): Promise<Buffer> {
  for (let before = await draw(); ; ) {
    await setTimeout(BETWEEN_MS);
    await settled(page);
    const after = await draw();
    if (after.equals(before)) return after;
    before = after;
  }
}
