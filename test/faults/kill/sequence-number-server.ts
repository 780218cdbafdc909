// Negative control: numbers come from a database sequence, which keeps gaps on rollback. SIGUSR2
// kills it with the next number. `node sequence-number-server.ts serve --json`

import { finalizeBilling } from '../../../src/api/billing/documents/finalize.ts';
import { operations } from '../../../src/api/index.ts';
import { runCommand } from '../../../src/cli/program.ts';
import { sql } from '../../../src/db/transaction.ts';
import type { Operation } from '../../../src/pipeline/operation.ts';

const NEXT = sql`select nextval('billing.number_of_the_control')::int as number, extract(year from now())::int as year`;
const PUT = sql`
  insert into billing.series (account_id, test, prefix, year, last) values ($1, false, 'F', $2, $3)
  on conflict (account_id, test, prefix, year) do update set last = $3`;

let dies = false;
process.on('SIGUSR2', () => {
  dies = true;
});

const fromSequence: Operation = {
  ...finalizeBilling,
  run: async (context, input) => {
    const { tx, accountId } = context;
    const [next] = await tx.read<{ number: number; year: number }>(NEXT);
    if (!next) throw new Error('the sequence gave nothing');
    if (dies) process.kill(process.pid, 'SIGKILL');
    // Sets the counter to the sequence value; the rest is the real finalization.
    tx.write(PUT, [accountId, next.year, next.number - 1]);
    return finalizeBilling.run(context, input);
  },
};
(operations as Operation[])[operations.indexOf(finalizeBilling)] = fromSequence;

process.exitCode = await runCommand(process.argv.slice(2));
