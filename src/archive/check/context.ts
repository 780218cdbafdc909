import type { KeyObject } from 'node:crypto';
import type { Booked } from '../../domain/account/closure/figures.ts';
import type { ArchiveIndex, Written } from '../archive-index.ts';
import type { Manifest } from '../manifest.ts';
import type { ArchiveFault, ArchiveFinding } from './finding.ts';
import type { linkChecker } from './links.ts';

/** A member as it was read; the lists are hashed as they pass, and come without bytes. */
export type Member = { readonly name: string; readonly sha256: string; readonly bytes?: Buffer };

export type Counts = { links: number; documents: number; payments: number; closures: number; files: number };

/** What those who check an archive share, once it is known what it is of. */
export type CheckContext = {
  readonly manifest: Manifest;
  readonly keys: ReadonlyMap<string, KeyObject>;
  readonly links: ReturnType<typeof linkChecker>;
  readonly index: ArchiveIndex;
  readonly counts: Counts;
  readonly findings: ArchiveFinding[];
  /** Goes on with the lists as whoever made the archive must have written them. */
  readonly list: (written: readonly Written[]) => void;
  /** What was billed and received, by the link that says so. */
  readonly booked: { readonly seq: number; readonly entry: Booked }[];
};

export const find = ({ findings }: Pick<CheckContext, 'findings'>, fault: ArchiveFault, at: string): void =>
  void findings.push({ fault, at });

/** What a member says, or undefined where it says nothing that can be read. */
export function tried<T>(work: () => T): T | undefined {
  try {
    return work();
  } catch {
    return undefined;
  }
}
