import type { Answered } from '../service/http-client.ts';
import type { ServiceOverHttps } from '../service/service-over-https.ts';

/** IDs by what they name, so that random requests find existing records. */
export type Ids = Record<(typeof sorts)[number], string[]>;
const sorts = [
  ...(['contact', 'organization', 'estimate', 'invoice', 'advance', 'asset', 'key'] as const),
  ...(['category', 'project', 'task', 'webhook', 'theme'] as const),
] as const;

const LINES = [
  { designation: 'Conseil', quantity: 2, quantityUnit: 'day', unitPrice: 45_000, vatCode: 'FR_2000' },
  { designation: 'Livre', quantity: 3, quantityUnit: 'unit', unitPrice: 999, vatCode: 'FR_550' },
];
const ADDRESS = { address: '12 rue des Lilas', city: 'Lyon', zipCode: '69003', country: 'FR' };

/** Bills over HTTPS until each document kind exists in each state that random requests may need. */
export async function billedAccount({ ask }: Pick<ServiceOverHttps, 'ask'>): Promise<Ids> {
  const ids = Object.fromEntries(sorts.map((sort): [string, string[]] => [sort, []])) as Ids;
  const done = async (method: string, path: string, body: unknown = {}): Promise<Answered['json']> => {
    const answer = await ask(path, { method, body });
    if (answer.status >= 300) throw new Error(`${method} ${path}: ${answer.status} ${answer.text}`);
    return answer.json;
  };
  const finalize = (id: string) => done('PATCH', `/v2/billing/${id}/finalize`);
  const kept = async (kind: keyof Ids, made: Promise<Answered['json']>): Promise<string> => {
    const { id } = await made;
    ids[kind].push(id);
    return id;
  };
  const contact = await kept(
    'contact',
    done('POST', '/contact', { firstname: 'Léa', lastname: 'Moreau', billingAddress: ADDRESS }),
  );
  await kept(
    'organization',
    done('POST', '/organization', { name: 'Atelier Lilas', billingAddress: ADDRESS, siret: '73282932000074' }),
  );
  ids.key.push((await done('POST', '/v2/api-keys', { name: 'Boutique' })).id);
  await kept('webhook', done('POST', '/v2/webhooks', { url: 'https://example.com/hook', events: ['invoice.paid'] }));
  await kept('theme', done('POST', '/v2/billing/theme', { name: 'Atelier', basedOn: 'plume' }));
  ids.theme.push('encre');
  const board = await done('GET', '/v2/opportunity/categories', undefined);
  ids.category.push(...board.map(({ id }: { id: string }) => id));
  for (const categoryId of ids.category) {
    const project = { name: 'Boutique', amount: 450_000, customerId: contact, categoryId };
    const opportunityId = await kept('project', done('POST', '/v2/opportunity', project));
    await kept('task', done('POST', '/task', { name: 'Maquette', description: '', opportunityId, timeSpent: 90 }));
  }
  for (let round = 0; round < 3; round++) {
    await kept('invoice', done('POST', `/v2/billing/invoice/${contact}`, { lines: LINES }));
    await kept('estimate', done('POST', `/v2/billing/estimate/${contact}`, { lines: LINES }));
    const estimate = await kept('estimate', done('POST', `/v2/billing/estimate/${contact}`, { lines: LINES }));
    await finalize(estimate);
    await done('PATCH', `/v2/billing/estimate/${estimate}/sign`);
    await finalize(await kept('advance', done('POST', `/v2/billing/estimate/${estimate}/advance`)));
    if (round === 0) {
      await kept('advance', done('POST', `/v2/billing/estimate/${estimate}/advance`, { mode: 'AMOUNT', amount: 100 }));
      continue;
    }
    const final = await kept('invoice', done('POST', `/v2/billing/estimate/${estimate}/final-invoice`));
    await finalize(final);
    const asset = await kept('asset', done('POST', `/v2/billing/invoice/${final}/asset`));
    if (round === 2) await finalize(asset);
  }
  await kept('asset', done('POST', '/v2/billing/asset', { billingCustomerId: contact, lines: LINES }));
  return ids;
}

/** The kind of ID a path parameter needs. */
export function idsFor(method: string, template: string, ids: Ids): readonly string[] {
  if (method === 'POST' && /billing\/(estimate|invoice)\/\{\w+\}$/.test(template)) {
    return [...ids.contact, ...ids.organization];
  }
  const [, named] = /(estimate|invoice|advance|asset)\/\{/.exec(template) ?? [];
  if (named) return ids[named as keyof Ids];
  if (template.startsWith('/organization/contact') || template.startsWith('/contact')) return ids.contact;
  if (template.startsWith('/organization')) return ids.organization;
  if (template.startsWith('/v2/api-keys')) return ids.key;
  if (/\/webhooks?\/\{/.test(template)) return ids.webhook;
  if (/\/theme\/\{/.test(template)) return ids.theme;
  if (/\/category\/\{/.test(template)) return ids.category;
  if (/\/(opportunity|project)\/\{/.test(template)) return ids.project;
  if (/\/task\/\{/.test(template)) return ids.task;
  return [...ids.estimate, ...ids.invoice, ...ids.advance, ...ids.asset];
}

/** Records the IDs a request created. */
export function remember(template: string, made: { id?: unknown } | undefined, ids: Ids): void {
  if (typeof made?.id !== 'string') return;
  const kind = /final-invoice|\/invoice\/\{\w+\}$/.test(template)
    ? 'invoice'
    : (/\/(asset|advance|estimate|contact|organization)(\/\{\w+\})?$/.exec(template)?.[1] as keyof Ids | undefined);
  if (kind && !ids[kind].includes(made.id)) ids[kind].push(made.id);
  if (/\/category$/.test(template)) ids.category.push(made.id);
  if (/\/(opportunity|project)$/.test(template) && !template.includes('billing')) ids.project.push(made.id);
  if (/\/task$/.test(template)) ids.task.push(made.id);
  if (template === '/v2/api-keys') ids.key.push(made.id);
  if (/\/webhooks?$/.test(template)) ids.webhook.push(made.id);
  if (/\/billing\/theme(\/\{\w+\}\/duplicate)?$/.test(template)) ids.theme.push(made.id);
}
