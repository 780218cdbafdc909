import { fileURLToPath } from 'node:url';

/** The program of the server and of all commands. */
export const MAIN = fileURLToPath(new URL('../../../src/main.ts', import.meta.url));

/** Most objects of a short test are short-lived: with room for them, V8 collects rarely. */
export const TEST_MEMORY_FLAGS = ['--max-semi-space-size=32', '--min-semi-space-size=32'];
