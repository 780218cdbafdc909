import type { KeyObject } from 'node:crypto';
import { canonicalJson } from '../../audit/canonical-json.ts';
import { type AuditEvent, sha256Hex } from '../../audit/chain/chain-link.ts';
import type { StoredLink } from '../../audit/chain/verify-chain.ts';
import {
  closureTexts,
  fileByHash,
  laterLinks,
  linksOf,
  renderingsOf,
  sealedTexts,
} from '../../db/audit/read-for-archive.ts';
import { FileAltered } from '../../db/billing/stored-files.ts';
import type { Closure } from '../../domain/account/closure/closure.ts';
import { dayAfter, nameOf } from '../../domain/account/closure/period.ts';
import type { StatedClosing } from '../../domain/books/closing.ts';
import { archiveIndex, type IndexMember, indexMembersOf, type Written } from '../archive-index.ts';
import type { ArchiveRequest, ArchiveSources } from '../archive-request.ts';
import type { Manifest } from '../manifest.ts';
import {
  attachmentMember,
  closureMember,
  documentMember,
  keyMember,
  linksMember,
  members,
  otherLinksMember,
  paymentsMember,
  renderingMember,
} from '../member-names.ts';
import { type ArchivedDocument, readDocument, readPayment } from '../sealed-records.ts';
import { writeBookClosing } from './book-closing.ts';
import { writeComments, writeOpenings } from './book-entries.ts';
import { secondsOf } from './period-archive.ts';
import { readmeEn, readmeFr } from './readme.ts';
import { type OpenSpoolFile, type Spool, spool } from './spool-file.ts';
import type { ArchiveWriter } from './tar-writer.ts';

/** The number of items in an archive. */
export type Counts = {
  links: number;
  documents: number;
  payments: number;
  closures: number;
  bookClosings: number;
  files: number;
};

/** A sealed item is missing or altered: an archive with it would prove nothing. */
export class ArchiveError extends Error {
  readonly at: string;
  constructor(at: string) {
    super(`${at} is missing or was changed`);
    this.at = at;
  }
}

type WriteOptions = { open: OpenSpoolFile; manifest: Manifest; asked: ArchiveRequest; making: ArchiveSources };
type Linked = StoredLink & { said: AuditEvent };
type Writing = WriteOptions & {
  writer: ArchiveWriter;
  list: (written: readonly Written[]) => Promise<void>;
  counts: Counts;
  /** Ids of the documents in the archive. */
  documents: Set<string>;
};

/** Writes all members of an archive, in constant memory except for ids. */
export async function writeMembers(writer: ArchiveWriter, options: WriteOptions): Promise<Counts> {
  const { open, manifest } = options;
  const spools = new Map<IndexMember, Spool>();
  for (const member of indexMembersOf(manifest)) spools.set(member, spool(open, member));
  const list = async (written: readonly Written[]): Promise<void> => {
    for (const { member, text } of written) await spools.get(member)?.write(text);
  };
  const counts = { links: 0, documents: 0, payments: 0, closures: 0, bookClosings: 0, files: 0 };
  const writing: Writing = { ...options, writer, list, counts, documents: new Set() };
  try {
    await writeAll(writing, spools);
  } finally {
    for (const { drop } of spools.values()) drop();
  }
  return counts;
}

async function writeAll(writing: Writing, spools: ReadonlyMap<IndexMember, Spool>): Promise<void> {
  const { writer, manifest, list } = writing;
  const index = archiveIndex(manifest);
  await writer.add(members.readmeFr, readmeFr(manifest));
  await writer.add(members.readmeEn, readmeEn(manifest));
  await writer.add(members.manifest, `${canonicalJson(manifest)}\n`);
  for (const [keyId, key] of writing.making.keys) await writer.add(keyMember(keyId), pemOf(key));
  await writeLinks(writing);
  await list(index.start());
  await writeDocuments(writing, index);
  await writePayments(writing, index);
  const closures = await writeClosures(writing, index);
  await writeBookClosings(writing, index);
  await writeTypedOpenings(writing);
  await writeComments(writing, secondsOf(writing.asked));
  await writeOtherLinks(writing, closures);
  await list(index.end());
  for (const [member, { end }] of spools) {
    const { content, size } = await end();
    await writer.addContent(member, content, size);
  }
}

