import { renameSync, statSync } from 'node:fs';
import { join } from 'node:path';
import pino from 'pino';
import { securityLog } from '../http/logging/security-log.ts';
import type { SecurityLog } from '../services/security-event.ts';

/** Bytes after which the log file is rotated; one old file is kept. */
const BYTES_MAX = 1_048_576;

/**
 * Security log of commands: the service's format, in `<data>/commands.jsonl`, because terminal
 * output is not kept. Each event is logged once per command. If the file cannot be written, the
 * command warns once and continues.
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
