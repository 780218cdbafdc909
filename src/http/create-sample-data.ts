import { type Ask, createSampleYear } from '../demo/sample/sample-year.ts';
import type { Operation } from '../pipeline/operation.ts';
import { runOperation } from '../pipeline/run-operation.ts';
import type { AppServices } from '../services/app-dependencies.ts';
import type { Caller } from '../services/caller.ts';

class StepRefused extends Error {
  readonly refused: string;
  constructor(refused: string) {
    super(refused);
    this.refused = refused;
  }
}

/**
 * Creates a year of sample data in the caller's account through the regular operations. Returns the
 * refusal of a step that failed.
 */
export async function createSampleData(
  { services, operations }: { services: AppServices; operations: readonly Operation[] },
  caller: Caller,
): Promise<{ readonly refused: string } | undefined> {
  const byName = new Map(operations.map((operation) => [operation.name, operation]));
  const ask: Ask = async (name, { id, query = {}, body = {}, live = false }) => {
    const operation = byName.get(name);
    if (!operation) throw new Error(`no operation ${name}`);
    const parts = { path: id === undefined ? {} : { id }, query, body };
    const answer = await runOperation(services, operation, { ...caller, test: !live }, { parts, language: 'fr' });
    if ('refused' in answer) throw new StepRefused(`${name}: ${answer.refused}`);
    return answer.value;
  };
  try {
    await createSampleYear(ask, services.now());
  } catch (error) {
    if (error instanceof StepRefused) return { refused: error.refused };
    throw error;
  }
  return undefined;
}
