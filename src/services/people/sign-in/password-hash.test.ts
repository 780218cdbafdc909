import assert from 'node:assert/strict';
import { test } from 'vitest';
import { createConcurrencyLimiter } from '../../../limits/concurrency-limiter.ts';
import { processLimits } from '../../../limits/process-limits.ts';
import { hashPassword, isPassword } from './password-hash.ts';

/** Records the turns taken in the limiter. */
function turns() {
  const limiter = createConcurrencyLimiter('passwords', processLimits.concurrency.passwords);
  const counted = { network: '192.0.2.1', passwords: limiter, many: 0 };
  counted.passwords = {
    ...limiter,
    run: (owner, work, gone) => {
      counted.many += 1;
      return limiter.run(owner, work, gone);
    },
  };
  return counted;
}

test('a password is stored as Argon2id with its own salt, and verified independently of Unicode normalization', async () => {
  const turn = turns();
  const [once, twice] = await Promise.all([hashPassword('été à la mer', turn), hashPassword('été à la mer', turn)]);
  assert.match(once, /^\$argon2id\$v=19\$m=19456,t=2,p=1\$[\w+/]{22}\$[\w+/]{43}$/);
  assert.notEqual(once, twice);
  assert.equal(await isPassword('été à la mer', once, turn), true);
  // The same letters with combining accents.
  assert.equal(await isPassword('été à la mer'.normalize('NFD'), once, turn), true);
  assert.equal(await isPassword('ete a la mer', once, turn), false);
});

test('for an unknown user the same hashing runs once, and every password is wrong', async () => {
  const kept = await hashPassword('quatre mots sans rapport', turns());
  const [ofSomebody, ofNobody] = [turns(), turns()];
  assert.equal(await isPassword('wrong', kept, ofSomebody), false);
  assert.equal(await isPassword('wrong', undefined, ofNobody), false);
  assert.deepEqual([ofSomebody.many, ofNobody.many], [1, 1]);
});
