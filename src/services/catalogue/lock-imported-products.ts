import { idsByReference, lockProductRows } from '../../db/catalogue/product-batch.ts';
import { isUuid } from '../../schemas/fields/id.ts';
import type { ImportWork } from '../import-export/import-file.ts';
import { readRow } from '../import-export/read-row.ts';
import { productColumns } from './product-columns.ts';

/** References looked up per query. */
const LOOKED_UP_TOGETHER = 1_000;

const naming = productColumns.filter(({ member }) => member === 'id' || member === 'reference');

/**
 * Locks every product a file will change, by ID, before the first is read: locking in file order
 * could deadlock with a finalization.
 */
export async function lockImportedProducts({ context: { tx }, asked, file }: ImportWork): Promise<void> {
  const byReference = asked.updateExisting && file.places.has('reference');
  if (!file.places.has('id') && !byReference) return;
  const ids = new Set<string>();
  const references: string[] = [];
  const lookUp = async (): Promise<void> => {
    for (const id of await idsByReference(tx, references.splice(0))) ids.add(id);
  };
  for (const rows of file.body()) {
    for (const row of rows) {
      const { id, reference } = readRow(row, file, naming).said;
      if (typeof id === 'string') {
        if (isUuid(id)) ids.add(id.toLowerCase());
      } else if (byReference && typeof reference === 'string') references.push(reference);
    }
    if (references.length >= LOOKED_UP_TOGETHER) await lookUp();
  }
  await lookUp();
  await lockProductRows(tx, ids);
}
