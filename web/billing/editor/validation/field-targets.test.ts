import assert from 'node:assert/strict';
import { test } from 'vitest';
import { fieldGroupsOf } from '../draft/draft.ts';
import { draftInvoice } from '../draft/test-drafts.ts';
import { incompleteTargets, targetOfRefusal, targetOfRequirement } from './field-targets.ts';

test('a refusal leads to the field it concerns, whatever was requested; only refusals about lines lead to the lines', () => {
  const leads = (['estimate', 'invoice', 'advance', 'asset'] as const).flatMap((type) =>
    fieldGroupsOf(type).map(({ operation }) => [operation, targetOfRefusal(operation)] as const),
  );
  const toLines = leads.filter(([, { place }]) => place === 'place-lines').map(([operation]) => operation);
  assert.deepEqual(
    [...new Set(toLines)].filter((operation) => !/lines|disbursement|locale/.test(operation)),
    [],
  );
  assert.deepEqual(targetOfRefusal('update-invoice-currency'), { beside: 'language' });
});

test('a requirement leads to its field, which is marked; on an advance the amount replaces the lines', () => {
  const lacking = draftInvoice({
    finalizeRequirements: [
      { name: 'hasChronologicalDate', message: '' },
      { name: 'hasCustomerSiren', message: '' },
      { name: 'hasEmitterIdentity', message: '' },
    ],
  });
  assert.deepEqual([...incompleteTargets(lacking)], ['place-issued', 'place-customer']);
  assert.equal(targetOfRequirement('hasValidAmount', lacking).place, 'place-lines');
  assert.equal(targetOfRequirement('hasValidAmount', draftInvoice({ type: 'advance' })).place, 'place-amount');
});
