import { revised } from '../../domain/customers/apply-changes.ts';
import type { ClientAddress } from '../../domain/customers/client-address.ts';
import type { ContactDetails, OrganizationDetails } from '../../domain/customers/customer.ts';
import { ContactForm, contactRevision } from '../../schemas/customers/contact.ts';
import { OrganizationForm, organizationRevision } from '../../schemas/customers/organization.ts';
import type { ImportWork } from '../import-export/import-file.ts';
import type { ReadRow } from '../import-export/read-row.ts';
import { formOf } from '../import-export/row-faults.ts';

/** The contact details of a row; undefined if the form refuses them, which is noted. */
export function contactDetailsFromRow(
  work: ImportWork,
  read: ReadRow,
  before?: ContactDetails,
): ContactDetails | undefined {
  const names = { firstname: before?.firstname ?? '', lastname: before?.lastname ?? '' };
  const input = { ...names, ...mergedRow(read, before) };
  // An empty first name is allowed, but the form requires the member.
  const form = formOf(ContactForm, { ...input, firstname: input.firstname ?? '' }, read.row, work);
  return form && revised(before ?? { emails: [], ...names }, contactRevision(form));
}

/** The same for an organization. */
export function detailsOfOrganization(
  work: ImportWork,
  read: ReadRow,
  before?: OrganizationDetails,
): OrganizationDetails | undefined {
  const name = before?.name ?? '';
  const form = formOf(OrganizationForm, { name, ...mergedRow(read, before) }, read.row, work);
  return form && revised(before ?? { emails: [], name }, organizationRevision(form));
}

type Details = ContactDetails | OrganizationDetails;

/**
 * A form contains complete addresses, so members missing in a row are filled from the existing
 * customer.
 */
function mergedRow({ said }: ReadRow, before: Details | undefined): Record<string, unknown> {
  return { ...said, ...addressWith('billingAddress', said, before), ...addressWith('deliveryAddress', said, before) };
}

function addressWith(which: 'billingAddress' | 'deliveryAddress', input: ReadRow['said'], before: Details | undefined) {
  if (input[which] === undefined) return {};
  return { [which]: { ...NO_ADDRESS, ...before?.[which], ...(input[which] as object) } };
}

const NO_ADDRESS: ClientAddress = { address: null, city: null, zipCode: null, country: 'FR' };
