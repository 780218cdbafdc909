import * as z from 'zod';
import { secondsOf } from '../../archive/write/period-archive.ts';
import {
  archivePart,
  deleteArchiveRow,
  findArchive,
  hasRoomForArchive,
  insertArchive,
  listArchivesOf,
  lockArchive,
} from '../../db/account/archives.ts';
import { settingsOf } from '../../db/account/settings.ts';
import { takeTurn } from '../../db/account/usage.ts';
import { linksWithin } from '../../db/audit/read-for-archive.ts';
import { queueJob } from '../../db/job-queue.ts';
import {
  ARCHIVE_BYTES_MAX,
  ARCHIVE_KEPT_DAYS,
  ARCHIVE_PART_BYTES,
  ARCHIVES_MAX,
  type Archive,
  archiveSpanFault,
} from '../../domain/account/archive.ts';
import { allows } from '../../domain/account/scope.ts';
import { lanes } from '../../domain/queue/queues.ts';
import { civilDayOf } from '../../domain/time/civil-day.ts';
import { FileAnswer } from '../../pipeline/file-answer.ts';
import { operation } from '../../pipeline/operation.ts';
import { ArchiveJson, archiveToJson } from '../../schemas/account/archive.ts';
import { idOr } from '../../schemas/fields/id.ts';
import { day } from '../../schemas/fields/timestamp.ts';
import { cursor, writeCursor } from '../../schemas/lists/cursor.ts';
import { listing } from '../../schemas/lists/list-query.ts';
import { pageJson, pageSchema } from '../../schemas/lists/page.ts';
import { readVerifiedBytes } from '../../services/billing/files/read-verified-bytes.ts';
import type { Context } from '../../services/context.ts';

const none = z.object({});
const ofArchive = {
  chapter: 'Closures',
  path: z.object({ archiveId: idOr('archive_not_found') }),
  query: none,
  body: none,
} as const;

/**
 * Archives are for those who administer the account. Test mode has no administration, so there
 * writing documents is enough.
 */
const forOwners = {
  scope: 'account:admin',
  openTo: ({ test, scopes }: Pick<Context, 'test' | 'scopes'>): boolean => test && allows(scopes, 'billing:write'),
} as const;

export const createArchive = operation({
  ...forOwners,
  name: 'create-archive',
  summary: 'Prepares the signed archive of some days: documents, files, payments, closures and the audit trail.',
  description: `The same file as that of \`facturier archive\`, of the key’s mode (live or test). It is made in the background: read its \`state\`. Finished periods are closed first. At most ${ARCHIVES_MAX} archives per mode are kept at a time, each at most ${ARCHIVE_BYTES_MAX / 1_024 ** 3} GiB, for ${ARCHIVE_KEPT_DAYS} days. Live mode needs \`account:admin\`, test mode \`billing:write\`.`,
  chapter: 'Closures',
  routes: ['POST /v2/archives'],
  path: none,
  query: none,
  body: z.object({
    from: day.meta({ description: 'The first day, in the time zone of the account.' }),
    to: day.meta({ description: 'The last day, included; today at the latest.' }),
  }),
  success: 201,
  output: ArchiveJson,
  refusals: ['archive_span_unusable', 'too_many_archives'],
  example: { from: '2026-01-01', to: '2026-03-02' },
  async run(context, { from, to }) {
    const { tx, now, realNow, actor, newId, language } = context;
    const { zone } = (await settingsOf(tx)).settings;
    const today = civilDayOf(now, zone);
    const fault = archiveSpanFault({ from, to, today });
    if (fault) return { refused: 'archive_span_unusable', reason: fault.fault, today };
    if (!(await linksWithin(tx.read, tx, secondsOf({ from, to, zone }))))
      return { refused: 'archive_span_unusable', reason: 'nothing_recorded', today };
    takeTurn(tx, 'archives');
    if (!(await hasRoomForArchive(tx))) return { refused: 'too_many_archives', limit: ARCHIVES_MAX };
    const archive: Archive = { id: newId(), test: tx.test, from, to, actor, state: 'waiting', createdAt: realNow };
    insertArchive(tx, archive);
    queueJob(tx, { lane: lanes.archives.name, subjectId: archive.id, test: tx.test }, now, now);
    return { body: archiveToJson(archive, language) };
  },
});

