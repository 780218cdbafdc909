import { contactToJson } from '../../contract/contact.ts';
import type { RecordHappening } from '../../contract/event-type.ts';
import { organizationToJson } from '../../contract/organization.ts';
import type { Context } from '../operation.ts';
import { tell } from './tell.ts';

/** Tells what happened to a contact; the event holds the contact as it is answered. */
export function tellContact(
  context: Context,
  happening: RecordHappening,
  known: Parameters<typeof contactToJson>[0],
): void {
  const { id: subjectId, test } = known.customer;
  tell(context, { type: `contact.${happening}`, subjectId, test }, { contact: contactToJson(known) });
}

/** Tells what happened to an organization; the event holds the organization as it is answered. */
export function tellOrganization(
  context: Context,
  happening: RecordHappening,
  known: Parameters<typeof organizationToJson>[0],
): void {
  const { id: subjectId, test } = known.customer;
  tell(context, { type: `organization.${happening}`, subjectId, test }, { organization: organizationToJson(known) });
}
