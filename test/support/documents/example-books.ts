import assert from 'node:assert/strict';
import { operations } from '../../../src/api/index.ts';
import type { Operation } from '../../../src/pipeline/operation.ts';
import type { Caller } from '../../../src/services/caller.ts';
import { COMPANY } from '../service/company.ts';
import type { Heard, Said, TestService } from '../service/in-process-service.ts';

const byName = new Map(operations.map((operation) => [operation.name, operation]));

/** An operation by name; unknown names are an error in the test. */
export function operationNamed(name: string): Operation {
  const found = byName.get(name);
  assert.ok(found, `there is no operation ${name}`);
  return found;
}

/** Chapters whose IDs name other records. */
const OTHERS: ReadonlySet<string> = new Set([
  'Books',
  'Closures',
  'Customers',
  'Files',
  'Themes',
  'Mailbox',
  'Projects',
  'Events',
  'Webhooks',
  'Account',
  'People',
  'E-invoicing',
  'E-reporting',
  'Imports',
  'Received invoices',
]);
/** The operations on one document, by its ID. */
export const documentOperations: readonly string[] = operations
  .filter(({ chapter, path, name }) => {
    const isOnDocument = 'id' in path.shape && !OTHERS.has(chapter);
    // These two take the ID of a customer.
    return isOnDocument && name !== 'create-estimate' && name !== 'create-invoice';
  })
  .map(({ name }) => name);

/** A day of training at 1,000.00 and 20 %: 1,200.00 with tax. */
export const TRAINING = { designation: 'Formation', quantity: 1, unitPrice: 100000, vatCode: 'FR_2000' } as const;

export const LYON = { address: '12 rue des Lilas', city: 'Lyon', zipCode: '69003', country: 'FR' } as const;

/** The response headers; a refusal has none. */
export const headersOf = (heard: Heard): Readonly<Record<string, string>> => ('headers' in heard ? heard.headers : {});

/** A client that calls operations by name and creates the documents of a business. */
export function booksOf(service: TestService, caller: Caller = service.live) {
  const ask = (name: string, said: Said = {}): Promise<Heard> =>
    service.call(operationNamed(name), { caller, ...said });
  /** Returns the response, which must be a success. */
  const done = async (name: string, id?: string, body: unknown = {}) => {
    const heard = await ask(name, { ...(id !== undefined && { path: { id } }), body });
    assert.equal(heard.refused, undefined, `${name}: ${JSON.stringify(heard)}`);
    return heard.json;
  };
  /** Returns the error code of a refusal. */
  const refusal = async (name: string, id?: string, body: unknown = {}): Promise<string | undefined> =>
    (await ask(name, { ...(id !== undefined && { path: { id } }), body })).refused;

  const company = (said: object = COMPANY) => done('update-company', undefined, said);
  const contact = async (said: object = {}): Promise<string> => {
    const lea = { firstname: 'Léa', lastname: 'Moreau', emails: ['lea@example.org'], billingAddress: LYON };
    return (await done('create-contact', undefined, { ...lea, ...said })).id;
  };
  const organization = async (said: object = {}): Promise<string> => {
    const bakery = { name: 'Boulangerie Müller', emails: ['compta@example.org'], billingAddress: LYON };
    return (await done('create-organization', undefined, { ...bakery, siret: '55208131766522', ...said })).id;
  };

  const invoice = async (customerId: string, said: object = { lines: [TRAINING] }) =>
    done('create-invoice', customerId, said);
  const finalized = async (draft: { id: string } | Promise<{ id: string }>) =>
    done('finalize-billing', (await draft).id);
  const estimate = async (customerId: string, said: object = { lines: [TRAINING] }) =>
    done('create-estimate', customerId, said);
  const signedEstimate = async (customerId: string, said?: object) => {
    const { id } = await finalized(estimate(customerId, said));
    return done('sign-estimate', id);
  };
  /** A finalized advance on an estimate, 30 % by default. */
  const finalizedAdvance = async (estimateId: string, said: object = {}) =>
    finalized(done('create-advance', estimateId, said));
  const pay = (kind: 'invoice' | 'advance', id: string, amount: number) =>
    done(kind === 'invoice' ? 'mark-paid' : 'mark-advance-paid', id, {
      payments: [{ amount, receivedAt: service.clock.now, method: 'transfer' }],
    });
  return {
    ...{ ask, done, refusal, company, contact, organization },
    ...{ invoice, finalized, estimate, signedEstimate, finalizedAdvance, pay },
  };
}

export type Books = ReturnType<typeof booksOf>;
