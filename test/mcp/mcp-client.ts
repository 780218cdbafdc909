import { CLIENT_CAPABILITIES_META_KEY, PROTOCOL_VERSION_META_KEY } from '@modelcontextprotocol/server';
import type { Ask } from '../support/service/http-client.ts';
import type { ServiceOverHttps } from '../support/service/service-over-https.ts';

export type Revision = '2025-11-25' | '2026-07-28';
export const revisions: readonly Revision[] = ['2025-11-25', '2026-07-28'];

type Params = Record<string, unknown> & { name?: string };

/** What an assistant receives: the HTTP answer, and its message, single or from a stream. */
export async function say(
  { ask }: Pick<ServiceOverHttps, 'ask'>,
  method: string,
  given: { revision: Revision; params?: Params; key?: string; headers?: Record<string, string> },
) {
  const asked = given.revision === '2026-07-28' ? sayingAll(method, given.params) : sayingLess(method, given.params);
  const answer = await ask('/mcp', {
    ...(given.key && { key: given.key }),
    body: asked.body,
    headers: { accept: 'application/json, text/event-stream', ...asked.headers, ...given.headers },
  });
  const data = /^data: (.+)$/m.exec(answer.text)?.[1];
  return { ...answer, message: data ? JSON.parse(data) : answer.json };
}

/** A call of a tool. */
export const callTool = (
  service: Pick<ServiceOverHttps, 'ask'>,
  name: string,
  given: { revision?: Revision; said?: object; key?: string; headers?: Record<string, string> } = {},
) => {
  const { said = {}, revision = '2026-07-28', ...rest } = given;
  return say(service, 'tools/call', { ...rest, revision, params: { name, arguments: said } });
};

const message = (method: string, params: Params) => ({ jsonrpc: '2.0', id: 1, method, params });

const sayingLess = (method: string, params: Params = {}): Ask => ({
  body: message(method, params),
  headers: { 'mcp-protocol-version': '2025-11-25' },
});

/** Each request is self-contained: there is no session. */
const sayingAll = (method: string, params: Params = {}): Ask => ({
  body: message(method, {
    ...params,
    _meta: { [PROTOCOL_VERSION_META_KEY]: '2026-07-28', [CLIENT_CAPABILITIES_META_KEY]: {} },
  }),
  headers: {
    'mcp-protocol-version': '2026-07-28',
    'mcp-method': method,
    ...(params.name !== undefined && { 'mcp-name': params.name }),
  },
});
