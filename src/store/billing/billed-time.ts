import { hasLines } from '../../domain/billing/document/document.ts';
import { sql, type Tx } from '../transaction.ts';
import { documentFrom, documentQuery } from './documents.ts';

const FIND = sql`select ${documentQuery.columns} from billing.document d where d.account_id = $1 and d.id = $2`;

/**
 * Whether the time of a task is on a document: a line of it is named for the task (`generatedId`), and the document is
 * not canceled.
 */
export async function isTimeOn(tx: Tx, documentId: string, taskId: string): Promise<boolean> {
  const [row] = await tx.read(FIND, [tx.accountId, documentId]);
  if (!row) return false;
  const document = documentFrom(row);
  if (!hasLines(document) || document.canceledAt !== undefined) return false;
  return document.content.lines.some(({ generatedId }) => generatedId === taskId);
}
