import { createHash, type Hash, type KeyObject } from 'node:crypto';
import { keyIdOf } from '../../audit/keys/public-keys.ts';
import { archiveIndex, type IndexMember, indexMembers } from '../archive-index.ts';
import { FORMAT, FORMAT_VERSION, type Manifest } from '../manifest.ts';
import { members } from '../member-names.ts';
import { publicKeyIn } from '../signed-statement.ts';
import { checksumLine } from '../write/tar-writer.ts';
import { type BooksChecker, booksChecker } from './books.ts';
import { type CheckContext, type Counts, find, type Member, tried } from './context.ts';
import { type DocumentChecker, documentChecker } from './documents.ts';
import type { ArchiveFinding } from './finding.ts';
import { linkChecker } from './links.ts';

export type Contents = {
  readonly counts: Counts;
  readonly manifest: Manifest | undefined;
  readonly keys: ReadonlyMap<string, KeyObject>;
  /** Fingerprints of the keys that lead back to one of these. */
  readonly trustedFrom: (trust: readonly string[]) => ReadonlySet<string>;
  readonly findings: readonly ArchiveFinding[];
};

/**
 * Checks the contents of an archive, member by member in order: each item matches the link that
 * sealed it, no sealed item is missing, closures match their documents and payments, and the index
 * files list exactly these.
 */
export function contentsChecker(): { take: (member: Member) => void; end: () => Contents } {
  const findings: ArchiveFinding[] = [];
  const counts = { links: 0, documents: 0, payments: 0, closures: 0, files: 0 };
  const keys = new Map<string, KeyObject>();
  const names = new Set<string>();
  const sums = createHash('sha256');
  let opened: Opened | undefined;
  const takeKey = ({ name, bytes }: Member): void => {
    const key = publicKeyIn(String(bytes));
    if (key && name === `cles/${keyIdOf(key)}.pem`) keys.set(keyIdOf(key), key);
    else find({ findings }, 'member_unreadable', name);
  };
  return {
    take: (member) => {
      const { name, sha256 } = member;
      if (names.has(name)) find({ findings }, 'member_unexpected', name);
      names.add(name);
      if (name === members.sums) {
        if (sums.digest('hex') !== sha256) find({ findings }, 'member_differs_from_list', name);
        return;
      }
      if (names.has(members.sums)) return find({ findings }, 'member_unexpected', name);
      sums.update(checksumLine(name, sha256));
      if (name === members.manifest && !opened) {
        const manifest = manifestIn(member.bytes);
        if (manifest) opened = openedBy(manifest, { keys, findings, counts });
        else find({ findings }, 'archive_of_newer_version', name);
      } else if (name.startsWith('cles/')) takeKey(member);
      else if (opened) taken(opened, member);
      else if (name !== members.readmeFr && name !== members.readmeEn) find({ findings }, 'member_unexpected', name);
    },
    end: () => {
      for (const name of Object.values(members)) {
        if (name !== members.signature && !names.has(name)) find({ findings }, 'member_missing', name);
      }
      if (opened) ended(opened);
      const trustedFrom = opened?.links.trustedFrom ?? ((trust: readonly string[]) => new Set(trust));
      return { counts, manifest: opened?.manifest, keys, findings, trustedFrom };
    },
  };
}

function manifestIn(bytes: Buffer | undefined): Manifest | undefined {
  const manifest = tried(() => JSON.parse(String(bytes)) as Manifest);
  const isOurs = manifest?.format === FORMAT && manifest.version === FORMAT_VERSION;
  return isOurs && Number.isSafeInteger(manifest.firstSeq) ? manifest : undefined;
}

type Opened = CheckContext & {
  documents: DocumentChecker;
  books: BooksChecker;
  lists: ReadonlyMap<IndexMember, Hash>;
  /** The index files of the archive, by hash. */
  listed: Map<string, string>;
};

/** Everything that can be checked once the manifest is known. */
function openedBy(manifest: Manifest, shared: Pick<CheckContext, 'keys' | 'findings' | 'counts'>): Opened {
  const index = archiveIndex(manifest);
  const lists = new Map<IndexMember, Hash>(indexMembers.map((member) => [member, createHash('sha256')]));
  const checking: CheckContext = {
    ...{ ...shared, manifest, index, booked: [], links: linkChecker(manifest, shared.keys) },
    list: (written) => {
      for (const { member, text } of written) lists.get(member)?.update(text);
    },
  };
  checking.list(index.start());
  const [documents, books] = [documentChecker(checking), booksChecker(checking)];
  return { ...checking, documents, books, lists, listed: new Map() };
}

function taken(opened: Opened, member: Member): void {
  const { name, bytes, sha256 } = member;
  const [folder] = name.split('/', 1);
  const text = String(bytes ?? '');
  if (folder !== 'fichiers') opened.documents.close();
  if (folder === 'chaine') {
    const inSpan = !name.startsWith('chaine/autres-');
    opened.findings.push(...opened.links.take(text, { inSpan, at: name }));
  } else if (folder === 'documents') opened.documents.document(member, text);
  else if (folder === 'fichiers') opened.documents.file(member);
  else if (folder === 'paiements') opened.books.payments(name, text);
  else if (folder === 'clotures') opened.books.closure(member, text);
  else if (opened.lists.has(name as IndexMember)) opened.listed.set(name, sha256);
  else find(opened, 'member_unexpected', name);
}

function ended(opened: Opened): void {
  const { documents, books, links, index, lists, listed, counts, manifest } = opened;
  documents.close();
  opened.list(index.end());
  for (const [member, hash] of lists) {
    if (listed.has(member) && listed.get(member) !== hash.digest('hex')) find(opened, 'index_differs', member);
  }
  documents.end();
  books.end();
  counts.links = links.seen().links;
  if (!links.seen().isComplete) find(opened, 'chain_incomplete', String(manifest.lastSeq));
}
