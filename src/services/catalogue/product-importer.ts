import { createHash } from 'node:crypto';
import { productFormats } from '../../csv/product-formats.ts';
import { settingsOf } from '../../db/account/settings.ts';
import {
  findByReference,
  idsByReference,
  insertProducts,
  lockByReference,
  lockProductRows,
  lockProducts,
  updateProducts,
} from '../../db/catalogue/product-batch.ts';
import { type ForeignId, foreignIds, insertForeignIds } from '../../db/foreign-ids.ts';
import { usualVatCodeOf } from '../../domain/account/settings.ts';
import { type Product, productFrom } from '../../domain/catalogue/product.ts';
import type { Step } from '../../domain/money/rounding.ts';
import { isRefusal } from '../../domain/refusal.ts';
import { ProductForm, productFromForm, productToJson } from '../../schemas/catalogue/product.ts';
import { isUuid } from '../../schemas/fields/id.ts';
import type { CustomFault } from '../../schemas/validation/custom-check.ts';
import { productEvent, publishEvents } from '../events/publish-event.ts';
import type { Importer, ImportWork } from '../import-export/import-file.ts';
import { headerOf, type ReadRow, readRow } from '../import-export/read-row.ts';
import { faultOf, formOf, hasRequiredFields, NAMED_TWICE } from '../import-export/row-faults.ts';
import { productImportColumns } from './product-columns.ts';
import { stepOfAccount } from './product-response.ts';

const REQUIRED = ['designation', 'type', 'unit', 'vatCode'] as const;

/** Lookups for the rows of a batch. */
type RowLookups = {
  readonly byId: ReadonlyMap<string, Product>;
  readonly byReference: ReadonlyMap<string, readonly Product[]>;
};
/** The products of earlier rows. */
type Earlier = {
  readonly ids: Set<string>;
  readonly references: Set<string>;
  /** Keys in another program. */
  readonly foreign: Set<string>;
};

/** Creates and updates products from the rows of a file. */
export const productImporter: Importer = {
  kind: 'products',
  columns: productImportColumns,
  formats: productFormats,
  recordsOfRow: (row) => [withForeignId(row)],
  required: REQUIRED,
  completed: ['type', 'unit', 'vatCode'],
  keys: ({ updateExisting }) => (updateExisting ? ['id', 'reference'] : ['id']),
  readings: async (work) => {
    const earlier: Earlier = { ids: new Set(), references: new Set(), foreign: new Set() };
    const step = await stepOfAccount(work.context);
    await lockImportedProducts(work);
    const usual = await usualMembers(work);
    const slice = (rows: readonly ReadRow[]) =>
      importSlice(
        work,
        rows.map((row) => ({ ...row, said: { ...usual, ...row.said } })),
        { earlier, step },
      );
    return [{ takes: () => true, slice }];
  },
};

const COMPLETED: CustomFault = {
  code: 'product_completed',
  fr: 'Cette liste ne dit pas tout : type, unité ou TVA habituels ont été repris. Vérifiez-les',
  en: 'This list does not say everything: the usual type, unit or VAT was taken. Check them',
};

/** What a list of another program leaves out: each product can be changed afterwards. */
async function usualMembers({ context, file, notes }: ImportWork): Promise<Readonly<Record<string, unknown>>> {
  if (file.source === undefined) return {};
  const { settings } = await settingsOf(context.tx);
  const type = file.source === 'woocommerce' ? 'GOODS_SALE' : 'SERVICE_DELIVERY';
  const usual = { type, unit: 'UNIT', vatCode: usualVatCodeOf(settings) };
  const lacking = Object.entries(usual).filter(([member]) => !file.places.has(member));
  if (lacking.length > 0) notes.doubtful(1, COMPLETED);
  return Object.fromEntries(lacking);
}

function withForeignId({ said: { foreignId, ...said }, ...row }: ReadRow): ReadRow {
  return { ...row, said, ...(typeof foreignId === 'string' && foreignId !== '' && { foreignId }) };
}

/** The key of a product in another program: the ID there, its reference, or its name. */
const foreignKeyOf = ({ said, foreignId }: ReadRow): string =>
  foreignId === undefined
    ? `product ${digestOfText(JSON.stringify([said.reference ?? null, said.designation]))}`
    : `id ${foreignId}`;

