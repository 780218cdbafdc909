import { pathToFileURL } from 'node:url';
import { MAIN } from '../support/gathered-main.ts';

// A service that is killed at the very moment it would show its first keys.
const write = process.stdout.write.bind(process.stdout);
process.stdout.write = ((said: string | Uint8Array, ...rest: []) => {
  if (String(said).includes('fk_live_')) process.kill(process.pid, 'SIGKILL');
  return write(said, ...rest);
}) as typeof process.stdout.write;

await import(pathToFileURL(MAIN).href);
