import type { Page } from 'playwright-core';
import { isLongForm } from '../support/runner/long-form.ts';

const WIDE = { width: 1440, height: 900 };
const PHONE = { width: 390, height: 844 };
const NARROWEST = { width: 320, height: 700 };
/** What is left of 1440 × 900 where everything is drawn twice as large. */
const ZOOMED = { width: 720, height: 450 };

/**
 * Each in this order, so that little is drawn anew: all rules in light, and in dark the contrast,
 * which is all that changes.
 */
const LOOKS = [
  { size: WIDE, colorScheme: 'light', options: {} },
  { size: WIDE, colorScheme: 'dark', options: { runOnly: ['color-contrast'] } },
  { size: PHONE, colorScheme: 'dark', options: { runOnly: ['color-contrast'] } },
  { size: PHONE, colorScheme: 'light', options: {} },
] as const;

/**
 * How thoroughly a screen is checked. The short form of each:
 * - `walked` (every screen once): axe in light on a wide window, contrast in dark on a phone,
 *   target sizes, motion, zoom, 320 px.
 * - `met` (a screen in the middle of a journey, which `walked` covers): 320 px.
 * - `over` (a dialog or menu): axe in light on a wide window, 320 px.
 * - `phone` (a page customers open by link): axe in light on a phone, 320 px.
 * - `all`: axe in light on a phone, contrast in dark on a wide window, 320 px. The long form runs
 *   axe in light and dark on a wide window and on a phone; for `met` in light on a wide window,
 *   with the contrast in dark on a phone.
 */
export type Closeness = 'all' | 'walked' | 'met' | 'over' | 'phone';

const looksOf = (closeness: Closeness): readonly (typeof LOOKS)[number][] => {
  if (isLongForm) return closeness === 'met' ? [LOOKS[0], LOOKS[2]] : LOOKS;
  if (closeness === 'walked') return [LOOKS[0], LOOKS[2]];
  if (closeness === 'phone') return [LOOKS[3]];
  if (closeness === 'all') return [LOOKS[1], LOOKS[3]];
  return closeness === 'met' ? [] : [LOOKS[0]];
};

/** How a screen is looked at. */
type Looked = {
  readonly name: string;
  readonly closeness?: Closeness | undefined;
  readonly besides?: ((side: Side) => Promise<void>) | undefined;
};

/** A window that a screen is looked at in. */
export type Side = { readonly width: number; readonly height: number; readonly scheme: 'light' | 'dark' };

/**
 * Holds a screen against what keeps people out, and does what is asked `besides` in each window it
 * looks at. Fails with what is wrong and where.
 */
export async function accessibilityFaults(
  page: Page,
  { name, axe, closeness = 'met', besides }: Looked & { axe: string },
): Promise<void> {
  const before = page.viewportSize() ?? WIDE;
  const faults: string[] = [];
  const note = (where: string, found: readonly string[]) =>
    faults.push(...found.map((each) => `${name} (${where}): ${each}`));
  for (const { size, colorScheme, options } of looksOf(closeness)) {
    await page.setViewportSize(size);
    // Nothing fades: a colour that comes has the contrast of neither end.
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await stillness(page);
    await besides?.({ ...size, scheme: colorScheme });
    note(`${size.width}, ${colorScheme}`, await violations(page, axe, options));
  }
  if (closeness === 'walked') {
    note('390', await smallTargets(page));
    note('no motion', await moving(page));
    note('200 %', await overflowingAt(page, ZOOMED));
  }
  if (closeness === 'walked') note('390', await overflowingAt(page, PHONE));
  note('320', await overflowingAt(page, NARROWEST));
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'no-preference' });
  await page.setViewportSize(before);
  if (faults.length > 0) throw new Error(`what keeps people out:\n  ${faults.join('\n  ')}`);
}

/**
 * Waits until nothing moves any more: a colour that fades has the contrast of neither end, and
 * begins to a frame after its cause.
 */
const stillness = (page: Page): Promise<unknown> =>
  page.evaluate(
    `new Promise(requestAnimationFrame).then(() => new Promise(requestAnimationFrame)).then(() => Promise.all(document.getAnimations().map((each) => each.finished.catch(() => {})))).then(() => new Promise(requestAnimationFrame))`,
  );

/**
 * What stands over the screen, where something does: the screen itself was looked at without it.
 */
const OVER = `(document.querySelector('dialog:modal') ?? [...document.querySelectorAll('.pop')].find((each) => each.checkVisibility()) ?? document)`;

async function violations(page: Page, axe: string, options: object): Promise<string[]> {
  // By the protocol of the browser, not by the page: its policy lets nothing in. What it looks at
  // is named, not written out: else each element is, with all that is in it, for every rule.
  if (!(await page.evaluate('Boolean(window.axe)'))) await page.evaluate(`${axe}; axe.configure({ noHtml: true })`);
  // Styles are not fetched once more: no rule that holds here reads them.
  const asked = { resultTypes: ['violations'], preload: false, elementRef: false, ...options };
  return page.evaluate(
    `axe.run(${OVER}, ${JSON.stringify(asked)}).then(({ violations }) => violations.flatMap(({ id, help, nodes }) => nodes.map(({ target, failureSummary }) => id + ': ' + help + ' at ' + target.join(' ') + ' — ' + failureSummary.replace(/\\s+/g, ' '))))`,
  );
}

