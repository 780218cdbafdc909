import { operations } from '../../src/api/index.ts';
import { type Scope, scopes } from '../../src/domain/account/scope.ts';
import { findCaller } from '../../src/http/auth/find-caller.ts';
import { runOperation } from '../../src/pipeline/run-operation.ts';
import { belongingsOf, probes } from '../isolation/two-accounts.ts';
import { type TestService, testService } from '../support/service/in-process-service.ts';
import { rolledBackServices } from '../support/service/rolled-back-services.ts';
import type { Found, ShardedEnvironment } from './sharded-environment.ts';

/** Faults shown per row of the table. */
const FAULTS_TOLD = 20;

/** The result by operation and key: the refusal, or success. */
type Cells = ReadonlyMap<string, string>;

/**
 * Keys with a single scope, in either mode, call every operation here and on a single PostgreSQL.
 * Both must agree: refused outside the scope, otherwise done or refused by a rule. Changes are
 * rolled back.
 */
export async function scopesOnNodes({ database, sealOf, webhooksOf }: ShardedEnvironment): Promise<Found> {
  const seal = await sealOf();
  const [here, plain] = [await testService({ database, seal, webhooks: await webhooksOf() }), await testService()];
  try {
    const [found, expected] = [await cellsOf(here, Date.now().toString(36)), await cellsOf(plain, '')];
    const wrong = [...expected].flatMap(([cell, said]) => {
      const heard = found.get(cell);
      return heard === said ? [] : [`${cell}: ${heard} instead of ${said}`];
    });
    const unopened = operations.filter(({ name, scope }) => found.get(`${name} ${scope} live`) === MISSING);
    wrong.push(...unopened.map(({ name, scope }) => `${name}: refused to a key of ${scope}`));
    const refused = [...found.values()].filter((said) => said === MISSING).length;
    const isAny = refused > 0 && refused < found.size;
    const figures = `${found.size} cells, ${refused} beyond the scope of the key, ${wrong.length} answered otherwise than on one PostgreSQL`;
    return {
      held: isAny && found.size === expected.size && wrong.length === 0,
      figures: `${figures} ${wrong.slice(0, FAULTS_TOLD).join('; ')}`.trimEnd(),
    };
  } finally {
    await Promise.all([here.close(), plain.close()]);
    await seal.close();
  }
}

const MISSING = 'scope_missing';

async function cellsOf(service: TestService, suffix: string): Promise<Cells> {
  const own = await belongingsOf(service, service.live, `Ownlastname${suffix}`, '73282932000074');
  // The request names nothing of another account.
  const asked = probes(own, own).filter(({ place }) => place === 'none');
  const cells = new Map<string, string>();
  for (const mode of ['live', 'test'] as const)
    for (const scope of scopes) {
      // No test key has this scope.
      if (mode === 'test' && scope === 'account:admin') continue;
      const caller = await callerOf(service, { scope, test: mode === 'test' });
      for (const { operation, said: parts } of asked) {
        const answer = await runOperation(rolledBackServices(service.services), operation, caller, {
          parts,
          language: 'en',
        }).catch((error: unknown) => ({
          refused: String(error),
        }));
        cells.set(`${operation.name} ${scope} ${mode}`, 'refused' in answer ? answer.refused : 'done');
      }
    }
  return cells;
}

/** Who may see a new key of one scope, as its row says. */
async function callerOf({ call, services, clock }: TestService, { scope, test }: { scope: Scope; test: boolean }) {
  const made = await call('create-api-key', { body: { name: scope, scopes: [scope], test } });
  const caller = made.refused ? undefined : await findCaller(services.pool, made.json.key, clock.now);
  if (!caller) throw new Error(`no key of ${scope}: ${JSON.stringify(made)}`);
  return caller;
}
