import { mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';

const POLL_MS = 200;
const WRITING_MS = 2_000;

/**
 * Runs `work` in one launcher at a time, because two `npm install` in one folder corrupt each
 * other. The file contains the process id of the holder; a dead process does not count.
 */
export async function holdFileLock(file, work) {
  mkdirSync(dirname(file), { recursive: true });
  while (!taken(file)) await wait(POLL_MS);
  try {
    return await work();
  } finally {
    rmSync(file, { force: true });
  }
}

function taken(file) {
  try {
    writeFileSync(file, String(process.pid), { flag: 'wx' });
    return true;
  } catch (error) {
    // A read-only folder cannot be corrupted.
    if (['EACCES', 'EPERM', 'EROFS'].includes(error.code)) return true;
    if (error.code !== 'EEXIST') throw error;
    if (!isHeld(file)) rmSync(file, { force: true });
    return false;
  }
}

function isHeld(file) {
  try {
    const pid = Number(readFileSync(file, 'utf8'));
    if (pid > 0) return isAlive(pid);
    // The holder is about to write its id, or was killed before.
    return Date.now() - statSync(file).mtimeMs < WRITING_MS;
  } catch {
    return true;
  }
}

function isAlive(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === 'EPERM';
  }
}
