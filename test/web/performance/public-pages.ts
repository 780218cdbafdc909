import type { Finding } from '../../../bench/report.ts';
import { TRAINING } from '../../support/documents/example-books.ts';
import type { Stage } from '../e2e-test.ts';
import { figuresOf } from './phone.ts';

/**
 * Milliseconds until a slow phone shows something, and bytes of a page with its style (issue: the
 * customer's side).
 */
const FIRST_PAINT_MS_MAX = 1_500;
const PAGE_BYTES_MAX = 60_000;
const LINES = 20;

/**
 * Opens the pages customers receive by link: an invoice with its transfer code, an estimate to
 * sign, a portal.
 */
export async function measurePublicPages(stage: Stage): Promise<Finding[]> {
  const { address, another } = stage;
  const phone = await another('visitor');
  const findings: Finding[] = [];
  for (const [name, path] of Object.entries(await pagesOf(stage))) {
    const answer = await phone.request.get(address + path);
    const bytes = (await answer.body()).length;
    const { fcp, lcp } = await figuresOf(phone, address + path);
    findings.push(
      {
        ...{ what: `${name} on a slow phone, first paint`, value: fcp, unit: 'ms' },
        target: { most: FIRST_PAINT_MS_MAX },
        how: `largest paint ${Math.round(lcp)} ms`,
      },
      {
        what: `${name}, bytes`,
        value: bytes / 1e6,
        unit: 'MB',
        target: { most: PAGE_BYTES_MAX / 1e6 },
        how: `${bytes} bytes`,
      },
    );
  }
  return findings;
}

async function pagesOf({ books, mails, address, another, page }: Stage): Promise<Record<string, string>> {
  const email = 'lea@mesure.example';
  const customer = await books.contact({ emails: [email] });
  const lines = Array.from({ length: LINES }, (_, n) => ({ ...TRAINING, designation: `Jour ${n + 1}` }));
  const billed = await books.invoice(customer, { lines });
  const bankInformation = { iban: 'FR7630006000011234567890189', bic: 'AGRIFRPP', holder: 'Zoé Martin' };
  await books.done('update-billing-bank-information', billed.id, { bankInformation });
  const invoice = await books.finalized(billed);
  for (let more = 0; more < 2 * LINES; more++) await books.finalized(books.invoice(customer));
  const estimate = await books.finalized(books.estimate(customer, { lines }));
  const { url } = await books.done('link-billing', invoice.id);
  const asked = await books.done('ask-for-electronic-signature', estimate.id, { withCode: false });
  const path = new URL(url).pathname;
  const visitor = await another('visitor');
  await visitor.goto(`${address}${path}/portal`);
  await visitor.locator('#email').fill(email);
  await visitor.locator('main button').click();
  for (;;) {
    const portal = (await mails(email))
      .map(({ text }) => text ?? '')
      .find((text) => text.includes('Vos documents') || /un jour/.test(text));
    const found = /\/c\/[\w-]{86}/.exec(portal ?? '')?.[0];
    if (found)
      return {
        invoice: path,
        'estimate to sign': new URL(asked.electronicSignature.magicLink).pathname,
        portal: found,
      };
    await page.waitForTimeout(200);
  }
}
