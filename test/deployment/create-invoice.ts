import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { httpClient } from '../support/service/http-client.ts';

/** URL of a service and the CA its clients trust. */
export type Address = { readonly address: string; readonly authorityFile: string };

/** Client of a service in a separate process. */
export async function clientOf({ address, authorityFile }: Address, key: string) {
  const { ask, close } = httpClient({ port: Number(new URL(address).port), ca: await readFile(authorityFile) });
  const done = async (method: string, path: string, body?: unknown) => {
    const answer = await ask(path, { key, method, ...(body !== undefined && { body }) });
    assert.ok(answer.status < 300, `${method} ${path}: ${answer.status} ${answer.text}`);
    return answer;
  };
  return { ask, done, close };
}

/** Finalizes an invoice of 1,200.00 € for a new customer; returns the response. */
export async function createPaidInvoice(at: Address, key: string) {
  const { done, close } = await clientOf(at, key);
  try {
    const billingAddress = { address: '12 rue des Lilas', zipCode: '69003', city: 'Lyon', country: 'FR' };
    const contact = await done('POST', '/contact', { firstname: 'Léa', lastname: 'Moreau', billingAddress });
    const lines = [{ designation: 'Audit', quantity: 2, quantityUnit: 'day', unitPrice: 60_000, vatCode: 'FR_2000' }];
    const draft = await done('POST', `/v2/billing/invoice/${contact.json.id}`, { lines });
    return (await done('PATCH', `/v2/billing/${draft.json.id}/finalize`, {})).json;
  } finally {
    close();
  }
}
