import { mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';

const POLL_MS = 200;
const WRITING_MS = 2_000;

/**
 * Runs `work` while no other launcher runs it, as two `npm install` in one folder spoil each other's work. The file holds
 * the process id of whoever is at it; that of a process which is no more counts for nothing.
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
    // Where nothing can be written nothing can be spoilt.
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
    // Its owner is about to write the id, or was killed before it could.
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
