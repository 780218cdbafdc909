import type { AllowedNetworks } from '../../schemas/events/public-address.ts';
import type { CallPlatform } from '../../services/einvoicing/call-platform.ts';
import { lazyAgent } from '../http-client/lazy-agent.ts';
import { createHostResolver, type ResolveHost } from '../http-client/resolve-host.ts';

/** Milliseconds a platform may take to respond, and bytes of a response that are read. */
const ANSWER_MS_MAX = 30_000;
const ANSWER_BYTES_MAX = 20 * 1_048_576;

/**
 * Calls approved platforms with the HTTP client of webhooks: checked addresses, complete responses,
 * no redirects.
 */
export function createPlatformClient(
  { allowedNetworks, isClosed }: { allowedNetworks: AllowedNetworks; isClosed?: boolean | undefined },
  given: { resolve?: ResolveHost; ca?: string | Buffer } = {},
): { call: CallPlatform; close: () => Promise<void> } {
  const resolve = given.resolve ?? createHostResolver({ ownNames: allowedNetworks.length > 0 });
  const { agent, close } = lazyAgent({ allowedNetworks, isClosed, resolve, ca: given.ca });
  return {
    async call({ method, url, headers, body = null }) {
      const { origin, pathname, search } = new URL(url);
      const signal = AbortSignal.timeout(ANSWER_MS_MAX);
      const answer = await (await agent()).request({ origin, path: pathname + search, method, headers, body, signal });
      const parts: Buffer[] = [];
      let size = 0;
      for await (const part of answer.body) {
        parts.push(part as Buffer);
        size += (part as Buffer).length;
        if (size > ANSWER_BYTES_MAX) throw new Error('the response is too long');
      }
      const named = Object.entries(answer.headers).map(([name, value]) => [name, String(value)] as const);
      return { status: answer.statusCode, headers: Object.fromEntries(named), body: Buffer.concat(parts) };
    },
    close,
  };
}
