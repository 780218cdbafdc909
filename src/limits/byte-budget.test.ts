import assert from 'node:assert/strict';
import { test } from 'vitest';
import { createByteBudget, type Held } from './byte-budget.ts';

const newBudget = () => createByteBudget({ bytesMax: 100, bytesPerOwnerMax: 60 });

test('an account has its own share, all accounts share the total, and returned bytes are available again', () => {
  const budget = newBudget();
  const first = budget.take('a', 60) as Held;
  assert.equal(budget.take('a', 1), 'owner');
  const second = budget.take('b', 40) as Held;
  assert.equal(budget.take('c', 1), 'all');
  assert.equal(budget.full('a'), 'owner');
  first.release();
  first.release();
  assert.equal(budget.held(), 40);
  assert.equal(budget.full('a'), undefined);
  assert.equal(second.more(30), 'owner');
  assert.equal(second.more(20), undefined);
  second.release();
  assert.equal(budget.held(), 0);
});

test('existing data is counted regardless of the budget, and nothing more is accepted beyond it', () => {
  const budget = newBudget();
  const answer = budget.note('a', 500);
  assert.equal(budget.full('a'), 'owner');
  assert.equal(budget.full('b'), 'all');
  answer.release();
  assert.equal(budget.full('b'), undefined);
});
