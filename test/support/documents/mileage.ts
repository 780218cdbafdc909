import assert from 'node:assert/strict';
import { COMPANY } from '../service/company.ts';
import { MONDAY, type TestService } from '../service/in-process-service.ts';
import { type Books, booksOf } from './example-books.ts';

/** A car of 5 CV, since the new year. */
export const CLIO = { name: 'Clio', kind: 'car', power: 5, from: '2026-01-01' } as const;
/** 112 km to Grenoble and back: 224 km, 142.46 at 0.636 a kilometre. */
export const GRENOBLE = {
  ...{ on: '2026-03-01', origin: 'Lyon', destination: 'Grenoble', purpose: 'Visite de chantier' },
  ...{ kilometers: 112, returnTrip: true },
} as const;
/** A sole trader who is no micro-enterprise. */
export const TRADER = { ...COMPANY, legalStatus: 'ei' };

/** A business with a car, on Monday 2 March 2026. */
export async function driver(service: TestService, company: object = TRADER) {
  service.clock.now = MONDAY;
  const account = await service.newAccount('Atelier');
  const books = booksOf(service, account.live);
  await books.company(company);
  const car = await books.done('create-vehicle', undefined, CLIO);
  return { books, account, caller: account.live, car };
}

/** Records the trip to Grenoble, or what a change makes of it. */
export const drove = (books: Books, vehicleId: string, change: object = {}) =>
  books.done('record-trip', undefined, { ...GRENOBLE, vehicleId, ...change });

/** The lines of the log, the latest first. */
export async function tripLines(books: Books, query: object = {}): Promise<any[]> {
  const heard = await books.ask('list-trips', { query: { limit: 100, ...query } });
  assert.equal(heard.refused, undefined, JSON.stringify(heard));
  return heard.json.docs;
}
