import { sql, type Tx } from '../transaction.ts';

// Columns of a document row that are not part of the document: no rule applies to them, and the
// audit chain does not record them.

const NOTE_DOWNLOAD = sql`
  update billing.document set life = (life::jsonb || jsonb_build_object('lastDownloadAt', $3::bigint))::text
  where account_id = $1 and id = $2`;

/** Records the last download of a document. Its version stays, so cached views remain valid. */
export const recordDownload = (tx: Tx, documentId: string, now: number): void =>
  tx.write(NOTE_DOWNLOAD, [tx.accountId, documentId, now]);

// A document shows the name of its project and embeds relatives that show theirs, so its ETag must
// change when a project is renamed.
const BUMP = sql`
  update billing.document set version = version + 1
  where account_id = $1 and family_id in (
    select d.family_id from billing.document d where d.account_id = $1 and d.project_id = $2)`;

/** Raises the version of every document that shows the name of a project. */
export const bumpDocumentsOfProject = (tx: Tx, id: string): void => tx.write(BUMP, [tx.accountId, id]);
