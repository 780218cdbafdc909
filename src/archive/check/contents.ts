import { createHash, type Hash, type KeyObject } from 'node:crypto';
import { keyIdOf } from '../../audit/keys/public-keys.ts';
import type { Closure } from '../../domain/account/closure/closure.ts';
import { figuresOf } from '../../domain/account/closure/figures.ts';
import { nameOf } from '../../domain/account/closure/period.ts';
import { closureChecker } from '../../domain/account/closure/verify-closure.ts';
import { archiveIndex, type IndexMember, indexMembersOf } from '../archive-index.ts';
import { FORMAT, hasBookClosings, hasBookEntries, isFormatVersion, type Manifest } from '../manifest.ts';
import {
  attachmentMember,
  closureMember,
  digestOfRendering,
  documentMember,
  extensions,
  members,
  type Rendered,
  renderingMember,
} from '../member-names.ts';
import { type ArchivedDocument, readDocument, readPayment } from '../sealed-records.ts';
import { publicKeyIn } from '../signed-statement.ts';
import { checksumLine } from '../write/tar-writer.ts';
import { bookClosingChecker } from './book-closings.ts';
import { checkBookEntries, isOfBookEntries } from './book-entries.ts';
import { type CheckContext, type Counts, find, type Member, tried } from './context.ts';
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
  const counts = { links: 0, documents: 0, payments: 0, closures: 0, bookClosings: 0, files: 0 };
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
        const isOwed = name !== members.bookClosings || !opened || hasBookClosings(opened.manifest);
        if (isOwed && name !== members.signature && !names.has(name)) find({ findings }, 'member_missing', name);
      }
      if (opened) ended(opened);
      const trustedFrom = opened?.links.trustedFrom ?? ((trust: readonly string[]) => new Set(trust));
      return { counts, manifest: opened?.manifest, keys, findings, trustedFrom };
    },
  };
}

function manifestIn(bytes: Buffer | undefined): Manifest | undefined {
  const manifest = tried(() => JSON.parse(String(bytes)) as Manifest);
  const isOurs = manifest?.format === FORMAT && isFormatVersion(manifest.version);
  return isOurs && Number.isSafeInteger(manifest.firstSeq) ? manifest : undefined;
}

type Opened = CheckContext & {
  documents: DocumentChecker;
  books: BooksChecker;
  bookClosings: ReturnType<typeof bookClosingChecker>;
  lists: ReadonlyMap<IndexMember, Hash>;
  /** The index files of the archive, by hash. */
  listed: Map<string, string>;
};

/** Everything that can be checked once the manifest is known. */
function openedBy(manifest: Manifest, shared: Pick<CheckContext, 'keys' | 'findings' | 'counts'>): Opened {
  const index = archiveIndex(manifest);
  const lists = new Map<IndexMember, Hash>(indexMembersOf(manifest).map((member) => [member, createHash('sha256')]));
  const checking: CheckContext = {
    ...{ ...shared, manifest, index, booked: [], links: linkChecker(manifest, shared.keys) },
    list: (written) => {
      for (const { member, text } of written) lists.get(member)?.update(text);
    },
  };
  checking.list(index.start());
  const [documents, books, bookClosings] = [
    documentChecker(checking),
    booksChecker(checking),
    bookClosingChecker(checking),
  ];
  return { ...checking, documents, books, bookClosings, lists, listed: new Map() };
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
  else if (isOfBookEntries(name) && hasBookEntries(opened.manifest)) checkBookEntries(opened, member, text);
  else if (folder === 'livres' && hasBookClosings(opened.manifest)) opened.bookClosings.take(member, text);
  else if (opened.lists.has(name as IndexMember)) opened.listed.set(name, sha256);
  else find(opened, 'member_unexpected', name);
}

function ended(opened: Opened): void {
  const { documents, books, bookClosings, links, index, lists, listed, counts, manifest } = opened;
  documents.close();
  opened.list(index.end());
  for (const [member, hash] of lists) {
    if (listed.has(member) && listed.get(member) !== hash.digest('hex')) find(opened, 'index_differs', member);
  }
  documents.end();
  bookClosings.end();
  books.end();
  counts.links = links.seen().links;
  if (!links.seen().isComplete) find(opened, 'chain_incomplete', String(manifest.lastSeq));
}

/** Checks documents, each followed by its files, against the links that sealed them. */
type DocumentChecker = {
  document: (member: Member, text: string) => void;
  file: (member: Member) => void;
  /** Ends the files of the last document. */
  close: () => void;
  /** Compares rendered files with their links, which may come later. */
  end: () => void;
};

type Current = { document: ArchivedDocument; sha256: string; files: string[]; owed: Map<string, string> };