const digestOfText = (text: string): string =>
  createHash('sha256').update(text).digest('hex').slice(0, DIGEST_CHARACTERS);
const DIGEST_CHARACTERS = 32;

/**
 * The rows of another program that are new. The others were imported before, or are the same as a
 * row above.
 */
async function newRows(work: ImportWork, rows: readonly ReadRow[], { foreign }: Earlier) {
  const { context, asked, file, notes } = work;
  if (file.source === undefined) return { left: rows, known: new Map<string, string>() };
  const known = await foreignIds(context.tx, 'product', { source: file.source, keys: rows.map(foreignKeyOf) });
  const left = rows.filter((row) => {
    const key = foreignKeyOf(row);
    const isKnown = foreign.has(key) || (known.has(key) && !asked.updateExisting);
    if (isKnown) notes.known(1);
    foreign.add(key);
    return !isKnown;
  });
  return { left, known };
}

type Made = { readonly earlier: Earlier; readonly step: Step };

async function importSlice(work: ImportWork, all: readonly ReadRow[], { earlier, step }: Made): Promise<void> {
  const { context, asked, file } = work;
  const { left, known } = await newRows(work, all, earlier);
  // A product that was imported before is updated as if its row had our ID.
  const rows = left.map((row) => withOurId(row, file.source === undefined ? undefined : known.get(foreignKeyOf(row))));
  const { tx } = context;
  const byReference = asked.updateExisting ? lockByReference : findByReference;
  const references = rows.filter(({ said }) => said.id === undefined).map(referenceOf);
  const [named, same] = await Promise.all([
    lockProducts(tx, rows.map(({ said }) => said.id as string | undefined).filter(isUuid)),
    byReference(
      tx,
      references.filter((reference) => reference !== undefined),
    ),
  ]);
  const around: RowLookups = {
    byId: new Map(named.map((product) => [product.id, product])),
    byReference: Map.groupBy(same, ({ reference }) => reference as string),
  };
  const created: Product[] = [];
  const updated: Product[] = [];
  const foreign: ForeignId[] = [];
  for (const row of rows) {
    const before = existing(work, row, around, earlier);
    if (before === 'bad') continue;
    const product = productOf(work, row, before);
    if (product) (before ? updated : created).push(product);
    if (product && file.source !== undefined) foreign.push({ key: foreignKeyOf(row), id: product.id });
    await work.turn();
  }
  work.notes.created(created.length);
  work.notes.updated(updated.length);
  if (!work.writes()) return;
  insertProducts(tx, created);
  work.given.onCreated?.(created.map(({ id }) => id));
  updateProducts(tx, updated);
  if (file.source !== undefined)
    insertForeignIds(tx, 'product', { source: file.source, ids: foreign, at: context.now });
  publishEvents(work.context, [
    ...created.map((product) => productEvent('created', product, step)),
    ...updated.map((product) => productEvent('updated', product, step)),
  ]);
}

const withOurId = ({ said, ...row }: ReadRow, id: string | undefined): ReadRow => ({
  ...row,
  said: id === undefined ? said : { ...said, id },
});

/** The product a row updates; undefined if it creates one. */
function existing(work: ImportWork, read: ReadRow, around: RowLookups, earlier: Earlier): Product | undefined | 'bad' {
  const { row, said } = read;
  if (said.id === undefined) return sameReference(work, read, around, earlier);
  const before = around.byId.get((said.id as string).toLowerCase());
  if (!before) {
    work.notes.bad(row, faultOf({ refused: 'product_not_found' }), headerOf('id', work.file));
    return 'bad';
  }
  return firstTime(work, row, before.id, earlier) ? before : 'bad';
}

/**
 * A row without ID matches by reference if updating is allowed; otherwise an existing reference is
 * only noted.
 */
function sameReference(
  work: ImportWork,
  read: ReadRow,
  around: RowLookups,
  earlier: Earlier,
): Product | undefined | 'bad' {
  const reference = referenceOf(read);
  if (reference === undefined) return undefined;
  const { notes, asked } = work;
  const column = headerOf('reference', work.file);
  const [before, another] = around.byReference.get(reference) ?? [];
  const isTwice = earlier.references.has(reference);
  earlier.references.add(reference);
  if (!asked.updateExisting) {
    if (before || isTwice) notes.doubtful(read.row, REFERENCE_TAKEN, column);
    return undefined;
  }
  if (isTwice) notes.bad(read.row, NAMED_TWICE, column);
  else if (another) notes.bad(read.row, REFERENCE_OF_SEVERAL, column);
  if (isTwice || another) return 'bad';
  return before && !firstTime(work, read.row, before.id, earlier) ? 'bad' : before;
}

