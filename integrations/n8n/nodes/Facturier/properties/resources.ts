import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';

const create = (noun: string): INodePropertyOptions => ({
  name: 'Create',
  value: 'create',
  action: `Create ${noun}`,
});
const get = (noun: string): INodePropertyOptions => ({ name: 'Get', value: 'get', action: `Get ${noun}` });

/** What can be done with a draft, and with what it becomes. */
const ofDocument = (noun: string): INodePropertyOptions[] => [
  {
    name: 'Finalize',
    value: 'finalize',
    action: `Finalize ${noun}`,
    description: 'Give the draft its official number; this cannot be undone',
  },
  get(noun),
  {
    name: 'Update Lines',
    value: 'updateLines',
    action: `Update the lines of ${noun}`,
    description: 'Replace all lines of a draft',
  },
];

const operationsOf = (
  resource: string,
  options: INodePropertyOptions[],
  first: string = options[0]?.value as string,
): INodeProperties => ({
  displayName: 'Operation',
  name: 'operation',
  type: 'options',
  noDataExpression: true,
  displayOptions: { show: { resource: [resource] } },
  options,
  default: first,
});

/** What the node works on, and what it does with each. */
export const resourceAndOperation: INodeProperties[] = [
  {
    displayName: 'Resource',
    name: 'resource',
    type: 'options',
    noDataExpression: true,
    options: [
      { name: 'Contact', value: 'contact' },
      { name: 'Credit Note', value: 'creditNote' },
      { name: 'Event', value: 'event' },
      { name: 'Invoice', value: 'invoice' },
      { name: 'Product', value: 'product' },
      { name: 'Project', value: 'project' },
      { name: 'Task', value: 'task' },
    ],
    default: 'invoice',
  },
  operationsOf('contact', [create('a contact'), get('a contact')]),
  operationsOf('creditNote', [
    {
      ...create('a credit note'),
      description: 'A draft that credits all that is left of a finalized invoice; edit its lines to credit less',
    },
    ...ofDocument('a credit note'),
  ]),
  operationsOf('event', [
    {
      name: 'Get Many',
      value: 'getAll',
      action: 'Get many events',
      description: 'What happened in the last 30 days, the newest first',
    },
  ]),
  operationsOf('invoice', [{ ...create('an invoice'), description: 'Create a draft' }, ...ofDocument('an invoice')]),
  operationsOf('product', [
    { name: 'Search', value: 'search', action: 'Search products', description: 'Find products of the catalogue' },
  ]),
  operationsOf('project', [create('a project')]),
  operationsOf('task', [create('a task')]),
];
