import { pathToFileURL } from 'node:url';
import { MAIN } from '../support/service/main-program.ts';

// A service killed when it would show its first keys: without a terminal, the test key and the path
// of the live one.
const write = process.stdout.write.bind(process.stdout);
process.stdout.write = ((said: string | Uint8Array, ...rest: []) => {
  if (String(said).includes('fk_test_')) process.kill(process.pid, 'SIGKILL');
  return write(said, ...rest);
}) as typeof process.stdout.write;

await import(pathToFileURL(MAIN).href);