function firstTime({ notes }: ImportWork, row: number, id: string, { ids }: Earlier): boolean {
  if (ids.has(id)) notes.bad(row, NAMED_TWICE);
  const isFirst = !ids.has(id);
  ids.add(id);
  return isFirst;
}

/** The product of a row: absent members stay as they were. */
function productOf(work: ImportWork, { row, said }: ReadRow, before: Product | undefined): Product | undefined {
  const { now, newId, test } = work.context;
  if (!before && !hasRequiredFields(REQUIRED, said, row, work)) return undefined;
  const form = formOf(ProductForm, before ? laidOver(before, said) : said, row, work);
  if (!form) return undefined;
  const product = productFrom(productFromForm(form), { id: before?.id ?? newId(), test, now }, before);
  if (isRefusal(product)) {
    work.notes.bad(row, faultOf(product));
    return undefined;
  }
  if (form.unitPrice != null && said.unitPrice !== undefined && product.unitPrice !== form.unitPrice)
    work.notes.doubtful(row, PRICE_FROM_MARGIN, headerOf('unitPrice', work.file));
  return product;
}

/** A new price replaces the margin, which would otherwise recalculate it. */
function laidOver(before: Product, input: ReadRow['said']): Record<string, unknown> {
  const { productMargin, ...kept } = productToJson(before, 1);
  const keepsMargin = input.unitPrice === undefined && productMargin !== undefined;
  return { ...kept, ...(keepsMargin && { productMargin }), ...input };
}

const referenceOf = ({ said }: ReadRow): string | undefined =>
  typeof said.reference === 'string' ? said.reference : undefined;

const REFERENCE_TAKEN: CustomFault = {
  code: 'reference_taken',
  fr: 'Un autre produit a déjà cette référence',
  en: 'Another product already has this reference',
};
const REFERENCE_OF_SEVERAL: CustomFault = {
  code: 'reference_of_several',
  fr: 'Plusieurs produits ont cette référence. Donnez l’identifiant',
  en: 'Several products have this reference. Give the id',
};
const PRICE_FROM_MARGIN: CustomFault = {
  code: 'price_from_margin',
  fr: 'Le prix est calculé à partir de la marge. Bloquez-le, ou laissez la marge vide',
  en: 'The price is computed from the margin. Lock it, or leave the margin empty',
};

/** References looked up per query. */
const LOOKED_UP_TOGETHER = 1_000;

const NAMING: ReadonlySet<string> = new Set(['id', 'reference', 'designation', 'foreignId']);
const naming = productImportColumns.filter(({ member }) => NAMING.has(member));

/**
 * Locks every product a file will change, by ID, before the first is read: locking in file order
 * could deadlock with a finalization.
 */
async function lockImportedProducts({ context: { tx }, asked, file }: ImportWork): Promise<void> {
  const byReference = asked.updateExisting && file.places.has('reference');
  const { source } = file;
  const byKey = asked.updateExisting && source !== undefined;
  if (!file.places.has('id') && !byReference && !byKey) return;
  const ids = new Set<string>();
  const references: string[] = [];
  const keys: string[] = [];
  const lookUp = async (): Promise<void> => {
    for (const id of await idsByReference(tx, references.splice(0))) ids.add(id);
    if (source === undefined) return;
    for (const id of (await foreignIds(tx, 'product', { source, keys: keys.splice(0) })).values()) ids.add(id);
  };
  for (const rows of file.body()) {
    for (const row of rows) {
      const read = withForeignId(readRow(row, file, naming));
      const { id, reference } = read.said;
      if (byKey) keys.push(foreignKeyOf(read));
      if (typeof id === 'string') {
        if (isUuid(id)) ids.add(id.toLowerCase());
      } else if (byReference && typeof reference === 'string') references.push(reference);
    }
    if (references.length + keys.length >= LOOKED_UP_TOGETHER) await lookUp();
  }
  await lookUp();
  await lockProductRows(tx, ids);
}