function documentChecker(checking: CheckContext): DocumentChecker {
  const { links, index, list, counts, booked } = checking;
  const ids = new Set<string>();
  const rendered: { name: string; digest: string }[] = [];
  let current: Current | undefined;
  return {
    document: ({ name, sha256 }, text) => {
      const document = tried(() => readDocument(text));
      if (!document || documentMember(namesOf(document)) !== name) return find(checking, 'member_unreadable', name);
      current = { document, sha256, files: [], owed: owedBy(document) };
      ids.add(document.id);
      counts.documents += 1;
    },
    file: ({ name, sha256 }) => {
      const how = current && renderedAs(current.document, name);
      const attached = current?.owed.get(name);
      if (!current || (!how && attached === undefined)) return find(checking, 'member_unexpected', name);
      if (attached !== undefined && attached !== sha256) find(checking, 'sealed_without_link', name);
      if (how) rendered.push({ name, digest: digestOfRendering(current.document.id, how, sha256) });
      current.owed.delete(name);
      current.files.push(name);
      counts.files += 1;
    },
    close: () => {
      if (!current) return;
      const { document, sha256, files, owed } = current;
      current = undefined;
      for (const name of owed.keys()) find(checking, 'sealed_missing', name);
      const claim = links.claim(['finalized'], sha256);
      if (!claim?.inSpan || claim.subject.id !== document.id)
        return find(checking, 'sealed_without_link', document.sealed.number);
      claim.isUsed = true;
      list(index.document(document, { seq: claim.seq, at: claim.at, sha256 }, files));
      if (document.booked) booked.push({ seq: claim.seq, entry: document.booked });
    },
    end: () => {
      for (const { name, digest } of rendered) {
        const claim = links.claim(['rendered'], digest);
        if (claim) claim.isUsed = true;
        else find(checking, 'sealed_without_link', name);
      }
      for (const { type, seq, subject, isUsed } of links.claims()) {
        if (type === 'rendered' && ids.has(subject.id) && !isUsed)
          find(checking, 'sealed_missing', `${subject.number ?? subject.id} (${seq})`);
      }
    },
  };
}

const namesOf = ({ id, sealed: { number } }: ArchivedDocument) => ({ id, number });

const owedBy = (document: ArchivedDocument): Map<string, string> =>
  new Map(
    document.attachments.map((attachment, place) => [
      attachmentMember(namesOf(document), place + 1, attachment),
      attachment.sha256,
    ]),
  );

/** The rendering of a document's file, from its name; undefined if the name has no such form. */
function renderedAs(document: ArchivedDocument, name: string): Rendered | undefined {
  const parts = /\.([a-z]{2})(\.annule)?\.(facturx\.pdf|signe\.pdf|cii\.xml|ubl\.xml|pdf)$/.exec(name);
  const format = (Object.keys(extensions) as (keyof typeof extensions)[]).find(
    (each) => extensions[each] === parts?.[3],
  );
  if (!parts?.[1] || !format) return undefined;
  const rendered = { format, locale: parts[1], canceled: parts[2] !== undefined };
  return renderingMember(namesOf(document), rendered) === name ? rendered : undefined;
}

/**
 * Checks payments and closures against the links that sealed them, and closures against what they
 * cover.
 */
type BooksChecker = {
  payments: (name: string, text: string) => void;
  closure: (member: Member, text: string) => void;
  /**
   * Adds closures up once everything they cover was read, and compares them with links that may
   * come later.
   */
  end: () => void;
};

function booksChecker(checking: CheckContext): BooksChecker {
  const { links, index, list, counts, booked, manifest } = checking;
  const closures: { closure: Closure; sha256: string; at: string }[] = [];
  return {
    payments: (name, text) => {
      for (const line of text.split('\n').filter((each) => each !== '')) {
        const sha256 = createHash('sha256').update(line).digest('hex');
        const claim = links.claim(['paid', 'payment_reversed'], sha256);
        const payment = tried(() => readPayment(line));
        if (!payment || !claim?.inSpan) {
          find(checking, 'sealed_without_link', name);
          continue;
        }
        claim.isUsed = true;
        const { seq, at, currency, subject } = claim;
        list(index.payment(payment, { seq, at, sha256, number: subject.number ?? '', currency }));
        booked.push({ seq, entry: { what: 'payment', currency, method: payment.method, amount: payment.amount } });
        counts.payments += 1;
      }
    },
    closure: ({ name, sha256 }, text) => {
      const closure = tried(() => JSON.parse(text) as Closure);
      if (!closure || tried(() => closureMember({ kind: closure.kind, period: nameOf(closure) })) !== name)
        return find(checking, 'member_unreadable', name);
      list(index.closure(closure, { sha256, member: name }));
      closures.push({ closure, sha256, at: name });
      counts.closures += 1;
    },
    end: () => {
      const checker = closureChecker({ isWhole: false });
      const entries = booked.toSorted((a, b) => a.seq - b.seq);
      for (const { closure, sha256, at } of closures) {
        const claim = links.claim(['closed'], sha256);
        if (claim) claim.isUsed = true;
        else find(checking, 'sealed_without_link', at);
        const isHere = closure.firstSeq >= manifest.firstSeq && closure.lastSeq <= manifest.lastSeq;
        const covered = entries.filter(({ seq }) => seq >= closure.firstSeq && seq <= closure.lastSeq);
        const recounted = isHere && closure.kind === 'day' ? figuresOf(covered.map(({ entry }) => entry)) : undefined;
        const faults = tried(() => checker.next({ closure, sha256, ...(recounted && { recounted }) }));
        for (const fault of faults ?? ['closure_out_of_place' as const]) find(checking, fault, at);
      }
      for (const { type, seq, subject, inSpan, isUsed } of links.claims()) {
        const isOwed =
          sealing.has(type) ||
          (type === 'books_closed' && hasBookClosings(manifest)) ||
          (sealingEntries.has(type) && hasBookEntries(manifest));
        if (isOwed && inSpan && !isUsed) find(checking, 'sealed_missing', `${subject.number ?? subject.id} (${seq})`);
      }
    },
  };
}

/** Links whose subject must be in the archive. */
const sealing: ReadonlySet<string> = new Set(['finalized', 'paid', 'payment_reversed', 'closed']);
const sealingEntries: ReadonlySet<string> = new Set(['opening_recorded', 'opening_reversed']);
