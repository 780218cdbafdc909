import type { INodeProperties } from 'n8n-workflow';
import { shownFor } from './shown-for.ts';

/** Entries one page of the service holds. */
export const PAGE_MAX = 100;

const howMany: INodeProperties = {
  displayName: 'Limit',
  name: 'limit',
  type: 'number',
  typeOptions: { minValue: 1, maxValue: PAGE_MAX },
  default: 50,
  description: 'Max number of results to return',
};

export const listProperties: INodeProperties[] = [
  ...shownFor(
    ['product'],
    ['search'],
    [
      {
        displayName: 'Search',
        name: 'search',
        type: 'string',
        default: '',
        description: 'Part of a designation or reference, without regard to case and accents; empty for all',
      },
      howMany,
    ],
  ),
  ...shownFor(
    ['event'],
    ['getAll'],
    [
      {
        displayName: 'Event Names or IDs',
        name: 'eventTypes',
        type: 'multiOptions',
        typeOptions: { loadOptionsMethod: 'getEventTypes' },
        default: [],
        description:
          'Events of these types only. Choose from the list, or specify IDs using an <a href="https://docs.n8n.io/code/expressions/">expression</a>.',
      },
      howMany,
    ],
  ),
];
