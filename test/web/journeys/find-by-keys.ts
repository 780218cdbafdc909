import assert from 'node:assert/strict';
import { journey } from '../journey.ts';
import { twoKeys } from '../two-keys.ts';

/** The palette, and the keys that lead about: nothing is pressed but keys. */
export const told = journey({
  name: 'by keys alone: a customer is found without his accents, a screen is gone to, keys sleep in fields and can be switched off',
  run: async ({ page, api, visit, address }) => {
    const made = await api('/organization', { body: { name: 'Éts Verdière', emails: ['contact@verdiere.example'] } });
    assert.equal(made.status, 201, made.text);
    await visit('/');
    await page.keyboard.press('Control+k');
    const palette = page.getByRole('dialog', { name: 'Chercher et agir' });
    await palette.getByRole('option', { name: 'Nouvelle facture' }).waitFor();
    await page.keyboard.type('verdiere');
    await palette.getByRole('option', { name: 'Éts Verdière', selected: true }).waitFor();
    await page.keyboard.press('Enter');
    await page.waitForURL(`${address}/clients/${made.json.id}`);

    await twoKeys(page, ['g', 'p'], '/projets');
    await page.keyboard.press('?');
    const sheet = page.getByRole('dialog', { name: 'Raccourcis' });
    await sheet.waitFor();
    await sheet.getByRole('checkbox').focus();
    await page.keyboard.press('Space');
    await page.keyboard.press('Escape');
    await sheet.waitFor({ state: 'detached' });
    await page.keyboard.press('g');
    await page.keyboard.press('a');
    await page.keyboard.press('Control+k');
    await palette.waitFor();
    assert.equal(page.url(), `${address}/projets`, 'a key that is switched off leads nowhere');
    await page.keyboard.press('Escape');
  },
});
