import { parentPort } from 'node:worker_threads';
import { type ParserName, parsers } from './parser-registry.ts';

// The thread that parses files. Its parent sends one file at a time and ends the thread if it takes
// too much time or memory.

export type ParserRequest = { readonly name: ParserName; readonly input: unknown };
export type ParserResponse = { readonly result: unknown } | { readonly failure: string };

parentPort?.on('message', async ({ name, input }: ParserRequest) => {
  try {
    const result = await parsers[name](input as never);
    answer({ result }, buffersIn(result));
  } catch (error) {
    answer({ failure: (error instanceof Error && error.stack) || String(error) });
  }
});

function answer(answered: ParserResponse, handedOver: readonly ArrayBuffer[] = []): void {
  parentPort?.postMessage(answered, handedOver);
}

/** The memory of every chunk, to transfer instead of copy. */
function buffersIn(value: unknown): ArrayBuffer[] {
  if (value instanceof Uint8Array) return value.buffer instanceof ArrayBuffer ? [value.buffer] : [];
  if (value === null || typeof value !== 'object') return [];
  return Object.values(value).flatMap(buffersIn);
}
