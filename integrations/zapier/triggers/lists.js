'use strict';

const { at } = require('../authentication');
const { customersNamed } = require('../searches/customer');

/** What a webhook is tried with: it comes to whoever asks for a try, and needs no choice. */
const TRY = 'webhook.test';

const list = (key, noun, perform) => ({
  key,
  noun,
  display: { label: `List of ${noun}s`, description: `Fills the list of a form: every ${noun}.`, hidden: true },
  operation: { perform, sample: { id: '1', name: noun } },
});

/** The types of events, by their names in the language of the connection. */
const eventTypes = list('event_type', 'Event Type', async (z, bundle) => {
  const params = { language: bundle.authData.language || 'fr' };
  const { docs } = (await z.request({ url: at(bundle, '/v2/event-types'), params })).data;
  return docs.filter(({ id }) => id !== TRY).map(({ id, label }) => ({ id, name: label }));
});

/** Customers, contacts and organizations alike. */
const customers = list('customer_name', 'Customer', (z, bundle) => customersNamed(z, bundle));

/** What fills the lists of forms; none of them starts a Zap. */
const lists = [eventTypes, customers];

module.exports = { lists };
