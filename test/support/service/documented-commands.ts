import { execFile } from 'node:child_process';
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isLongForm } from '../runner/long-form.ts';
import { MAIN } from './main-program.ts';
import { type Ground, settingsOf } from './server-process.ts';

/** The blocks of code of a page, or those in one language, without comments. */
export const codeIn = (page: string, language = '\\w*'): string[] =>
  [...page.matchAll(new RegExp(`^\`\`\`${language}\\n([\\s\\S]*?)^\`\`\``, 'gm'))].map(([, block = '']) =>
    block.replace(/ +#.*$/gm, ''),
  );

/**
 * The languages whose pages run as they are written. The short form runs French ones: English ones
 * have the same commands, and other tests compare and parse them.
 */
export const languagesRun: readonly ('fr' | 'en')[] = isLongForm ? ['fr', 'en'] : ['fr'];

/** A shell in a folder of its own, in which `npx facturier` is the command of this tree. */
export type ReaderShell = {
  folder: string;
  /** Runs a script that stops at the first command that fails. */
  run: (script: string, env?: Record<string, string>) => Promise<{ out: string; code: number }>;
  discard: () => Promise<void>;
};

export async function readerShell(on: Ground): Promise<ReaderShell> {
  const folder = await mkdtemp(join(tmpdir(), 'facturier reader '));
  const npx = join(folder, 'npx');
  const program = `'${process.execPath}' --disable-warning=ExperimentalWarning '${MAIN}'`;
  await writeFile(npx, `#!/bin/sh\nshift\nexec ${program} "$@"\n`);
  await chmod(npx, 0o755);
  return {
    folder,
    run: (script, env = {}) =>
      new Promise((resolve) => {
        // The reader is in France, so `date` prints the day of the account.
        const TZ = 'Europe/Paris';
        const environment = { ...process.env, TZ, ...settingsOf(on), ...env, PATH: `${folder}:${process.env.PATH}` };
        execFile(
          'bash',
          ['-euo', 'pipefail', '-c', script],
          { env: environment, cwd: folder },
          (error, stdout, stderr) => resolve({ out: stdout + stderr, code: error ? Number(error.code) : 0 }),
        );
      }),
    discard: () => rm(folder, { recursive: true, force: true }),
  };
}
