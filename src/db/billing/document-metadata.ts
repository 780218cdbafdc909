import { sql, type Tx } from '../transaction.ts';

// What is noted on rows of documents without a document becoming another: no rule is asked, and no chain told.

const NOTE_DOWNLOAD = sql`
  update billing.document set life = (life::jsonb || jsonb_build_object('lastDownloadAt', $3::bigint))::text
  where account_id = $1 and id = $2`;

/** Notes when a document was last downloaded. Nobody's view of it grows stale by that: its version stays. */
export const recordDownload = (tx: Tx, documentId: string, now: number): void =>
  tx.write(NOTE_DOWNLOAD, [tx.accountId, documentId, now]);

// Documents show the name of their project, and embed relatives that show it: their ETags must change with it.
const BUMP = sql`
  update billing.document set version = version + 1
  where account_id = $1 and family_id in (
    select d.family_id from billing.document d where d.account_id = $1 and d.project_id = $2)`;

/** Raises the version of every document that shows the name of a project. */
export const bumpDocumentsOfProject = (tx: Tx, id: string): void => tx.write(BUMP, [tx.accountId, id]);
