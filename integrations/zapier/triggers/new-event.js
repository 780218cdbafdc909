'use strict';

const { eventFields, hook } = require('./hook');
const { projectSample } = require('./samples');

/** Any event, chosen from the list of the service. */
const newEvent = hook({
  key: 'new_event',
  noun: 'Event',
  display: {
    label: 'New Event',
    description: 'Triggers when something happens in Facturier: you choose what, from the list of your server.',
  },
  inputFields: [
    {
      key: 'events',
      label: 'Events',
      type: 'string',
      list: true,
      required: true,
      dynamic: 'event_type.id.name',
      helpText: 'What starts the Zap. Several may be chosen.',
    },
  ],
  eventsOf: ({ inputData }) => [inputData.events].flat(),
  sample: projectSample('project.created', 'Projet créé'),
  outputFields: eventFields,
});

module.exports = { newEvent };
