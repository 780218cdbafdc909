import type { Agent } from 'undici';

/** The server answered with another status than 200; redirects are not followed. */
export class UnexpectedStatus extends Error {
  readonly status: number;
  constructor(url: string, status: number) {
    super(`${new URL(url).host} answered ${status}`);
    this.status = status;
  }
}

/** The response is longer than allowed. */
export class ResponseTooLong extends Error {
  constructor(url: string) {
    super(`the response of ${new URL(url).host} is too long`);
  }
}

/**
 * Gets a short text with status 200, without following redirects. Ends after `answerMs`
 * milliseconds in total, or once it is longer than `bytesMax`.
 */
export async function fetchText(
  url: string,
  asked: { agent: Agent; signal: AbortSignal; answerMs: number; bytesMax: number; accept: string },
): Promise<string> {
  const { agent, bytesMax } = asked;
  const { origin, pathname, search } = new URL(url);
  const answer = await agent.request({
    ...{ origin, path: pathname + search, method: 'GET' },
    headers: { accept: asked.accept, 'user-agent': 'facturier' },
    signal: AbortSignal.any([asked.signal, AbortSignal.timeout(asked.answerMs)]),
  });
  if (answer.statusCode !== 200) {
    await answer.body.dump({ limit: bytesMax }).catch(() => {});
    throw new UnexpectedStatus(url, answer.statusCode);
  }
  const parts: Buffer[] = [];
  let size = 0;
  for await (const part of answer.body) {
    size += (part as Buffer).length;
    if (size > bytesMax) throw new ResponseTooLong(url);
    parts.push(part as Buffer);
  }
  return Buffer.concat(parts).toString('utf8');
}
