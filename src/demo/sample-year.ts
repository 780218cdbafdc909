import { openDrafts } from './sample-drafts.ts';
import { sampleGround } from './sample-ground.ts';
import { type Ask, type Step, type Teller, tellerOf } from './sample-teller.ts';
import { sampleWork } from './sample-work.ts';

export type { Ask } from './sample-teller.ts';

/** Cents of the one bill that brings a threshold near: in January there may be too much left for it. */
const LARGEST_CENTS = 2_400_000;
/** Percent of its threshold the turnover comes to. */
const NEAR_PERCENT = 90;

/**
 * Tells the last 12 months of a freelancer under the micro regime who charges VAT: every kind and state of document, late ones, a
 * threshold near 90 %, a board with tasks. It asks operations by name, ends today (Unix seconds), and makes some 50 documents.
 */
export async function tellSampleYear(ask: Ask, today: number): Promise<void> {
  const teller = tellerOf(ask, today);
  const ground = await sampleGround(teller);
  const steps: Step[] = [...sampleWork(teller, ground), nearThreshold(teller, ground.bookshop)];
  // Numbers follow the days: the oldest first.
  for (const { tell } of steps.sort((a, b) => b.ago - a.ago)) await tell();
  await openDrafts(teller, ground);
}

/** A bill that was paid, of what is left to come near the threshold this year. */
function nearThreshold(teller: Teller, customer: string): Step {
  const tell = async (): Promise<void> => {
    const { thresholds } = (await teller.ask('get-dashboard', { query: {} })) as Dashboard;
    const services = thresholds.find(({ name }) => name === 'micro_services');
    const left = services ? (services.limit * NEAR_PERCENT) / 100 - services.turnover : 0;
    const net = Math.min(LARGEST_CENTS, Math.floor(left / 10_000) * 10_000);
    if (net <= 0) return;
    const lines = [teller.service('Espace client : conception et réalisation', 1, 'fixed_rate', net)];
    const bill = await teller.invoice(customer, { ago: 12, title: 'Espace client', lines });
    await teller.pay(bill, { ago: 2 });
  };
  return { ago: 12, tell };
}

type Dashboard = { thresholds: readonly { name: string; limit: number; turnover: number }[] };
