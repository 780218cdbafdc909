import type { Contact, Customer, Organization } from '../../domain/customers/customer.ts';
import type { Whom } from '../../domain/projects/task.ts';
import { customerFrom } from '../customers/customers.ts';
import { sql, type Tx } from '../transaction.ts';

const KEEP = sql`
  select id, test, organization_id from billing.customer where account_id = $1 and id = $2 for key share`;
const TIES = sql`
  select exists (select from billing.project where account_id = $1 and customer_id = $2) as projects,
    exists (select from billing.task where account_id = $1 and customer_id = $2) as tasks`;

/** The customer of a project or task by ID, protected from deletion until the transaction ends. */
export async function keepCustomer(tx: Tx, id: string): Promise<Whom | undefined> {
  const [row] = await tx.read(KEEP, [tx.accountId, id]);
  if (!row) return undefined;
  return { id: row.id, test: row.test, ...(row.organization_id && { organizationId: row.organization_id }) };
}

/** Whether projects or tasks belong to a customer. Call it once the customer is locked. */
export async function linkedRecords(tx: Tx, id: string): Promise<{ projects: boolean; tasks: boolean }> {
  const [row] = await tx.read<{ projects: boolean; tasks: boolean }>(TIES, [tx.accountId, id]);
  return row ?? { projects: false, tasks: false };
}

/** Maximum contacts of an organization in an event; integrations can read the others. */
export const CONTACTS_TOLD_MAX = 10;

// The customer, its organization and, for an organization, its contacts, the default one first.
const AROUND = sql`
  select c.id, c.test, c.kind, c.organization_id, c.is_default, c.content, c.created_at, c.updated_at, c.archived_at
  from billing.customer c
  where c.account_id = $1 and (c.id = $2 or c.organization_id = $2 and c.archived_at is null
    or c.id = (select m.organization_id from billing.customer m where m.account_id = $1 and m.id = $2))
  order by c.kind desc, c.is_default desc, c.sort_name, c.id limit ${String(CONTACTS_TOLD_MAX + 1)}`;

/** A customer as included in events: the contact persons and the company. */
export type CustomerOfEvent = { customer?: Customer; contacts: readonly Contact[]; organization?: Organization };

/** The current data of the customer in an event about a project or task. */
export async function customerOfEvent(tx: Tx, id: string): Promise<CustomerOfEvent> {
  const customers = (await tx.read(AROUND, [tx.accountId, id])).map(customerFrom);
  const organization = customers.find((one: Customer): one is Organization => one.kind === 'organization');
  const contacts = customers.filter((one: Customer): one is Contact => one.kind === 'contact');
  const customer = customers.find((one) => one.id === id);
  return { contacts, ...(customer && { customer }), ...(organization && { organization }) };
}
