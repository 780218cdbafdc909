import { pathToFileURL } from 'node:url';
import { MAIN } from '../support/service/bundled-main.ts';

// A service that is killed at the very moment it would show its first keys: without a terminal the test key, and where the live one stands.
const write = process.stdout.write.bind(process.stdout);
process.stdout.write = ((said: string | Uint8Array, ...rest: []) => {
  if (String(said).includes('fk_test_')) process.kill(process.pid, 'SIGKILL');
  return write(said, ...rest);
}) as typeof process.stdout.write;

await import(pathToFileURL(MAIN).href);
