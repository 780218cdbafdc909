import assert from 'node:assert/strict';
import { createHash, randomUUID } from 'node:crypto';
import { Webhook } from 'standardwebhooks';
import { test } from 'vitest';
import { signingSecrets, withNewSecret } from '../../domain/events/endpoint.ts';
import { newWebhookSecret } from './webhook-secrets.ts';
import { webhookHeaders } from './webhook-signature.ts';

const now = Math.floor(Date.now() / 1000);
const isVerified = (secret: string, body: string, headers: Record<string, string>): boolean => {
  try {
    new Webhook(secret).verify(body, headers);
    return true;
  } catch {
    return false;
  }
};

test('the published vector of Standard Webhooks is signed as published', () => {
  const message = { id: 'msg_p5jXN8AQM9LWM0D4loKWxJek', timestamp: 1614265330, body: '{"test": 2432232314}' };
  assert.deepEqual(webhookHeaders(message, ['whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw']), {
    'webhook-id': 'msg_p5jXN8AQM9LWM0D4loKWxJek',
    'webhook-timestamp': '1614265330',
    'webhook-signature': 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
  });
});

test('200 messages of all sizes are verified by the Standard Webhooks library, and changed ones are not', () => {
  const bodies = new Set<string>();
  for (let at = 0; at < 200; at++) {
    const text = `${'é€𝄞"\\\n'.repeat(at)}${createHash('sha256').update(`${at}`).digest('base64')}`;
    const body = JSON.stringify({ text, at });
    bodies.add(body);
    const secret = newWebhookSecret();
    const headers = webhookHeaders({ id: randomUUID(), timestamp: now - at, body }, [secret]);
    assert.ok(isVerified(secret, body, headers), `message ${at}`);
    assert.ok(!isVerified(secret, body.replace(`"at":${at}`, `"at":${at + 1}`), headers), 'another body');
    assert.ok(!isVerified(secret, body, { ...headers, 'webhook-id': randomUUID() }), 'another id');
    assert.ok(!isVerified(secret, body, { ...headers, 'webhook-timestamp': `${now - at - 1}` }), 'another time');
    assert.ok(!isVerified(newWebhookSecret(), body, headers), 'another secret');
  }
  assert.equal(bodies.size, 200);
});

test('for 24 hours after a rotation both secrets verify every message; then only the new one', () => {
  const [old, fresh] = [newWebhookSecret(), newWebhookSecret()];
  const endpoint = {
    id: 'e',
    test: false,
    url: '',
    events: [],
    active: true,
    description: '',
    createdAt: 0,
    updatedAt: 0,
  };
  const rotated = withNewSecret({ ...endpoint, secret: old }, fresh, 1_000_000);
  const at = (timestamp: number) => {
    const message = { id: randomUUID(), timestamp: now, body: `{"at":${timestamp}}` };
    const headers = webhookHeaders(message, signingSecrets(rotated, timestamp));
    return [isVerified(old, message.body, headers), isVerified(fresh, message.body, headers)];
  };
  for (let minute = 0; minute < 24 * 60; minute++) assert.deepEqual(at(1_000_000 + minute * 60), [true, true]);
  assert.deepEqual(at(1_000_000 + 24 * 3600 - 1), [true, true]);
  assert.deepEqual(at(1_000_000 + 24 * 3600), [false, true]);
});
