import assert from 'node:assert/strict';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { unzipSync } from 'fflate';
import type { Page } from 'playwright-core';
import { journey } from '../e2e-test.ts';

/** Everything out: the file is made, downloaded, and its page opens from a disk. */
export const userJourney = journey({
  name: 'an owner prepares the file with everything on a phone 320 px wide and downloads it; its page opens without the service, finds a customer, and speaks English',
  run: async ({ page, visit, check, another, books }) => {
    await books.finalized(books.invoice(await books.contact({ firstname: 'Zoé', lastname: HOSTILE })));
    await page.setViewportSize({ width: 320, height: 800 });
    await visit('/reglages/donnees');
    await page.getByRole('heading', { name: 'Tout emporter' }).waitFor();
    await page.getByRole('button', { name: 'Préparer le fichier' }).press('Enter');
    await page.getByText('Prêt', { exact: true }).waitFor({ timeout: 60_000 });
    await page.getByText(/^Enregistrements\s:\s[\d\s]+;\sdocuments\s:\s1\s;\sfichiers\s:\s2\./).waitFor();
    await check('a file with everything');
    assert.ok((await page.evaluate<number>('document.documentElement.scrollWidth')) <= 320, 'wider than 320 px');
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Télécharger le fichier' }).press('Enter'),
    ]);
    assert.match(download.suggestedFilename(), /^facturier-\d{4}-\d\d-\d\d\.zip$/);

    const folder = await unpacked(await readFile(await download.path()));
    await opensAlone(await page.context().newPage(), folder);
    await rm(folder, { recursive: true });

    const reader = await another({ role: 'accountant' });
    await visit('/reglages/donnees', reader);
    await reader.getByRole('heading', { name: 'Utilisation' }).waitFor();
    assert.equal(await reader.getByRole('heading', { name: 'Tout emporter' }).count(), 0);

    await page.getByRole('button', { name: 'Supprimer ce fichier' }).press('Enter');
    await page.getByText('Prêt', { exact: true }).waitFor({ state: 'hidden' });
  },
});

const HOSTILE = '<img src=x onerror=document.title=1>';

async function unpacked(zip: Buffer): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'facturier opened '));
  for (const [name, bytes] of Object.entries(unzipSync(zip))) {
    await mkdir(dirname(join(folder, name)), { recursive: true });
    await writeFile(join(folder, name), bytes);
  }
  return folder;
}

/** The page of an export, opened from the disk on a phone. */
async function opensAlone(page: Page, folder: string): Promise<void> {
  const errors: string[] = [];
  page.on('console', (message) => void (message.type() === 'error' && errors.push(message.text())));
  page.on('pageerror', (error) => void errors.push(error.message));
  await page.setViewportSize({ width: 320, height: 800 });
  await page.goto(pathToFileURL(join(folder, 'index.html')).href);
  await page.getByRole('button', { name: 'Documents (1)' }).waitFor();
  await page.getByRole('searchbox').fill('zoe');
  await page.getByText('1 trouvés sur 1').waitFor();
  // The name is text: it became no picture and ran no script.
  await page.getByText(`Zoé ${HOSTILE}`).first().waitFor();
  assert.equal(await page.locator('img').count(), 0);
  await page.getByRole('searchbox').fill('personne de ce nom');
  await page.getByText('Rien ici.').waitFor();
  await page.getByRole('searchbox').fill('');
  const paper = page.getByRole('link', { name: 'F-2026-0001.facturx.pdf' });
  const href = await paper.getAttribute('href');
  assert.ok((await readFile(join(folder, decodeURIComponent(href ?? '')))).subarray(0, 4).equals(Buffer.from('%PDF')));
  await page.getByRole('button', { name: 'English' }).click();
  await page.getByRole('button', { name: 'Customers (1)' }).click();
  await page.getByText('1 found of 1').waitFor();
  assert.ok((await page.evaluate<number>('document.documentElement.scrollWidth')) <= 320, 'wider than 320 px');
  assert.deepEqual(errors, []);
  await page.close();
}
