import { type ChildProcess, spawn } from 'node:child_process';
import { setTimeout as wait } from 'node:timers/promises';
import { observeProcess } from '../support/service/observe-process.ts';

const LAUNCHER = new URL('../../bootstrap/facturier.mjs', import.meta.url).pathname;
const ANSWER_MS_MAX = 120_000;

/** A message as transmitted. */
export type Message = { jsonrpc: string; id?: string | number | null; result?: any; error?: any; method?: string };

/** The PATH of an assistant, with the machine's Node: npm puts the project's one before it. */
export const PATH_OF_MACHINE = (process.env.PATH ?? '')
  .split(':')
  .filter((folder) => !folder.includes('node_modules'))
  .join(':');

/** `facturier mcp` as an assistant starts it: by the launcher, with the machine's Node. */
export function bridge(env: Record<string, string>, args: readonly string[] = []) {
  const { FACTURIER_KEY: _, ...rest } = process.env;
  const child = spawn('node', [LAUNCHER, 'mcp', ...args], {
    env: { ...rest, LANG: 'en_GB.UTF-8', LC_ALL: '', ...env },
  });
  const { lines, out, err, ended } = observeProcess(child);
  const heard = (): Message[] => lines();
  return {
    child: child as ChildProcess,
    heard,
    out,
    err,
    ended,
    say: (...messages: object[]) =>
      child.stdin.write(messages.map((message) => `${JSON.stringify(message)}\n`).join('')),
    /** The answer to a request, once it is there. */
    answerTo: (id: string | number) =>
      until(
        () => heard().find((message) => message.id === id && !message.method),
        () => `${out()}\n${err()}`,
      ),
    /** Closes the input. Returns the exit code. */
    end: () => {
      child.stdin.end();
      return ended;
    },
  };
}

export async function until<T>(look: () => T | undefined, context: () => string): Promise<T> {
  for (const deadline = performance.now() + ANSWER_MS_MAX; performance.now() < deadline; await wait(10)) {
    const found = look();
    if (found !== undefined) return found;
  }
  throw new Error(`not after ${ANSWER_MS_MAX} ms: ${context()}`);
}

const MODERN = {
  'io.modelcontextprotocol/protocolVersion': '2026-07-28',
  'io.modelcontextprotocol/clientCapabilities': {},
};

/** A request of the protocol that needs no initialization. */
export const asking = (id: string | number, method: string, params: object = {}) => ({
  jsonrpc: '2.0',
  id,
  method,
  params: { ...params, _meta: MODERN },
});

export const calling = (id: string | number, name: string, said: object = {}) =>
  asking(id, 'tools/call', { name, arguments: said });
