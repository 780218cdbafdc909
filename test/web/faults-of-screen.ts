import type { Page } from 'playwright-core';

const SIZES = [
  { width: 1440, height: 900 },
  { width: 390, height: 844 },
];
const SCHEMES = ['light', 'dark'] as const;
const NARROWEST = { width: 320, height: 700 };

/**
 * Holds a screen against axe in light and dark, wide and narrow; all rules in light, and in dark the contrast, which is all that
 * changes. Fails with what is wrong and where. Then at 320 px nothing may scroll sideways.
 */
export async function faultsOfScreen(page: Page, { name, axe }: { name: string; axe: string }): Promise<void> {
  const before = page.viewportSize();
  const faults: string[] = [];
  for (const size of SIZES) {
    for (const colorScheme of SCHEMES) {
      await page.setViewportSize(size);
      // Nothing fades: a colour that comes has the contrast of neither end.
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      await stillness(page);
      const found = await violations(page, axe, colorScheme === 'dark' ? { runOnly: ['color-contrast'] } : {});
      faults.push(...found.map((each) => `${name} (${size.width}, ${colorScheme}): ${each}`));
    }
  }
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'no-preference' });
  await page.setViewportSize(NARROWEST);
  await stillness(page);
  faults.push(...(await overflowing(page)).map((each) => `${name} (320): ${each} is wider than the window`));
  if (before) await page.setViewportSize(before);
  if (faults.length > 0) throw new Error(`what keeps people out:\n  ${faults.join('\n  ')}`);
}

/** Waits until nothing moves any more: a colour that fades has the contrast of neither end, and begins to a frame after its cause. */
const stillness = (page: Page): Promise<unknown> =>
  page.evaluate(
    `new Promise(requestAnimationFrame).then(() => new Promise(requestAnimationFrame)).then(() => Promise.all(document.getAnimations().map((each) => each.finished.catch(() => {})))).then(() => new Promise(requestAnimationFrame))`,
  );

async function violations(page: Page, axe: string, options: object): Promise<string[]> {
  // By the protocol of the browser, not by the page: its policy lets nothing in.
  if (!(await page.evaluate('Boolean(window.axe)'))) await page.evaluate(axe);
  return page.evaluate(
    `axe.run(document, ${JSON.stringify({ resultTypes: ['violations'], ...options })}).then(({ violations }) => violations.flatMap(({ id, help, nodes }) => nodes.map(({ target, failureSummary }) => id + ': ' + help + ' at ' + target.join(' ') + ' — ' + failureSummary.replace(/\\s+/g, ' '))))`,
  );
}

/** Elements that stick out of the window at the right, unless something they are in scrolls or cuts them. */
export const overflowing = (page: Page): Promise<string[]> =>
  page.evaluate(`(() => {
    if (document.documentElement.scrollWidth <= innerWidth) return [];
    const isHeld = (element) => { for (let at = element.parentElement; at; at = at.parentElement) if (/auto|scroll|hidden|clip/.test(getComputedStyle(at).overflowX)) return true; return false; };
    const out = [...document.body.querySelectorAll('*')].filter((each) => each.getBoundingClientRect().right > innerWidth + 1 && !isHeld(each));
    return (out.length ? out : [document.body]).slice(0, 5).map((each) => each.tagName.toLowerCase() + (each.className ? '.' + String(each.className).replace(/ /g, '.') : '') + ' "' + (each.textContent ?? '').slice(0, 40) + '"');
  })()`);
