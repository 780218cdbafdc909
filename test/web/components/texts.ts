import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { test } from 'vitest';
import type { OpenPart } from './open-part.ts';

/** Height of a row: `--row`, 2.5rem. */
const ROW_PX = 40;

const styleOf = (page: Page, state: string, property: string, pseudo = ''): Promise<string> =>
  page.evaluate<string>(`getComputedStyle(document.querySelector('[data-s=${state}]'), '${pseudo}')['${property}']`);

/** Errors, states, titles and figures. */
export function testTexts(open: OpenPart): void {
  test('an error message lists the errors without a field in the form, and only those', () =>
    open('ErrorMessage', async (page) => {
      const text = (await page.getByRole('alert').textContent()) ?? '';
      assert.match(text, /La demande contient des erreurs\..*Le client est archivé\./);
      assert.doesNotMatch(text, /adresse/);
    }));

  test('no error message repeats errors that are all shown at their fields', () =>
    open('ErrorAtFields', async (page) => {
      await page.getByText('Formulaire').waitFor();
      assert.equal(await page.getByRole('alert').count(), 0);
    }));

  test('an unreachable service is reported in other words than a refusal', () =>
    open('OfflineMessage', async (page) => {
      const text = (await page.getByRole('alert').textContent()) ?? '';
      assert.ok(text.length > 20 && !text.includes('unreachable'), text);
    }));

  test('a placeholder of three rows is busy for screen readers until the content arrives', () =>
    open('Loading', async (page) => {
      const placeholder = page.locator('[aria-busy="true"]');
      assert.equal((await placeholder.boundingBox())?.height, 3 * ROW_PX);
      await page.getByRole('button', { name: 'Arriver' }).click();
      await page.getByText('Chargé').waitFor();
      assert.equal(await placeholder.count(), 0);
    }));

  test('a screen has one visible title, its tab has it too, and its sections are named', () =>
    open('Page', async (page) => {
      assert.equal(await page.getByRole('heading', { level: 1, name: 'Factures' }).count(), 1);
      assert.match(await page.title(), /^Factures · /);
      await page.getByRole('region', { name: 'À encaisser' }).getByRole('link', { name: 'Tout voir' }).waitFor();
    }));

  test('on a phone the title is in the bar, and there is still only one', () =>
    open(
      'Page',
      async (page) => {
        assert.equal(await page.getByRole('heading', { level: 1 }).count(), 1);
        await page.getByRole('button', { name: 'Créer' }).waitFor();
      },
      { width: 390 },
    ));

  test('a late state has another colour than text, and a partial payment shows its share', () =>
    open('Status', async (page) => {
      await page.getByText('Payée en partie').waitFor();
      assert.notEqual(await styleOf(page, 'late', 'color'), await styleOf(page, 'part', 'color'));
      assert.equal(await styleOf(page, 'late', 'backgroundImage', '::before'), 'none');
      assert.match(await styleOf(page, 'part', 'backgroundImage', '::before'), /conic-gradient\(.*90deg/);
    }));

  test('amounts and days are written in French: −1 234 567,89 €, 1er novembre 2026, Hier', () =>
    open('Figures', async (page) => {
      const text = (await page.locator('main').textContent()) ?? '';
      assert.match(text, /^\u22121\u202f234\u202f567,89\u00a0€0,00\u00a0€1er novembre 2026Hier, /);
      assert.equal(await page.locator('time').first().getAttribute('datetime'), '2026-11-01');
    }));
}
