import assert from 'node:assert/strict';
import { test } from 'vitest';
import { identityOf } from './statement.ts';

test('a bank account is identified by up to sixty characters of its number; the currency replaces the last ones', () => {
  const number = '1234567890'.repeat(6);
  assert.equal(identityOf({ number }, 'EUR'), number);
  assert.equal(identityOf({ number }, 'USD'), `${number.slice(0, 56)} USD`);
  assert.equal(identityOf({}, 'USD'), 'USD');
});
