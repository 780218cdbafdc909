import type { Operation } from '../../pipeline/operation.ts';
import { getAgencyRegistrationDraft } from '../payments/agency/agency-customer.ts';
import { downloadCustomerStatement, getCustomerBalance, getCustomerStatement } from './balance-and-statement.ts';
import { exportCustomers, importCustomers } from './customer-import-export.ts';
import {
  archiveContact,
  archiveOrganization,
  createContact,
  createOrganization,
  deleteContact,
  deleteOrganization,
  getContact,
  getOrganization,
  listContacts,
  listOrganizations,
  unarchiveContact,
  unarchiveOrganization,
  updateContact,
  updateOrganization,
} from './customers.ts';
import {
  createOrganizationContact,
  listOrganizationContacts,
  setDefaultContact,
  updateOrganizationContact,
} from './organization-contacts.ts';

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
