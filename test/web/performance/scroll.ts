import { type Finding, median } from '../../../bench/report.ts';
import type { Stage } from '../e2e-test.ts';

/** A frame that takes longer is noticeable. */
const FRAME_MOST_MS = 50;
const TURNS = 120;
const TURN_PX = 900;

/**
 * Scrolls down a long list with the wheel, and counts frames: it must not stutter at any position.
 */
export async function measureScroll({ page, visit }: Stage, { rows }: { rows: number }): Promise<Finding[]> {
  let pages = 0;
  page.on('response', (response) => {
    if (/\/v2\/billings\/rows\?/.test(response.url())) pages += 1;
  });
  await visit('/factures');
  await page.locator('.list tbody tr').nth(10).waitFor();
  await page.mouse.move(700, 500);
  await page.evaluate(WATCH);
  for (let turn = 0; turn < TURNS; turn++) {
    await page.mouse.wheel(0, TURN_PX);
    await page.waitForTimeout(30);
  }
  await page.waitForTimeout(500);
  const { frames, work, drawn, down } = (await page.evaluate(READ)) as Seen;
  const long = frames.filter((each) => each > FRAME_MOST_MS);
  return [
    {
      ...{ what: `scrolling ${rows} rows, the longest frame`, value: Math.max(...frames), unit: 'ms' },
      target: { most: FRAME_MOST_MS },
      how: `${long.length} of ${frames.length} frames are longer than ${FRAME_MOST_MS} ms, in the middle ${median(frames).toFixed(0)} ms; ${work.length} pieces of the page’s own work are; ${pages} pages fetched, ${drawn} rows drawn, ${down} px down`,
    },
  ];
}

/**
 * Milliseconds of each frame, and of each long task of 50 or more: a browser without a graphics
 * card draws on the same processors.
 */
type Seen = { frames: number[]; work: number[]; drawn: number; down: number };

const WATCH = `
  globalThis.frames = [];
  globalThis.work = [];
  new PerformanceObserver((list) => work.push(...list.getEntries().map(({ duration }) => duration))).observe({ type: 'longtask' });
  let before = performance.now();
  const next = (now) => { frames.push(now - before); before = now; requestAnimationFrame(next); };
  requestAnimationFrame((now) => { before = now; requestAnimationFrame(next); });
  undefined`;
const READ = `({ frames, work, drawn: document.querySelectorAll('.list tbody tr').length, down: Math.round(scrollY) })`;
