import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';

/** Waits until the component has reported this value. */
export async function reports(page: Page, expected: unknown): Promise<void> {
  const text = JSON.stringify(expected);
  const output = page.getByLabel('reported');
  await output
    .and(page.getByText(text, { exact: true }))
    .waitFor({ timeout: 10_000 })
    .catch(async () => assert.equal(await output.textContent(), text));
}
