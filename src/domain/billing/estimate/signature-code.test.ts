import assert from 'node:assert/strict';
import { test } from 'vitest';
import { checkSignatureCode, maySendCode } from './signature-code.ts';

const SENT = { sent: 1, tries: 0, sentAt: 1_000, endsAt: 1_600 };

test('a code is valid for ten minutes, and for twenty attempts in all', () => {
  const judged = (last: typeof SENT | undefined, isRight: boolean, now = 1_599) =>
    checkSignatureCode(last, { isRight, now });
  assert.equal(judged(SENT, true), undefined);
  assert.deepEqual(judged(SENT, true, 1_600), { refused: 'signature_code_wrong', left: 19 });
  assert.deepEqual(judged(SENT, false), { refused: 'signature_code_wrong', left: 19 });
  assert.equal(judged({ ...SENT, tries: 19 }, true), undefined);
  assert.deepEqual(judged({ ...SENT, tries: 20 }, true), { refused: 'signature_code_wrong', left: 0 });
  assert.deepEqual(judged(undefined, true), { refused: 'signature_code_wrong', left: 19 }, 'none was sent');
});

test('another code is sent half a minute later, ten times in all', () => {
  assert.equal(maySendCode(undefined, 0), true);
  assert.equal(maySendCode(SENT, 1_029), false);
  assert.equal(maySendCode(SENT, 1_030), true);
  assert.equal(maySendCode({ ...SENT, sent: 10 }, 9_999), false);
});
