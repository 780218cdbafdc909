import type { INodeProperties } from 'n8n-workflow';

/** A contact or an organization, found by its name or given by its id. */
export const customerProperty: INodeProperties = {
  displayName: 'Customer',
  name: 'customerId',
  type: 'resourceLocator',
  default: { mode: 'list', value: '' },
  required: true,
  description: 'A contact or an organization',
  modes: [
    {
      displayName: 'From List',
      name: 'list',
      type: 'list',
      typeOptions: { searchListMethod: 'searchCustomers', searchable: true },
    },
    { displayName: 'By ID', name: 'id', type: 'string', placeholder: 'e.g. 01890a5d-b1f0-7c44-9d0e-5a4b7c1e2f30' },
  ],
};
