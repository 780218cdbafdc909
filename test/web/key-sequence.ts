import type { Page } from 'playwright-core';

/** Milliseconds the page is given before the two are pressed once more. */
const AGAIN_MS = 3_000;
const TRIES_MAX = 30;

/**
 * Presses one key after the other, which leads to the address whose path is said. On a busy machine
 * the second may come when the page has forgotten the first: then both once more.
 */
export async function keySequence(page: Page, [first, second]: readonly [string, string], path: string): Promise<void> {
  for (let tries = 1; ; tries++) {
    await page.keyboard.press(first);
    await page.keyboard.press(second);
    try {
      return await page.waitForURL((url) => url.pathname === path, { timeout: AGAIN_MS });
    } catch (error) {
      if (tries === TRIES_MAX) throw error;
    }
  }
}
