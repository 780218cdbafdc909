import { fileURLToPath } from 'node:url';

/** The program of the server and of all commands. */
export const MAIN = fileURLToPath(new URL('../../../src/main.ts', import.meta.url));

/**
 * Most objects of a short test are short-lived: with room for them, V8 collects rarely. With 32 MiB
 * a command takes a seventh more processor time, because it touches all of it.
 */
export const TEST_MEMORY_FLAGS = ['--max-semi-space-size=16', '--min-semi-space-size=16'];
