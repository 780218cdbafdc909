import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { journey } from '../e2e-test.ts';

const PHONE = { width: 390, height: 844 };

/** The manual at /aide: read, searched and left by keyboard, in both languages and themes. */
export const userJourney = journey({
  name: 'the manual opens without signing in, is searched by keyboard, changes language and theme on the same page, opens its pages on a phone, and says when a page is missing; “?” and the palette of the app open it',
  run: async ({ page: signedIn, visit, another, address, check }) => {
    await opensFromScreens(signedIn, visit);
    const page = await another('visitor');
    await page.goto(`${address}/aide`);
    assert.equal(new URL(page.url()).pathname, '/aide/');
    await check('manual home', page, 'walked');

    await page.keyboard.press('/');
    await page.keyboard.type('premiere facture');
    await page.getByRole('option').first().waitFor();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('Enter');
    await page.waitForURL('**/aide/start/first-invoice*');
    await check('manual page', page, 'walked');

    await page.getByRole('link', { name: 'English' }).click();
    await page.getByRole('heading', { level: 1, name: 'Make your first invoice' }).waitFor();
    assert.equal(await page.evaluate('document.documentElement.lang'), 'en');
    await page.getByRole('combobox').fill('xylophone');
    await page.getByText('No page of the help contains these words.').waitFor();
    await page.keyboard.press('Escape');

    await page.getByRole('button', { name: /^Theme/ }).click();
    await page.getByRole('button', { name: 'Theme: light' }).click();
    await page.reload();
    assert.equal(await page.evaluate('document.documentElement.dataset.theme'), 'dark');

    await page.setViewportSize(PHONE);
    await page.getByRole('button', { name: 'Pages' }).click();
    await page
      .getByRole('navigation', { name: 'Pages', exact: true })
      .getByRole('link', { name: 'Install Facturier' })
      .click();
    await page.getByRole('heading', { level: 1, name: 'Install Facturier' }).waitFor();

    await page.goto(`${address}/aide/start/nowhere`);
    await page.getByRole('link', { name: 'Sommaire de l’aide' }).click();
    await page.getByRole('heading', { level: 1, name: 'Aide de Facturier' }).waitFor();
  },
});

/** Both ways from a screen open a page in another tab. */
async function opensFromScreens(page: Page, visit: (path: string) => Promise<void>): Promise<void> {
  await visit('/factures');
  await page.keyboard.press('?');
  const opened = page.context().waitForEvent('page');
  await page.getByRole('link', { name: 'L’aide de cet écran' }).click();
  const help = await opened;
  await help.getByRole('heading', { level: 1, name: 'Les factures', exact: true }).waitFor();
  await help.close();
  await page.keyboard.press('Escape');
  await page.keyboard.press('Control+k');
  await page.getByRole('option', { name: 'Nouvelle facture' }).waitFor();
  await page.keyboard.type('mise en demeure');
  const hit = page.getByRole('group', { name: 'Aide' }).getByRole('option').first();
  await hit.waitFor();
  const found = page.context().waitForEvent('page');
  await hit.click();
  const shown = await found;
  await shown.getByRole('heading', { level: 1 }).waitFor();
  assert.match(new URL(shown.url()).pathname, /^\/aide\/(?:use|law)\//);
  await shown.close();
}
