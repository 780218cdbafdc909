import type { Page } from 'playwright-core';
import type { Finding } from '../../../bench/report.ts';
import { TRAINING } from '../../support/documents/example-books.ts';
import type { Stage } from '../e2e-test.ts';

const KEYS = 12;
const CHANGES = 4;
const LINES = 200;

/**
 * Types into a draft of 200 lines. Measures from a key to the frame with its glyph, and from the
 * answer to the frame with the new total; also the thread time per key, which does not depend on
 * other load.
 */
export async function measureEditor({ page, visit, books }: Stage): Promise<Finding[]> {
  const lines = Array.from({ length: LINES }, (_, at) => ({ ...TRAINING, generatedId: `line ${at}` }));
  const { id } = await books.invoice(await books.contact(), { lines });
  await visit(`/documents/${id}`);
  const quantities = page.locator('[data-cell="quantity"]');
  await quantities.first().waitFor();
  const middle = LINES / 2;
  const glyph: number[] = [];
  const thread = await threadOf(page);
  const words = page.locator('[data-cell="designation"]').nth(middle);
  await words.focus();
  await page.evaluate(WATCH_KEYS);
  const begun = await thread();
  for (let key = 0; key < KEYS; key++) {
    await page.keyboard.press(String.fromCharCode(97 + key));
    glyph.push((await page.evaluate('window.toFrame()')) as number);
  }
  const typed = await thread();
  const totals: number[] = [];
  await page.evaluate(WATCH_TOTALS);
  for (let change = 0; change < CHANGES; change++) {
    await quantities.nth(middle).fill(String(1_000 + change));
    totals.push((await page.evaluate('window.toTotal()')) as number);
  }
  const changed = await thread();
  const worked = (typed - begun) / KEYS;
  return [
    {
      what: 'editor, 200 lines: key to glyph',
      unit: 'ms',
      value: middleOf(glyph),
      target: { most: 50 },
      how: `worst ${Math.round(Math.max(...glyph))}`,
    },
    {
      what: 'editor, 200 lines: answer to totals',
      unit: 'ms',
      value: middleOf(totals),
      target: { most: 150 },
      how: `worst ${Math.round(Math.max(...totals))}`,
    },
    {
      what: 'editor, 200 lines: work for a key',
      unit: 'ms',
      value: worked,
      how: `of the processor; ${Math.round((changed - typed) / CHANGES)} for a change that is saved`,
    },
  ];
}

const middleOf = (measured: readonly number[]): number =>
  [...measured].sort((a, b) => a - b)[Math.floor(measured.length / 2)] ?? 0;

/** Reads how many milliseconds of processor time the page's main thread has used. */
async function threadOf(page: Page): Promise<() => Promise<number>> {
  const session = await page.context().newCDPSession(page);
  await session.send('Performance.enable', { timeDomain: 'threadTicks' });
  return async () => {
    const { metrics } = await session.send('Performance.getMetrics');
    return 1000 * (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0);
  };
}

/** From the time stamp of the key itself to the first task after the frame that shows it. */
const WATCH_KEYS = `(() => {
  let taken;
  document.addEventListener('keydown', (event) => {
    const begun = event.timeStamp;
    taken = new Promise((done) => requestAnimationFrame(() => {
      const channel = new MessageChannel();
      channel.port1.onmessage = () => done(performance.now() - begun);
      channel.port2.postMessage(0);
    }));
  }, true);
  window.toFrame = () => taken;
})()`;

/** From the answer of the service to the first task after the frame in which the total differs. */
const WATCH_TOTALS = `(() => {
  const total = document.querySelector('.paper .due b');
  let answeredAt = 0;
  const real = window.fetch;
  window.fetch = async (...asked) => {
    const answer = await real(...asked);
    await answer.clone().text();
    answeredAt = performance.now();
    return answer;
  };
  window.toTotal = () => new Promise((done) => {
    new MutationObserver((_, observer) => {
      observer.disconnect();
      requestAnimationFrame(() => {
        const channel = new MessageChannel();
        channel.port1.onmessage = () => done(performance.now() - answeredAt);
        channel.port2.postMessage(0);
      });
    }).observe(total, { characterData: true, childList: true, subtree: true });
  });
})()`;
