import { customerFormats } from '../../csv/customer-formats.ts';
import {
  customersNamed,
  findCustomers,
  insertCustomers,
  lockCustomers,
  organizationsOfSirets,
  unsetDefaultContacts,
  updateCustomers,
} from '../../db/customers/customer-batch.ts';
import type { Known } from '../../db/customers/customers.ts';
import { type ForeignId, foreignIds, insertForeignIds } from '../../db/foreign-ids.ts';
import type { Tx } from '../../db/transaction.ts';
import type { Customer } from '../../domain/customers/customer.ts';
import { isUuid } from '../../schemas/fields/id.ts';
import type { Context } from '../context.ts';
import { customerEvent, publishEvents } from '../events/publish-event.ts';
import type { Importer, ImportWork } from '../import-export/import-file.ts';
import type { ReadRow } from '../import-export/read-row.ts';
import { customerImportColumns } from './customer-columns.ts';
import {
  type CustomersAround,
  customerFromRow,
  customerKindOf,
  type Earlier,
  foreignKeyOf,
  nameInRow,
  organizationInRow,
  siretInRow,
} from './customer-from-row.ts';
import { recordsOfRow } from './records-of-row.ts';

/**
 * Creates and updates contacts and organizations from a file. Organizations come first, wherever
 * they are, so that contacts find theirs.
 */
export const customerImporter: Importer = {
  kind: 'customers',
  columns: customerImportColumns,
  formats: customerFormats,
  recordsOfRow,
  required: ['lastname'],
  // A file of organizations only lacks the names a contact needs.
  keys: () => ['id', 'name', 'anyName', 'contact.lastname', 'contact.fullName'],
  readings: async (work) => {
    const sirets = await organizationsOfSirets(work.context.tx, await siretsIn(work));
    const earlier: Earlier = {
      ...{ keys: new Set(), organizations: new Map(), defaults: new Set() },
      ...{ ofRows: new Map(), foreign: new Map() },
    };
    const slice = (rows: readonly ReadRow[]) => importSlice(work, rows, sirets, earlier);
    return [
      { takes: (row) => customerKindOf(row) !== 'contact', slice },
      { takes: (row) => customerKindOf(row) === 'contact', slice },
    ];
  },
};

async function siretsIn({ file }: ImportWork): Promise<string[]> {
  const place = file.places.get('siret');
  if (place === undefined) return [];
  const sirets = new Set<string>();
  for (const rows of file.body()) {
    for (const { cells } of rows) {
      const siret = siretInRow({ siret: cells[place] });
      if (siret !== undefined) sirets.add(siret);
    }
  }
  return [...sirets];
}

async function importSlice(
  work: ImportWork,
  rows: readonly ReadRow[],
  sirets: CustomersAround['sirets'],
  earlier: Earlier,
): Promise<void> {
  const around = await lookUpCustomers(work, rows, sirets);
  const created: Customer[] = [];
  const updated: Customer[] = [];
  const foreign: ForeignId[] = [];
  for (const row of rows) {
    const made = customerFromRow(work, row, around, earlier);
    if (made?.foreignKey !== undefined) foreign.push({ key: made.foreignKey, id: made.id });
    if (made?.customer) (made.isNew ? created : updated).push(made.customer);
    await work.turn();
  }
  work.notes.created(created.length);
  work.notes.updated(updated.length);
  if (!work.writes()) return;
  writeCustomers(work.context.tx, created, updated);
  work.given.onCreated?.(created.map(({ id }) => id));
  if (work.file.source)
    insertForeignIds(work.context.tx, 'customer', { source: work.file.source, ids: foreign, at: work.context.now });
  await tellCustomers(work.context, created, updated);
}

/** Publishes events with customers as in API responses, so they are read again. */
async function tellCustomers(
  context: Context,
  created: readonly Customer[],
  updated: readonly Customer[],
): Promise<void> {
  const all = [...created, ...updated];
  const known = new Map(
    (
      await findCustomers(
        context.tx,
        all.map(({ id }) => id),
      )
    ).map((each) => [each.customer.id, each]),
  );
  const news = new Set(created.map(({ id }) => id));
  publishEvents(
    context,
    all.map(({ id }) => customerEvent(news.has(id) ? 'created' : 'updated', known.get(id) as Known)),
  );
}

function writeCustomers(tx: Tx, created: readonly Customer[], updated: readonly Customer[]): void {
  const defaults = [...created, ...updated].filter((customer) => customer.kind === 'contact' && customer.isDefault);
  unsetDefaultContacts(
    tx,
    defaults.flatMap((customer) => (customer.kind === 'contact' && customer.organizationId) || []),
    defaults.map(({ id }) => id),
  );
  insertCustomers(tx, created);
  updateCustomers(tx, updated);
}

/** Lookups for the rows of a batch, in two round trips. */
async function lookUpCustomers(
  { context: { tx }, asked, file }: ImportWork,
  rows: readonly ReadRow[],
  sirets: CustomersAround['sirets'],
): Promise<CustomersAround> {
  const anew = rows.filter(({ said }) => said.id === undefined);
  const namesOf = (kind: Customer['kind']): string[] =>
    anew.filter((row) => customerKindOf(row) === kind).flatMap(({ said }) => nameInRow(said, kind) ?? []);
  const organizationNames = rows.flatMap(({ said }) => organizationInRow(said) ?? []);
  const [contacts, organizations, foreign] = await Promise.all([
    customersNamed(tx, 'contact', namesOf('contact')),
    customersNamed(tx, 'organization', [...namesOf('organization'), ...organizationNames]),
    file.source === undefined
      ? new Map<string, string>()
      : foreignIds(tx, 'customer', { source: file.source, keys: rows.map((row) => foreignKeyOf(row)) }),
  ]);
  const same = [...contacts.values(), ...organizations.values()].flat().map(({ id }) => id);
  const ofSirets = anew.flatMap(({ said }) => sirets.get(siretInRow(said) ?? '') ?? []);
  const named = [...rows.flatMap(({ said }) => (said.id as string | undefined) ?? []), ...organizationNames].filter(
    isUuid,
  );
  // What may be updated is read again under its lock.
  const locked = await lockCustomers(tx, [
    ...new Set([...named, ...(asked.updateExisting ? [...same, ...ofSirets, ...foreign.values()] : [])]),
  ]);
  return { sirets, contacts, organizations, foreign, byId: new Map(locked.map((customer) => [customer.id, customer])) };
}
