/** Calls the service; returns the body if it is JSON. Throws on a refusal. */
export type Ask = (method: string, path: string, body?: object) => Promise<{ id: string }>;

/** Every tenth round renders a PDF, if a printer is available. */
const PAPER_EVERY = 10;
/** Customers and invoices visible to lists and searches; more would make those slower. */
const PAGES = 25;

/** Requests of one round. */
export const REQUESTS_A_ROUND = 10;

/**
 * Requests of a business in a quarter of an hour: invoices created, changed, deleted, finalized and
 * read, lists, searches, figures.
 */
export async function mixedRound(
  ask: Ask,
  given: { round: number; customerId: string; prints: boolean },
): Promise<void> {
  const { round, customerId, prints } = given;
  const { id } = await ask('POST', `/v2/billing/invoice/${customerId}`, INVOICE);
  await ask('GET', `/v2/billing/${id}`);
  await ask('PATCH', `/v2/billing/${id}/finalize`);
  await ask('GET', `/v2/billing/${id}${prints && round % PAPER_EVERY === 0 ? '/download' : ''}`);
  await ask('GET', `/v2/billings?limit=20&page=${1 + (round % PAGES)}`);
  await ask('GET', `/v2/billings?search=${WORDS[round % WORDS.length]}`);
  await ask('GET', '/v2/dashboard');
  const draft = await ask('POST', `/v2/billing/invoice/${customerId}`, INVOICE);
  await ask('DELETE', `/v2/billing/${draft.id}`);
  await ask('GET', `/contact/${customerId}`);
}

const WORDS = ['Refonte', 'Moreau', 'Rédaction', 'site', 'F-20'].map(encodeURIComponent);

const line = (designation: string, unitPrice: number) => ({
  ...{ designation, description: `${designation}, selon la proposition du mois dernier`, quantity: 1.5 },
  ...{ quantityUnit: 'day', unitPrice, vatCode: 'FR_2000', type: 'service_delivery' },
});

/** An invoice with three lines. */
export const INVOICE = {
  title: 'Refonte du site',
  lines: [line('Développement', 45_000), line('Conception graphique', 38_000), line('Rédaction', 29_999)],
};
