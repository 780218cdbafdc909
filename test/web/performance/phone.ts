import type { Page } from 'playwright-core';
import { type Finding, median } from '../../../bench/report.ts';
import type { Stage } from '../e2e-test.ts';

/**
 * The phone and network of Lighthouse: processors four times slower, slow 4G as throttled by
 * browser tools.
 */
const SLOWER = 4;
const NETWORK = { offline: false, latency: 562.5, downloadThroughput: 1_474_560 / 8, uploadThroughput: 675_000 / 8 };
const WINDOW = { width: 412, height: 823 };
const QUIET_MS = 3_000;
const SCORE_LEAST = 90;

/**
 * The weights of Lighthouse, without its speed index: the value that scores 50, the one that scores
 * 90, and the weight.
 */
const SCORED = {
  fcp: { median: 3_000, p10: 1_800, weight: 10, what: 'first paint (FCP)' },
  lcp: { median: 4_000, p10: 2_500, weight: 25, what: 'largest paint (LCP)' },
  tbt: { median: 600, p10: 200, weight: 30, what: 'blocked (TBT)' },
  cls: { median: 0.25, p10: 0.1, weight: 25, what: 'shifts (CLS)' },
} as const;

type Figures = Record<keyof typeof SCORED, number>;

/** Opens sign-in and home on a slow phone with an empty cache, repeatedly: the median counts. */
export async function measurePhone(stage: Stage, { runs }: { runs: number }): Promise<Finding[]> {
  const visitor = await stage.another('visitor');
  return [
    await measured('sign-in', visitor, { url: `${stage.address}/connexion`, runs }),
    await measured('home', stage.page, { url: `${stage.address}/`, runs }),
  ];
}

async function measured(name: string, page: Page, { url, runs }: { url: string; runs: number }): Promise<Finding> {
  const opened: Figures[] = [];
  for (let run = 0; run < runs; run++) opened.push(await figuresOf(page, url));
  const middle = Object.fromEntries(
    Object.keys(SCORED).map((key) => [key, median(opened.map((each) => each[key as keyof Figures]))]),
  ) as Figures;
  const how = Object.entries(SCORED).map(([key, { what }]) => `${what} ${rounded(key, middle[key as keyof Figures])}`);
  return {
    ...{ what: `${name} on a slow phone, score`, value: scoreOf(middle), unit: '%' },
    target: { least: SCORE_LEAST },
    how: `${how.join(', ')}; of ${runs} runs`,
  };
}

/** What the browser of a slow phone records for a page opened with an empty cache; milliseconds. */
export async function figuresOf(page: Page, url: string): Promise<Figures> {
  await page.goto('about:blank');
  const protocol = await page.context().newCDPSession(page);
  await page.setViewportSize(WINDOW);
  await protocol.send('Network.enable');
  await protocol.send('Network.setCacheDisabled', { cacheDisabled: true });
  await protocol.send('Network.emulateNetworkConditions', NETWORK);
  await protocol.send('Emulation.setCPUThrottlingRate', { rate: SLOWER });
  await page.goto(url);
  await page.locator('h1:visible, .lead').first().waitFor();
  await page.waitForTimeout(QUIET_MS);
  const figures = (await page.evaluate(READ)) as Figures;
  // Session settings end with the session: the next run begins at full speed like the first.
  await protocol.detach();
  return figures;
}

const rounded = (key: string, value: number): string => (key === 'cls' ? value.toFixed(3) : `${Math.round(value)} ms`);

/** As Lighthouse weighs them: each on its log-normal curve. */
function scoreOf(figures: Figures): number {
  const parts = Object.entries(SCORED).map(([key, { median, p10, weight }]) => {
    const value = Math.max(figures[key as keyof Figures], 1e-9);
    const standard = (Math.log(value / median) * ONE_FIFTH) / -Math.log(p10 / median);
    return { weight, score: weight * ((1 - erf(standard)) / 2) };
  });
  const all = parts.reduce((sum, { weight }) => sum + weight, 0);
  return (100 * parts.reduce((sum, { score }) => sum + score, 0)) / all;
}

/** Where the complementary error function is a fifth. */
const ONE_FIFTH = 0.9061938024368232;

/** Abramowitz and Stegun 7.1.26: to seven decimals. */
function erf(x: number): number {
  const t = 1 / (1 + 0.3275911 * Math.abs(x));
  const sum = t * (0.254829592 + t * (-0.284496736 + t * (1.421413741 + t * (-1.453152027 + t * 1.061405429))));
  return Math.sign(x) * (1 - sum * Math.exp(-x * x));
}

/** Runs in the page: what the browser recorded since it was opened. */
const READ = `(async () => {
  const noted = (type) => new Promise((done) => {
    const observer = new PerformanceObserver((list) => { observer.disconnect(); done(list.getEntries()); });
    observer.observe({ type, buffered: true });
    setTimeout(() => done([]), 300);
  });
  const [paints, largest, long, shifts] = await Promise.all(['paint', 'largest-contentful-paint', 'longtask', 'layout-shift'].map(noted));
  const fcp = paints.find(({ name }) => name === 'first-contentful-paint')?.startTime ?? 0;
  return {
    fcp,
    lcp: largest.at(-1)?.startTime ?? fcp,
    tbt: long.filter(({ startTime }) => startTime >= fcp).reduce((sum, { duration }) => sum + Math.max(0, duration - 50), 0),
    cls: shifts.filter(({ hadRecentInput }) => !hadRecentInput).reduce((sum, { value }) => sum + value, 0),
  };
})()`;
