import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { test } from 'vitest';
import { newWebhookSecret } from '../../src/audit/secrets/webhook-secrets.ts';
import { webhookHeaders } from '../../src/audit/secrets/webhook-signature.ts';

const PAGES = ['docs/rules/webhooks.md', 'docs/fr/integrate/webhooks.md', 'docs/en/integrate/webhooks.md'];

test.each(PAGES)('the Node example in %s accepts our signatures and rejects others', async (page) => {
  const text = await readFile(new URL(`../../${page}`, import.meta.url), 'utf8');
  const [, code = ''] = /```js\n([\s\S]*?)```/.exec(text) ?? [];
  const { isFromFacturier } = await import(`data:text/javascript,${encodeURIComponent(code)}`);
  const [secret, next, other] = [newWebhookSecret(), newWebhookSecret(), newWebhookSecret()];
  const now = Math.floor(Date.now() / 1000);
  for (let at = 0; at < 20; at++) {
    const body = JSON.stringify({ name: 'Crêperie', at });
    const message = { id: randomUUID(), timestamp: now, body };
    const headers = webhookHeaders(message, [next, secret]);
    assert.ok(
      isFromFacturier(headers, body, secret) && isFromFacturier(headers, body, next),
      'both secrets, in between',
    );
    assert.ok(!isFromFacturier(headers, body, other), 'another secret');
    assert.ok(!isFromFacturier(headers, `${body} `, secret), 'another body');
    assert.ok(!isFromFacturier({ ...headers, 'webhook-id': randomUUID() }, body, secret), 'another id');
    const old = webhookHeaders({ ...message, timestamp: now - 400 }, [secret]);
    assert.ok(!isFromFacturier(old, body, secret), 'overheard and sent again');
    const { 'webhook-signature': _, ...unsigned } = headers;
    assert.ok(!isFromFacturier(unsigned, body, secret), 'no signature');
  }
});
