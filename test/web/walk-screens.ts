import type { Page } from 'playwright-core';
import { type ScreenEntry, type ScreenFixtures, screens } from './screen-catalogue.ts';
import { settled } from './screenshots/stable-page.ts';

/** Milliseconds without a request after which what opens over a screen has all it asked for. */
const QUIET_MS = 150;

/**
 * What is walked: `page` of who is signed in, `nobody` of who is not. Both stand still
 * (`freezePage`).
 */
type Pages = { page: Page; nobody: Page; visit: (path: string, page?: Page) => Promise<void> };

/**
 * Walks these screens as a router does, without loading the page anew, opens what opens over them,
 * and looks at each once nothing of it is on its way any more. What is looked for may change the
 * size and the scheme of the window, and nothing else.
 */
export async function walkScreens(
  { page, nobody, visit }: Pages,
  books: ScreenFixtures,
  {
    wanted,
    look,
  }: { wanted: (screen: ScreenEntry) => boolean; look: (screen: ScreenEntry, page: Page) => Promise<void> },
): Promise<void> {
  const quiet = new Map([page, nobody].map((each) => [each, quietness(each)]));
  let isBegun = false;
  for (const screen of screens.filter(wanted)) {
    const at = screen.isOutside ? nobody : page;
    const address = screen.path?.(books) ?? screen.route;
    // Who is not signed in brings his secret with the address, and is sent on where he is.
    if (screen.isOutside || !isBegun) await visit(address, at);
    else await go(at, address);
    isBegun ||= !screen.isOutside;
    // Nothing is drawn as if the pointer that opened what was before were still there.
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

/**
 * As a link does: the screen goes, the page stays. It has come when nothing is left of the one
 * before.
 */
async function go(page: Page, address: string): Promise<void> {
  const isThere = await page.evaluate(`(() => {
    if ([location.pathname, location.pathname + location.search].includes(${JSON.stringify(address)})) return true;
    for (const each of document.querySelectorAll('#contenu > *')) each.dataset.left = '';
    history.pushState({}, '', ${JSON.stringify(address)});
  })()`);
  if (!isThere) await page.locator('[data-left]').first().waitFor({ state: 'detached' });
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
