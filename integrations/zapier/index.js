'use strict';

const { authentication, carryKey } = require('./authentication');
const { contact } = require('./creates/contact');
const { creditNote } = require('./creates/credit-note');
const { finalize } = require('./creates/finalize');
const { invoice } = require('./creates/invoice');
const { lines } = require('./creates/lines');
const { dependencies, version } = require('./package.json');
const { sayRefusal } = require('./refusals');
const { customer } = require('./searches/customer');
const { document } = require('./searches/document');
const { product } = require('./searches/product');
const { lists } = require('./triggers/lists');
const { newEvent } = require('./triggers/new-event');
const { projectAndTaskEvents } = require('./triggers/project-and-task-events');

const byKey = (parts) => Object.fromEntries(parts.map((part) => [part.key, part]));

module.exports = {
  version,
  platformVersion: dependencies['zapier-platform-core'],
  authentication,
  beforeRequest: [carryKey],
  afterResponse: [sayRefusal],
  triggers: byKey([newEvent, ...projectAndTaskEvents, ...lists]),
  creates: byKey([contact, invoice, lines, finalize, creditNote]),
  searches: byKey([customer, document, product]),
  searchOrCreates: {
    customer: {
      key: 'customer',
      display: { label: 'Find or Create Customer', description: 'Finds a customer, or creates a contact.' },
      search: 'customer',
      create: 'contact',
    },
  },
};
