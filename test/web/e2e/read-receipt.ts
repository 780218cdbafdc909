import assert from 'node:assert/strict';
import { PAPER_INVOICE, textPdf } from '../../support/documents/text-pdf.ts';
import { COMPANY } from '../../support/service/company.ts';
import { MONDAY } from '../../support/service/in-process-service.ts';
import { journey } from '../e2e-test.ts';

const PNG = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

/** From a receipt to deductible VAT. */
export const userJourney = journey({
  name: 'a consultant chooses a PDF receipt on a phone: day, total and VAT are proposed with their lines, what was typed stays, and 8 € are deductible',
  run: async ({ page, visit, check, books }) => {
    await page.clock.setSystemTime(MONDAY * 1000);
    await books.company(COMPANY);
    await page.setViewportSize({ width: 320, height: 800 });
    await visit('/livres/achats');
    const chosen = page.locator('input[type="file"]');
    await chosen.setInputFiles({ name: 'ticket.png', mimeType: 'image/png', buffer: PNG });
    await page.getByText('Rien n’a pu être lu dans ce fichier : remplissez les champs.').waitFor();

    await page.getByLabel('Fournisseur', { exact: true }).fill('Papeterie');
    const buffer = await textPdf(PAPER_INVOICE);
    await chosen.setInputFiles({ name: 'facture.pdf', mimeType: 'application/pdf', buffer });
    await page.getByText('Lu page 1 : « Total TTC 49,90 € »').waitFor();
    const valueOf = (label: string) => page.getByLabel(label, { exact: true }).inputValue();
    assert.deepEqual(
      [
        await valueOf('Payé le'),
        await valueOf('Fournisseur'),
        await valueOf('Montant TTC'),
        await valueOf('N° de pièce'),
      ],
      ['2026-03-01', 'Papeterie', '49,90', 'TK-4411'],
    );
    await check('purchase proposed from a receipt', page, 'all');
    const width = await page.evaluate<number>('document.documentElement.scrollWidth');
    assert.ok(width <= 320, `${width} px wide`);
    await page.getByLabel('Montant TTC').fill('49,91');
    await page.getByText('Lu page 1 : « Total TTC 49,90 € »').waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Enregistrer', exact: true }).press('Enter');
    await page.getByText('Achat enregistré, ligne 1').first().waitFor();
    const [purchase] = (await books.ask('list-purchases')).json.docs;
    assert.deepEqual([purchase.amount, purchase.deductibleVat, purchase.receipt.name], [4_991, 832, 'facture.pdf']);

    const { json } = await books.ask('get-vat-return', { query: { on: '2026-03-31' } });
    const { tax } = json.lines.find(({ line }: { line: string }) => line === '20');
    assert.deepEqual(tax, { cents: 832, euros: 8 });
  },
});