const pemOf = (key: KeyObject): string => String(key.export({ type: 'spki', format: 'pem' }));

async function* links({ making, asked, manifest }: Writing): AsyncGenerator<Linked[]> {
  const span = { first: manifest.firstSeq, last: manifest.lastSeq };
  for await (const part of linksOf(making.ask, asked, span)) yield part.map(linked);
}

const linked = (link: StoredLink): Linked => ({ ...link, said: JSON.parse(link.link) as AuditEvent });

async function writeLinks(writing: Writing): Promise<void> {
  let part = 0;
  for await (const some of links(writing)) {
    await writing.writer.add(linksMember(++part), some.map(lineOf).join(''));
    writing.counts.links += some.length;
  }
}

/** A link as stored in an archive. */
const lineOf = ({ seq, link, hash, keyId, signature }: StoredLink): string =>
  `${canonicalJson({ seq, link, hash: hash.toString('hex'), keyId, signature: signature.toString('base64') })}\n`;

/** Documents read per batch. */
const DOCUMENTS_AT_ONCE = 50;

async function writeDocuments(writing: Writing, index: ReturnType<typeof archiveIndex>): Promise<void> {
  const { manifest, making } = writing;
  for await (const some of links(writing)) {
    const finalized = some.filter(({ said }) => said.type === 'finalized');
    for (let from = 0; from < finalized.length; from += DOCUMENTS_AT_ONCE) {
      const batch = finalized.slice(from, from + DOCUMENTS_AT_ONCE);
      const ids = batch.map(({ said }) => said.subject.id);
      const texts = await sealedTexts(making.ask, manifest.account, { of: 'documents', ids });
      for (const { said, seq } of batch) {
        const text = texts.get(said.subject.id);
        if (text === undefined || sha256Hex(text) !== said.sha256)
          throw new ArchiveError(said.subject.number ?? said.subject.id);
        await writeDocument(writing, index, { text, place: { seq, at: said.at, sha256: said.sha256 } });
      }
    }
    making.onProgress?.(some.at(-1)?.seq ?? 0, manifest.lastSeq);
  }
}

async function writeDocument(
  writing: Writing,
  index: ReturnType<typeof archiveIndex>,
  { text, place }: { text: string; place: { seq: number; at: number; sha256: string } },
): Promise<void> {
  const document = readDocument(text);
  const { id, sealed } = document;
  await writing.writer.add(documentMember({ id, number: sealed.number }), text);
  const files = await writeFiles(writing, document);
  await writing.list(index.document(document, place, files));
  writing.documents.add(id);
  writing.counts.documents += 1;
}

/**
 * Rendered files, electronic invoices and attachments of a document, each verified against its
 * stored hash.
 */
async function writeFiles(writing: Writing, document: ArchivedDocument): Promise<string[]> {
  const { making, manifest, writer, counts } = writing;
  const named = { id: document.id, number: document.sealed.number };
  const renderings = await renderingsOf(making.ask, manifest.account, document.id);
  const selected = [
    ...renderings.map((rendering) => ({ name: renderingMember(named, rendering), sha256: rendering.sha256 })),
    ...document.attachments.map((attachment, place) => ({
      name: attachmentMember(named, place + 1, attachment),
      sha256: Buffer.from(attachment.sha256, 'hex'),
    })),
  ];
  for (const { name, sha256 } of selected) {
    const kept = await fileByHash(making.ask, manifest.account, sha256);
    if (!kept) throw new ArchiveError(name);
    const bytes = await making.bytesOf(kept).catch((error: Error) => {
      throw error instanceof FileAltered ? new ArchiveError(name) : error;
    });
    await writer.add(name, bytes);
    counts.files += 1;
  }
  return selected.map(({ name }) => name);
}

