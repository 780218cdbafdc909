'use strict';

const { createHash } = require('node:crypto');
const { at } = require('../authentication');

/** Lets a Zap that runs twice for one event have one effect. */
const onceField = {
  key: 'idempotencyKey',
  label: 'Only Once For',
  type: 'string',
  required: false,
  helpText:
    'Optional. Whatever makes this step unique, such as the Event ID of the trigger: sent again within 24 hours, it creates nothing twice.',
};

/** Asks the service to make or change something, once for each key. */
async function posted(z, bundle, path, { method = 'POST', body } = {}) {
  const once = String(bundle.inputData.idempotencyKey ?? '').trim();
  // The path is part of it: one event may make two things.
  const key = createHash('sha256').update(`${path} ${once}`).digest('hex');
  const headers = once === '' ? {} : { 'Idempotency-Key': `zapier-${key}` };
  const { data } = await z.request({ url: at(bundle, path), method, headers, ...(body && { body }) });
  return data;
}

/** Without what was left empty. */
const filled = (members) =>
  Object.fromEntries(
    Object.entries(members).filter(([, value]) => value !== undefined && value !== null && value !== ''),
  );

module.exports = { filled, onceField, posted };
