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
 * A stored document with its context: the customer and account data that a draft shows. A finalized
 * document has its own frozen copy.
 */
export type StoredDocument = Omit<DraftContext, 'turnoverThisYear'> & {
  document: BillingDocument;
  settings: AccountSettings;
  /** Only for a draft with a parent, if the draft was read without its group (in lists). */
  parent?: BillingDocument;
};

const COLUMNS = `d.id, d.test, d.kind, d.family_id, d.parent_id, d.customer_id, d.project_id, d.state,
  d.version, d.title, d.life, d.signed_at, d.refused_at, d.paid_at, d.canceled_at, d.archived_at, d.refund_at,
  d.created_at, d.updated_at, ${REFUNDED_CREDIT} as refunded_credit, d.content`;
/** The current name of the project of a document. */
const PROJECT_NAME = `case when d.project_id is not null then (
    select j.name from billing.project j where j.account_id = $1 and j.id = d.project_id) end`;

// The joins load what only drafts need; for a finalized document they match nothing and are nearly
// free.
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
// Also loads the context for a draft to be derived from the requested document. A finalized
// document alone would load no current data.
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

/** The documents of one group by ID, including the requested one; empty if it does not exist. */
export type StoredDocumentGroup = ReadonlyMap<string, StoredDocument>;

/** Reads a document with its relatives. `id` must be a UUID. */
export async function readDocumentGroup(tx: Tx, id: string): Promise<StoredDocumentGroup> {
  return remember(await tx.read(FAMILY, [tx.accountId, id]));
}

/** A document group, locked until the transaction ends. */
type LockedStoredGroup = {
  readonly remembered: StoredDocumentGroup;
  /**
   * The context of a draft of the kind that will be derived from the requested document; undefined
   * if there is no such document.
   */
  readonly aroundChild?: DraftContext | undefined;
};

/**
 * Reads a document group with its root locked first, so that billing, crediting and payments
 * within a group are serialized. Relatives are read after the lock and so are never stale. `child`
 * is the kind of a draft to be derived from the requested document, which may be finalized with
 * its customer frozen.
 */
export async function lockStoredDocumentGroup(tx: Tx, id: string, child?: Kind): Promise<LockedStoredGroup> {
  const reading: readonly [Statement, unknown[]] = child
    ? [FAMILY_AROUND_CHILD, [tx.accountId, id, seriesOf(child, false), seriesOf(child, true)]]
    : [FAMILY, [tx.accountId, id]];
  // Together, so that a rejection of the second is handled if the first fails.
  const [, rows] = await Promise.all([tx.read(LOCK_ROOT, [tx.accountId, id]), tx.read(...reading)]);
  const requested = child && rows.find((row) => row.id === id);
  const around =
    requested && draftContextFrom({ ...requested, series_last_on: requested.child_last_on }, customerToday(requested));
  return { remembered: remember(rows), aroundChild: around };
}

/**
 * In creation order, sorted here: most groups are a single document, and PostgreSQL sets up a sort
 * even then.
 */
function remember(rows: readonly Row[]): StoredDocumentGroup {
  const inOrder = rows.length > 1 ? rows.toSorted((a, b) => (a.id < b.id ? -1 : 1)) : rows;
  return new Map(inOrder.map((row) => [row.id as string, storedDocumentFrom(row)]));
}

/** Reads one row of `COLUMNS` and `SURROUNDINGS`; the settings may have been read before. */
export function storedDocumentFrom(row: Row, settings = settingsFrom(row.settings)): StoredDocument {
  const document = documentFrom(row);
  const customer = document.sealed ? document.sealed.customer : customerToday(row);
  return { document, settings, ...draftContextFrom(row, customer) };
}

const customerToday = (row: Row): Party | undefined =>
  row.c_id
    ? partyFromRows(
        { id: row.c_id, kind: row.c_kind, test: row.c_test, is_default: row.c_is_default, content: row.c_content },
        row.o_id && { id: row.o_id, test: row.o_test, content: row.o_content },
      )
    : undefined;

const draftContextFrom = (row: Row, customer: Party | undefined): DraftContext => ({
  contextVersion: [row.a_version, row.c_version, row.o_version].map((version) => version ?? 0).join('.'),
  ...(customer && { customer }),
  ...(row.project_name != null && { projectName: row.project_name }),
  ...(row.series_last_on && { seriesLastOn: row.series_last_on }),
});

/** The stored JSON text of a document; that of a finalized document also has its identity. */
type StoredContent = Pick<BillingDocument, 'content' | 'totals'> & { sealed?: Sealed };

export function documentFrom(row: Row): BillingDocument {
  const { content, totals, sealed } = JSON.parse(row.content) as StoredContent;
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
 * Documents finalized by earlier versions contain the secret of the customer's portal. It stays in
 * their text, which cannot change, but must not be copied: a credit note takes over the customer of
 * its parent.
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
  projectName: `${PROJECT_NAME} as project_name`,
  contextVersionButSettings: SURROUNDINGS_BUT_SETTINGS,
  joins: JOINS,
};
