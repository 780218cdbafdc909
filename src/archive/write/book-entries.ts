import { canonicalJson } from '../../audit/canonical-json.ts';
import { type AuditEvent, sha256Hex } from '../../audit/chain/chain-link.ts';
import { commentEntriesAfter } from '../../db/books/comments.ts';
import { findOpeningEntries } from '../../db/books/opening-entries.ts';
import type { Reading } from '../../db/transaction.ts';
import { textOfOpening } from '../../services/books/record-opening.ts';
import type { ArchiveRequest, ArchiveSources } from '../archive-request.ts';
import { COMMENTS_MEMBER, openingsMember } from '../member-names.ts';
import { type OpenSpoolFile, spool } from './spool-file.ts';
import type { ArchiveWriter } from './tar-writer.ts';

type Source = { readonly asked: ArchiveRequest; readonly making: ArchiveSources };

/** Reads the snapshot of an archive as a transaction of its account and mode does. */
export const readingOf = ({ asked: { accountId, test }, making }: Source): Reading => ({
  ...{ accountId, test },
  read: async (statement, values = []) => (await making.ask(statement, values)) as never,
});

type SealedOpening = Pick<AuditEvent, 'subject' | 'sha256'>;

/**
 * Adds the opening balances that some links seal, a line each. Returns the number of one that is
 * missing or differs from its link.
 */
export async function writeOpenings(
  { writer, ...source }: Source & { readonly writer: ArchiveWriter },
  sealed: readonly SealedOpening[],
  part: number,
): Promise<string | undefined> {
  const ids = sealed.map(({ subject }) => subject.id);
  const found = new Map((await findOpeningEntries(readingOf(source), ids)).map((entry) => [entry.id, entry]));
  const lines: string[] = [];
  for (const { subject, sha256 } of sealed) {
    const entry = found.get(subject.id);
    const text = entry && textOfOpening(entry);
    if (text === undefined || sha256Hex(text) !== sha256) return subject.number ?? subject.id;
    lines.push(`${text}\n`);
  }
  await writer.add(openingsMember(part), lines.join(''));
  return undefined;
}

/** Comments read per batch: bounds the memory. */
const COMMENTS_BATCH = 1_000;
const FIRST_ID = '00000000-0000-0000-0000-000000000000';

/**
 * Adds what people wrote about entries of the books from `start` until `end` (Unix seconds, `end`
 * excluded): comments and their resolutions, in order, a line each. Without any, adds no member.
 */
export async function writeComments(
  { writer, open, ...source }: Source & { readonly writer: ArchiveWriter; readonly open: OpenSpoolFile },
  { start, end }: { readonly start: number; readonly end: number },
): Promise<void> {
  const reading = readingOf(source);
  const spooled = spool(open, COMMENTS_MEMBER.replaceAll('/', '-'));
  try {
    let [count, place] = [0, { at: start, id: FIRST_ID }];
    for (;;) {
      const some = await commentEntriesAfter(reading, place, { until: end, limit: COMMENTS_BATCH });
      if (some.length > 0) await spooled.write(some.map((entry) => `${canonicalJson(entry)}\n`).join(''));
      count += some.length;
      const last = some.at(-1);
      if (!last || some.length < COMMENTS_BATCH) break;
      place = { at: last.createdAt, id: last.id };
    }
    if (count === 0) return;
    const { content, size } = await spooled.end();
    await writer.addContent(COMMENTS_MEMBER, content, size);
  } finally {
    spooled.drop();
  }
}
