import type { Page } from 'playwright-core';

/** Milliseconds the page is given before both keys are pressed again. */
const AGAIN_MS = 3_000;
const TRIES_MAX = 30;

/**
 * Presses two keys in sequence that lead to the given path. On a busy machine the second may come
 * too late: then both are pressed again.
 */
export async function keySequence(page: Page, [first, second]: readonly [string, string], path: string): Promise<void> {
  for (let tries = 1; ; tries++) {
    await page.keyboard.press(first);
    await page.keyboard.press(second);
    try {
      return await page.waitForURL((url) => url.pathname.endsWith(path), { timeout: AGAIN_MS });
    } catch (error) {
      if (tries === TRIES_MAX) throw error;
    }
  }
}
