import assert from 'node:assert/strict';
import { textPdf } from '../../support/documents/text-pdf.ts';
import { COMPANY } from '../../support/service/company.ts';
import { MONDAY } from '../../support/service/in-process-service.ts';
import { journey } from '../e2e-test.ts';

const INVOICES = 300;
const PAPERS = 20;
const CUSTOMERS = 40;
/** Cents without VAT of the first invoice; each next one is a euro more. */
const FIRST_CENTS = 10_000;

const two = (value: number): string => String(value).padStart(2, '0');
const euros = (cents: number): string => `${Math.trunc(cents / 100)},${two(cents % 100)}`;
const numberOf = (nth: number): string => `FA-2025-${String(nth + 1).padStart(4, '0')}`;
/** Days of 2025, in the order of the numbers. */
const dayOf = (nth: number): { day: string; month: string } => ({
  day: two(1 + (nth % 25)),
  month: two(1 + Math.floor(nth / 25)),
});
const netOf = (nth: number): number => FIRST_CENTS + nth * 100;
const totalOf = (nth: number): number => (netOf(nth) * 6) / 5;

/** A year of invoices: each tenth is unpaid. */
function list(): string {
  const rows = Array.from({ length: INVOICES }, (_, nth) => {
    const { day, month } = dayOf(nth);
    const paid = nth % 10 === 0 ? '' : `28/${month}/2025`;
    const [net, vat, total] = [netOf(nth), netOf(nth) / 5, totalOf(nth)].map(euros);
    return `Facture;${numberOf(nth)};${day}/${month}/2025;${day}/${month}/2025;Client ${1 + (nth % CUSTOMERS)} SARL;${net};${vat};${total};${paid}`;
  });
  return `Type;Numéro;Date;Échéance;Client;HT;TVA;TTC;Payé le\n${rows.join('\n')}\n`;
}

/** The paper of one of the invoices. */
const paper = (nth: number): Promise<Buffer> => {
  const { day, month } = dayOf(nth);
  return textPdf([
    [COMPANY.name],
    [`SIRET ${COMPANY.siret}`],
    [`TVA ${COMPANY.vatNumber}`],
    [`Facture n° ${numberOf(nth)}`],
    [`Date : ${day}/${month}/2025`],
    [`Client : Client ${1 + (nth % CUSTOMERS)} SARL`],
    ['Total HT', `${euros(netOf(nth))} €`],
    ['TVA 20 %', `${euros(netOf(nth) / 5)} €`],
    ['Total TTC', `${euros(totalOf(nth))} €`],
  ]);
};

const unpaid = Array.from({ length: INVOICES }, (_, nth) => nth).filter((nth) => nth % 10 === 0);
const owed = unpaid.reduce((all, nth) => all + totalOf(nth), 0);

/** The seconds from the first file to a home page with the figures of the year. */
export const userJourney = journey({
  name: `a year moves in: ${INVOICES} invoices of a list and the PDFs of ${PAPERS} of them, to a home page that says what is owed`,
  run: async ({ page, visit, books }) => {
    await page.clock.setSystemTime(MONDAY * 1000);
    await books.company(COMPANY);
    const papers = await Promise.all(Array.from({ length: PAPERS }, (_, nth) => paper(nth)));
    const files = [
      { name: 'factures-2025.csv', mimeType: 'text/csv', buffer: Buffer.from(list()) },
      ...papers.map((buffer, nth) => ({ name: `${numberOf(nth)}.pdf`, mimeType: 'application/pdf', buffer })),
    ];
    await visit('/import');
    const begin = performance.now();
    const seconds = (): string => ((performance.now() - begin) / 1000).toFixed(1);
    await page.getByLabel('Choisir des fichiers').first().setInputFiles(files);
    const go = page.getByRole('button', { name: new RegExp(`^Tout reprendre\\s: ${INVOICES} documents`) });
    await go.waitFor();
    const read = seconds();
    await go.press('Enter');
    await page
      .getByText(new RegExp(`${INVOICES} documents repris`))
      .first()
      .waitFor();
    const done = seconds();
    await page.getByRole('link', { name: 'Voir l’accueil' }).press('Enter');
    const shown = euros(owed).replace(/(\d)(?=(\d{3})+,)/g, '$1\\s');
    await page
      .getByRole('link', { name: new RegExp(`^${shown}`) })
      .first()
      .waitFor();
    console.log(`${files.length} files read after ${read} s, taken over after ${done} s, home after ${seconds()} s`);
    const { json } = await books.ask('list-past-documents', { query: { limit: 100 } });
    assert.equal(json.totalDocs, INVOICES);
    const { json: totals } = await books.ask('sum-past-documents', { query: { unpaid: 'true' } });
    assert.deepEqual([totals.count, totals.remainingToPay], [unpaid.length, owed]);
    const { json: found } = await books.ask('list-past-documents', { query: { search: numberOf(3), limit: 10 } });
    assert.equal(found.docs[0].paper?.name, `${numberOf(3)}.pdf`);
  },
});
