import { spawnSync } from 'node:child_process';
import type { PrintedDocument } from '../../src/pdf/layout/printed-document.ts';
import { plainSpaces } from './read-pdf.ts';

type Reader = {
  readonly args: (file: string) => string[];
  /** The fault in a program's output; undefined if there is none. */
  readonly fault: (ran: { status: number | null; said: string }, printed: PrintedDocument) => string | undefined;
};

/** Other programs that read PDF, by command. */
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

/** Those installed on this machine. */
export const installedReaders = (): string[] =>
  Object.keys(readers).filter((command) => spawnSync(command, ['--version']).error === undefined);

/** The fault that a program finds in a file; undefined if there is none. */
export function problemFoundBy(command: string, file: string, printed: PrintedDocument): string | undefined {
  const reader = readers[command] as Reader;
  const { status, stdout, stderr } = spawnSync(command, reader.args(file), { encoding: 'utf8' });
  return reader.fault({ status, said: `${stdout}${stderr}` }, printed);
}
