// The service with an extra operation that throws an uncaught error: `node failing-server.ts serve
// --json`. STUMBLE_UNGUARDED removes the guard for the negative control.
import { EventEmitter } from 'node:events';
import { readFile } from 'node:fs';
import * as z from 'zod';
import { operations } from '../../../src/api/index.ts';
import { runCommand } from '../../../src/cli/program.ts';
import { type Operation, operation } from '../../../src/pipeline/operation.ts';

const ways: Readonly<Record<string, () => void>> = {
  timer: () => void setTimeout(fall, 5),
  rejection: () => void Promise.reject(new Error('stumbled')),
  file: () => readFile('/', fall),
  emitter: () => void setTimeout(() => new EventEmitter().emit('error', new Error('stumbled')), 5),
  broken: () => void setTimeout(() => fall({ code: 'ERR_INTERNAL_ASSERTION' }), 5),
  always: () => void setInterval(fall, 1),
};
const fall = (how: object | null = {}): void => {
  throw Object.assign(new Error('stumbled'), how);
};

const stumble = operation({
  name: 'stumble',
  summary: 'Stumbles',
  chapter: 'Account',
  routes: ['POST /v2/stumble'],
  scope: 'billing:read',
  path: z.object({}),
  query: z.object({}),
  body: z.object({ way: z.string() }),
  success: 204,
  output: z.null(),
  refusals: [],
  run: async (_, { way }) => {
    ways[way]?.();
    // The response never comes.
    await new Promise((resolve) => setTimeout(resolve, way === 'wait' ? 1_500 : 4_000));
    return { body: null };
  },
});
(operations as Operation[]).push(stumble);

if (process.env.STUMBLE_UNGUARDED) {
  const on = process.on.bind(process);
  process.on = ((event: string, listener: () => void) =>
    event === 'uncaughtException' || event === 'unhandledRejection'
      ? process
      : on(event, listener)) as typeof process.on;
}
process.exitCode = await runCommand(process.argv.slice(2));
