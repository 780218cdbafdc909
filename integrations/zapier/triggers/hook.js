'use strict';

const { latest, receive, subscribe, unsubscribe } = require('../webhook');

/** An instant trigger for the events that `eventsOf` reads off a bundle. */
const hook = ({ key, noun, display, inputFields = [], eventsOf, sample, outputFields }) => ({
  key,
  noun,
  display,
  operation: {
    type: 'hook',
    inputFields,
    performSubscribe: (z, bundle) => subscribe(z, bundle, eventsOf(bundle)),
    performUnsubscribe: unsubscribe,
    perform: (z, bundle) => receive(z, bundle, eventsOf(bundle)),
    performList: (z, bundle) => latest(z, bundle, eventsOf(bundle)),
    sample,
    outputFields,
  },
});

/** What every event has. */
const eventFields = [
  { key: 'id', label: 'Event ID', type: 'string' },
  { key: 'event__type', label: 'Event Type', type: 'string' },
  { key: 'event__label', label: 'Event Name', type: 'string' },
  { key: 'event__occurredAt', label: 'Occurred At', type: 'datetime' },
];

module.exports = { eventFields, hook };
