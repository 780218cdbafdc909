import type { CDPSession, Page } from 'playwright-core';
import { MONDAY } from '../../support/service/in-process-service.ts';

/** The size of a window. */
export type Size = { readonly width: number; readonly height: number };

/** Viewport heights in one picture: content further down is not drawn. */
const WINDOWS_MAX = 2;

/**
 * Makes a page show the same in every run, from its next load on: fixed day, no blinking caret, and
 * hidden values that vary (ids and hashes, the port of the service, the version).
 */
export async function freezePage(page: Page, language: 'fr' | 'en' = 'fr'): Promise<void> {
  await page.clock.setFixedTime(MONDAY * 1000);
  await page.addInitScript(
    `localStorage.setItem('facturier.language', ${JSON.stringify(language)}); (${hideAndCount.toString()})(${JSON.stringify(HIDDEN)})`,
  );
}

/** Varies with each run: no picture or text includes it. */
const HIDDEN = 'code, .mono, .where, .version';

/**
 * Runs in the page before everything else: hides elements, and counts answers until they are read.
 */
function hideAndCount(hidden: string): void {
  const page = globalThis as unknown as Drawing;
  page.waitedFor = 0;
  const counted = <T>(promise: Promise<T>): Promise<T> => {
    page.waitedFor += 1;
    return promise.finally(() => {
      page.waitedFor -= 1;
    });
  };
  const ask = page.fetch;
  page.fetch = (...asked: unknown[]) => counted(ask(...asked));
  for (const read of ['json', 'text', 'blob', 'arrayBuffer'] as const) {
    const own = page.Response.prototype[read];
    page.Response.prototype[read] = function reading() {
      return counted(own.call(this));
    };
  }
  const styleOf = (text: string): Style => {
    const style = new page.CSSStyleSheet();
    style.replaceSync(text);
    page.document.adoptedStyleSheets.push(style);
    return style;
  };
  styleOf('* { caret-color: transparent !important; }');
  // Only while it is drawn: other checks of the screen see everything.
  page.hiding = styleOf(`${hidden} { color: transparent !important; }`);
  page.hiding.disabled = true;
}

/** The page functions that are replaced so that each screenshot is identical. */
type Drawing = {
  waitedFor: number;
  hiding: Style;
  fetch: (...asked: unknown[]) => Promise<unknown>;
  Response: { prototype: Record<'json' | 'text' | 'blob' | 'arrayBuffer', () => Promise<unknown>> };
  CSSStyleSheet: new () => Style;
  document: { adoptedStyleSheets: Style[] };
};

type Style = { replaceSync: (text: string) => void; disabled: boolean };

/** Waits until no request is pending, nothing moves, and fonts and pictures are loaded. */
export const settled = (page: Page): Promise<unknown> =>
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

/** The bytes of a PNG of what a window of this size shows, and of what lies below it. */
export async function drawn(protocol: CDPSession, { width, height }: Size, scale: number): Promise<Buffer> {
  const { cssContentSize } = await protocol.send('Page.getLayoutMetrics');
  const tall = Math.min(Math.max(Math.ceil(cssContentSize.height), height), WINDOWS_MAX * height);
  await hide(protocol, true);
  const { data } = await protocol.send('Page.captureScreenshot', {
    ...{ format: 'png', optimizeForSpeed: true, captureBeyondViewport: true },
    clip: { x: 0, y: 0, width, height: tall, scale },
  });
  await hide(protocol, false);
  return Buffer.from(data, 'base64');
}

/** Removes varying values from a static page, or restores them, and waits two frames for it. */
async function hide(protocol: CDPSession, isHidden: boolean): Promise<void> {
  const expression = `globalThis.hiding && (hiding.disabled = ${!isHidden}, new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))))`;
  await protocol.send('Runtime.evaluate', { expression, awaitPromise: true });
}

/** The text of a screen, in reading order, one text per line. */
export const textOf = (page: Page): Promise<string> =>
  page.evaluate(`(() => {
    const said = [];
    const isShown = (each) => each.checkVisibility() && !each.closest('${HIDDEN}');
    const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT | NodeFilter.SHOW_ELEMENT);
    for (let node = walk.nextNode(); node; node = walk.nextNode()) {
      const text = node.nodeType === Node.TEXT_NODE ? node.data : /^(INPUT|TEXTAREA|SELECT)$/.test(node.tagName) ? node.value : '';
      if (/\\S/.test(text) && isShown(node.parentElement)) said.push(text.trim().replace(/\\s*\\n\\s*/g, ' '));
    }
    return said.join('\\n') + '\\n';
  })()`);
