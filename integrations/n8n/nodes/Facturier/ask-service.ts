import {
  type IDataObject,
  type IExecuteFunctions,
  type IHookFunctions,
  type IHttpRequestMethods,
  type ILoadOptionsFunctions,
  type JsonObject,
  NodeApiError,
} from 'n8n-workflow';
import { problemShown } from './problem-shown.ts';

export type Asking = IExecuteFunctions | IHookFunctions | ILoadOptionsFunctions;

export type Asked = {
  query?: IDataObject;
  body?: IDataObject;
  /** Sent again within 24 hours it has no second effect. */
  idempotencyKey?: string;
  /** The item asked for, where there are items. */
  itemIndex?: number;
  /** Statuses that are an answer here, not an error. */
  allowed?: readonly number[];
};

type Answered = { statusCode: number; body: unknown };

/**
 * Asks the service and gives the JSON of its answer; undefined where there is none. A refusal becomes an error of the
 * node, in the words of the service.
 */
export async function askService<Body = IDataObject>(
  asking: Asking,
  method: IHttpRequestMethods,
  path: string,
  { query, body, idempotencyKey, itemIndex, allowed = [] }: Asked = {},
): Promise<Body> {
  const { serverUrl, language } = await asking.getCredentials<{ serverUrl: string; language?: string }>('facturierApi');
  let answered: Answered;
  try {
    answered = (await asking.helpers.httpRequestWithAuthentication.call(asking, 'facturierApi', {
      method,
      url: `${serverUrl.trim().replace(/\/+$/, '')}${path}`,
      headers: {
        'Accept-Language': language ?? 'fr',
        ...(idempotencyKey && { 'Idempotency-Key': idempotencyKey }),
      },
      ...(query && { qs: query, arrayFormat: 'repeat' as const }),
      ...(body && { body }),
      json: true,
      // Refusals are read here, by what the service says of them.
      returnFullResponse: true,
      ignoreHttpStatusErrors: true,
    })) as Answered;
  } catch (error) {
    throw new NodeApiError(asking.getNode(), error as JsonObject, { itemIndex });
  }
  const said = typeof answered.body === 'string' ? jsonOf(answered.body) : answered.body;
  if (answered.statusCode < 300 || allowed.includes(answered.statusCode)) return said as Body;
  throw new NodeApiError(asking.getNode(), (said ?? {}) as JsonObject, {
    ...problemShown(answered.statusCode, said),
    httpCode: String(answered.statusCode),
    itemIndex,
  });
}

function jsonOf(text: string): unknown {
  try {
    return text === '' ? undefined : JSON.parse(text);
  } catch {
    return text;
  }
}
