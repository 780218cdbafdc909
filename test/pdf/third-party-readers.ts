import { spawnSync } from 'node:child_process';
import type { PrintedDocument } from '../../src/pdf/layout/printed-document.ts';
import { plainSpaces } from './read-pdf.ts';

type Reader = {
  readonly args: (file: string) => string[];
  /** What is wrong with what it said; nothing where all is well. */
  readonly fault: (ran: { status: number | null; said: string }, printed: PrintedDocument) => string | undefined;
};

/** Programs of others that read PDF, by their commands. */
const readers: Readonly<Record<string, Reader>> = {
  qpdf: {
    args: (file) => ['--check', file],
    fault: ({ status, said }) => (status === 0 ? undefined : said),
  },
  pdfinfo: {
    args: (file) => [file],
    fault: ({ status, said }) => (status === 0 && /Tagged:\s+yes/.test(said) ? undefined : said),
  },
  pdftotext: {
    args: (file) => ['-layout', file, '-'],
    fault({ status, said }, { totals, title }) {
      const due = plainSpaces(totals.find(({ weight }) => weight === 'due')?.value ?? '');
      return status === 0 && plainSpaces(said).includes(due) ? undefined : `${title}: no ${due}`;
    },
  },
};

/** Those of them this machine has. */
export const installedReaders = (): string[] =>
  Object.keys(readers).filter((command) => spawnSync(command, ['--version']).error === undefined);

/** What a reader finds wrong with a file. */
export function problemFoundBy(command: string, file: string, printed: PrintedDocument): string | undefined {
  const reader = readers[command] as Reader;
  const { status, stdout, stderr } = spawnSync(command, reader.args(file), { encoding: 'utf8' });
  return reader.fault({ status, said: `${stdout}${stderr}` }, printed);
}
