import type { Operation } from '../../pipeline/operation.ts';
import { archiveContact, archiveOrganization, unarchiveContact, unarchiveOrganization } from './archive-customer.ts';
import { createContact, createOrganization } from './create-customer.ts';
import { createOrganizationContact } from './create-organization-contact.ts';
import { deleteContact, deleteOrganization } from './delete-customer.ts';
import { downloadCustomerStatement } from './download-customer-statement.ts';
import { exportCustomers } from './export-customers.ts';
import { getAgencyRegistrationDraft } from './get-agency-registration-draft.ts';
import { getContact, getOrganization } from './get-customer.ts';
import { getCustomerBalance } from './get-customer-balance.ts';
import { getCustomerStatement } from './get-customer-statement.ts';
import { importCustomers } from './import-customers.ts';
import { listContacts, listOrganizations } from './list-customers.ts';
import { listOrganizationContacts } from './list-organization-contacts.ts';
import { setDefaultContact } from './set-default-contact.ts';
import { updateContact, updateOrganization } from './update-customer.ts';
import { updateOrganizationContact } from './update-organization-contact.ts';

/** Operations on customers. */
export const customerOperations: readonly Operation[] = [
  createContact,
  getContact,
  updateContact,
  deleteContact,
  archiveContact,
  unarchiveContact,
  listContacts,
  createOrganization,
  getOrganization,
  updateOrganization,
  deleteOrganization,
  archiveOrganization,
  unarchiveOrganization,
  listOrganizations,
  listOrganizationContacts,
  createOrganizationContact,
  updateOrganizationContact,
  setDefaultContact,
  getCustomerBalance,
  getAgencyRegistrationDraft,
  getCustomerStatement,
  downloadCustomerStatement,
  importCustomers,
  exportCustomers,
];
