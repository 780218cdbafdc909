import assert from 'node:assert/strict';
import { test } from 'vitest';
import { Problem } from './problem.ts';

test('a refusal is shown at its field with how to fix it; other faults of a form are shown unchanged', () => {
  const body = {
    title: 'Code refused',
    detail: 'Code refused. Wait for the next code.',
    code: 'person.second_factor_wrong',
  };
  const pointed = { property: 'code', constraints: { 'person.second_factor_wrong': 'Code refused.' } };
  assert.equal(new Problem(401, { ...body, errors: [pointed] }).at('code'), 'Code refused. Wait for the next code.');
  const faults = [{ property: 'password', constraints: { too_small: 'Enter your password' } }];
  const invalid = new Problem(400, {
    title: 'Invalid',
    detail: 'Invalid. See errors.',
    code: 'request.input_invalid',
    errors: faults,
  });
  assert.equal(invalid.at('password'), 'Enter your password');
  assert.equal(invalid.at('email'), undefined);
});
