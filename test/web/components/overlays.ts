import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { test } from 'vitest';
import type { OpenPart } from './open-part.ts';
import { reports } from './reported.ts';

async function focusedName(page: Page): Promise<string | null> {
  const focused = page.locator(':focus');
  return (await focused.getAttribute('aria-label')) ?? focused.textContent();
}

/** Dialogs, menus, popups and toasts. */
export function testOverlays(open: OpenPart): void {
  test('a dialog has the focus, Escape closes it, and the focus returns to its button', () =>
    open('Dialog', async (page) => {
      const button = page.getByRole('button', { name: 'Modifier' });
      await button.press('Enter');
      const dialog = page.getByRole('dialog', { name: 'Client de F-2026-0071' });
      await dialog.waitFor();
      assert.equal(await dialog.and(page.locator(':focus-within')).count(), 1);
      await page.keyboard.press('Escape');
      await dialog.waitFor({ state: 'detached' });
      assert.equal(await focusedName(page), 'Modifier');
    }));

  test('Escape in an edited dialog asks before it closes; "stay" keeps the text', () =>
    open('Dialog', async (page) => {
      await page.getByRole('button', { name: 'Modifier' }).click();
      const dialog = page.getByRole('dialog');
      await dialog.getByLabel('Nom').fill('Atelier Nord');
      await page.keyboard.press('Escape');
      const warning = dialog.getByRole('alert');
      await warning.waitFor();
      await warning.getByRole('button').first().click();
      assert.equal(await dialog.getByLabel('Nom').inputValue(), 'Atelier Nord');
      assert.equal(await warning.count(), 0);
      await page.keyboard.press('Escape');
      await warning.getByRole('button').last().click();
      await dialog.waitFor({ state: 'detached' });
      await reports(page, '');
    }));

  test('a click outside closes a dialog, but not an edited one', () =>
    open('Dialog', async (page) => {
      await page.getByRole('button', { name: 'Modifier' }).click();
      const dialog = page.getByRole('dialog');
      await dialog.waitFor();
      await page.mouse.click(5, 5);
      await dialog.waitFor({ state: 'detached' });
      await page.getByRole('button', { name: 'Modifier' }).click();
      await dialog.getByLabel('Nom').fill('Atelier Nord');
      await page.mouse.click(5, 5);
      assert.equal(await dialog.getByLabel('Nom').inputValue(), 'Atelier Nord');
    }));

  test('the primary button in the footer of a dialog submits its form', () =>
    open('Dialog', async (page) => {
      await page.getByRole('button', { name: 'Modifier' }).click();
      await page.getByRole('dialog').getByLabel('Nom').fill('Atelier Nord');
      await page.getByRole('button', { name: 'Enregistrer' }).click();
      await reports(page, 'Atelier Nord');
      assert.equal(await page.getByRole('dialog').count(), 0);
    }));

  test('a confirmation that fails runs once despite two clicks, stays open and gives the error', () =>
    open('ConfirmDialog', async (page) => {
      const dialog = page.getByRole('dialog', { name: 'Supprimer le devis ?' });
      await dialog.getByRole('button', { name: 'Supprimer' }).dblclick();
      await dialog.getByRole('alert').waitFor();
      await reports(page, 1);
      await dialog.getByRole('button', { name: 'Garder' }).click();
      await dialog.waitFor({ state: 'detached' });
    }));

  test('the down arrow opens a menu on its first item, and Enter runs the chosen one', () =>
    open('MoreMenu', async (page) => {
      const button = page.getByRole('button', { name: 'Autres actions de D-2026-0012' });
      assert.equal(await button.getAttribute('aria-expanded'), 'false');
      await button.press('ArrowDown');
      const menu = page.getByRole('menu');
      await menu.waitFor();
      assert.equal(await menu.getByRole('menuitem').count(), 2);
      assert.equal(await focusedName(page), 'Dupliquer');
      await page.keyboard.press('ArrowDown');
      await page.keyboard.press('Enter');
      await reports(page, 'Supprimer');
      await menu.waitFor({ state: 'detached' });
      assert.equal(await focusedName(page), 'Autres actions de D-2026-0012');
    }));

  test('Escape closes a menu without an action, and so does a click outside', () =>
    open('MoreMenu', async (page) => {
      const button = page.getByRole('button', { name: 'Autres actions de D-2026-0012' });
      await button.click();
      await page.keyboard.press('Escape');
      await page.getByRole('menu').waitFor({ state: 'detached' });
      assert.equal(await focusedName(page), 'Autres actions de D-2026-0012');
      await button.click();
      await page.mouse.click(900, 700);
      await page.getByRole('menu').waitFor({ state: 'detached' });
      await reports(page, '');
    }));

  test('the chosen value of a menu is checked', () =>
    open('MenuChoice', async (page) => {
      await page.getByRole('button', { name: 'Mode' }).click();
      await page.getByRole('menuitemradio', { name: 'live', checked: true }).waitFor();
      await page.getByRole('menuitemradio', { name: 'test', checked: false }).click();
      await reports(page, 'test');
      await page.getByRole('button', { name: 'Mode' }).click();
      await page.getByRole('menuitemradio', { name: 'test', checked: true }).waitFor();
    }));

  test('a filter opens its form, shows its value, and one button removes it', () =>
    open('FilterChip', async (page) => {
      await page.getByRole('button', { name: 'Client' }).click();
      const form = page.getByRole('dialog', { name: 'Client' });
      await form.getByLabel('Nom du client').waitFor();
      // The focus stays in the form.
      await page.keyboard.press('Tab');
      await page.keyboard.press('Tab');
      assert.equal(await focusedName(page), 'Nom du client');
      await page.keyboard.press('Enter');
      await reports(page, 'Boulangerie Lemaire');
      await form.waitFor({ state: 'detached' });
      await page.getByRole('button', { name: 'Client : Boulangerie Lemaire', exact: true }).waitFor();
      await page.getByRole('button').last().click();
      await reports(page, null);
    }));

  test('a toast is announced, and its button undoes and removes it', () =>
    open('Toast', async (page) => {
      await page.getByRole('button', { name: 'Archiver' }).click();
      const toasts = page.getByRole('status').filter({ hasText: 'Facture archivée' });
      await toasts.getByRole('button', { name: 'Annuler' }).click();
      await reports(page, true);
      assert.equal(await page.getByText('Facture archivée').count(), 0);
    }));

  test('at most two toasts are shown: the latest ones', () =>
    open('Toast', async (page) => {
      await page.getByRole('button', { name: 'Archiver' }).click();
      for (let clicks = 0; clicks < 2; clicks++) await page.getByRole('button', { name: 'Envoyer' }).click();
      assert.equal(await page.getByText('Facture envoyée').count(), 2);
      assert.equal(await page.getByText('Facture archivée').count(), 0);
    }));
}
