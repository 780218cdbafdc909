import { listClosures } from '../../src/db/account/closures.ts';
import { documentsAfter } from '../../src/db/billing/document-export.ts';
import type { Filter } from '../../src/db/billing/document-filter.ts';
import { documentOrders, listDocuments, type Place } from '../../src/db/billing/document-list.ts';
import { documentSums, partsOfDocuments } from '../../src/db/billing/document-sums.ts';
import { listCustomers } from '../../src/db/customers/customer-list.ts';
import { readEvents } from '../../src/db/events/events.ts';
import { findMatchingCustomers } from '../../src/db/home/search.ts';
import { listBankTransactions } from '../../src/db/payments/bank-transactions.ts';
import { listPaymentsOfAccount, paymentSums, paymentsAfter } from '../../src/db/payments/payments.ts';
import { listProjects } from '../../src/db/projects/projects.ts';
import { listTasks } from '../../src/db/projects/tasks.ts';
import type { Tx } from '../../src/db/transaction.ts';
import { situations } from '../../src/domain/billing/document/situation.ts';

const ID = '00000000-0000-7000-8000-000000000001';
/** A transaction that finds no rows: its statements are recorded when they are created. */
const nothing = { accountId: ID, test: false, read: async () => [], write: () => {} } as unknown as Tx;

/** All filters of a list of documents at once. */
const everyFilter: Required<Filter> = {
  ...{
    kinds: ['invoice'],
    states: ['finalized'],
    archived: false,
    test: true,
    search: 'a b',
    ids: [ID],
    currency: 'EUR',
  },
  ...{
    customerId: ID,
    organizationId: ID,
    projectId: ID,
    late: { is: true, on: '2026-01-31' },
    unpaid: true,
    toBill: true,
    toRefund: true,
  },
  ...{
    range: { type: 'emittedAt', fromDay: '2026-01-01', toDay: '2026-01-31' },
    situation: { are: situations, on: '2026-01-31' },
  },
  ...{
    amount: { from: 1, to: 2 },
    reminderActive: true,
    onlinePayment: true,
    onlineSignature: true,
    paymentRequest: true,
  },
  ...{ recurring: ['active'], stopped: true, unstamped: true, failedAtPlatform: true, unsent: true },
};
const page = { limit: 20, page: 1 };

/** Calls every list whose statement depends on its filters, with all of them. */
export async function generateStatements(): Promise<void> {
  for (const filter of [{ test: false }, everyFilter]) await listsOfDocuments(filter);
  const day = '2026-01-31';
  const by = { direction: 'ASC', ...page } as const;
  const place = { direction: 'ASC', after: 'a', id: ID } as const;
  const person = { kind: 'contact', archived: false, test: false, search: 'a', by: 'name', ...by } as const;
  await listCustomers(nothing, person);
  await listCustomers(nothing, { ...person, place: { by: 'name', ...place } });
  await findMatchingCustomers(nothing, { words: 'a b', test: false, limit: 5 });
  const ofProjects = {
    search: 'a',
    categoryId: ID,
    customerId: ID,
    isDone: true,
    isLost: true,
    isArchived: true,
    test: true,
  };
  await listProjects(nothing, ofProjects, { by: 'rank', ...by, place: { by: 'rank', ...place } });
  const ofTasks = {
    search: 'a',
    projectId: ID,
    alone: false,
    customerId: ID,
    isDone: true,
    priorities: [],
    test: true,
  };
  await listTasks(nothing, ofTasks, { by: 'rank', ...by, place: { by: 'rank', ...place } });
  const ofPayments = {
    test: true,
    from: day,
    to: day,
    methods: ['card'],
    customerId: ID,
    currency: 'EUR',
    search: 'a',
  };
  await listPaymentsOfAccount(nothing, ofPayments, { by: 'receivedAt', ...by });
  await paymentSums(nothing, ofPayments);
  await paymentsAfter(nothing, ofPayments, { after: ID, limit: 1 });
  const ofBank = { from: day, to: day, bankAccountId: ID, state: 'open', search: 'a' } as const;
  await listBankTransactions(nothing, ofBank, { by: 'bookedOn', ...by });
  await listClosures(nothing, { test: false, kind: 'month', from: day, to: day, ...page });
  const ofEvents = { types: ['invoice.paid'], test: false, after: ID, since: 0, limit: 20 };
  for (const newestFirst of [false, true]) await readEvents(nothing, { ...ofEvents, newestFirst });
}

async function listsOfDocuments(filter: Filter): Promise<void> {
  const places: Place[] = [
    page,
    { limit: 20, after: { emittedOn: '2026-01-31', id: ID } },
    ...documentOrders.map((by) => ({ limit: 20, place: { by, direction: 'ASC', after: 'a', id: ID } as const })),
  ];
  for (const place of places) await listDocuments(nothing, filter, place);
  await documentsAfter(nothing, filter, { after: ID, limit: 20, day: '2026-01-31' });
  await documentSums(nothing, filter);
  await partsOfDocuments(nothing, filter, 'Europe/Paris');
}
