import assert from 'node:assert/strict';
import { valueOf } from '../../../src/pipeline/answer.ts';
import { runOperation } from '../../../src/pipeline/run-operation.ts';
import type { TestService } from '../service/in-process-service.ts';
import { rolledBackServices } from '../service/rolled-back-services.ts';
import { operationNamed } from './example-books.ts';

/**
 * What a draft lacks; also tries to finalize it, rolled back, and checks that the result and the
 * draft’s `finalizable` agree.
 */
export async function lackedBy(service: TestService, caller: TestService['live'], id: string) {
  const asked = (language: 'fr' | 'en') => ({ parts: { path: { id }, query: {}, body: {} }, language });
  const read = operationNamed('get-billing-by-id');
  const told = async (language: 'fr' | 'en') => {
    const answer = await runOperation(service.services, read, caller, asked(language));
    assert.ok(!('refused' in answer), JSON.stringify(answer));
    return valueOf(answer) as Record<string, any>;
  };
  const [fr, en] = await Promise.all([told('fr'), told('en')]);
  const names: string[] = en.finalizeRequirements.map(({ name }: { name: string }) => name);
  assert.equal(en.finalizable, names.length === 0);

  const answer = await runOperation(
    rolledBackServices(service.services),
    operationNamed('finalize-billing'),
    caller,
    asked('en'),
  );
  if ('refused' in answer) {
    assert.equal(answer.refused, 'not_finalizable');
    assert.deepEqual(answer.refused === 'not_finalizable' ? answer.requirements : [], names);
  } else assert.deepEqual(names, []);
  return { names, fr, en };
}
