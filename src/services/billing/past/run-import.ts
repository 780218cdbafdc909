import { takeTurn } from '../../../db/account/usage.ts';
import { append, lockChainHead } from '../../../db/audit/append-to-chain.ts';
import {
  deleteImportedRecords,
  importedBytes,
  insertImportRecords,
  lockImport,
  markDone,
  markUndone,
  type StoredImportFile,
} from '../../../db/billing/past/imports.ts';
import {
  addToCredited,
  creditsOfImport,
  deletePastDocuments,
  isCorrectedByOthers,
  lockPastDocuments,
} from '../../../db/billing/past/past-documents.ts';
import { deletePastPayments, hasPaymentsInUse } from '../../../db/billing/past/past-payments.ts';
import type { Scope } from '../../../domain/account/scope.ts';
import type { Import, ImportResult } from '../../../domain/billing/past/import-state.ts';
import { isRefusal, type Refused } from '../../../domain/refusal.ts';
import { productImporter } from '../../catalogue/product-importer.ts';
import type { AfterCommitStep, Context, Reply } from '../../context.ts';
import { customerImporter } from '../../customers/customer-importer.ts';
import { publishEvent } from '../../events/publish-event.ts';
import { type Importer, importOpened } from '../../import-export/import-file.ts';
import { importForm } from '../../import-export/import-form.ts';
import { openFile, type ReadTable } from '../../import-export/open-file.ts';
import { readVerifiedBytes } from '../files/read-verified-bytes.ts';
import { matchCustomers, partiesById, storeCustomers } from './customers-of-documents.ts';
import { isRead, loadPlan } from './load-plan.ts';
import { storeDocuments } from './store-documents.ts';

/** Rows of a list of customers or products. */
const LIST_ROWS_MAX = 100_000;

const listImporters = {
  customers: { importer: customerImporter, scope: 'customers:write', record: 'customer' },
  products: { importer: productImporter, scope: 'catalog:write', record: 'product' },
} as const satisfies Record<string, { importer: Importer; scope: Scope; record: 'customer' | 'product' }>;
type ListKind = keyof typeof listImporters;

/** A list that was read, with its importer. */
type OpenedList = { readonly kind: ListKind; readonly table: ReadTable };
type RunRefusal = Refused<'import_not_found' | 'import_done' | 'import_empty' | 'import_beyond_scope'>;

const listKindOf = ({ reading, choices }: StoredImportFile): ListKind | undefined =>
  isRead(reading) && !choices.leaveOut && (reading.content === 'customers' || reading.content === 'products')
    ? reading.content
    : undefined;

/**
 * Takes over what the plan of an import says, all of it or nothing: customers and products first,
 * then past documents with their payments. Lists are parsed outside of the transaction.
 */
export async function runImport<Body>(
  context: Context,
  importId: string,
  answer: (context: Context, id: string) => Promise<Reply<Body> | Refused<'import_not_found'>>,
): Promise<AfterCommitStep<Reply<Body> | RunRefusal, readonly OpenedList[]> | RunRefusal> {
  const found = await lockImport(context.tx, importId);
  if (!found) return { refused: 'import_not_found' };
  if (found.state !== 'open') return { refused: 'import_done' };
  const { files, plan } = await loadPlan(context, importId);
  const lists = files.filter((file) => listKindOf(file) !== undefined);
  if (plan.documents.length === 0 && lists.length === 0) return { refused: 'import_empty' };
  for (const file of lists) {
    const { scope } = listImporters[listKindOf(file) as ListKind];
    if (!context.scopes.includes(scope)) return { refused: 'import_beyond_scope', scope };
  }
  const stored = await Promise.all(
    lists.map(async (file) => ({ file, kept: await importedBytes(context.tx, importId, file.id) })),
  );
  return {
    aside: async () => {
      const opened: OpenedList[] = [];
      for (const { file, kept } of stored) {
        const kind = listKindOf(file);
        if (!kind || !kept) continue;
        const bytes = await readVerifiedBytes(context, kept);
        const { importer } = listImporters[kind];
        const request = importForm.parse({ file: '', skipBad: true });
        const table = await openFile({ ...context, sentFile: bytes }, request, { ...importer, rowsMax: LIST_ROWS_MAX });
        if (!isRefusal(table)) opened.push({ kind, table });
      }
      return opened;
    },
    after: async (again, opened) => {
      const done = await takeOver(again, importId, opened);
      return isRefusal(done) ? done : answer(again, importId);
    },
  };
}

