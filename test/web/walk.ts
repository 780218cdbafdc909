import type { Page } from 'playwright-core';
import { type ShownBooks, type ShownScreen, screens } from './screens.ts';

/** Milliseconds without a request after which a screen has all it asked for. */
const QUIET_MS = 150;

/** What opens over a screen and is used every day. The other dialogs and menus are walked by `SCREENS=. JOURNEY=all-screens npm test test/web/journeys.test.ts`. */
const DAILY: ReadonlySet<string> = new Set([
  ...['palette', 'shortcuts', 'editor-finalize', 'editor-customer', 'editor-line-menu'],
  ...['estimate-ask-signature', 'invoice-send', 'invoice-pay', 'invoice-credit'],
]);

/**
 * Walks these screens as a router does, without loading the page anew, and looks at each once nothing of it is on its way any
 * more, with what opens over them every day; or those the setting SCREENS names, with all that opens (`SCREENS=editor`). What is looked for may change the
 * size and the scheme of the window, and nothing else.
 */
export async function walkScreens(
  pages: { page: Page; nobody?: Page; visit: (path: string, page?: Page) => Promise<void> },
  books: ShownBooks,
  look: (screen: ShownScreen, page: Page) => Promise<void>,
): Promise<void> {
  const quiet = new Map([pages.page, ...(pages.nobody ? [pages.nobody] : [])].map((page) => [page, quietness(page)]));
  let isBegun = false;
  const { SCREENS } = process.env;
  const isWanted = ({ name, open }: ShownScreen) =>
    SCREENS === undefined ? !open || DAILY.has(name) : new RegExp(SCREENS).test(name);
  for (const screen of screens.filter(isWanted)) {
    const at = screen.isOutside ? pages.nobody : pages.page;
    if (!at) continue;
    const address = screen.path?.(books) ?? screen.route;
    // Who is not signed in brings his secret with the address, and is sent on where he is.
    if (screen.isOutside || !isBegun) await pages.visit(address, at);
    // As a link does: the screen goes, the page stays.
    else await at.evaluate(`history.pushState({}, '', ${JSON.stringify(address)})`);
    isBegun ||= !screen.isOutside;
    await quiet.get(at)?.();
    await at.locator('h1:visible').first().waitFor();
    await screen.open?.(at);
    await quiet.get(at)?.();
    await look(screen, at);
    await at.keyboard.press('Escape');
  }
}

/** What waits until a page has had an answer to all it asked. */
function quietness(page: Page): () => Promise<void> {
  const open = new Set<unknown>();
  let last = Date.now();
  const moved = (change: () => void) => {
    change();
    last = Date.now();
  };
  page.on('request', (request) => moved(() => open.add(request)));
  for (const end of ['requestfinished', 'requestfailed'] as const)
    page.on(end as 'requestfinished', (request) => moved(() => open.delete(request)));
  return async () => {
    last = Date.now();
    while (open.size > 0 || Date.now() - last < QUIET_MS) await page.waitForTimeout(QUIET_MS / 3);
  };
}
