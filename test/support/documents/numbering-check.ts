import type pg from 'pg';
import { readKnownHeads } from '../../../src/audit/heads/known-heads.ts';
import { allAccountIds } from '../../../src/db/account/all-accounts.ts';
import { verifyAccounts } from '../../../src/db/audit/verify/verify-accounts.ts';
import { openPool } from '../../../src/db/connections/pool.ts';
import { inTransaction, sql } from '../../../src/db/transaction.ts';
import type { Ground } from '../service/server-process.ts';

/** A document as the books must contain it. */
export type Booked = {
  id: string;
  test: boolean;
  prefix: string | null;
  year: number | null;
  counter: number | null;
  number: string | null;
  emittedOn: string;
};

const BOOKED = sql`
  select id, test, prefix, year, counter, number, emitted_on as "emittedOn" from billing.document
  where account_id = $1 order by prefix, year, counter`;

/** Every document of an account, read as the table owner. */
export const bookedDocuments = (owner: pg.Pool, accountId: string): Promise<Booked[]> =>
  inTransaction(owner, { accountId, test: false }, async (tx) => ({
    commit: true,
    answer: (await tx.read(BOOKED, [accountId])) as Booked[],
  }));

/**
 * Numbering faults: a gap, a duplicate, or a date before the previous number’s, across years.
 * Written from docs/rules/numbering.md, independently of the code that assigns numbers.
 */
export function numberProblems(documents: readonly Booked[]): string[] {
  const problems: string[] = [];
  const numbered = documents.filter(({ number }) => number !== null);
  const numbers = numbered.map(({ number }) => number);
  for (const [at, number] of numbers.entries()) {
    if (numbers.indexOf(number) !== at) problems.push(`${number} twice`);
  }
  const series = Map.groupBy(numbered, ({ test, prefix }) => `${test ? 'test' : 'live'} ${prefix}`);
  for (const [name, all] of series) {
    const inOrder = all.toSorted((a, b) => Number(a.year) - Number(b.year) || Number(a.counter) - Number(b.counter));
    for (const [year, ofYear] of Map.groupBy(inOrder, (document) => document.year)) {
      for (const [at, { counter, number }] of ofYear.entries()) {
        if (counter !== at + 1) {
          problems.push(`gap in ${name} ${year}: ${number} is number ${counter} in place ${at + 1}`);
          break;
        }
      }
    }
    for (const [at, { emittedOn, number }] of inOrder.entries()) {
      const before = inOrder[at - 1];
      if (before && before.emittedOn > emittedOn) problems.push(`${number} is dated before ${before.number}`);
    }
  }
  return problems;
}

/**
 * All faults in the books of a data folder: numbering, and everything `facturier verify` checks.
 */
export async function bookProblems(
  on: Pick<Ground, 'dataFolder'> & { database: Pick<Ground['database'], 'ownerUrl' | 'serving'> },
): Promise<{ problems: string[]; documents: Booked[]; links: number }> {
  const { keys, noted } = await readKnownHeads(on.dataFolder);
  const owner = openPool(on.database.ownerUrl, { size: 1 });
  try {
    const accounts: string[] = [];
    for await (const id of allAccountIds(owner)) accounts.push(id);
    const documents = (await Promise.all(accounts.map((id) => bookedDocuments(owner, id)))).flat();
    const { findings, links } = await verifyAccounts(on.database.serving, accounts, { keys, noted });
    return {
      problems: [...numberProblems(documents), ...findings.map((found) => JSON.stringify(found))],
      documents,
      links,
    };
  } finally {
    await owner.end();
  }
}
