import type { Page } from 'playwright-core';

/** Milliseconds, in the browser: the middle and the worst of so many keystrokes. */
export type EditorFigures = {
  readonly lines: number;
  /** From the key to the frame that has its glyph: at most 50. */
  readonly glyph: { readonly middle: number; readonly worst: number };
  /** What the page itself takes, at most 150, once the service has answered: from its answer to the frame that has the new total. */
  readonly totals: { readonly middle: number; readonly worst: number };
  /** What the page's own thread worked for a key, without what others on this machine took: it says where a slow figure comes from. */
  readonly processor: { readonly key: number; readonly change: number };
};

const KEYS = 12;
const CHANGES = 4;

/** Types in a draft that is open, in a line in its middle, and waits for its totals. The draft needs lines with quantities. */
export async function measureEditor(page: Page): Promise<EditorFigures> {
  const quantities = page.locator('[data-cell="quantity"]');
  await quantities.first().waitFor();
  const lines = await quantities.count();
  const middle = Math.floor(lines / 2);
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
  const processor = { key: rounded((typed - begun) / KEYS), change: rounded((changed - typed) / CHANGES) };
  return { lines, glyph: figures(glyph), totals: figures(totals), processor };
}

const figures = (measured: readonly number[]): { middle: number; worst: number } => {
  const sorted = [...measured].sort((a, b) => a - b);
  return { middle: rounded(sorted[Math.floor(sorted.length / 2)]), worst: rounded(sorted.at(-1)) };
};

const rounded = (value = 0): number => Math.round(value * 10) / 10;

/** Reads how many milliseconds of the processor the page's thread has worked. */
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
