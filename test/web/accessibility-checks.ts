import type { Page } from 'playwright-core';
import { isLongForm } from '../support/runner/long-form.ts';

const WIDE = { width: 1440, height: 900 };
const PHONE = { width: 390, height: 844 };
const NARROWEST = { width: 320, height: 700 };
/** The remaining viewport of 1440 × 900 at 200 % zoom. */
const ZOOMED = { width: 720, height: 450 };

/** In this order few repaints are needed: all rules in light, then only the contrast in dark. */
const LOOKS = [
  { size: WIDE, colorScheme: 'light', options: {} },
  { size: WIDE, colorScheme: 'dark', options: { runOnly: ['color-contrast'] } },
  { size: PHONE, colorScheme: 'dark', options: { runOnly: ['color-contrast'] } },
  { size: PHONE, colorScheme: 'light', options: {} },
] as const;

/**
 * How thoroughly a screen is checked. The short form of each:
 * - `seen` (every screen once): axe in light on a wide window, target sizes, motion, 390 and
 *   320 px.
 * - `walked` (one screen of each layout): also contrast in dark on a phone, and zoom.
 * - `met` (a screen in the middle of a test): nothing, because `seen` covers the screen.
 * - `over` (a dialog or menu): axe in light on a wide window, 320 px.
 * - `phone` (a page customers open by link): axe in light on a phone, 320 px.
 * - `all`: axe in light on a phone, contrast in dark on a wide window, 320 px. The long form runs
 *   axe in light and dark on a wide window and on a phone; for `met` in light on a wide window,
 *   with the contrast in dark on a phone.
 */
export type Closeness = 'all' | 'walked' | 'seen' | 'met' | 'over' | 'phone';

const looksOf = (closeness: Closeness): readonly (typeof LOOKS)[number][] => {
  if (isLongForm) return closeness === 'met' ? [LOOKS[0], LOOKS[2]] : LOOKS;
  if (closeness === 'walked') return [LOOKS[0], LOOKS[2]];
  if (closeness === 'phone') return [LOOKS[3]];
  if (closeness === 'all') return [LOOKS[1], LOOKS[3]];
  return [LOOKS[0]];
};

/** How a screen is checked. */
type Looked = {
  readonly name: string;
  readonly closeness?: Closeness | undefined;
  readonly besides?: ((side: Side) => Promise<void>) | undefined;
};

/** A viewport that a screen is checked in. */
export type Side = { readonly width: number; readonly height: number; readonly scheme: 'light' | 'dark' };

/**
 * Checks a screen for accessibility, and runs `besides` in each viewport. Fails with the faults and
 * their places.
 */
export async function accessibilityFaults(
  page: Page,
  { name, axe, closeness = 'met', besides }: Looked & { axe: string },
): Promise<void> {
  if (closeness === 'met' && !isLongForm) return void (await stillness(page));
  const before = page.viewportSize() ?? WIDE;
  const faults: string[] = [];
  const note = (where: string, found: readonly string[]) =>
    faults.push(...found.map((each) => `${name} (${where}): ${each}`));
  for (const { size, colorScheme, options } of looksOf(closeness)) {
    await page.setViewportSize(size);
    // Disable transitions: a fading colour has neither the initial nor the final contrast.
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await stillness(page);
    await besides?.({ ...size, scheme: colorScheme });
    note(`${size.width}, ${colorScheme}`, await violations(page, axe, options));
  }
  if (closeness === 'walked' || closeness === 'seen') {
    note('390', await overflowingAt(page, PHONE));
    note('390', await smallTargets(page));
    note('no motion', await moving(page));
    if (closeness === 'walked' || isLongForm) note('200 %', await overflowingAt(page, ZOOMED));
  }
  note('320', await overflowingAt(page, NARROWEST));
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'no-preference' });
  await page.setViewportSize(before);
  if (faults.length > 0) throw new Error(`what keeps people out:\n  ${faults.join('\n  ')}`);
}

/**
 * Waits until nothing moves: a fading colour has neither contrast, and a transition starts up to a
 * frame after its cause.
 */
const stillness = (page: Page): Promise<unknown> =>
  page.evaluate(
    `new Promise(requestAnimationFrame).then(() => new Promise(requestAnimationFrame)).then(() => Promise.all(document.getAnimations().map((each) => each.finished.catch(() => {})))).then(() => new Promise(requestAnimationFrame))`,
  );

/** The dialog or menu open over the screen, if any: the screen itself was checked without it. */
const OVER = `(document.querySelector('dialog:modal') ?? [...document.querySelectorAll('.popup')].find((each) => each.checkVisibility()) ?? document)`;

