import type { CDPSession, Page } from 'playwright-core';
import { MONDAY } from '../../support/service-to-call.ts';
import type { Stage } from '../journey.ts';
import { type ShownScreen, screens } from '../screens.ts';
import { picturedAccount } from './pictured-account.ts';
import { SCALE } from './screen-picture.ts';

/** A side of a screen: how wide, and in which light. */
export type Side = { readonly width: number; readonly height: number; readonly scheme: 'light' | 'dark' };

/** Whose screens they are: the same in every run. */
export const PICTURED = { account: 'Camille Martin', person: 'camille' };

/** In this order only one thing changes from one side to the next. */
const SIDES: readonly Side[] = [
  { width: 1440, height: 900, scheme: 'light' },
  { width: 1440, height: 900, scheme: 'dark' },
  { width: 390, height: 844, scheme: 'dark' },
  { width: 390, height: 844, scheme: 'light' },
];
/** Windows of the browser above one another: what lies further down is not drawn. */
const WINDOWS_MAX = 2;

/** A screen that is open, on one of its sides. */
export type Seen = {
  readonly screen: ShownScreen;
  readonly side: Side;
  readonly page: Page;
  /** The bytes of a PNG of it once nothing comes any more, by default as small as pictures are kept. */
  readonly draw: (scale?: number) => Promise<Buffer>;
};

/** Whether git keeps little pictures of it: of what opens over a screen there are large ones alone. */
export const isKept = ({ open }: ShownScreen): boolean => !open;

/**
 * Opens every screen, of the sample year on a day that stands, and shows each of its sides. What differs from day to day or from
 * account to account (ids, hashes) is made invisible, and no caret blinks.
 */
export async function walkScreens(
  stage: Stage,
  see: (seen: Seen) => Promise<void>,
  { only, language = 'fr' }: { only?: (screen: ShownScreen) => boolean; language?: 'fr' | 'en' } = {},
): Promise<void> {
  const books = await picturedAccount(stage.books, MONDAY);
  const inside = await prepared(stage.page, language);
  const outside = await prepared(await stage.another('nobody'), language);
  const begun = new Set<Page>();
  for (const screen of screens.filter((each) => only?.(each) ?? true)) {
    const { page, protocol } = screen.isOutside ? outside : inside;
    const address = screen.path?.(books) ?? screen.route;
    await page.setViewportSize({ width: 1440, height: 900 });
    // What was open over a screen is gone with the page; else the screen goes as by a link, and the page stays.
    if (screen.isOutside || screen.open || !begun.has(page)) await stage.visit(address, page);
    else await page.evaluate(`history.pushState({}, '', ${JSON.stringify(address)})`);
    begun.add(page);
    if (screen.open) begun.delete(page);
    await settled(page);
    await page.locator('h1:visible').first().waitFor();
    await screen.open?.(page);
    for (const side of SIDES) {
      await page.setViewportSize(side);
      await page.emulateMedia({ colorScheme: side.scheme, reducedMotion: 'reduce' });
      await see({
        screen,
        side,
        page,
        draw: async (scale = SCALE) => settled(page).then(() => drawn(protocol, side, scale)),
      });
    }
  }
}

async function prepared(page: Page, language: string): Promise<{ page: Page; protocol: CDPSession }> {
  await page.clock.setFixedTime(MONDAY * 1000);
  await page.addInitScript(
    `localStorage.setItem('facturier.language', ${JSON.stringify(language)}); (${countRequests.toString()})()`,
  );
  return { page, protocol: await page.context().newCDPSession(page) };
}

/** Runs in the page before all else: how many answers are waited for, and what is not to be seen. */
function countRequests(): void {
  const page = globalThis as unknown as Drawing;
  page.waitedFor = 0;
  const ask = page.fetch;
  page.fetch = (...asked: unknown[]) => {
    page.waitedFor += 1;
    return ask(...asked).finally(() => {
      page.waitedFor -= 1;
    });
  };
  const style = new page.CSSStyleSheet();
  style.replaceSync('* { caret-color: transparent !important; } code, .mono { color: transparent !important; }');
  page.document.adoptedStyleSheets.push(style);
}

/** What of a page is changed so that its picture is the same every time. */
type Drawing = {
  waitedFor: number;
  fetch: (...asked: unknown[]) => Promise<unknown>;
  CSSStyleSheet: new () => { replaceSync: (text: string) => void };
  document: { adoptedStyleSheets: object[] };
};

/** Waits until no answer is waited for, nothing moves, and the typefaces and pictures are here. */
const settled = (page: Page): Promise<unknown> =>
  page.evaluate(`(async () => {
    const frame = () => new Promise(requestAnimationFrame);
    for (let quiet = 0; quiet < 3; await frame()) {
      const isBusy = waitedFor > 0 || document.querySelector('[aria-busy=true]') || [...document.images].some((each) => !each.complete);
      quiet = isBusy ? 0 : quiet + 1;
    }
    await document.fonts.ready;
    await Promise.all(document.getAnimations().map((each) => each.finished.catch(() => {})));
    await frame();
  })()`);

async function drawn(protocol: CDPSession, { width, height }: Side, scale: number): Promise<Buffer> {
  const { cssContentSize } = await protocol.send('Page.getLayoutMetrics');
  const tall = Math.min(Math.max(Math.ceil(cssContentSize.height), height), WINDOWS_MAX * height);
  const { data } = await protocol.send('Page.captureScreenshot', {
    ...{ format: 'png', optimizeForSpeed: true, captureBeyondViewport: true },
    clip: { x: 0, y: 0, width, height: tall, scale },
  });
  return Buffer.from(data, 'base64');
}
