import type { Page } from 'playwright-core';
import { type ScreenEntry, type ScreenFixtures, screens } from './screen-catalogue.ts';
import { settled } from './screenshots/stable-page.ts';

/** Milliseconds without a request after which a dialog or menu counts as loaded. */
const QUIET_MS = 150;

/** The pages of a signed-in user and of a visitor. Both are frozen (`freezePage`). */
type Pages = { page: Page; visitor: Page; visit: (path: string, page?: Page) => Promise<void> };

/**
 * Walks these screens with the router, without reloading the page, opens their dialogs and menus,
 * and checks each once it has loaded. A check may only change the window's size and colour scheme.
 */
export async function walkScreens(
  { page, visitor, visit }: Pages,
  books: ScreenFixtures,
  {
    wanted,
    look,
  }: { wanted: (screen: ScreenEntry) => boolean; look: (screen: ScreenEntry, page: Page) => Promise<void> },
): Promise<void> {
  const quiet = new Map([page, visitor].map((each) => [each, quietness(each)]));
  let isBegun = false;
  for (const screen of screens.filter(wanted)) {
    const at = screen.isOutside ? visitor : page;
    const address = screen.path?.(books) ?? screen.route;
    // A visitor brings their secret in the address, and is redirected within the page.
    if (screen.isOutside || !isBegun) await visit(address, at);
    else await go(at, address);
    isBegun ||= !screen.isOutside;
    // Moves the pointer away, so that its hover state does not remain from the last screen.
    await at.mouse.move(0, 0);
    await settled(at);
    await at.locator('h1:visible').first().waitFor();
    if (screen.open) {
      await screen.open(at);
      await quiet.get(at)?.();
      await settled(at);
    }
    await look(screen, at);
    await at.keyboard.press('Escape');
  }
}

/** Navigates like a link, without reloading. Done when nothing is left of the previous screen. */
async function go(page: Page, address: string): Promise<void> {
  const isThere = await page.evaluate(`(() => {
    if ([location.pathname, location.pathname + location.search].includes(${JSON.stringify(address)})) return true;
    for (const each of document.querySelectorAll('#contenu > *')) each.dataset.left = '';
    history.pushState({}, '', ${JSON.stringify(address)});
  })()`);
  if (!isThere) await page.locator('[data-left]').first().waitFor({ state: 'detached' });
}

/** Waits until all requests of a page are answered. */
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
