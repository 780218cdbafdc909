// npm run kill-test -- --kills 500 [--seed 1]: the kill test at length. It ends with 1 where anything was lost.
import { parseArgs } from 'node:util';
import { seedFrom } from '../support/seeded.ts';
import { killServers } from './kill-servers.ts';

const { values } = parseArgs({ options: { kills: { type: 'string' }, seed: { type: 'string' } } });
const seed = Number(values.seed ?? seedFrom('KILL_SEED'));
const kills = Number(values.kills ?? 500);
console.log(`${kills} kills, --seed ${seed}`);
const { problems, ...report } = await killServers({
  kills,
  seed,
  onKill: (done) => {
    if (done % 50 === 0) console.log(`${done} kills`);
  },
});
console.log(report);
for (const problem of problems) console.error(problem);
process.exitCode = problems.length === 0 ? 0 : 1;
