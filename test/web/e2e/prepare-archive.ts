import assert from 'node:assert/strict';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { checkArchive } from '../../../src/archive/check/archive.ts';
import { journey } from '../e2e-test.ts';

/** The archive for the tax office, without a command. */
export const userJourney = journey({
  name: 'an owner prepares the archive of the year on a phone 320 px wide, downloads it, checks it on the screen, and it verifies with the fingerprint shown',
  run: async ({ page, visit, another, books }) => {
    await books.finalized(books.invoice(await books.contact()));
    await page.setViewportSize({ width: 320, height: 800 });
    await visit('/reglages/audit');
    await page.getByRole('heading', { name: 'Archive légale' }).waitFor();
    await page.getByText('Aucune archive pour l’instant.').waitFor();
    // The service of the journeys is in March 2026, whatever the clock of the browser says.
    await page.getByLabel('Du', { exact: true }).fill('2026-01-01');
    await page.getByLabel('Au', { exact: true }).fill('2026-03-02');
    await page.getByRole('button', { name: 'Préparer l’archive' }).press('Enter');
    await page.getByText('Prête', { exact: true }).waitFor({ timeout: 60_000 });
    const width = await page.evaluate<number>('document.documentElement.scrollWidth');
    assert.ok(width <= 320, `${width} px wide`);

    const fingerprint = await page.locator('.archive-hashes dd').nth(1).innerText();
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: /^Télécharger l’archive/ }).press('Enter'),
    ]);
    assert.match(download.suggestedFilename(), /^archive-2026-01-01-2026-03-02\.tar$/);
    const path = await download.path();
    const { findings, trusted, counts } = await checkArchive(path, { trust: [fingerprint.trim()] });
    assert.deepEqual([findings, trusted, counts.documents], [[], true, 1]);
    assert.ok((await readFile(path)).length > 50_000);
    await page.getByLabel('Vérifier une archive').setInputFiles(path);
    await page.getByText('Intacte', { exact: true }).waitFor();
    await page.getByText(/^Inscrite dans la piste d’audit \(entrée/).waitFor();
    const copy = await readFile(path);
    copy[copy.length / 2] = (copy[copy.length / 2] ?? 0) ^ 1;
    await writeFile(path, copy);
    await page.getByLabel('Vérifier une archive').setInputFiles(path);
    await page.getByText('Non confirmée', { exact: true }).waitFor();
    await page.getByText(/au moins un octet a changé/).waitFor();
    assert.ok((await page.evaluate<number>('document.documentElement.scrollWidth')) <= 320, 'wider than 320 px');
    await rm(path);

    const reader = await another({ role: 'accountant' });
    await visit('/reglages/audit', reader);
    await reader.getByRole('button', { name: /^Télécharger l’archive/ }).waitFor();
    assert.equal(await reader.getByRole('button', { name: 'Préparer l’archive' }).count(), 0);
    assert.equal(await reader.getByRole('button', { name: /^Supprimer l’archive/ }).count(), 0);

    await page.getByRole('button', { name: /^Supprimer l’archive/ }).press('Enter');
    await page.getByText('Aucune archive pour l’instant.').waitFor();
  },
});
