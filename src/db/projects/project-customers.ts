import type { Contact, Customer, Organization } from '../../domain/customers/customer.ts';
import type { Whom } from '../../domain/projects/task.ts';
import { customerFrom } from '../customers/customers.ts';
import { sql, type Tx } from '../transaction.ts';

const KEEP = sql`
  select id, test, organization_id from billing.customer where account_id = $1 and id = $2 for key share`;
const TIES = sql`
  select exists (select from billing.project where account_id = $1 and customer_id = $2) as projects,
    exists (select from billing.task where account_id = $1 and customer_id = $2) as tasks`;

/** Whom a project or a task is for, by the id that was given: he is not deleted until the transaction ends. */
export async function keepCustomer(tx: Tx, id: string): Promise<Whom | undefined> {
  const [row] = await tx.read(KEEP, [tx.accountId, id]);
  if (!row) return undefined;
  return { id: row.id, test: row.test, ...(row.organization_id && { organizationId: row.organization_id }) };
}

/** Whether projects or tasks are for a customer. Read once he is locked. */
export async function linkedRecords(tx: Tx, id: string): Promise<{ projects: boolean; tasks: boolean }> {
  const [row] = await tx.read<{ projects: boolean; tasks: boolean }>(TIES, [tx.accountId, id]);
  return row ?? { projects: false, tasks: false };
}

/** Contacts of an organization that an event names; its automation reads the others where it needs them. */
export const CONTACTS_TOLD_MAX = 10;

// Himself, his organization, and of an organization its contacts, the default one first.
const AROUND = sql`
  select c.id, c.test, c.kind, c.organization_id, c.is_default, c.content, c.created_at, c.updated_at, c.archived_at
  from billing.customer c
  where c.account_id = $1 and (c.id = $2 or c.organization_id = $2 and c.archived_at is null
    or c.id = (select m.organization_id from billing.customer m where m.account_id = $1 and m.id = $2))
  order by c.kind desc, c.is_default desc, c.sort_name, c.id limit ${String(CONTACTS_TOLD_MAX + 1)}`;

/** A customer as events tell of him: the people one can speak to, and the company. */
export type CustomerOfEvent = { customer?: Customer; contacts: readonly Contact[]; organization?: Organization };

/** Whom an event about a customer's project or task tells of, as they are today. */
export async function customerOfEvent(tx: Tx, id: string): Promise<CustomerOfEvent> {
  const customers = (await tx.read(AROUND, [tx.accountId, id])).map(customerFrom);
  const organization = customers.find((one: Customer): one is Organization => one.kind === 'organization');
  const contacts = customers.filter((one: Customer): one is Contact => one.kind === 'contact');
  const customer = customers.find((one) => one.id === id);
  return { contacts, ...(customer && { customer }), ...(organization && { organization }) };
}
