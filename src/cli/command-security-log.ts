import { renameSync, statSync } from 'node:fs';
import { join } from 'node:path';
import pino from 'pino';
import { securityLog } from '../http/logging/security-log.ts';
import type { SecurityLog } from '../services/security-event.ts';

/** Bytes after which the file of commands is set aside; one such file is kept. */
const BYTES_MAX = 1_048_576;

/**
 * The security log of commands: lines like those of the service, in `<data>/commands.jsonl`, since nobody keeps what a
 * terminal showed. Each is said once a command. A file that cannot be written stops no command, and is complained of once.
 */
export function commandSecurityLog(dataFolder: string): SecurityLog {
  const file = join(dataFolder, 'commands.jsonl');
  const said = new Set<string>();
  let note: SecurityLog | undefined;
  return (about) => {
    const text = JSON.stringify(about);
    if (said.has(text)) return;
    said.add(text);
    try {
      note ??= opened(file);
      note(about);
    } catch (error) {
      if (said.size === 1) process.stderr.write(`${file}: ${(error as Error).message}\n`);
    }
  };
}

function opened(file: string): SecurityLog {
  if ((statSync(file, { throwIfNoEntry: false })?.size ?? 0) > BYTES_MAX) renameSync(file, `${file}.1`);
  return securityLog(pino({}, pino.destination({ dest: file, mode: 0o600, sync: true })));
}
