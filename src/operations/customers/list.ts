import type { Operation } from '../operation.ts';
import { archiveContact } from './archive-contact.ts';
import { archiveOrganization } from './archive-organization.ts';
import { createContact } from './create-contact.ts';
import { createOrganization } from './create-organization.ts';
import { createOrganizationContact } from './create-organization-contact.ts';
import { deleteContact } from './delete-contact.ts';
import { deleteOrganization } from './delete-organization.ts';
import { exportCustomers } from './export-customers.ts';
import { getContact } from './get-contact.ts';
import { getOrganization } from './get-organization.ts';
import { importCustomers } from './import-customers.ts';
import { listContacts } from './list-contacts.ts';
import { listOrganizationContacts } from './list-organization-contacts.ts';
import { listOrganizations } from './list-organizations.ts';
import { setDefaultContact } from './set-default-contact.ts';
import { unarchiveContact } from './unarchive-contact.ts';
import { unarchiveOrganization } from './unarchive-organization.ts';
import { updateContact } from './update-contact.ts';
import { updateOrganization } from './update-organization.ts';
import { updateOrganizationContact } from './update-organization-contact.ts';

/** What can be asked about customers. */
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
  importCustomers,
  exportCustomers,
];
