import type { AccountSettings } from '../../domain/account/settings.ts';
import type { BillingDocument, Life, Sealed } from '../../domain/billing/document/document.ts';
import type { DraftContext } from '../../domain/billing/document/group/document-group.ts';
import { type Kind, seriesOf } from '../../domain/billing/document/kind.ts';
import type { Party } from '../../domain/customers/party.ts';
import { settingsFrom } from '../account/settings.ts';
import { partyFromRows } from '../customers/customers.ts';
import { type Row, type Statement, sql, type Tx } from '../transaction.ts';
import { REFUNDED_CREDIT } from './document-filter.ts';
import { seriesInSql } from './document-kind-sql.ts';

/**
 * A document as it is remembered, with what is known around it: what a draft shows of its customer and its account. The
 * customer of a finalized document is who he was.
 */
export type Remembered = Omit<DraftContext, 'turnoverThisYear'> & {
  document: BillingDocument;
  settings: AccountSettings;
  /** Only beside a draft that has one and was read on its own (`list`). */
  parent?: BillingDocument;
};

const COLUMNS_BUT_CONTENT = `d.id, d.test, d.kind, d.family_id, d.parent_id, d.customer_id, d.project_id, d.state,
  d.version, d.title, d.life, d.signed_at, d.refused_at, d.paid_at, d.canceled_at, d.archived_at, d.refund_at,
  d.created_at, d.updated_at`;
const COLUMNS = `${COLUMNS_BUT_CONTENT}, ${REFUNDED_CREDIT} as refunded_credit, d.content`;
/** What it is called today, of a document that belongs to a project. */
const PROJECT_NAME = `case when d.project_id is not null then (
    select j.name from billing.project j where j.account_id = $1 and j.id = d.project_id) end`;

/**
 * The mark of a finalized document: another whenever anything of it is that can move. What it says beside is frozen with its
 * id, so of the same mark it is shown the same. What is valid until a day is told by the day it is asked on, and has none.
 */
const MARK = `case when d.number is not null and d.valid_until_on is null then
  encode(sha256(convert_to(row(${COLUMNS_BUT_CONTENT}, ${REFUNDED_CREDIT}, ${PROJECT_NAME})::text, 'UTF8')), 'base64') end`;

// The joins bring what only a draft needs; for a finalized document they find nothing and cost next to nothing.
const SURROUNDINGS_BUT_SETTINGS = `
  c.id as c_id, c.kind as c_kind, c.test as c_test, c.is_default as c_is_default, c.content as c_content,
  c.version as c_version, o.id as o_id, o.test as o_test, o.content as o_content, o.version as o_version,
  a.version as a_version,
  ${PROJECT_NAME} as project_name,
  case when d.number is null then (
    select max(s.last_on) from billing.series s where s.account_id = $1 and s.test = d.test
      and s.prefix = ${seriesInSql('d')}
  ) end as series_last_on`;
const SURROUNDINGS = `a.settings, ${SURROUNDINGS_BUT_SETTINGS}`;
const joinsOf = (shown: string): string => `
  left join billing.customer c on c.account_id = $1 and c.id = d.customer_id and ${shown}
  left join billing.customer o on o.account_id = $1 and o.id = c.organization_id
  join billing.account a on a.account_id = $1`;
const JOINS = joinsOf('d.number is null');
const OF_FAMILY = `
  where d.account_id = $1 and d.family_id = (
    select family_id from billing.document where account_id = $1 and id = $2)`;

const FAMILY = sql`select ${COLUMNS}, ${SURROUNDINGS} from billing.document d ${JOINS} ${OF_FAMILY}`;
// With what is around a draft that will be made of the asked document, which may be finalized and then shows nothing of today itself.
const FAMILY_AROUND_CHILD = sql`
  select ${COLUMNS}, ${SURROUNDINGS},
    case when d.id = $2 then (
      select max(s.last_on) from billing.series s where s.account_id = $1 and s.test = d.test
        and s.prefix = case when d.test then $4 else $3 end) end as child_last_on
  from billing.document d ${joinsOf('(d.number is null or d.id = $2)')} ${OF_FAMILY}`;
const LOCK_ROOT = sql`
  select 1 from billing.document
  where account_id = $1 and id = (select family_id from billing.document where account_id = $1 and id = $2)
  for update`;

/** The documents of one document group by their id, the asked one among them; empty where it is unknown. */
export type StoredDocumentGroup = ReadonlyMap<string, Remembered>;

/** Reads a document with its relatives. `id` must be a UUID. */
export async function readDocumentGroup(tx: Tx, id: string): Promise<StoredDocumentGroup> {
  return remember(await tx.read(FAMILY, [tx.accountId, id]));
}

