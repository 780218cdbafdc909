import type { Operation } from '../../pipeline/operation.ts';
import { readAs } from '../../pipeline/route-parameter.ts';
import type { Ask, Said } from '../developer/api-request.ts';
import { NoAnswerError, passes } from '../errors/no-answer.ts';
import { CommandError, language } from '../terminal/output.ts';
import { unreachable } from './check-reachable.ts';
import type { Access } from './service-access.ts';

/** Milliseconds a service has to respond. */
const ANSWER_MS_MAX = 30_000;

/** Calls a service over HTTPS, by the first route of each operation. */
export const callOverHttps =
  ({ address, key }: Access): Ask =>
  async (operation, said = {}) => {
    const { method, url } = addressed(operation, said);
    let answer: Response;
    let text: string;
    try {
      answer = await fetch(`${address}${url}`, {
        method,
        headers: {
          authorization: `Bearer ${key}`,
          'accept-language': language(),
          // Otherwise typos inside a --data value would be ignored.
          prefer: 'handling=strict',
          ...(method !== 'GET' && { 'content-type': 'application/json' }),
        },
        ...(method !== 'GET' && { body: JSON.stringify(said.body ?? {}) }),
        // A redirect would send the key elsewhere.
        redirect: 'manual',
        signal: AbortSignal.timeout(ANSWER_MS_MAX),
      });
      text = await answer.text();
    } catch (error) {
      throw new NoAnswerError(unreachable(address, error));
    }
    const json = jsonIn(text);
    if (answer.ok) return json as never;
    const { detail, title } = (json ?? {}) as { detail?: string; title?: string };
    const words = detail ?? title ?? `${address}: ${answer.status}`;
    const Refused = passes(answer.status) ? NoAnswerError : CommandError;
    throw new Refused({ fr: words, en: words }, json ?? { status: answer.status });
  };

function addressed(operation: Operation, { path = {}, query = {} }: Said): { method: string; url: string } {
  const [method = '', template = ''] = operation.routes[0].split(' ');
  const url = template.replace(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(path[readAs(operation, name)] ?? ''),
  );
  const pairs = Object.entries(query).flatMap(([name, value]) =>
    (Array.isArray(value) ? value : [value])
      .filter((one) => one !== undefined)
      .map((one) => [name, String(one)] as [string, string]),
  );
  return { method, url: pairs.length > 0 ? `${url}?${new URLSearchParams(pairs).toString()}` : url };
}

function jsonIn(text: string): unknown {
  try {
    return text === '' ? undefined : JSON.parse(text);
  } catch {
    return undefined;
  }
}
