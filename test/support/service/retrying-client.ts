import { setTimeout as wait } from 'node:timers/promises';
import { COMPANY } from './company.ts';
import { type Answered, type Ask, httpClient } from './http-client.ts';
import type { Ground, ServerProcess } from './server-process.ts';

/**
 * Clients of servers that may die at any moment: they retry with the same idempotency key until
 * they get a response.
 */
export async function patientClient(on: Ground, given: { key: string; ports: readonly number[] }) {
  const ca = await on.ca();
  const clients = given.ports.map((port) => httpClient({ port, ca }));
  const seen = { inFlight: 0, cutOff: 0, refusedConnections: 0, waited: 0, replayed: 0 };
  const asking = new Map<number, number>(given.ports.map((port) => [port, 0]));
  let turn = 0;

  /** Sends a request once, to the next server in turn. */
  const once = async (path: string, asked: Ask): Promise<Answered | undefined> => {
    const place = turn++ % clients.length;
    const [client, port] = [clients[place] as (typeof clients)[number], given.ports[place] as number];
    seen.inFlight += 1;
    asking.set(port, (asking.get(port) ?? 0) + 1);
    try {
      return await client.ask(path, { key: given.key, ...asked });
    } catch (error) {
      if ((error as { code?: string }).code === 'ECONNREFUSED') seen.refusedConnections += 1;
      else seen.cutOff += 1;
      return undefined;
    } finally {
      seen.inFlight -= 1;
      asking.set(port, (asking.get(port) ?? 1) - 1);
    }
  };

  /** Retries until there is a response. A refusal that a retry cannot change fails the test. */
  const insist = async (path: string, asked: Ask & { method: string }, idempotencyKey: string): Promise<Answered> => {
    const headers = { ...asked.headers, 'idempotency-key': idempotencyKey };
    for (let tries = 0; tries < TRIES_MAX; tries++) {
      const answer = await once(path, { ...asked, headers });
      if (answer && answer.status < 300) {
        if (answer.headers['idempotent-replayed'] === 'true') seen.replayed += 1;
        return answer;
      }
      const passes = !answer || answer.status === 503 || TO_REPEAT.has(answer.json?.code);
      if (!passes) throw new Error(`${asked.method} ${path}: ${answer.status} ${answer.text}`);
      if (answer) seen.waited += 1;
      await wait(RETRY_MS);
    }
    throw new Error(`${asked.method} ${path}: no answer after ${TRIES_MAX} tries`);
  };
  /** Number of requests that the server at a port has not answered yet. */
  const askedOf = (port: number): number => asking.get(port) ?? 0;
  return { once, insist, seen, askedOf, close: () => clients.forEach((client) => client.close()) };
}

/** Refusals after which the same request with the same key should be retried. */
const TO_REPEAT: ReadonlySet<string> = new Set(['idempotency.in_flight', 'request.account_busy']);
const TRIES_MAX = 4_000;
const RETRY_MS = 50;

export type PatientClient = Awaited<ReturnType<typeof patientClient>>;

/**
 * Completes the company's settings and creates a customer; returns the customer's ID. Retries while
 * a server is busy.
 */
export async function firstCustomer(on: Ground, server: Pick<ServerProcess, 'port'>, key: string): Promise<string> {
  const client = await patientClient(on, { key, ports: [server.port] });
  try {
    await client.insist('/v2/company', { method: 'PATCH', body: COMPANY }, 'first-company');
    const billingAddress = { address: '12 rue des Lilas', city: 'Lyon', zipCode: '69003', country: 'FR' };
    const body = { firstname: 'Léa', lastname: 'Moreau', billingAddress };
    const contact = await client.insist('/contact', { method: 'POST', body }, 'first-customer');
    return contact.json.id;
  } finally {
    client.close();
  }
}

export const ONE_LINE = [
  { designation: 'Conseil', quantity: 1, quantityUnit: 'day', unitPrice: 45_000, vatCode: 'FR_2000' },
];
