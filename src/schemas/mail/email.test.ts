import assert from 'node:assert/strict';
import { test } from 'vitest';
import { email } from './email.ts';

test('an internationalized domain is accepted and stored in its ASCII form', () => {
  assert.equal(email.parse('zoe@société.fr'), 'zoe@xn--socit-esab.fr');
  assert.equal(email.parse('zoe@SOCIÉTÉ.fr'), 'zoe@xn--socit-esab.fr');
  assert.equal(email.parse('zoe@xn--socit-esab.fr'), 'zoe@xn--socit-esab.fr');
  assert.equal(email.parse('Zoe@Example.fr'), 'Zoe@Example.fr');
});

test('an invalid email address is refused', () => {
  for (const said of [
    'zoé@example.fr',
    'zoe@',
    '@société.fr',
    'zoe@société',
    'zoe@soc iété.fr',
    'zoe',
    `z@${'é'.repeat(300)}.fr`,
  ])
    assert.equal(email.safeParse(said).success, false, said);
});
