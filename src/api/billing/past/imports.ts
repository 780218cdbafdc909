import * as z from 'zod';
import { takeTurn } from '../../../db/account/usage.ts';
import {
  countOpenImports,
  deleteOpenImports,
  filesOfImport,
  findImport,
  importsAfter,
  insertImport,
  lockImport,
  storeChoices,
} from '../../../db/billing/past/imports.ts';
import type { FileChoices } from '../../../domain/billing/past/plan-import.ts';
import { isRefusal } from '../../../domain/refusal.ts';
import { operation } from '../../../pipeline/operation.ts';
import {
  ImportFileJson,
  ImportJson,
  ImportPlanJson,
  importChoiceForm,
  importToJson,
  PlannedDocumentJson,
  UndoneImportJson,
} from '../../../schemas/billing/past/import.ts';
import { worded } from '../../../schemas/fields/enum-schema.ts';
import { idOr } from '../../../schemas/fields/id.ts';
import { FILE_TEXT_MAX, filledText } from '../../../schemas/fields/text.ts';
import { cursor, writeCursor } from '../../../schemas/lists/cursor.ts';
import { listing } from '../../../schemas/lists/list-query.ts';
import { describePlan, entriesOfPlan, fileToJson } from '../../../services/billing/past/describe-plan.ts';
import { isRead, loadPlan } from '../../../services/billing/past/load-plan.ts';
import { addImportFiles, FILE_NAME_MAX } from '../../../services/billing/past/read-files.ts';
import { runImport, undoImport } from '../../../services/billing/past/run-import.ts';
import type { Context } from '../../../services/context.ts';

const none = z.object({});
const about = { chapter: 'Imports', query: none, path: none, body: none } as const;
const path = z.object({ id: idOr('import_not_found') });

/** Imports that are open at the same time, per mode. */
const OPEN_IMPORTS_MAX = 20;
/** Bytes of the corrections of one file, as JSON. */
const CHOICES_BYTES_MAX = 1_048_576;
/** Seconds after which an import that was never run is forgotten. */
const OPEN_IMPORT_SECONDS = 30 * 86_400;

export const createImport = operation({
  ...about,
  name: 'create-import',
  summary: 'Begins an import from another program; files are added to it.',
  description: `Nothing is taken over before run-import. At most ${OPEN_IMPORTS_MAX} imports are open; one that was not run is forgotten after 30 days.`,
  routes: ['POST /v2/imports'],
  scope: 'billing:write',
  success: 201,
  output: ImportJson,
  refusals: ['too_many_imports'],
  async run({ tx, now, newId, test }) {
    takeTurn(tx, 'imports');
    deleteOpenImports(tx, { before: now - OPEN_IMPORT_SECONDS });
    if ((await countOpenImports(tx)) >= OPEN_IMPORTS_MAX)
      return { refused: 'too_many_imports', limit: OPEN_IMPORTS_MAX };
    const id = newId();
    insertImport(tx, id, now);
    return { body: importToJson({ id, state: 'open', files: 0, createdAt: now }, test) };
  },
});

export const listImports = operation({
  ...about,
  name: 'list-imports',
  summary: 'Lists imports from other programs, the newest first.',
  routes: ['GET /v2/imports'],
  scope: 'billing:read',
  query: z.object({
    limit: listing.limit,
    cursor: cursor(z.object({ at: z.int().min(0), id: z.uuid() })).optional(),
  }),
  success: 200,
  output: z.object({ docs: z.array(ImportJson), nextCursor: z.string().optional() }).meta({ id: 'ImportPage' }),
  refusals: [],
  async run({ tx, test }, { limit, cursor: place }) {
    const found = await importsAfter(tx, place, limit + 1);
    const docs = found.slice(0, limit);
    const last = docs.at(-1);
    return {
      body: {
        docs: docs.map((each) => importToJson(each, test)),
        ...(found.length > limit && last && { nextCursor: writeCursor({ at: last.createdAt, id: last.id }) }),
      },
    };
  },
});

const planOf = async (context: Context, id: string) => {
  const found = await findImport(context.tx, id);
  if (!found) return { refused: 'import_not_found' } as const;
  return { body: await describePlan(context, found) };
};

export const getImport = operation({
  ...about,
  name: 'get-import',
  summary: 'Returns what an import would bring, or brought: files, sums, doubts, and what is left out.',
  routes: ['GET /v2/imports/{importId}'],
  scope: 'billing:read',
  path,
  success: 200,
  output: ImportPlanJson,
  refusals: ['import_not_found'],
  run: async (context, { id }) => planOf(context, id),
});

export const listImportDocuments = operation({
  ...about,
  name: 'list-import-documents',
  summary: 'Lists the documents of an import by day of issue: all, those to check, or what is left out.',
  routes: ['GET /v2/imports/{importId}/documents'],
  scope: 'billing:read',
  path,
  query: z.object({
    view: worded(['all', 'doubtful', 'left_out']).default('all'),
    limit: listing.limit,
    cursor: cursor(z.object({ after: z.int().min(0) })).optional(),
  }),
  success: 200,
  output: z
    .object({ docs: z.array(PlannedDocumentJson), totalDocs: z.int(), nextCursor: z.string().optional() })
    .meta({ id: 'PlannedDocumentPage' }),
  refusals: ['import_not_found'],
  async run(context, { id: importId, view, limit, cursor: place }) {
    if (!(await findImport(context.tx, importId))) return { refused: 'import_not_found' };
    const entries = entriesOfPlan(await loadPlan(context, importId), view);
    const start = place?.after ?? 0;
    const end = start + limit;
    return {
      body: {
        docs: entries.slice(start, end),
        totalDocs: entries.length,
        ...(end < entries.length && { nextCursor: writeCursor({ after: end }) }),
      },
    };
  },
});

