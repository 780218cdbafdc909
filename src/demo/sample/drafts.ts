import type { SampleCompany } from './customers-and-catalogue.ts';
import type { DocumentBuilder } from './document-builder.ts';

/** Work in progress: drafts, one of them incomplete, projects on the board, and tasks. */
export async function createSampleDrafts(builder: DocumentBuilder, company: SampleCompany): Promise<void> {
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
