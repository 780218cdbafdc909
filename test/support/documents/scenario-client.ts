import assert from 'node:assert/strict';
import { checkResponse } from '../openapi/check-responses.ts';
import type { Answered, Ask } from '../service/http-client.ts';
import type { ServiceOverHttps } from '../service/service-over-https.ts';

/**
 * The HTTPS client of a scenario. Every response, including refusals, must match the OpenAPI
 * description.
 */
export function storyClient({ ask }: Pick<ServiceOverHttps, 'ask'>, given: { key?: string } = {}) {
  const counted = { answers: 0, paths: new Set<string>() };
  const checked = async (method: string, path: string, asked: Ask = {}) => {
    const answer = await ask(path, { method, ...given, ...asked });
    checkResponse(method, path, answer);
    counted.answers += 1;
    counted.paths.add(`${method} ${path.replace(/[0-9a-f]{8}-[0-9a-f-]{27}/g, '{id}').split('?', 1)[0]}`);
    return answer;
  };
  /** Returns the JSON of a response that must be a success. */
  const done = async (method: string, path: string, body?: unknown): Promise<Answered['json']> => {
    const answer = await checked(method, path, body === undefined ? {} : { body });
    assert.ok(answer.status < 300, `${method} ${path}: ${answer.status} ${answer.text}`);
    return answer.json;
  };
  return {
    counted,
    checked,
    get: (path: string) => done('GET', path),
    post: (path: string, body: unknown = {}) => done('POST', path, body),
    patch: (path: string, body: unknown = {}) => done('PATCH', path, body),
    put: (path: string, body: unknown = {}) => done('PUT', path, body),
    remove: (path: string) => done('DELETE', path),
    /** Sends a request that must be refused with this status and code. */
    refused: async (method: string, path: string, body: unknown, expected: [status: number, code: string]) => {
      const answer = await checked(method, path, method === 'GET' ? {} : { body });
      assert.deepEqual([answer.status, answer.json?.code], expected, answer.text);
      return answer.json;
    },
  };
}
