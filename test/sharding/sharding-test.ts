import { optionsOfScript } from '../support/runner/script-options.ts';
import { reportChecks } from './report-checks.ts';
import { type ShardedEnvironment, shardedEnvironment } from './sharded-environment.ts';
import { shardingChecks } from './sharding-checks.ts';

// npm run sharding-test -- --database URL [--years 4] [--only jobs,matrix]
// [--kill COMMAND --revive COMMAND] [--freeze COMMAND --thaw COMMAND] [--older URL]
// Tests a database sharded over existing machines and leaves accounts in it: use an empty one, or
// set FACTURIER_DATA with its keys. The shell commands kill, start, freeze and resume the node at
// $NODE_HOST:$NODE_PORT. `--older` is a second, empty database of the same nodes.
// Exit code: 0 all checks that ran passed, 1 a check failed, 2 no sharded database.

const NO_ENGINE = `Give a database that has the extension citus, by its coordinator:
  npm run sharding-test -- --database postgresql://user@coordinator:5432/facturier
docs/en/host/citus.md says how such a database is made.`;

const { values } = optionsOfScript(
  'npm run sharding-test -- --database <url> [--years 4] [--only jobs,matrix] [--kill <line> --revive <line>] [--freeze <line> --thaw <line>] [--older <url>]',
  {
    options: {
      database: { type: 'string' },
      years: { type: 'string', default: '4' },
      only: { type: 'string', default: '' },
      kill: { type: 'string' },
      revive: { type: 'string' },
      freeze: { type: 'string' },
      thaw: { type: 'string' },
      older: { type: 'string' },
    },
  },
);

const ground = values.database === undefined ? NO_ENGINE : await groundOrWhyNot(values.database);
if (typeof ground === 'string') {
  process.stderr.write(`${ground}\n`);
  process.exitCode = 2;
} else {
  const { years, only, ...lines } = values;
  const rows = shardingChecks(ground, { ...lines, years: Number(years), only: only.split(',').filter(Boolean) });
  process.exitCode = await reportChecks(rows, (line) => void process.stdout.write(`${line}\n`)).finally(ground.discard);
}

/** Accounts of an earlier run are signed with its keys: a start with other keys is refused. */
async function groundOrWhyNot(databaseUrl: string): Promise<ShardedEnvironment | string> {
  try {
    return (await shardedEnvironment(databaseUrl)) ?? NO_ENGINE;
  } catch (error) {
    return `${String(error)}\nGive a database that is empty, or by FACTURIER_DATA the folder with the keys of the run that filled this one.`;
  }
}