export const addImportFile = operation({
  ...about,
  name: 'add-import-file',
  summary: 'Reads a file and adds it to an open import.',
  description:
    'CSV, Excel, JSON, PDF, Factur-X, CII, UBL, FEC, or a ZIP of them; the content says what it is. A file that the import has already stays as it is.',
  routes: ['POST /v2/imports/{importId}/files'],
  scope: 'billing:write',
  path,
  body: z
    .object({
      name: filledText(FILE_NAME_MAX).meta({ example: 'invoices.csv' }),
      file: z.base64().max(FILE_TEXT_MAX).default('').meta({ description: 'Its bytes in base64.' }),
    })
    .meta({ id: 'ImportFileForm' }),
  takes: 'import_file',
  limiter: 'imports',
  success: 200,
  output: z.object({ files: z.array(ImportFileJson) }).meta({ id: 'ImportFiles' }),
  refusals: ['import_not_found', 'import_done', 'import_full', 'import_file_empty', 'storage_full'],
  example: { name: 'invoices.csv', file: 'TnVtw6lybztEYXRlO0NsaWVudDtUVEMK' },
  async run(context, { id: importId, name, file }) {
    const bytes = context.sentFile ? Buffer.from(context.sentFile) : Buffer.from(file, 'base64');
    if (bytes.length === 0) return { refused: 'import_file_empty' };
    return addImportFiles(context, importId, {
      ...{ name, bytes },
      answer: (files) => ({ body: { files: files.map(fileToJson) } }),
    });
  },
});

export const changeImportFile = operation({
  ...about,
  name: 'change-import-file',
  summary: 'Corrects what was read in a file, or leaves it or some of its documents out.',
  routes: ['PATCH /v2/imports/{importId}/files/{fileId}'],
  scope: 'billing:write',
  path: path.extend({ fileId: idOr('import_file_not_found') }),
  body: importChoiceForm,
  success: 200,
  output: ImportFileJson,
  refusals: [
    'import_not_found',
    'import_done',
    'import_file_not_found',
    'import_place_unknown',
    'import_corrections_full',
  ],
  example: { documents: [{ place: '0', paidOn: '2025-11-20' }] },
  async run({ tx }, { id: importId, fileId, skip, documents = [] }) {
    const found = await lockImport(tx, importId);
    if (!found) return { refused: 'import_not_found' };
    if (found.state !== 'open') return { refused: 'import_done' };
    const file = (await filesOfImport(tx, importId)).find(({ id }) => id === fileId);
    if (!file) return { refused: 'import_file_not_found' };
    const read = isRead(file.reading) ? file.reading.documents.length : 0;
    const unknown = documents.find(({ place }) => Number(place) >= read);
    if (unknown) return { refused: 'import_place_unknown', place: unknown.place };
    const choices: FileChoices = {
      ...file.choices,
      ...(skip !== undefined && { leaveOut: skip }),
      documents: {
        ...file.choices.documents,
        ...Object.fromEntries(
          documents.map(({ place, skip: leaveOut, confirmed: isConfirmed, ...said }) => {
            const key = String(Number(place));
            const decided = {
              ...(leaveOut !== undefined && { leaveOut }),
              ...(isConfirmed !== undefined && { isConfirmed }),
            };
            return [key, { ...file.choices.documents?.[key], ...said, ...decided }];
          }),
        ),
      },
    };
    if (Buffer.byteLength(JSON.stringify(choices)) > CHOICES_BYTES_MAX)
      return { refused: 'import_corrections_full', limit: CHOICES_BYTES_MAX };
    storeChoices(tx, importId, fileId, choices);
    return { body: fileToJson({ ...file, choices }) };
  },
});

export const runImportOperation = operation({
  ...about,
  name: 'run-import',
  summary: 'Takes over what an import would bring: all of it, or nothing if one part fails.',
  description:
    'Past documents keep their numbers; they are in no series of this account and never change, but count in the books, on home and in statements. The audit trail states their digest. What was taken over before is left out.',
  routes: ['POST /v2/imports/{importId}/run'],
  scope: 'billing:write',
  path,
  limiter: 'imports',
  success: 200,
  output: ImportPlanJson,
  refusals: ['import_not_found', 'import_done', 'import_empty', 'import_beyond_scope'],
  run: async (context, { id }) => runImport(context, id, planOf),
});

export const undoImportOperation = operation({
  ...about,
  name: 'undo-import',
  summary: 'Takes an import back, as long as nothing was built on it.',
  description:
    'Refused once a payment was recorded on one of its documents, or its payments are in closed books. Customers and products that are used elsewhere stay.',
  routes: ['POST /v2/imports/{importId}/undo'],
  scope: 'billing:write',
  path,
  success: 200,
  output: UndoneImportJson,
  refusals: ['import_not_found', 'import_not_done', 'import_in_use'],
  async run(context, { id: importId }) {
    const undone = await undoImport(context, importId);
    return isRefusal(undone) ? undone : { body: { ...importToJson(undone.undone, context.test), kept: undone.kept } };
  },
});

export const discardImport = operation({
  ...about,
  name: 'discard-import',
  summary: 'Discards an open import with its files.',
  routes: ['DELETE /v2/imports/{importId}'],
  scope: 'billing:write',
  path,
  success: 204,
  output: z.null(),
  refusals: ['import_not_found', 'import_done'],
  async run({ tx }, { id: importId }) {
    const found = await lockImport(tx, importId);
    if (!found) return { refused: 'import_not_found' };
    if (found.state !== 'open') return { refused: 'import_done' };
    deleteOpenImports(tx, { id: importId, before: 0 });
    return { body: null };
  },
});
