import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { journey } from '../e2e-test.ts';

const NARROWEST = { width: 320, height: 480 };

/** What assistive technology gets from a button: what it opens, and whether that is open. */
const stateOf = (page: Page, name: string): Promise<string> =>
  page
    .getByRole('button', { name })
    .filter({ visible: true })
    .first()
    .evaluate((each) => `${each.ariaHasPopup} ${each.ariaExpanded}`);

/** Text of the element that has the focus. */
const focused = (page: Page): Promise<string> =>
  page.evaluate(`(document.activeElement?.ariaLabel ?? document.activeElement?.innerText ?? '').trim()`);

/** Fails unless the open popup is inside the window on all sides. */
async function assertInWindow(page: Page): Promise<void> {
  const outside = await page.evaluate(`(() => {
    const { left, top, right, bottom } = document.querySelector('.popup').getBoundingClientRect();
    return [left, top, innerWidth - right, innerHeight - bottom].filter((room) => room < 0);
  })()`);
  assert.deepEqual(outside, [], 'the popup sticks out of the window');
}

/**
 * Menus and filters work by keyboard as the ARIA Authoring Practices say, and fit on the narrowest
 * phone.
 */
export const userJourney = journey({
  name: 'a menu opens by click, Enter, Space and down arrow, moves by arrows, Home, End and letters, and closes by Escape, Tab and a click outside; a filter keeps the focus inside; both fit on 320 × 480 px',
  run: async ({ page, visit, books }) => {
    const customer = await books.organization();
    const draft = await books.invoice(customer);
    const invoice = await books.finalized(books.invoice(customer));
    await visit(`/documents/${invoice.id}`);
    await menuByKeyboard(page);
    await menuByPointer(page);

    await visit('/');
    await page.getByRole('button', { name: /^Compte/ }).press('ArrowDown');
    await page.getByRole('menuitemradio', { name: 'Français', checked: true }).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('menu').waitFor({ state: 'detached' });
    assert.match(await focused(page), /^Compte/);

    await visit('/factures');
    await filterByKeyboard(page);

    await page.setViewportSize(NARROWEST);
    await page.getByRole('button', { name: 'Période', exact: true }).click();
    await assertInWindow(page);
    await visit(`/documents/${draft.id}`);
    await page
      .getByRole('button', { name: /^Ligne 1/ })
      .first()
      .click();
    await assertInWindow(page);
    // An action that moves the focus keeps it: closing the menu does not take it back.
    await page.getByRole('menuitem', { name: 'Détails de la ligne…' }).click();
    await page.getByRole('dialog').waitFor();
    assert.equal(await page.evaluate(`document.querySelector('dialog').contains(document.activeElement)`), true);
  },
});

async function menuByKeyboard(page: Page): Promise<void> {
  const button = page.getByRole('button', { name: 'Télécharger' });
  const menu = page.getByRole('menu', { name: 'Télécharger' });
  const { keyboard } = page;
  assert.equal(await stateOf(page, 'Télécharger'), 'menu false');
  for (const key of ['Enter', 'Space', 'ArrowDown']) {
    await button.press(key);
    await menu.waitFor();
    assert.equal(await stateOf(page, 'Télécharger'), 'menu true', key);
    assert.equal(await focused(page), 'PDF', `${key} opens it on its first item`);
    await keyboard.press('Escape');
    await menu.waitFor({ state: 'detached' });
    assert.equal(await focused(page), 'Télécharger', 'Escape gives the focus back');
  }
  await button.press('Enter');
  const items = await menu.getByRole('menuitem').allInnerTexts();
  assert.ok(items.length > 2, `${items.length} items`);
  const [first, second, last] = [items[0], items[1], items.at(-1)];
  for (const [key, reached] of [
    ['ArrowDown', second],
    ['End', last],
    ['ArrowDown', first],
    ['ArrowUp', last],
    ['Home', first],
    [last?.charAt(0) ?? '', last],
  ] as const) {
    await keyboard.press(key);
    assert.equal(await focused(page), reached, key);
  }
  await keyboard.press('Tab');
  await menu.waitFor({ state: 'detached' });
  assert.equal(await focused(page), 'Envoyer', 'Tab goes on from the button');
}

async function menuByPointer(page: Page): Promise<void> {
  const button = page.getByRole('button', { name: 'Télécharger' });
  const menu = page.getByRole('menu');
  await button.click();
  await menu.waitFor();
  await button.click();
  await menu.waitFor({ state: 'detached' });
  await button.click();
  await menu.waitFor();
  await page.mouse.click(5, 890);
  await menu.waitFor({ state: 'detached' });
}

async function filterByKeyboard(page: Page): Promise<void> {
  const dialog = page.getByRole('dialog', { name: 'Montant' });
  await page.getByRole('button', { name: 'Montant', exact: true }).press('Enter');
  await dialog.waitFor();
  assert.equal(await stateOf(page, 'Montant'), 'dialog true');
  for (const key of ['Shift+Tab', 'Tab', 'Tab', 'Tab', 'Tab']) {
    await page.keyboard.press(key);
    assert.equal(await page.evaluate(`document.querySelector('.popup').contains(document.activeElement)`), true, key);
  }
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  assert.equal(await focused(page), 'Montant');
}
