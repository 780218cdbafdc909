import { createHash } from 'node:crypto';
import { type IDataObject, type IExecuteFunctions, NodeOperationError } from 'n8n-workflow';
import { askService } from './ask-service.ts';

/** One thing the node does, for one item; a list becomes an item each. */
export type Action = (node: IExecuteFunctions, item: number) => Promise<IDataObject | IDataObject[]>;

/** Everything the node does, by resource and operation. */
export const actions: Readonly<Record<string, Readonly<Record<string, Action>>>> = {
  contact: {
    create: (node, item) => post(node, item, '/contact', contactOf(node, item)),
    get: (node, item) => get(node, item, `/contact/${idOf(node, item, 'contactId')}`),
  },
  invoice: {
    create: createInvoice,
    updateLines,
    finalize,
    get: getDocument,
  },
  creditNote: {
    create: (node, item) => post(node, item, `/v2/billing/invoice/${idOf(node, item, 'invoiceId')}/asset`, {}),
    updateLines,
    finalize,
    get: getDocument,
  },
  product: { search: searchProducts },
  project: {
    create: (node, item) =>
      post(node, item, '/v2/opportunity', {
        name: node.getNodeParameter('name', item),
        customerId: customerOf(node, item),
        categoryId: node.getNodeParameter('categoryId', item),
        amount: node.getNodeParameter('amount', item, 0),
        ...filled(node.getNodeParameter('additionalFields', item, {}) as IDataObject),
      }),
  },
  task: {
    create: (node, item) =>
      post(node, item, '/v2/task', {
        name: node.getNodeParameter('name', item),
        description: '',
        ...filled(node.getNodeParameter('additionalFields', item, {}) as IDataObject),
      }),
  },
  event: { getAll: getEvents },
};

function contactOf(node: IExecuteFunctions, item: number): IDataObject {
  const { emails, billingAddress, ...others } = node.getNodeParameter('additionalFields', item, {}) as {
    emails?: string | string[];
    billingAddress?: { address?: IDataObject };
  };
  const addresses = Array.isArray(emails) ? emails : (emails ?? '').split(',').map((email) => email.trim());
  const address = billingAddress?.address;
  return {
    lastname: node.getNodeParameter('lastname', item),
    firstname: node.getNodeParameter('firstname', item, ''),
    emails: addresses.filter((email) => email !== ''),
    ...filled(others),
    ...(address && { billingAddress: { address: '', city: '', zipCode: '', ...filled(address) } }),
  };
}

async function createInvoice(node: IExecuteFunctions, item: number): Promise<IDataObject> {
  const title = node.getNodeParameter('title', item, '') as string;
  const body = { lines: linesOf(node, item), ...(title !== '' && { title }) };
  return post(node, item, `/v2/billing/invoice/${customerOf(node, item)}`, body);
}

const documentPath = (node: IExecuteFunctions, item: number): string => `/v2/billing/${idOf(node, item, 'documentId')}`;

function updateLines(node: IExecuteFunctions, item: number): Promise<IDataObject> {
  const body = { lines: linesOf(node, item) };
  return askService(node, 'PATCH', `${documentPath(node, item)}/lines`, { body, itemIndex: item });
}

function finalize(node: IExecuteFunctions, item: number): Promise<IDataObject> {
  const idempotencyKey = idempotencyKeyOf(node, item);
  return askService(node, 'PATCH', `${documentPath(node, item)}/finalize`, { idempotencyKey, itemIndex: item });
}

function getDocument(node: IExecuteFunctions, item: number): Promise<IDataObject> {
  return get(node, item, documentPath(node, item));
}

/** The lines as the service takes them: fields left empty are not said, so that a product may fill them. */
function linesOf(node: IExecuteFunctions, item: number): IDataObject[] {
  if (node.getNodeParameter('specifyLines', item, 'fields') === 'json') {
    const said = node.getNodeParameter('linesJson', item);
    const lines = typeof said === 'string' ? parsed(node, item, said) : said;
    if (Array.isArray(lines)) return lines as IDataObject[];
    throw new NodeOperationError(node.getNode(), 'Lines (JSON) must be a list of lines', { itemIndex: item });
  }
  const { line = [] } = node.getNodeParameter('lines', item, {}) as { line?: IDataObject[] };
  return line.map(({ unitPrice, ...others }) => ({
    ...filled(others),
    ...(unitPrice !== undefined && unitPrice !== '' && { unitPrice: Number(unitPrice) }),
  }));
}

function parsed(node: IExecuteFunctions, item: number, said: string): unknown {
  try {
    return JSON.parse(said);
  } catch {
    throw new NodeOperationError(node.getNode(), 'Lines (JSON) is not valid JSON', { itemIndex: item });
  }
}

async function searchProducts(node: IExecuteFunctions, item: number): Promise<IDataObject[]> {
  const query = filled({
    search: node.getNodeParameter('search', item, ''),
    limit: node.getNodeParameter('limit', item, 50),
  });
  return (await askService<{ docs: IDataObject[] }>(node, 'GET', '/v2/catalog', { query, itemIndex: item })).docs;
}

async function getEvents(node: IExecuteFunctions, item: number): Promise<IDataObject[]> {
  const types = node.getNodeParameter('eventTypes', item, []) as string[];
  const query = filled({
    ...(types.length > 0 && { type: types }),
    limit: node.getNodeParameter('limit', item, 50),
    orderDirection: 'DESC',
  });
  return (await askService<{ docs: IDataObject[] }>(node, 'GET', '/v2/events', { query, itemIndex: item })).docs;
}

const get = (node: IExecuteFunctions, item: number, path: string): Promise<IDataObject> =>
  askService(node, 'GET', path, { itemIndex: item });

const post = (node: IExecuteFunctions, item: number, path: string, body: IDataObject): Promise<IDataObject> =>
  askService(node, 'POST', path, { body, idempotencyKey: idempotencyKeyOf(node, item), itemIndex: item });

/** An id as it stands in a path, whatever was typed. */
function idOf(node: IExecuteFunctions, item: number, name: string): string {
  const said = String(node.getNodeParameter(name, item)).trim();
  if (said === '') throw new NodeOperationError(node.getNode(), 'An ID is missing', { itemIndex: item });
  return encodeURIComponent(said);
}

const customerOf = (node: IExecuteFunctions, item: number): string =>
  node.getNodeParameter('customerId', item, '', { extractValue: true }) as string;

/** Without what was left empty. */
const filled = (members: IDataObject): IDataObject =>
  Object.fromEntries(Object.entries(members).filter(([, value]) => value !== '' && value !== undefined));

/** The same for every try of one item in one run of the node, so that a try whose answer was lost has no second effect. */
function idempotencyKeyOf(node: IExecuteFunctions, item: number): string {
  const run = node.evaluateExpression('{{ $runIndex }}', item);
  const parts = [node.getInstanceId(), node.getWorkflow().id, node.getExecutionId(), node.getNode().id, run, item];
  return `n8n-${createHash('sha256').update(JSON.stringify(parts)).digest('hex')}`;
}
