import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';

/** A target that needs more keystrokes than this counts as unreachable. */
const KEYS_MAX = 60;

/** The accessible name of the focused element: its label or its text. */
const FOCUSED = `(() => {
  const at = document.activeElement;
  return (at?.getAttribute('aria-label') ?? at?.labels?.[0]?.innerText ?? at?.textContent ?? '').replace(/\\s+/g, ' ').trim();
})()`;

const focused = (page: Page): Promise<string> => page.evaluate(FOCUSED);

/**
 * A user with a keyboard only, from the next loaded screen on: a pressed pointer fails the test.
 */
export async function isReachableByKeyboard(page: Page) {
  await page.addInitScript(
    `addEventListener('pointerdown', () => console.error('a pointer was pressed in a journey of keys'), true)`,
  );
  const { keyboard } = page;
  /** Presses one key repeatedly, Tab by default, until the element with this name has the focus. */
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
    /** Types into the field of this name, replacing its text. */
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
