import type { AllowedNetworks } from '../../schemas/events/public-address.ts';
import { lazyAgent } from './lazy-agent.ts';
import { createHostResolver } from './resolve-host.ts';

/** A request to an external service. */
type OutsideQuestion = {
  readonly method: 'GET' | 'POST' | 'DELETE';
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array;
};

/** Its whole response. Names of headers are in lower case. */
type OutsideAnswer = {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
};

/** Which addresses may be reached; none if closed. */
export type Reach = { readonly allowedNetworks: AllowedNetworks; readonly isClosed?: boolean | undefined };

/** Milliseconds an external service may take to respond, and bytes of a response that are read. */
type OutsideLimits = { readonly answerMs: number; readonly answerBytes: number };

/**
 * Calls external services with the HTTP client of webhooks: checked addresses, complete responses,
 * no redirects. Throws if a limit is exceeded or there is no response.
 */
export function createOutsideClient(
  { allowedNetworks, isClosed }: Reach,
  { answerMs, answerBytes }: OutsideLimits,
): { call: (question: OutsideQuestion) => Promise<OutsideAnswer>; close: () => Promise<void> } {
  const resolve = createHostResolver({ ownNames: allowedNetworks.length > 0 });
  const { agent, close } = lazyAgent({ allowedNetworks, isClosed, resolve });
  return {
    async call({ method, url, headers, body = null }) {
      const { origin, pathname, search } = new URL(url);
      const signal = AbortSignal.timeout(answerMs);
      const answer = await (await agent()).request({ origin, path: pathname + search, method, headers, body, signal });
      const parts: Buffer[] = [];
      let size = 0;
      for await (const part of answer.body) {
        parts.push(part as Buffer);
        size += (part as Buffer).length;
        if (size > answerBytes) throw new Error('the response is too long');
      }
      const named = Object.entries(answer.headers).map(([name, value]) => [name, String(value)] as const);
      return { status: answer.statusCode, headers: Object.fromEntries(named), body: Buffer.concat(parts) };
    },
    close,
  };
}
