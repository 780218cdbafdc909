import * as z from 'zod';
import {
  type AccountExportCursor,
  accountExportPart,
  deleteAccountExportRow,
  findAccountExport,
  hasRoomForAccountExport,
  insertAccountExport,
  listAccountExportsOf,
  lockAccountExport,
} from '../../db/account/account-exports.ts';
import { takeTurn } from '../../db/account/usage.ts';
import { queueJob } from '../../db/job-queue.ts';
import {
  ACCOUNT_EXPORT_BYTES_MAX,
  ACCOUNT_EXPORT_KEPT_DAYS,
  ACCOUNT_EXPORT_PART_BYTES,
  ACCOUNT_EXPORTS_MAX,
  type AccountExport,
} from '../../domain/account/account-export.ts';
import { allows } from '../../domain/account/scope.ts';
import { lanes } from '../../domain/queue/queues.ts';
import { FileAnswer } from '../../pipeline/file-answer.ts';
import { operation } from '../../pipeline/operation.ts';
import { AccountExportJson, accountExportToJson } from '../../schemas/account/account-export.ts';
import { idOr } from '../../schemas/fields/id.ts';
import { cursor, writeCursor } from '../../schemas/lists/cursor.ts';
import { listing } from '../../schemas/lists/list-query.ts';
import { pageJson, pageSchema } from '../../schemas/lists/page.ts';
import { readVerifiedBytes } from '../../services/billing/files/read-verified-bytes.ts';
import type { Context } from '../../services/context.ts';

const none = z.object({});

/**
 * Exports are for those who administer the account: they contain everything. Test mode has no
 * administration, so there writing documents is enough.
 */
const forOwners = {
  chapter: 'Account',
  scope: 'account:admin',
  openTo: ({ test, scopes }: Pick<Context, 'test' | 'scopes'>): boolean => test && allows(scopes, 'billing:write'),
} as const;
const ofExport = {
  ...forOwners,
  path: z.object({ accountExportId: idOr('account_export_not_found') }),
  query: none,
  body: none,
} as const;

export const createAccountExport = operation({
  ...forOwners,
  name: 'create-account-export',
  summary: 'Prepares a file with everything the account has: records, papers, received files, the signed archive.',
  description: `The same file as that of \`facturier export --all\`: a ZIP with every record as JSON lines and CSV, a data dictionary, every file, and a page that opens without the service. A live key exports both modes, a test key test mode. It contains no secrets. It is made in the background: read its \`state\`. At most ${ACCOUNT_EXPORTS_MAX} exports per mode are kept at a time, each at most ${ACCOUNT_EXPORT_BYTES_MAX / 1_024 ** 3} GiB, for ${ACCOUNT_EXPORT_KEPT_DAYS} days. Live mode needs \`account:admin\`, test mode \`billing:write\`.`,
  routes: ['POST /v2/account-exports'],
  path: none,
  query: none,
  body: none,
  success: 201,
  output: AccountExportJson,
  refusals: ['too_many_account_exports'],
  async run(context) {
    const { tx, now, realNow, actor, newId, language } = context;
    takeTurn(tx, 'account_exports');
    if (!(await hasRoomForAccountExport(tx)))
      return { refused: 'too_many_account_exports', limit: ACCOUNT_EXPORTS_MAX };
    const exported: AccountExport = { id: newId(), test: tx.test, actor, state: 'waiting', createdAt: realNow };
    insertAccountExport(tx, exported);
    queueJob(tx, { lane: lanes.account_exports.name, subjectId: exported.id, test: tx.test }, now, now);
    return { body: accountExportToJson(exported, language) };
  },
});

export const listAccountExports = operation({
  ...forOwners,
  name: 'list-account-exports',
  summary: 'Lists the exports of the account that are kept or being prepared, newest first.',
  description: 'Those of the key’s mode (live or test).',
  routes: ['GET /v2/account-exports'],
  path: none,
  query: z.object({ ...listing, cursor: cursor(z.object({ createdAt: z.int(), id: z.uuid() })).optional() }),
  body: none,
  success: 200,
  output: pageSchema(AccountExportJson),
  refusals: [],
  async run({ tx, language }, { page, limit, cursor }) {
    const place: AccountExportCursor | undefined = cursor && {
      ...{ by: 'createdAt', direction: 'DESC' },
      ...{ after: cursor.createdAt, id: cursor.id },
    };
    const { exports, total, next } = await listAccountExportsOf(tx, { page, limit, place });
    return {
      body: pageJson({
        docs: exports.map((exported) => accountExportToJson(exported, language)),
        ...{ total, limit, page: cursor ? undefined : page },
        nextCursor: next && writeCursor({ createdAt: Number(next.after), id: next.id }),
      }),
    };
  },
});

export const getAccountExport = operation({
  ...ofExport,
  name: 'get-account-export',
  summary: 'Reads the state of an export and, once it is ready, what it contains.',
  routes: ['GET /v2/account-exports/{accountExportId}'],
  success: 200,
  output: AccountExportJson,
  refusals: ['account_export_not_found'],
  async run({ tx, language }, { accountExportId }) {
    const exported = await findAccountExport(tx, accountExportId);
    return exported ? { body: accountExportToJson(exported, language) } : { refused: 'account_export_not_found' };
  },
});

export const downloadAccountExport = operation({
  ...ofExport,
  name: 'download-account-export',
  summary: 'Downloads the file of an export.',
  description: `A ZIP file. It is sent in parts of ${ACCOUNT_EXPORT_PART_BYTES / 1_048_576} MiB; an interrupted download continues with \`after\`.`,
  routes: ['GET /v2/account-exports/{accountExportId}/file'],
  query: z.object({
    after: z.coerce
      .number()
      .int()
      .min(0)
      .max(ACCOUNT_EXPORT_BYTES_MAX / ACCOUNT_EXPORT_PART_BYTES)
      .default(0)
      .meta({ description: 'Leaves out this many parts from the beginning of the file.' }),
  }),
  success: 200,
  output: FileAnswer,
  answers: 'file',
  fileTypes: ['application/zip'],
  limiter: 'files',
  refusals: ['account_export_not_found', 'account_export_not_ready'],
  securityNote: ({ after }) =>
    after === 0 ? { event: 'export_made', operation: 'download-account-export' } : undefined,
  async run(context, { accountExportId, after }) {
    const [exported, part, following] = await Promise.all([
      findAccountExport(context.tx, accountExportId),
      accountExportPart(context.tx, accountExportId, after),
      accountExportPart(context.tx, accountExportId, after + 1),
    ]);
    if (!exported) return { refused: 'account_export_not_found' };
    const { state, size, made } = exported;
    if (!made || !part) return { refused: 'account_export_not_ready', state };
    const answer = (bytes: Buffer) => ({
      body: {
        ...{ name: fileNameOf(exported), mediaType: 'application/zip', bytes },
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

const fileNameOf = ({ createdAt, test }: AccountExport): string =>
  `facturier-${new Date(createdAt * 1_000).toISOString().slice(0, 10)}${test ? '-test' : ''}.zip`;

export const deleteAccountExport = operation({
  ...ofExport,
  name: 'delete-account-export',
  summary: 'Deletes the file of an export, or stops its preparation.',
  routes: ['DELETE /v2/account-exports/{accountExportId}'],
  success: 204,
  output: none,
  refusals: ['account_export_not_found'],
  async run({ tx }, { accountExportId }) {
    if (!(await lockAccountExport(tx, accountExportId))) return { refused: 'account_export_not_found' };
    deleteAccountExportRow(tx, accountExportId);
    return { body: {} };
  },
});
