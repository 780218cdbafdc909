import type { INodeProperties } from 'n8n-workflow';

/** The properties, shown only for these operations of these resources. */
export const shownFor = (
  resource: readonly string[],
  operation: readonly string[],
  properties: INodeProperties[],
): INodeProperties[] =>
  properties.map((property) => ({
    ...property,
    displayOptions: { show: { resource: [...resource], operation: [...operation], ...property.displayOptions?.show } },
  }));