async function writePayments(writing: Writing, index: ReturnType<typeof archiveIndex>): Promise<void> {
  const { manifest, making, writer, counts } = writing;
  let part = 0;
  for await (const some of links(writing)) {
    const paid = some.filter(({ said }) => said.type === 'paid' || said.type === 'payment_reversed');
    if (paid.length === 0) continue;
    const ids = paid.map(({ said }) => said.subject.id);
    const texts = await sealedTexts(making.ask, manifest.account, { of: 'payments', ids });
    const lines: string[] = [];
    for (const { said, seq } of paid) {
      const text = texts.get(said.subject.id);
      if (text === undefined || sha256Hex(text) !== said.sha256) throw new ArchiveError(said.subject.id);
      lines.push(`${text}\n`);
      const about = { number: said.subject.number ?? '', currency: said.totals?.currency ?? '' };
      await writing.list(index.payment(readPayment(text), { seq, at: said.at, sha256: said.sha256, ...about }));
      counts.payments += 1;
    }
    await writer.add(paymentsMember(++part), lines.join(''));
  }
}

/** Closures of periods within the archive's, and those sealed by its links; returns their ids. */
async function writeClosures(writing: Writing, index: ReturnType<typeof archiveIndex>): Promise<Set<string>> {
  const { manifest, making, asked, writer, counts } = writing;
  const { from, to } = manifest;
  const inSpan = new Set<string>();
  for await (const some of links(writing)) {
    for (const { said } of some) if (said.type === 'closed') inSpan.add(said.subject.id);
  }
  const texts = await closureTexts(making.ask, asked, { from, to, ids: [...inSpan] });
  const written = new Set<string>();
  for (const text of texts) {
    const closure = JSON.parse(text) as Closure;
    if (!inSpan.has(closure.id) && dayAfter(closure) > nextDay(to)) continue;
    const member = closureMember({ kind: closure.kind, period: nameOf(closure) });
    await writer.add(member, text);
    await writing.list(index.closure(closure, { sha256: sha256Hex(text), member }));
    written.add(closure.id);
    counts.closures += 1;
  }
  return written;
}

/** The closings of the books that the links seal, each with the lines it froze. */
async function writeBookClosings(writing: Writing, index: ReturnType<typeof archiveIndex>): Promise<void> {
  const { making, asked, list, counts } = writing;
  for await (const some of links(writing)) {
    const closed = some.filter(({ said }) => said.type === 'books_closed');
    const ids = closed.map(({ said }) => said.subject.id);
    const texts = await sealedTexts(making.ask, asked.accountId, { of: 'bookClosings', ids });
    for (const { said } of closed) {
      const text = texts.get(said.subject.id);
      if (text === undefined || sha256Hex(text) !== said.sha256)
        throw new ArchiveError(said.subject.number ?? said.subject.id);
      const closing = JSON.parse(text) as StatedClosing;
      const changed = await writeBookClosing(writing, closing, text);
      if (changed !== undefined) throw new ArchiveError(changed);
      await list(index.bookClosing(closing, sha256Hex(text)));
      counts.bookClosings += 1;
    }
  }
}

/** The opening balances that were typed, and their reversals. */
async function writeTypedOpenings(writing: Writing): Promise<void> {
  let part = 0;
  for await (const some of links(writing)) {
    const sealed = some.map(({ said }) => said).filter(({ type }) => openingTypes.has(type));
    if (sealed.length === 0) continue;
    const changed = await writeOpenings(writing, sealed, ++part);
    if (changed !== undefined) throw new ArchiveError(changed);
  }
}

const openingTypes: ReadonlySet<string> = new Set(['opening_recorded', 'opening_reversed']);

const nextDay = (day: string): string => dayAfter({ kind: 'day', startsOn: day });

async function writeOtherLinks(writing: Writing, closures: ReadonlySet<string>): Promise<void> {
  const { making, asked, manifest, writer, documents } = writing;
  let part = 0;
  for await (const some of laterLinks(making.ask, asked, { last: manifest.lastSeq })) {
    const selected = some.map(linked).filter(({ said }) => {
      if (said.type === 'rendered') return documents.has(said.subject.id);
      return said.type === 'closed' ? closures.has(said.subject.id) : true;
    });
    if (selected.length > 0) await writer.add(otherLinksMember(++part), selected.map(lineOf).join(''));
  }
}