/** A family that is locked until the transaction ends. */
type LockedStoredGroup = {
  readonly remembered: StoredDocumentGroup;
  /** What is around a draft of the kind that will be made of the asked document; undefined where there is no such document. */
  readonly aroundChild?: DraftContext | undefined;
};

/**
 * The same, locked: the root of the document group is locked first, so that everything that bills, credits or pays within one
 * family happens in turn. The relatives are read once the lock is held, and so are never stale. `child` is the kind of a
 * draft that will be made of the asked document, which may be finalized and know its customer as he was.
 */
export async function lockStoredDocumentGroup(tx: Tx, id: string, child?: Kind): Promise<LockedStoredGroup> {
  const reading: readonly [Statement, unknown[]] = child
    ? [FAMILY_AROUND_CHILD, [tx.accountId, id, seriesOf(child, false), seriesOf(child, true)]]
    : [FAMILY, [tx.accountId, id]];
  // Together, so that no failure of the second goes unheard when the first fails.
  const [, rows] = await Promise.all([tx.read(LOCK_ROOT, [tx.accountId, id]), tx.read(...reading)]);
  const asked = child && rows.find((row) => row.id === id);
  const around = asked && aroundFrom({ ...asked, series_last_on: asked.child_last_on }, customerToday(asked));
  return { remembered: remember(rows), aroundChild: around };
}

/** In the order they were made. Most are alone, and PostgreSQL makes ready to sort one as it does many. */
function remember(rows: readonly Row[]): StoredDocumentGroup {
  const inOrder = rows.length > 1 ? rows.toSorted((a, b) => (a.id < b.id ? -1 : 1)) : rows;
  return new Map(inOrder.map((row) => [row.id as string, storedDocumentFrom(row)]));
}

/** Reads one row of `COLUMNS` and `SURROUNDINGS`. */
export function storedDocumentFrom(row: Row): Remembered {
  const document = documentFrom(row);
  const customer = document.sealed ? document.sealed.customer : customerToday(row);
  return { document, settings: settingsFrom(row.settings), ...aroundFrom(row, customer) };
}

const customerToday = (row: Row): Party | undefined =>
  row.c_id
    ? partyFromRows(
        { id: row.c_id, kind: row.c_kind, test: row.c_test, is_default: row.c_is_default, content: row.c_content },
        row.o_id && { id: row.o_id, test: row.o_test, content: row.o_content },
      )
    : undefined;

const aroundFrom = (row: Row, customer: Party | undefined): DraftContext => ({
  contextVersion: [row.a_version, row.c_version, row.o_version].map((version) => version ?? 0).join('.'),
  ...(customer && { customer }),
  ...(row.project_name != null && { projectName: row.project_name }),
  ...(row.series_last_on && { seriesLastOn: row.series_last_on }),
});

/** What is kept in the one JSON text of a document: the sealed text of a finalized one holds its identity besides. */
type Kept = Pick<BillingDocument, 'content' | 'totals'> & { sealed?: Sealed };

export function documentFrom(row: Row): BillingDocument {
  const { content, totals, sealed } = JSON.parse(row.content) as Kept;
  const document: Record<string, unknown> = {
    kind: row.kind,
    id: row.id,
    test: row.test,
    familyId: row.family_id,
    state: row.state,
    version: row.version,
    content,
    totals,
    life: JSON.parse(row.life) as Life,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  };
  for (const [member, value] of [
    ['parentId', row.parent_id],
    ['customerId', row.customer_id],
    ['projectId', row.project_id],
    ['title', row.title],
    ['sealed', sealed && withoutPortalSecret(sealed)],
    ['signedAt', row.signed_at],
    ['refusedAt', row.refused_at],
    ['paidAt', row.paid_at],
    ['canceledAt', row.canceled_at],
    ['archivedAt', row.archived_at],
    ['refundAt', row.refund_at],
    ['refundedCredit', Number(row.refunded_credit ?? 0) || undefined],
  ] as const)
    if (value !== null && value !== undefined) document[member] = value;
  return document as unknown as BillingDocument;
}

/**
 * Of before, the secret of the customer's portal was sealed with him. It stays in that text, whose bytes are proven, and goes no
 * further: a credit note takes its parent's customer over.
 */
function withoutPortalSecret(sealed: Sealed): Sealed {
  const { customer } = sealed;
  return customer && 'token' in customer ? { ...sealed, customer: withoutToken(customer) } : sealed;
}

function withoutToken({ token: _, ...party }: Party & { token?: unknown }): Party {
  const { organization } = party;
  return organization ? { ...party, organization: withoutToken(organization) } : party;
}

export const documentQuery = {
  columns: COLUMNS,
  mark: MARK,
  contextVersionButSettings: SURROUNDINGS_BUT_SETTINGS,
  joins: JOINS,
};
