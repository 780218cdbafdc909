import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';

/** What is reached by more keys than this is not reached. */
const KEYS_MAX = 60;

/** What has the focus, as it is called: its label, or what stands on it. */
const FOCUSED = `(() => {
  const at = document.activeElement;
  return (at?.getAttribute('aria-label') ?? at?.labels?.[0]?.innerText ?? at?.textContent ?? '').replace(/\\s+/g, ' ').trim();
})()`;

const focused = (page: Page): Promise<string> => page.evaluate(FOCUSED);

/**
 * Somebody who has a keyboard and nothing else, from the next screen that is loaded on: a pointer
 * that is pressed fails the journey.
 */
export async function isReachableByKeyboard(page: Page) {
  await page.addInitScript(
    `addEventListener('pointerdown', () => console.error('a pointer was pressed in a journey of keys'), true)`,
  );
  const { keyboard } = page;
  /** Goes on by one key, Tab by default, until what has the focus is called so. */
  const to = async (name: RegExp | string, key = 'Tab'): Promise<void> => {
    const isThere = (at: string) => (typeof name === 'string' ? at === name : name.test(at));
    const passed: string[] = [];
    for (let at = await focused(page); !isThere(at); at = await focused(page)) {
      passed.push(at);
      assert.ok(passed.length < KEYS_MAX, `${name} is not reached by ${key}: ${passed.join(' · ')}`);
      await keyboard.press(key);
    }
  };
  return {
    to,
    press: async (...keys: readonly string[]): Promise<void> => {
      for (const key of keys) await keyboard.press(key);
    },
    /** Writes into the field of this name, over what stands there. */
    write: async (name: RegExp | string, text: string): Promise<void> => {
      await to(name);
      await keyboard.press('Control+a');
      await keyboard.type(text);
    },
    /** Presses the button, the link or the item of this name. */
    use: async (name: RegExp | string, key?: string): Promise<void> => {
      await to(name, key);
      await keyboard.press('Enter');
    },
  };
}
