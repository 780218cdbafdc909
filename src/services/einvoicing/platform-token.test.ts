import assert from 'node:assert/strict';
import { test } from 'vitest';
import type { CallPlatform } from './call-platform.ts';
import { clearPlatformToken, platformToken } from './platform-token.ts';

const KEYS = { clientId: 'zoé', clientSecret: 'a/b+c' };
const json = (status: number, body: object) => ({ status, headers: {}, body: Buffer.from(JSON.stringify(body)) });

/** An authorization server that takes credentials only in one place, and what it was asked. */
function server(accepted: 'header' | 'form' | 'none') {
  const asked: { authorization: string | undefined; form: string }[] = [];
  const call: CallPlatform = async ({ headers, body }) => {
    const form = Buffer.from(body ?? []).toString();
    asked.push({ authorization: headers.authorization, form });
    const isRight = accepted === 'header' ? headers.authorization !== undefined : form.includes('client_secret=');
    if (accepted === 'none' || !isRight) return json(401, { error: 'invalid_client', error_description: 'Wrong.' });
    return json(200, { access_token: 'token', expires_in: 600 });
  };
  return { call, asked };
}

test('the credentials are stated in the header Basic, percent-encoded, and a token is asked once', async () => {
  const { call, asked } = server('header');
  const url = 'https://header.example.org/token';
  assert.deepEqual(await platformToken(url, KEYS, call), { ok: 'token' });
  assert.deepEqual(await platformToken(url, KEYS, call), { ok: 'token' });
  const pair = Buffer.from('zo%C3%A9:a%2Fb%2Bc').toString('base64');
  assert.deepEqual(asked, [{ authorization: `Basic ${pair}`, form: 'grant_type=client_credentials' }]);
  clearPlatformToken(url, KEYS);
});

test('a server that takes them in the form only is asked again that way', async () => {
  const { call, asked } = server('form');
  const url = 'https://form.example.org/token';
  assert.deepEqual(await platformToken(url, KEYS, call), { ok: 'token' });
  assert.deepEqual(
    asked.map(({ authorization }) => authorization !== undefined),
    [true, false],
  );
  assert.match(asked[1]?.form ?? '', /client_id=zo%C3%A9&client_secret=a%2Fb%2Bc/);
  clearPlatformToken(url, KEYS);
});

test('wrong credentials are refused in the words of the server, and nothing is kept', async () => {
  const { call, asked } = server('none');
  const url = 'https://none.example.org/token';
  assert.deepEqual(await platformToken(url, KEYS, call), { keysRefused: 'Wrong.' });
  assert.equal(asked.length, 2);
  assert.equal(clearPlatformToken(url, KEYS), false);
});

test('a server that is away is not asked a second way', async () => {
  let times = 0;
  const call: CallPlatform = async () => {
    times += 1;
    return json(503, {});
  };
  assert.deepEqual(await platformToken('https://away.example.org/token', KEYS, call), { away: 'no token: 503' });
  assert.equal(times, 1);
});