async function violations(page: Page, axe: string, options: object): Promise<string[]> {
  // Injected through the browser protocol, because the page's policy blocks scripts. axe returns
  // selectors only: serializing every element for every rule is slow.
  if (!(await page.evaluate('Boolean(window.axe)'))) await page.evaluate(`${axe}; axe.configure({ noHtml: true })`);
  // Stylesheets are not fetched again: no enabled rule reads them.
  const asked = { resultTypes: ['violations'], preload: false, elementRef: false, ...options };
  return page.evaluate(
    `axe.run(${OVER}, ${JSON.stringify(asked)}).then(({ violations }) => violations.flatMap(({ id, help, nodes }) => nodes.map(({ target, failureSummary }) => id + ': ' + help + ' at ' + target.join(' ') + ' — ' + failureSummary.replace(/\\s+/g, ' '))))`,
  );
}

/** Milliseconds until the layout has settled in a window of another size. */
const PLACED_MS = 400;

/** Elements that are wider than a window of this size, once the layout has settled. */
export async function overflowingAt(page: Page, size: { width: number; height: number }): Promise<string[]> {
  await page.setViewportSize(size);
  await stillness(page);
  let found = await overflowing(page, size.width);
  // A dialog is repositioned some frames after the window was resized; one that is too wide stays
  // so.
  if (found.length > 0) {
    await page.waitForTimeout(PLACED_MS);
    found = await overflowing(page, size.width);
  }
  return found.map((each) => `${each} is wider than the window`);
}

const SAID = `const said = (each) => each.tagName.toLowerCase() + (each.getAttribute('class') ? '.' + each.getAttribute('class').replace(/ /g, '.') : '') + ' "' + (each.getAttribute('aria-label') ?? each.textContent ?? '').slice(0, 40) + '"';`;

/**
 * Elements that overflow the device on the right, unless an ancestor scrolls or clips them. The
 * width is given because on a phone the window grows with its content.
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
 * Minimum pixels of a target in each direction, or around its centre up to the next target (WCAG
 * 2.5.8); targets within a sentence are as high as their line.
 */
const TARGET_PX = 24;

const smallTargets = (page: Page): Promise<string[]> =>
  page.evaluate(`(() => {
    ${SAID}
    const over = ${OVER};
    const targets = [...over.querySelectorAll('a[href], button, input:not([type=hidden]), select, textarea, [role=button], [role=option], [role=menuitem], summary')];
    const isInText = (each) => { const { display } = getComputedStyle(each); return display === 'inline' && /\\S/.test([...each.parentElement.childNodes].filter((node) => node.nodeType === 3).map((node) => node.data).join('')); };
    const room = (each) => { const box = each.getBoundingClientRect(); const label = each.labels?.[0]?.getBoundingClientRect(); return [Math.max(box.width, label?.width ?? 0), Math.max(box.height, label?.height ?? 0)]; };
    const seen = targets.filter((each) => each.checkVisibility({ opacityProperty: true, visibilityProperty: true }) && !each.closest('.screen-reader-only, .skip')).map((each) => ({ each, box: each.getBoundingClientRect() })).filter(({ box }) => box.width > 0);
    const small = ({ each }) => room(each).some((px) => px < ${TARGET_PX});
    const middle = ({ box }) => [box.x + box.width / 2, box.y + box.height / 2];
    // Distance from the centre of one to the edge of another, or to its centre if that is small
    // too.
    const apart = (one, other) => { const [x, y] = middle(one); if (small(other)) { const [u, v] = middle(other); return Math.hypot(x - u, y - v) - ${TARGET_PX / 2}; } const { left, right, top, bottom } = other.box; return Math.hypot(Math.max(left - x, 0, x - right), Math.max(top - y, 0, y - bottom)); };
    // A fixed element passes each of the scrolled ones in turn, and keeps none from being reached.
    const stays = (each) => { for (let at = each; at; at = at.parentElement) if (/fixed|sticky/.test(getComputedStyle(at).position)) return true; return false; };
    const isCrowded = (one) => seen.some((other) => other !== one && stays(other.each) === stays(one.each) && !other.each.contains(one.each) && !one.each.contains(other.each) && apart(one, other) < ${TARGET_PX / 2});
    return seen.filter((one) => small(one) && !isInText(one.each) && isCrowded(one)).slice(0, 5)
      .map(({ each }) => said(each) + ' is a target of ' + room(each).map(Math.round).join(' × '));
  })()`);

/** What still moves for users who prefer reduced motion. */
const moving = (page: Page): Promise<string[]> =>
  page.evaluate(`(() => {
    ${SAID}
    const long = (text) => text.split(',').some((each) => Number.parseFloat(each) > 0.01);
    return [...document.body.querySelectorAll('*')].filter((each) => { const { transitionDuration, animationDuration, animationName } = getComputedStyle(each); return long(transitionDuration) || (animationName !== 'none' && long(animationDuration)); }).slice(0, 5).map((each) => said(each) + ' moves');
  })()`);