export const listArchives = operation({
  name: 'list-archives',
  summary: 'Lists the archives that are kept or being prepared, newest first.',
  description: 'Those of the key’s mode (live or test).',
  chapter: 'Closures',
  routes: ['GET /v2/archives'],
  scope: 'billing:read',
  path: none,
  query: z.object({ ...listing, cursor: cursor(z.object({ createdAt: z.int(), id: z.uuid() })).optional() }),
  body: none,
  success: 200,
  output: pageSchema(ArchiveJson),
  refusals: [],
  async run({ tx, language }, { page, limit, cursor }) {
    const place = cursor && ({ by: 'createdAt', direction: 'DESC', after: cursor.createdAt, id: cursor.id } as const);
    const { archives, total, next } = await listArchivesOf(tx, { page, limit, place });
    return {
      body: pageJson({
        docs: archives.map((archive) => archiveToJson(archive, language)),
        ...{ total, limit, page: cursor ? undefined : page },
        nextCursor: next && writeCursor({ createdAt: Number(next.after), id: next.id }),
      }),
    };
  },
});

export const getArchive = operation({
  ...ofArchive,
  name: 'get-archive',
  summary: 'Reads the state of an archive and, once it is ready, what it contains.',
  routes: ['GET /v2/archives/{archiveId}'],
  scope: 'billing:read',
  success: 200,
  output: ArchiveJson,
  refusals: ['archive_not_found'],
  async run({ tx, language }, { archiveId }) {
    const archive = await findArchive(tx, archiveId);
    return archive ? { body: archiveToJson(archive, language) } : { refused: 'archive_not_found' };
  },
});

export const downloadArchive = operation({
  ...ofArchive,
  name: 'download-archive',
  summary: 'Downloads the file of an archive.',
  description: `A tar file that anyone can verify: \`facturier verify --archive FILE\`. It is sent in parts of ${ARCHIVE_PART_BYTES / 1_048_576} MiB; an interrupted download continues with \`after\`.`,
  routes: ['GET /v2/archives/{archiveId}/file'],
  scope: 'billing:read',
  query: z.object({
    after: z.coerce
      .number()
      .int()
      .min(0)
      .max(ARCHIVE_BYTES_MAX / ARCHIVE_PART_BYTES)
      .default(0)
      .meta({ description: 'Leaves out this many parts from the beginning of the file.' }),
  }),
  success: 200,
  output: FileAnswer,
  answers: 'file',
  fileTypes: ['application/x-tar'],
  limiter: 'files',
  refusals: ['archive_not_found', 'archive_not_ready'],
  securityNote: ({ after }) => (after === 0 ? { event: 'export_made', operation: 'download-archive' } : undefined),
  async run(context, { archiveId, after }) {
    const [archive, part, following] = await Promise.all([
      findArchive(context.tx, archiveId),
      archivePart(context.tx, archiveId, after),
      archivePart(context.tx, archiveId, after + 1),
    ]);
    if (!archive) return { refused: 'archive_not_found' };
    const { state, size, made } = archive;
    if (!made || !part) return { refused: 'archive_not_ready', state };
    const answer = (bytes: Buffer) => ({
      body: {
        ...{ name: fileNameOf(archive), mediaType: 'application/x-tar', bytes },
        ...(following && { next: String(after + 1) }),
        ...(size !== undefined && after === 0 && { size }),
      },
      headers: { etag: `"${made.sha256}-${after}"` },
    });
    if (part.bytes) return answer(await readVerifiedBytes(context, part));
    return {
      aside: () => readVerifiedBytes(context, part),
      after: async (_: Context, bytes: Buffer) => answer(bytes),
    };
  },
});

const fileNameOf = ({ from, to, test }: Archive): string => `archive-${from}-${to}${test ? '-test' : ''}.tar`;

export const deleteArchive = operation({
  ...ofArchive,
  ...forOwners,
  name: 'delete-archive',
  summary: 'Deletes the file of an archive, or stops its preparation.',
  description: 'The entry of the audit trail about it stays. The same days can be archived again.',
  routes: ['DELETE /v2/archives/{archiveId}'],
  success: 204,
  output: none,
  refusals: ['archive_not_found'],
  async run({ tx }, { archiveId }) {
    if (!(await lockArchive(tx, archiveId))) return { refused: 'archive_not_found' };
    deleteArchiveRow(tx, archiveId);
    return { body: {} };
  },
});
