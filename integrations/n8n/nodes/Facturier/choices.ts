import type { ILoadOptionsFunctions, INodeListSearchResult, INodePropertyOptions } from 'n8n-workflow';
import { askService } from './ask-service.ts';

/** Customers of each kind offered at once. */
const OFFERED_MAX = 50;

/** What a webhook is tried with: it comes to whoever asks for a try, and needs no choice. */
const TRY = 'webhook.test';

/** The types of events, by their names in the language of the credential. */
export async function getEventTypes(this: ILoadOptionsFunctions): Promise<INodePropertyOptions[]> {
  const { language } = await this.getCredentials<{ language?: string }>('facturierApi');
  const { docs } = await askService<{ docs: { id: string; label: string }[] }>(this, 'GET', '/v2/event-types', {
    query: { language: language ?? 'fr' },
  });
  return docs.filter(({ id }) => id !== TRY).map(({ id, label }) => ({ name: label, value: id, description: id }));
}

/** The columns of the board, from left to right. */
export async function getColumns(this: ILoadOptionsFunctions): Promise<INodePropertyOptions[]> {
  const columns = await askService<{ id: string; name: string }[]>(this, 'GET', '/v2/opportunity/categories');
  return columns.map(({ id, name }) => ({ name, value: id }));
}

/** Organizations and contacts whose name, e-mail or city holds what was typed. */
export async function searchCustomers(this: ILoadOptionsFunctions, filter?: string): Promise<INodeListSearchResult> {
  const query = { limit: OFFERED_MAX, ...(filter && { search: filter }) };
  const [organizations, contacts] = await Promise.all([
    askService<{ docs: { id: string; name: string }[] }>(this, 'GET', '/organizations', { query }),
    askService<{ docs: { id: string; fullname: string }[] }>(this, 'GET', '/contacts', { query }),
  ]);
  return {
    results: [
      ...organizations.docs.map(({ id, name }) => ({ name, value: id })),
      ...contacts.docs.map(({ id, fullname }) => ({ name: fullname, value: id })),
    ],
  };
}
