import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import type { Side } from '../accessibility-checks.ts';
import { type ScreenEntry, screens } from '../screen-catalogue.ts';
import {
  baselineBytes,
  baselineFontRendering,
  type Fault,
  faultOfPicture,
  faultOfText,
  keptFiles,
  showFault,
} from './baseline-files.ts';
import { fontRenderingOf } from './font-rendering.ts';
import { SCALE } from './screenshot-image.ts';
import { drawn, settled, textOf } from './stable-page.ts';
import { isKept, pictureName, textName } from './viewports.ts';

const BYTES_MAX = 1.5 * 2 ** 20;
/** Retry for what is late on a busy machine; real faults stay. */
const LATE_MS = 60_000;
const AGAIN_MS = 250;
/** After this many faults the result is clear, and late parts are no longer waited for. */
const WAITED_FAULTS_MAX = 2;
const MOVED_PX = 24;
/** The screen whose changes must be detected. */
const CONTROL = 'invoices-1440-light';
const REMEDY = 'look at it; where it is meant: npm run pictures -- --screens --kept, and commit what it writes';

/**
 * Compares open screens with the baseline in git, as small pictures and as text. If this machine
 * renders differently from the baseline's, it compares text only and says so.
 */
export async function compareScreens(page: Page) {
  const hand = await fontRenderingOf(page);
  const drawsAlike = hand === baselineFontRendering();
  if (!drawsAlike)
    console.log(
      `pictures of screens: not compared, they were drawn by ${baselineFontRendering()} and this is ${hand}; words are`,
    );
  const faults: string[] = [];
  const seen = new Set<string>();
  /** The fault, once lateness is excluded. */
  const lasting = async (at: Page, find: Find): Promise<Fault | undefined> => {
    const until = Date.now() + (faults.length < WAITED_FAULTS_MAX ? LATE_MS : 0);
    for (;;) {
      const fault = await find();
      if (!fault || Date.now() > until) return fault;
      await at.waitForTimeout(AGAIN_MS);
      await settled(at);
    }
  };
  const hold = async (at: Page, file: string, find: Find): Promise<void> => {
    seen.add(file);
    const fault = await lasting(at, find);
    if (!fault) return;
    faults.push(fault.said);
    showFault(file, fault);
  };
  const see = async (screen: ScreenEntry, at: Page, side: Side): Promise<void> => {
    const [picture, text] = [pictureName(screen, side), textName(screen, side)];
    const reads = async () => faultOfText(text, await textOf(at));
    if (side.scheme === 'light') await hold(at, `${text}.txt`, reads);
    if (picture === CONTROL) await assertWordsAreFound(at, reads);
    seen.add(`${picture}.png`);
    if (!drawsAlike) return;
    const protocol = await at.context().newCDPSession(at);
    const looks = async () => faultOfPicture(picture, await drawn(protocol, side, SCALE));
    await hold(at, `${picture}.png`, looks);
    if (picture === CONTROL) await assertLooksAreFound(at, looks);
    await protocol.detach();
  };
  /**
   * With `ofAll` screens, each was seen in these variants, and no baseline belongs to an unknown
   * screen.
   */
  const assertAsKept = ({ ofAll, sides }: { ofAll: boolean; sides: readonly Side[] }): void => {
    assert.deepEqual(faults, [], `${faults.join('\n')}\n→ ${REMEDY}`);
    if (!ofAll) return;
    const wanted = screens.filter(isKept).length * sides.length;
    assert.equal(
      [...seen].filter((file) => file.endsWith('.png')).length,
      wanted,
      'every side of every screen was seen',
    );
    const ofThese = (file: string): boolean =>
      sides.some(({ width, scheme }) => file.endsWith(`-${width}-${scheme}.png`) || file.endsWith(`-${width}.txt`));
    assert.deepEqual(keptFiles().filter(ofThese).toSorted(), [...seen].toSorted(), `no such screen → ${REMEDY}`);
    const bytes = baselineBytes();
    assert.ok(bytes < BYTES_MAX, `${bytes} bytes are kept`);
  };
  const told = (): string =>
    `${seen.size} pictures and texts of screens are as git keeps them${drawsAlike ? '' : ', but for how they are drawn'}`;
  return { see, assertAsKept, told };
}

/** Negative control for texts: the same screen with one digit of an amount changed. */
async function assertWordsAreFound(page: Page, reads: Find): Promise<void> {
  const digit = (from: string, to: string) =>
    `(() => { const said = [...document.querySelectorAll('main td')].find((each) => each.textContent.endsWith('576,00\\u00a0€') || each.textContent.endsWith('575,00\\u00a0€')).firstChild; said.data = said.data.replace('${from}', '${to}'); })()`;
  await assertFound(page, { change: digit('6,00', '5,00'), back: digit('5,00', '6,00'), find: reads });
}

/**
 * Negative controls for pictures: the same screen with one block moved, or one button in another
 * colour.
 */
async function assertLooksAreFound(page: Page, looks: Find): Promise<void> {
  const style = (selector: string, property: string) => (value: string) =>
    `document.querySelector('main ${selector}').style.setProperty('${property}', '${value}')`;
  const move = style('.filters', 'translate');
  await assertFound(page, { change: move(`${MOVED_PX}px`), back: move(''), find: looks });
  const colour = style('.btn.primary', 'background');
  await assertFound(page, { change: colour('var(--late)'), back: colour(''), find: looks });
}

type Find = () => Promise<Fault | undefined>;

async function assertFound(
  page: Page,
  { change, back, find }: { change: string; back: string; find: Find },
): Promise<void> {
  const becomes = async (isFound: boolean): Promise<boolean> => {
    for (const until = Date.now() + LATE_MS; ; await page.waitForTimeout(AGAIN_MS)) {
      await settled(page);
      const fault = await find();
      if ((fault !== undefined) === isFound) return true;
      if (Date.now() > until) return false;
    }
  };
  await page.evaluate(change);
  assert.ok(await becomes(true), `not found: ${change}`);
  await page.evaluate(back);
  assert.ok(await becomes(false), `is not as it was: ${back}`);
}
