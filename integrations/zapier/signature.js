'use strict';

const { createHmac, timingSafeEqual } = require('node:crypto');

/** Seconds between the sending of an event and its reading: Zapier may hold events back while a Zap is busy. */
const TOLERANCE_SECONDS = 24 * 3600;

/**
 * Whether the service sent it, by Standard Webhooks 1.0.0: an HMAC over id, time and the raw content. While a secret is being
 * changed there are two signatures; one that fits is enough. `now` is Unix seconds.
 */
function isSigned({ headers, content }, secret, now) {
  const [id, timestamp, signatures] = ['id', 'timestamp', 'signature'].map((name) =>
    headerOf(headers, `webhook-${name}`),
  );
  if (!id || !signatures || !/^\d{1,12}$/.test(timestamp ?? '')) return false;
  if (Math.abs(now - Number(timestamp)) > TOLERANCE_SECONDS) return false;
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64');
  if (key.length === 0) return false;
  const expected = createHmac('sha256', key).update(`${id}.${timestamp}.${content}`).digest();
  return signatures.split(' ').some((signature) => {
    const [version, encoded = ''] = signature.split(',');
    const given = Buffer.from(encoded, 'base64');
    return version === 'v1' && given.length === expected.length && timingSafeEqual(given, expected);
  });
}

/** Zapier puts Http- before the names of headers it does not know. */
function headerOf(headers, name) {
  const found = Object.entries(headers).find(([said]) => said.toLowerCase().replace(/^http-/, '') === name);
  return found?.[1];
}

module.exports = { isSigned };
