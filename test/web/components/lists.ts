import assert from 'node:assert/strict';
import { test } from 'vitest';
import type { OpenPart } from './open-part.ts';
import { reports } from './reported.ts';

/** Tables, tabs and the fields above them. */
export function testLists(open: OpenPart): void {
  test('a table has a caption, a link per row, and the total of each group', () =>
    open('DataTable', async (page) => {
      const table = page.getByRole('table', { name: 'Factures' });
      assert.equal(await table.getByRole('link').count(), 2);
      const link = table.getByRole('link', { name: 'Atelier Nord' });
      assert.equal(await link.getAttribute('href'), '/documents/F-2026-0071');
      await table.getByRole('row', { name: /^Novembre 2026.*1\s650,00\s€$/ }).waitFor();
    }));

  test('the header of a column sorts by it and tells the direction', () =>
    open('DataTable', async (page) => {
      const amount = page.getByRole('columnheader', { name: 'Montant' });
      assert.equal(await amount.getAttribute('aria-sort'), 'descending');
      await amount.getByRole('button').click();
      await reports(page, { ticked: [], by: 'amount', direction: 'asc' });
      assert.equal(await amount.getAttribute('aria-sort'), 'ascending');
      assert.equal(await page.getByRole('columnheader', { name: 'Client' }).getByRole('button').count(), 0);
    }));

  test('a ticked row shows the bulk actions, and the box in the header ticks every row', () =>
    open('DataTable', async (page) => {
      assert.equal(await page.getByRole('toolbar').count(), 0);
      const boxes = page.getByRole('checkbox');
      await boxes.nth(2).check();
      await reports(page, { ticked: ['F-2026-0071'], by: 'amount', direction: 'desc' });
      await page.getByRole('toolbar').getByRole('button', { name: 'Finaliser' }).waitFor();
      assert.equal(await boxes.first().and(page.locator(':indeterminate')).count(), 1);
      await boxes.first().click();
      await reports(page, { ticked: ['F-2026-0070', 'F-2026-0071'], by: 'amount', direction: 'desc' });
    }));

  test('J moves to the next row and X ticks it', () =>
    open('DataTable', async (page) => {
      await page.keyboard.press('j');
      await page.keyboard.press('j');
      await page.keyboard.press('x');
      await reports(page, { ticked: ['F-2026-0071'], by: 'amount', direction: 'desc' });
    }));

  test('below 70rem the least important column is hidden; on a phone a row is a link with name and amount', async () => {
    await open('DataTable', (page) => page.getByRole('cell', { name: 'Pose' }).first().waitFor());
    const medium = { width: 1_000 };
    await open(
      'DataTable',
      async (page) => assert.equal(await page.getByRole('cell', { name: 'Pose' }).count(), 0),
      medium,
    );
    const phone = { width: 390 };
    await open(
      'DataTable',
      async (page) => {
        const rows = page.getByRole('list', { name: 'Factures' }).getByRole('link');
        assert.equal(await rows.count(), 2);
        assert.match((await rows.first().textContent()) ?? '', /^Boulangerie Lemaire1\s200,00\s€En retard$/);
      },
      phone,
    );
  });

  test('an empty list says what to do; its example row is hidden from screen readers', () =>
    open('EmptyState', async (page) => {
      await page.getByRole('heading', { name: 'Votre première facture' }).waitFor();
      await page.getByRole('button', { name: 'Créer une facture' }).waitFor();
      assert.equal(await page.getByText('Boulangerie Lemaire').isVisible(), true);
      assert.equal(await page.getByRole('table').count(), 0);
    }));

  test('a paged list adds the next page, and its button leaves with the last one', () =>
    open('PagedList', async (page) => {
      assert.equal(await page.getByRole('listitem').count(), 1);
      await page.getByRole('button').click();
      await page.getByText('Clé 2').waitFor();
      assert.equal(await page.getByRole('button').count(), 0);
    }));

  test('an empty paged list says so', () =>
    open('EmptyPagedList', async (page) => {
      await page.getByText('Aucune clé.').waitFor();
      assert.equal(await page.getByRole('list').count(), 0);
    }));

  test('a search is reported once, 250 ms after the last keystroke; / focuses the field and Escape clears it', () =>
    open(
      'SearchField',
      async (page) => {
        await page.clock.install();
        await page.clock.pauseAt(Date.now() + 60_000);
        await page.keyboard.press('/');
        await page.keyboard.type('lemaire ');
        await page.clock.runFor(249);
        await reports(page, []);
        await page.clock.runFor(1);
        await reports(page, ['lemaire']);
        await page.keyboard.press('Escape');
        assert.equal(await page.getByRole('searchbox', { name: 'Rechercher une facture' }).inputValue(), '');
        await page.clock.runFor(250);
        await reports(page, ['lemaire', '']);
      },
      { isOwnPage: true },
    ));

  test('one tab is current, and each tab has its own address', () =>
    open('Tabs', async (page) => {
      const tabs = page.getByRole('navigation').getByRole('link');
      const current = page.locator('[aria-current="page"]');
      assert.equal(await current.count(), 1);
      const first = await current.textContent();
      await page.getByRole('button').click();
      await page.locator(`[aria-current="page"]:not(:text-is("${first}"))`).waitFor();
      assert.equal(await current.count(), 1);
      const addresses = await tabs.evaluateAll((links) => links.map((link) => link.getAttribute('href')));
      assert.equal(new Set(addresses).size, addresses.length);
      assert.ok(addresses.length > 1 && addresses.every((each) => each?.startsWith('/clients/1')), String(addresses));
    }));
}
