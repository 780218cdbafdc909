import type * as z from 'zod';
import type { StoredImportFile } from '../../../db/billing/past/imports.ts';
import type { Import } from '../../../domain/billing/past/import-state.ts';
import { seriesOfDocuments } from '../../../domain/billing/past/past-series.ts';
import {
  netOfForeign,
  type PlanLeftOut,
  type PlannedDocument,
  totalOfForeign,
} from '../../../domain/billing/past/plan-import.ts';
import {
  type ImportFileJson,
  type ImportPlanJson,
  importToJson,
  type PlannedDocumentJson,
  typeOfForeign,
} from '../../../schemas/billing/past/import.ts';
import type { Context } from '../../context.ts';
import { matchCustomers } from './customers-of-documents.ts';
import { isRead, type LoadedPlan, loadPlan } from './load-plan.ts';

type PlanJson = z.output<typeof ImportPlanJson>;

/** An import with what it would bring, in sums. */
export async function describePlan(context: Context, found: Import): Promise<PlanJson> {
  const loaded = await loadPlan(context, found.id);
  const { documents, leftOut, known } = loaded.plan;
  const isOpen = found.state === 'open';
  const { created } = isOpen ? await matchCustomers(context, documents, 'seen') : { created: [] };
  const reasons = Map.groupBy(leftOut, ({ reason }) => reason);
  return {
    ...importToJson(found, context.test),
    fileList: loaded.files.map(fileToJson),
    sums: sumsOf(documents),
    newCustomers: created.length,
    doubtful: documents.filter(({ document }) => document.doubts.length > 0).length,
    known,
    leftOut: [...reasons].map(([reason, { length: count }]) => ({ reason, count })),
    series: seriesOfDocuments(documents.map(({ document }) => document)).map(({ missing, double, ...series }) => ({
      ...series,
      missing: [...missing],
      double: [...double],
    })),
  };
}

export function fileToJson({ id, name, size, reading, choices }: StoredImportFile): z.output<typeof ImportFileJson> {
  const skipped = choices.leaveOut === true;
  const told = { id, name, size, skipped };
  if (!isRead(reading))
    return { ...told, content: 'unknown', rows: 0, documents: 0, leftOut: 0, fault: reading.fault } as never;
  const { type, content, source, rows, documents, leftOut } = reading;
  return {
    ...{ ...told, content, rows, documents: documents.length, leftOut: leftOut.length },
    ...(type !== undefined && { type }),
    ...(source !== undefined && { source }),
  };
}

function sumsOf(documents: readonly PlannedDocument[]): PlanJson['sums'] {
  const byCurrency = Map.groupBy(documents, ({ document }) => document.currency);
  return [...byCurrency].map(([currency, some]) => {
    const credits = some.filter(({ document }) => document.kind === 'credit_note');
    const claims = some.filter(({ document }) => document.kind !== 'credit_note');
    const totalled = (list: readonly PlannedDocument[]): number => list.reduce((all, { total }) => all + total, 0);
    const payments = claims.flatMap(({ document }) => document.payments);
    const paid = payments.reduce((all, { amount }) => all + amount, 0);
    return {
      ...{ currency, invoices: claims.length, creditNotes: credits.length, payments: payments.length },
      ...{ invoiced: totalled(claims), credited: totalled(credits), paid },
      remaining: totalled(claims) - paid,
    };
  });
}

type Entry = z.output<typeof PlannedDocumentJson>;
export type PlanView = 'all' | 'doubtful' | 'left_out';

/** The documents of a plan, or what is left out, in order. */
export function entriesOfPlan({ files, plan }: LoadedPlan, view: PlanView): Entry[] {
  const names = new Map(files.map(({ id, name }) => [id, name]));
  const byId = new Map(files.map((file) => [file.id, file]));
  if (view === 'left_out') return plan.leftOut.map((each) => leftOutToJson(each, byId));
  const shown =
    view === 'doubtful' ? plan.documents.filter(({ document }) => document.doubts.length > 0) : plan.documents;
  return shown.map((each) => documentToJson(each, names));
}

function documentToJson(
  { document, fileIds, place, total }: PlannedDocument,
  names: ReadonlyMap<string, string>,
): Entry {
  const [fileId = ''] = fileIds;
  const { kind, number, issuedOn, dueOn, customer, currency, payments, doubts, row, sums } = document;
  const lastPayment = payments.toSorted((a, b) => (a.on < b.on ? -1 : 1)).at(-1);
  return {
    ...{ fileId, fileName: names.get(fileId) ?? '', place: String(place) },
    ...(row !== undefined && { row }),
    ...{ type: typeOfForeign(kind), number, issuedOn, customerName: customer.name, currency },
    ...(dueOn !== undefined && { dueOn }),
    ...{ withoutTax: netOfForeign(document), withTax: total, rates: sums.map(({ rate }) => rate) },
    ...(lastPayment && { paidOn: lastPayment.on }),
    ...{ paid: payments.reduce((all, { amount }) => all + amount, 0), doubts: [...doubts] },
  };
}

function leftOutToJson(
  { fileId, reason, kind, number, row, column, cell, place }: PlanLeftOut,
  files: ReadonlyMap<string, StoredImportFile>,
): Entry {
  const { name: fileName = '', reading } = files.get(fileId) ?? {};
  const read = reading && isRead(reading) && place !== undefined ? reading.documents[place] : undefined;
  return {
    ...{ fileId, fileName, reason, doubts: [] },
    ...(place !== undefined && { place: String(place) }),
    ...(row !== undefined && { row }),
    ...(kind !== undefined && { type: typeOfForeign(kind) }),
    ...(number !== undefined && { number }),
    ...(column !== undefined && { column }),
    ...(cell !== undefined && { cell }),
    ...(read && {
      ...{ issuedOn: read.issuedOn, customerName: read.customer.name, currency: read.currency },
      ...{ withoutTax: netOfForeign(read), withTax: totalOfForeign(read) },
    }),
  };
}
