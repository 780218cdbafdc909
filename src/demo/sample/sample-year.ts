import { createSampleCompany, type SampleCompany } from './customers-and-catalogue.ts';
import { type Ask, type DocumentBuilder, documentBuilder, type Step } from './document-builder.ts';
import { sampleDocuments } from './documents.ts';

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

/** Work in progress: drafts, one of them incomplete, projects on the board, and tasks. */
async function createSampleDrafts(builder: DocumentBuilder, company: SampleCompany): Promise<void> {
  const { ask, at, service } = builder;
  const ready = [
    { ...service('Maintenance et évolutions', 1, 'month', 240_000), section: 'Forfait du mois' },
    { ...service('Astreinte', 2, 'day', 30_000), section: 'Week-ends' },
  ];
  const { bookshop, brewery, theatre, architects } = company;
  await ask('create-invoice', { id: bookshop, body: { title: 'Maintenance mensuelle', lines: ready } });
  await ask('create-invoice', { id: brewery, body: { title: 'À compléter' } });
  const days = [service('Développement web', 8, 'day', 48_000)];
  await ask('create-estimate', { id: theatre, body: { title: 'Vente de souvenirs', lines: days } });

  const projects = [
    ['Vente en ligne', brewery, 432_000, -20],
    ['Programme de saison', theatre, 576_000, -35],
    ['Application mobile', architects, 1_440_000, -60],
    ['Boutique en ligne', bookshop, 798_000, 60],
  ] as const;
  for (const [column, [name, customerId, amount, ago]] of projects.entries()) {
    const categoryId = company.columns[column];
    if (!categoryId) continue;
    const body = { name, customerId, amount, categoryId, dueDate: dayOf(at(ago)) };
    const { id: opportunityId } = (await ask('create-project', { body })) as { id: string };
    if (name === 'Application mobile') await tasksOf(builder, opportunityId);
  }
}

async function tasksOf({ ask, at }: DocumentBuilder, opportunityId: string): Promise<void> {
  const tasks = [
    ['Préparer la maquette', 'high', -3, 210],
    ['Relire le cahier des charges', 'normal', 2, 90],
    ['Demander les accès', 'urgent', -1, 0],
  ] as const;
  for (const [name, priority, ago, timeSpent] of tasks) {
    const due = { dueDate: dayOf(at(ago)), ...(timeSpent > 0 && { timeSpent }) };
    await ask('create-task', { body: { name, description: '', priority, opportunityId, ...due } });
  }
}

const dayOf = (at: number): string => new Date(at * 1000).toISOString().slice(0, 10);