async function takeOver(
  context: Context,
  importId: string,
  lists: readonly OpenedList[],
): Promise<ImportResult | RunRefusal> {
  const { tx, now } = context;
  // Imports of an account run one after the other, so that none adds what another just added.
  takeTurn(tx, 'imports');
  const found = await lockImport(tx, importId);
  if (!found) return { refused: 'import_not_found' };
  if (found.state !== 'open') return { refused: 'import_done' };
  const created = await importLists(context, importId, lists);
  const { files, plan } = await loadPlan(context, importId);
  const matched = await matchCustomers(context, plan.documents, 'kept');
  await storeCustomers(context, matched);
  insertImportRecords(
    tx,
    importId,
    'customer',
    matched.created.map(({ id }) => id),
  );
  const parties = await partiesById(context, matched.idOf);
  const byId = new Map(files.map((file) => [file.id, file]));
  const stored = await storeDocuments(
    context,
    importId,
    plan.documents.map((each, place) => {
      const customer = parties.get(matched.idOf[place] ?? '');
      if (!customer) throw new Error(`the customer of ${each.document.number} does not exist`);
      const paper = byId.get(each.paperFileId ?? '');
      return {
        ...each,
        customer,
        ...(paper && { paper: { name: paper.name, size: paper.size, sha256: paper.sha256 } }),
      };
    }),
  );
  const result = {
    ...stored,
    customers: created.customers + matched.created.length,
    products: created.products,
    ...(created.skipped > 0 && { skipped: created.skipped }),
  };
  await record(context, importId, { kind: 'taken_over', result });
  markDone(tx, importId, result, now);
  return result;
}

async function importLists(
  context: Context,
  importId: string,
  lists: readonly OpenedList[],
): Promise<{ readonly customers: number; readonly products: number; readonly skipped: number }> {
  const ids: Record<ListKind, string[]> = { customers: [], products: [] };
  let skipped = 0;
  for (const { kind, table } of lists) {
    const asked = importForm.parse({ file: '', skipBad: true });
    const onCreated = (some: readonly string[]): void => void ids[kind].push(...some);
    const { importer } = listImporters[kind];
    const given = { rowsMax: LIST_ROWS_MAX, onCreated, isMovingIn: true };
    const report = await importOpened(context, { asked, given, importer, table });
    skipped += isRefusal(report) ? table.rows : report.body.skipped;
  }
  for (const kind of ['customers', 'products'] as const)
    insertImportRecords(context.tx, importId, listImporters[kind].record, ids[kind]);
  return { customers: ids.customers.length, products: ids.products.length, skipped };
}

/** The link in the audit trail, and the event. */
async function record(
  { tx, now, newId, seal, actor }: Context,
  importId: string,
  { kind, result }: { readonly kind: 'taken_over' | 'removed'; readonly result: ImportResult },
): Promise<void> {
  const { test } = tx;
  const head = await lockChainHead(tx, test);
  const subject = { kind: 'import', id: importId, number: String(result.documents) };
  append(tx, { test, head, seal }, { type: `past_documents_${kind}`, at: now, actor, subject, sha256: result.digest });
  const { digest, ...counts } = result;
  publishEvent(
    { tx, now, newId },
    { type: kind === 'taken_over' ? 'import.done' : 'import.undone', subjectId: importId, test },
    { import: { id: importId, ...counts, digest, test } },
  );
}

export type UndoRefusal = Refused<'import_not_found' | 'import_not_done' | 'import_in_use'>;

/**
 * Takes an import back, as long as nothing was built on it: no payment was recorded on its
 * documents, none is in closed books. Customers and products that are used elsewhere stay.
 */
export async function undoImport(
  context: Context,
  importId: string,
): Promise<{ readonly undone: Import; readonly kept: number } | UndoRefusal> {
  const { tx, now } = context;
  takeTurn(tx, 'imports');
  const found = await lockImport(tx, importId);
  if (!found) return { refused: 'import_not_found' };
  if (found.state !== 'done' || !found.result) return { refused: 'import_not_done' };
  // Neither a payment nor a closing can come in between.
  takeTurn(tx, 'closings');
  await lockPastDocuments(tx, importId);
  if ((await hasPaymentsInUse(tx, importId)) || (await isCorrectedByOthers(tx, importId)))
    return { refused: 'import_in_use' };
  const credited = await creditsOfImport(tx, importId);
  deletePastPayments(tx, importId);
  deletePastDocuments(tx, importId);
  addToCredited(tx, new Map([...credited].map(([id, amount]) => [id, -amount])));
  const kept = await deleteImportedRecords(tx, importId);
  await record(context, importId, { kind: 'removed', result: found.result });
  markUndone(tx, importId, now);
  return { undone: { ...found, state: 'undone', undoneAt: now }, kept };
}