/** Milliseconds until all is in its place in a window of another size. */
const PLACED_MS = 400;

/** Elements that are wider than a window of this size, once all is in its place. */
export async function overflowingAt(page: Page, size: { width: number; height: number }): Promise<string[]> {
  await page.setViewportSize(size);
  await stillness(page);
  let found = await overflowing(page, size.width);
  // What stands over a screen takes its place anew some frames after the window has: what is too
  // wide stays so.
  if (found.length > 0) {
    await page.waitForTimeout(PLACED_MS);
    found = await overflowing(page, size.width);
  }
  return found.map((each) => `${each} is wider than the window`);
}

const SAID = `const said = (each) => each.tagName.toLowerCase() + (each.getAttribute('class') ? '.' + each.getAttribute('class').replace(/ /g, '.') : '') + ' "' + (each.getAttribute('aria-label') ?? each.textContent ?? '').slice(0, 40) + '"';`;

/**
 * Elements that stick out of the device at the right, unless something they are in scrolls or cuts
 * them. Its width is given: on a telephone the window grows with what it holds, and nothing would
 * stick out of it.
 */
export const overflowing = (page: Page, width: number): Promise<string[]> =>
  page.evaluate(`(() => {
    ${SAID}
    if (document.documentElement.scrollWidth <= ${width} && innerWidth <= ${width}) return [];
    const isHeld = (element) => { for (let at = element.parentElement; at; at = at.parentElement) if (/auto|scroll|hidden|clip/.test(getComputedStyle(at).overflowX)) return true; return false; };
    const out = [...document.body.querySelectorAll('*')].filter((each) => each.getBoundingClientRect().right > ${width} + 1 && !isHeld(each));
    return (out.length ? out : [document.body]).slice(0, 5).map(said);
  })()`);

/**
 * Pixels a target has at least, each way, or around its middle before the next target (WCAG 2.5.8);
 * what stands within a sentence is as high as its line.
 */
const TARGET_PX = 24;

const smallTargets = (page: Page): Promise<string[]> =>
  page.evaluate(`(() => {
    ${SAID}
    const over = ${OVER};
    const targets = [...over.querySelectorAll('a[href], button, input:not([type=hidden]), select, textarea, [role=button], [role=option], [role=menuitem], summary')];
    const isInText = (each) => { const { display } = getComputedStyle(each); return display === 'inline' && /\\S/.test([...each.parentElement.childNodes].filter((node) => node.nodeType === 3).map((node) => node.data).join('')); };
    const room = (each) => { const box = each.getBoundingClientRect(); const label = each.labels?.[0]?.getBoundingClientRect(); return [Math.max(box.width, label?.width ?? 0), Math.max(box.height, label?.height ?? 0)]; };
    const seen = targets.filter((each) => each.checkVisibility({ opacityProperty: true, visibilityProperty: true }) && !each.closest('.sr, .skip')).map((each) => ({ each, box: each.getBoundingClientRect() })).filter(({ box }) => box.width > 0);
    const small = ({ each }) => room(each).some((px) => px < ${TARGET_PX});
    const middle = ({ box }) => [box.x + box.width / 2, box.y + box.height / 2];
    // How far the middle of one is from the edge of another, or from its middle where that is small
    // too.
    const apart = (one, other) => { const [x, y] = middle(one); if (small(other)) { const [u, v] = middle(other); return Math.hypot(x - u, y - v) - ${TARGET_PX / 2}; } const { left, right, top, bottom } = other.box; return Math.hypot(Math.max(left - x, 0, x - right), Math.max(top - y, 0, y - bottom)); };
    // What stands still while the rest is scrolled below it is beside each of them in turn, and
    // keeps none from being reached.
    const stays = (each) => { for (let at = each; at; at = at.parentElement) if (/fixed|sticky/.test(getComputedStyle(at).position)) return true; return false; };
    const isCrowded = (one) => seen.some((other) => other !== one && stays(other.each) === stays(one.each) && !other.each.contains(one.each) && !one.each.contains(other.each) && apart(one, other) < ${TARGET_PX / 2});
    return seen.filter((one) => small(one) && !isInText(one.each) && isCrowded(one)).slice(0, 5)
      .map(({ each }) => said(each) + ' is a target of ' + room(each).map(Math.round).join(' × '));
  })()`);

/** What would still move for somebody who wants nothing to. */
const moving = (page: Page): Promise<string[]> =>
  page.evaluate(`(() => {
    ${SAID}
    const long = (text) => text.split(',').some((each) => Number.parseFloat(each) > 0.01);
    return [...document.body.querySelectorAll('*')].filter((each) => { const { transitionDuration, animationDuration, animationName } = getComputedStyle(each); return long(transitionDuration) || (animationName !== 'none' && long(animationDuration)); }).slice(0, 5).map((each) => said(each) + ' moves');
  })()`);
