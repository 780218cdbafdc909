import assert from 'node:assert/strict';
import { journey } from '../e2e-test.ts';

const PHONE = { width: 390, height: 844 };

/** The manual at /aide: read, searched and left by keyboard, in both languages and themes. */
export const userJourney = journey({
  name: 'the manual opens without signing in, is searched by keyboard, changes language and theme on the same page, opens its pages on a phone, and says when a page is missing',
  run: async ({ another, address, check }) => {
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
