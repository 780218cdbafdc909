import assert from 'node:assert/strict';
import test from 'node:test';
import { identityOf } from './statement.ts';

test('a bank account is known by the sixty characters of its number, of which its currency takes the last alone', () => {
  const number = '1234567890'.repeat(6);
  assert.equal(identityOf({ number }, 'EUR'), number);
  assert.equal(identityOf({ number }, 'USD'), `${number.slice(0, 56)} USD`);
  assert.equal(identityOf({}, 'USD'), 'USD');
});
