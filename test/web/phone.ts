import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import type { Stage } from './e2e-test.ts';

export const PHONE = { width: 390, height: 844 };

/** The link in the latest mail to an address with this subject, once it has arrived. */
export async function mailedPath({ mails, page }: Stage, to: string, subject: RegExp | string = /./): Promise<string> {
  const isMeant = (said = ''): boolean => (typeof subject === 'string' ? said === subject : subject.test(said));
  for (;;) {
    const mail = (await mails(to)).findLast((each) => isMeant(each.subject));
    const path = /\/c\/[\w-]{86}/.exec(mail?.text ?? '')?.[0];
    if (path) return path;
    await page.waitForTimeout(200);
  }
}

/** Along the path of a finger or a mouse over the box. */
export async function drawn(phone: Page): Promise<void> {
  const pad = phone.locator('svg.pad');
  await pad.scrollIntoViewIfNeeded();
  const box = await pad.boundingBox();
  assert.ok(box, 'there is a box to draw in');
  await phone.mouse.move(box.x + 20, box.y + 50);
  await phone.mouse.down();
  for (const [x, y] of [
    [60, 20],
    [100, 70],
    [150, 30],
  ] as const)
    await phone.mouse.move(box.x + x, box.y + y, { steps: 4 });
  await phone.mouse.up();
  assert.match(await phone.locator('#drawing').inputValue(), /^M/);
}
