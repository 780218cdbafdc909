import type { QueryFn } from '../../audit/verify/finding.ts';
import type { KeptFile, KeptFormat } from '../../billing/stored-files.ts';
import { sql } from '../../sql.ts';

/** A stored file of an account and everything that names it; the first name counts. */
export type ExportedFile = { readonly sha256: Buffer; readonly names: readonly FileName[] };

export type FileName =
  | {
      readonly of: 'rendering';
      readonly documentId: string;
      readonly number: string | null;
      readonly on: string;
      readonly format: KeptFormat;
      readonly locale: string;
      readonly canceled: boolean;
    }
  | {
      readonly of: 'attachment';
      readonly documentId: string;
      readonly number: string | null;
      readonly on: string;
      readonly name: string | null;
    }
  | { readonly of: 'received'; readonly id: string; readonly name: string; readonly at: number }
  | { readonly of: 'receipt'; readonly id: string; readonly number: number; readonly name: string; readonly on: string }
  | { readonly of: 'past'; readonly number: string; readonly name: string; readonly on: string }
  | { readonly of: 'imported'; readonly name: string; readonly at: number }
  | { readonly of: 'mailed'; readonly name: string; readonly at: number };

/**
 * Whether something names a file (alias `t`): parts of archives are files too, and no record of the
 * business.
 */
export const IS_NAMED_FILE = `(
  exists (select from billing.rendering r where r.account_id = $1 and r.sha256 = t.sha256)
  or exists (select from billing.attachment a where a.account_id = $1 and a.sha256 = t.sha256)
  or exists (select from billing.supplier_invoice s where s.account_id = $1 and s.sha256 = t.sha256)
  or exists (select from billing.purchase p where p.account_id = $1 and p.sha256 = t.sha256)
  or exists (select from billing.past_document o where o.account_id = $1 and o.sha256 = t.sha256)
  or exists (select from billing.import_file i where i.account_id = $1 and i.sha256 = t.sha256)
  or exists (select from billing.mail_file m where m.account_id = $1 and m.sha256 = t.sha256))`;

/** Files named at once. */
const FILES_AT_ONCE = 200;

const PAGE = sql`
  select t.sha256 from billing.file t
  where t.account_id = $1 and ($2::bytea is null or t.sha256 > $2) and ${IS_NAMED_FILE}
  order by t.sha256 limit ${String(FILES_AT_ONCE)}`;
const RENDERINGS = sql`
  select r.sha256, r.document_id as "documentId", d.number, d.emitted_on as on, r.format, r.locale, r.canceled
  from billing.rendering r join billing.document d on d.account_id = $1 and d.id = r.document_id
  where r.account_id = $1 and r.sha256 = any($2::bytea[]) order by r.created_at, r.document_id, r.format`;
const ATTACHMENTS = sql`
  select a.sha256, a.document_id as "documentId", d.number, d.emitted_on as on,
    (select e.value ->> 'name' from json_array_elements(d.content::json #> '{content,attachments}') e
     where e.value ->> 'id' = a.id::text limit 1) as name
  from billing.attachment a join billing.document d on d.account_id = $1 and d.id = a.document_id
  where a.account_id = $1 and a.sha256 = any($2::bytea[]) order by a.document_id, a.id`;
const RECEIVED = sql`
  select s.sha256, s.id, s.name, s.created_at as at from billing.supplier_invoice s
  where s.account_id = $1 and s.sha256 = any($2::bytea[]) order by s.created_at, s.id`;
const RECEIPTS = sql`
  select p.sha256, p.id, p.number, coalesce(p.receipt_name, '') as name, p.booked_on as on from billing.purchase p
  where p.account_id = $1 and p.sha256 = any($2::bytea[]) order by p.created_at, p.id`;
const MAILED = sql`
  select m.sha256, m.name, m.created_at as at from billing.mail_file m
  where m.account_id = $1 and m.sha256 = any($2::bytea[]) order by m.created_at, m.mail_id, m.n`;
const PAST = sql`
  select o.sha256, o.number, o.paper_name as name, o.emitted_on as on from billing.past_document o
  where o.account_id = $1 and o.sha256 = any($2::bytea[]) order by o.emitted_on, o.id`;
const IMPORTED = sql`
  select i.sha256, i.name, i.created_at as at from billing.import_file i
  where i.account_id = $1 and i.sha256 = any($2::bytea[]) order by i.created_at, i.id`;
const NAMES = {
  ...{ rendering: RENDERINGS, attachment: ATTACHMENTS, received: RECEIVED, receipt: RECEIPTS },
  ...{ past: PAST, imported: IMPORTED, mailed: MAILED },
};

/** The files of an account that something names, with all their names, batch by batch. */
export async function* exportedFiles(ask: QueryFn, accountId: string): AsyncGenerator<ExportedFile[]> {
  for (let after: Buffer | null = null; ; ) {
    const page = (await ask(PAGE, [accountId, after])) as { sha256: Buffer }[];
    const last = page.at(-1);
    if (!last) return;
    after = last.sha256;
    const names = new Map<string, FileName[]>(page.map(({ sha256 }) => [sha256.toString('hex'), []]));
    for (const [of, statement] of Object.entries(NAMES))
      for (const { sha256, ...facts } of await ask(statement, [accountId, page.map((file) => file.sha256)]))
        names.get((sha256 as Buffer).toString('hex'))?.push({ of, ...facts } as FileName);
    yield page.map(({ sha256 }) => ({ sha256, names: names.get(sha256.toString('hex')) ?? [] }));
    if (page.length < FILES_AT_ONCE) return;
  }
}

const FILE = sql`select f.sha256, f.bytes from billing.file f where f.account_id = $1 and f.sha256 = $2`;

/** A stored file with its bytes, if PostgreSQL has them. */
export async function exportedFile(ask: QueryFn, accountId: string, sha256: Buffer): Promise<KeptFile | undefined> {
  return (await ask(FILE, [accountId, sha256]))[0] as KeptFile | undefined;
}

const LOGOS = sql`
  select t.id, t.content::json #>> '{logo,format}' as format, t.content::json #>> '{logo,base64}' as base64
  from billing.theme t where t.account_id = $1 and t.content::json #>> '{logo,base64}' is not null order by t.id`;

/** Logos of the account’s designs. */
export const exportedLogos = async (ask: QueryFn, accountId: string) =>
  (await ask(LOGOS, [accountId])) as { id: string; format: string; base64: string }[];
