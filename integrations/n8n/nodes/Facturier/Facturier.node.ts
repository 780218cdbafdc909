import {
  type IDataObject,
  type IExecuteFunctions,
  type INodeExecutionData,
  type INodeType,
  type INodeTypeDescription,
  type JsonObject,
  NodeApiError,
  NodeConnectionTypes,
  NodeOperationError,
} from 'n8n-workflow';
import { actions } from './actions.ts';
import { getColumns, getEventTypes, searchCustomers } from './choices.ts';
import { contactProperties } from './properties/contact.ts';
import { documentProperties } from './properties/documents.ts';
import { listProperties } from './properties/lists.ts';
import { projectProperties } from './properties/projects.ts';
import { resourceAndOperation } from './properties/resources.ts';

export class Facturier implements INodeType {
  description: INodeTypeDescription = {
    displayName: 'Facturier',
    name: 'facturier',
    icon: { light: 'file:../../icons/facturier.svg', dark: 'file:../../icons/facturier.dark.svg' },
    group: ['output'],
    version: 1,
    subtitle: '={{$parameter["operation"] + ": " + $parameter["resource"]}}',
    description: 'Create customers, invoices, credit notes, projects and tasks in Facturier',
    defaults: { name: 'Facturier' },
    usableAsTool: true,
    inputs: [NodeConnectionTypes.Main],
    outputs: [NodeConnectionTypes.Main],
    credentials: [{ name: 'facturierApi', required: true }],
    properties: [
      ...resourceAndOperation,
      ...contactProperties,
      ...documentProperties,
      ...listProperties,
      ...projectProperties,
    ],
  };

  methods = {
    loadOptions: { getColumns, getEventTypes },
    listSearch: { searchCustomers },
  };

  async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
    const items = this.getInputData();
    const done: INodeExecutionData[] = [];
    for (let item = 0; item < items.length; item++) {
      const pairedItem = { item };
      try {
        const resource = this.getNodeParameter('resource', item) as string;
        const operation = this.getNodeParameter('operation', item) as string;
        const action = actions[resource]?.[operation];
        if (!action) throw new NodeOperationError(this.getNode(), `There is no ${operation} of ${resource}`);
        const answered: IDataObject | IDataObject[] = await action(this, item);
        for (const json of [answered].flat()) done.push({ json, pairedItem });
      } catch (error) {
        if (!this.continueOnFail()) {
          // Either constructor hands back an error that is its own already.
          if (error instanceof NodeApiError) throw new NodeApiError(this.getNode(), error as unknown as JsonObject);
          throw new NodeOperationError(this.getNode(), error as Error, { itemIndex: item });
        }
        done.push({ json: { error: (error as Error).message }, pairedItem });
      }
    }
    return [done];
  }
}
