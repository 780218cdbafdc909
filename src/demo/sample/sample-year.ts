import { createSampleCompany } from './customers-and-catalogue.ts';
import { type Ask, type DocumentBuilder, documentBuilder, type Step } from './document-builder.ts';
import { sampleDocuments } from './documents.ts';
import { createSampleDrafts } from './drafts.ts';

export type { Ask } from './document-builder.ts';

/**
 * Cents of the largest invoice that brings turnover near a threshold: in January much is needed.
 */
const LARGEST_CENTS = 2_400_000;
/** Their amounts are whole hundreds of euros. */
const STEP_CENTS = 10_000;
const DAY_SECONDS = 86_400;
/** Percent of the threshold that turnover reaches. */
const NEAR_PERCENT = 90;

/**
 * Creates the last 12 months of a freelancer under the micro regime who charges VAT: every type and
 * state of document, overdue ones, a threshold near 90 %, a board with tasks. Calls operations by
 * name, ends today (Unix seconds), and creates some 50 documents.
 */
export async function createSampleYear(ask: Ask, today: number): Promise<void> {
  const builder = documentBuilder(ask, today);
  const company = await createSampleCompany(builder);
  const steps: Step[] = [...sampleDocuments(builder, company), nearThreshold(builder, company.bookshop, today)];
  // Numbers follow the dates: oldest first.
  for (const { run } of steps.sort((a, b) => b.ago - a.ago)) await run();
  await createSampleDrafts(builder, company);
}

/** Invoices paid this year that bring turnover near the threshold. */
function nearThreshold(builder: DocumentBuilder, customer: string, today: number): Step {
  const run = async (): Promise<void> => {
    const { thresholds } = (await builder.ask('get-dashboard', { query: {} })) as Dashboard;
    const services = thresholds.find(({ name }) => name === 'micro_services');
    const left = services ? (services.limit * NEAR_PERCENT) / 100 - services.turnover : 0;
    const bills = Math.max(0, Math.ceil(left / LARGEST_CENTS));
    const net = Math.floor(left / bills / STEP_CENTS) * STEP_CENTS;
    for (let n = 1; n <= bills && net > 0; n++) {
      const title = bills === 1 ? 'Espace client' : `Espace client, étape ${n}`;
      const lines = [builder.service('Espace client : conception et réalisation', 1, 'fixed_rate', net)];
      const bill = await builder.invoice(customer, { ago: 12, title, lines });
      await builder.pay(bill, { ago: Math.min(2, daysOfYear(today)) });
    }
  };
  return { ago: 12, run };
}

/** Days of the calendar year that are over. */
function daysOfYear(today: number): number {
  const began = Date.UTC(new Date(today * 1000).getUTCFullYear(), 0, 1) / 1000;
  return Math.floor((today - began) / DAY_SECONDS);
}

type Dashboard = { thresholds: readonly { name: string; limit: number; turnover: number }[] };
