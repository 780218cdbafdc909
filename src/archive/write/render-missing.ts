import { billsBetween, renderingsOf } from '../../db/audit/read-for-archive.ts';
import type { RenderingFormat } from '../../db/billing/stored-files.ts';
import { inTransaction, type Tx } from '../../db/transaction.ts';
import { clockIn } from '../../services/account/account-clock.ts';
import type { AppServices } from '../../services/app-dependencies.ts';
import { documentLookups, loadDocumentGroup } from '../../services/billing/document-group/load-document-group.ts';
import { prepareFile } from '../../services/billing/files/prepare-file.ts';
import { paperFormatOf } from '../../services/billing/files/render-document.ts';
import { renderingOf } from '../../services/billing/files/store-rendering.ts';
import type { Caller } from '../../services/caller.ts';
import type { Context } from '../../services/context.ts';

/** Documents per batch. */
const NAMED_AT_ONCE = 200;

/**
 * Renders the missing files of the bills in a span of the chain: the PDF, and the electronic
 * invoice if there can be one. Each is stored with its link, as by a download. Returns how many
 * were rendered.
 */
export async function renderMissing(
  services: AppServices,
  caller: Caller,
  span: { first: number; last: number },
  onProgress: (done: number, all: number) => void = () => {},
): Promise<number> {
  let made = 0;
  for (let past = span.first - 1; ; ) {
    const bills = await inTransaction(services.pool, caller, async (tx) => ({
      commit: false,
      answer: await billsBetween(tx.read, caller, { past, last: span.last, most: NAMED_AT_ONCE }),
    }));
    for (const { id, seq } of bills) {
      made += await renderBill(services, caller, id);
      onProgress(seq - span.first + 1, span.last - span.first + 1);
    }
    const last = bills.at(-1);
    if (!last || bills.length < NAMED_AT_ONCE) return made;
    past = last.seq;
  }
}

async function renderBill(services: AppServices, caller: Caller, id: string): Promise<number> {
  const formats: RenderingFormat[] = [];
  await within(services, caller, async (context) => {
    const found = await loadDocumentGroup(context, id, documentLookups.any);
    if ('refused' in found) return;
    const { document, facts } = found.asked;
    const paper = await paperFormatOf(document, facts);
    const kept = await renderingsOf(context.tx.read, caller.accountId, id);
    for (const format of [paper, ...(paper === 'facturx' ? (['cii'] as const) : [])]) {
      const documentLookups = renderingOf(document, { format, locale: document.content.locale });
      const isKept = kept.some(
        (each) =>
          each.format === format &&
          each.locale === documentLookups.locale &&
          each.canceled === documentLookups.canceled,
      );
      if (!isKept) formats.push(format);
    }
  });
  let made = 0;
  for (const format of formats) made += await renderOne(services, caller, { id, format });
  return made;
}

/** Renders between two transactions, so that no transaction waits for the printer. */
async function renderOne(
  services: AppServices,
  caller: Caller,
  { id, format }: { id: string; format: RenderingFormat },
): Promise<number> {
  const prepared = await within(services, caller, async (context) => {
    const found = await loadDocumentGroup(context, id, documentLookups.any);
    if ('refused' in found) return undefined;
    return prepareFile(context, found, { format, locale: found.asked.document.content.locale });
  });
  if (!prepared || 'file' in prepared) return 0;
  const bytes = await prepared.make();
  await within(services, caller, (context) => prepared.keep(context, bytes));
  return 1;
}

const within = <T>(services: AppServices, caller: Caller, work: (context: Context) => Promise<T>): Promise<T> =>
  inTransaction(services.pool, caller, async (tx: Tx) => {
    const common = {
      tx,
      newId: services.newId,
      language: 'fr' as const,
      ...(await clockIn(services.now, tx, caller.test)),
    };
    return { commit: true, answer: await work({ ...services.environment, ...caller, ...common }) };
  });
