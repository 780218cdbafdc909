import assert from 'node:assert/strict';
import { inTransaction, sql } from '../../../src/db/transaction.ts';
import type { TestService } from '../service/in-process-service.ts';
import { booksOf, operationNamed } from './example-books.ts';

const EVENTS = sql`select body from billing.event where account_id = $1 and type = any($2) order by place`;

/** An answer or an event, untyped for the tests. */
// biome-ignore lint/suspicious/noExplicitAny: it is JSON, and a test that misreads it fails.
type Answered = any;
type Named = { id: string; name: string };

/** A new freelancer account with its initial board and a customer. */
export async function freelancer(service: TestService, name: string) {
  const { live, test } = await service.newAccount(name);
  const books = booksOf(service, live);
  const customerId = await books.contact();
  const columns: Record<string, string> = Object.fromEntries(
    (await books.done('get-project-categories')).map((column: Named) => [column.name, column.id]),
  );
  const listed = async (list: 'get-projects' | 'get-tasks', query: object = {}) => {
    const answer = await service.call(operationNamed(list), { caller: live, query: { ...query } });
    assert.equal(answer.refused, undefined, JSON.stringify(answer));
    return answer.json;
  };
  const namesIn = async (list: 'get-projects' | 'get-tasks', query?: object): Promise<string[]> =>
    (await listed(list, query)).docs.map((doc: Named) => doc.name);
  return {
    ...{ live, test, books, customerId, columns, listed },
    project: (said: object = {}): Promise<Answered> =>
      books.done('create-project', undefined, bodyOfProject({ customerId, columns }, said)),
    task: (said: object = {}): Promise<Answered> =>
      books.done('create-task', undefined, { name: 'Maquette', description: '', ...said }),
    projects: (query?: object) => namesIn('get-projects', query),
    tasks: (query?: object) => namesIn('get-tasks', query),
    /** Events of these types, oldest first, as webhooks receive them. */
    told: (...types: string[]): Promise<Answered[]> =>
      inTransaction(service.owner, { accountId: live.accountId, test: false }, async (tx) => ({
        commit: true,
        answer: (await tx.read(EVENTS, [live.accountId, types])).map(({ body }) => JSON.parse(body)),
      })),
  };
}

export type Freelancer = Awaited<ReturnType<typeof freelancer>>;

export const bodyOfProject = (
  { customerId, columns }: Pick<Freelancer, 'customerId' | 'columns'>,
  said: object = {},
) => ({ name: 'Refonte du site', amount: 450_000, customerId, categoryId: columns.Prospects, ...said });
