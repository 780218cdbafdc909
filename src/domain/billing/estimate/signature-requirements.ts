import type { Party } from '../../customers/party.ts';
import { type SignatureRequirementName, signatureRequirementNames } from '../../refusal.ts';
import { civilDayOf } from '../../time/civil-day.ts';
import { type Estimate, isFinalized } from '../document/document.ts';
import { datesOf } from '../document/document-dates.ts';
import type { Facts } from '../document/draft-context.ts';

/**
 * The unmet requirements for asking a customer to sign an offer online, in the order of the table.
 * Empty if the request can be sent.
 */
export const unmetSignatureRequirements = (estimate: Estimate, facts: Facts): SignatureRequirementName[] =>
  signatureRequirementNames.filter((name) => !rules[name](estimate, facts));

const rules: Record<SignatureRequirementName, (estimate: Estimate, facts: Facts) => boolean> = {
  isFinalized: (estimate) => isFinalized(estimate),

  // A person signs: for an organization, one of its contacts.
  hasNonEmptyCustomerContact: (_, { customer }) => customer?.kind === 'contact',

  hasCustomerEmail: ({ life }, { customer }) =>
    (life.signature?.emails.length ?? 0) > 0 || (customer !== undefined && hasEmail(customer)),

  // It can be signed until the end of its last day.
  isNotExpired(estimate, { now, settings: { zone } }) {
    const { validUntilAt } = datesOf(estimate, now, zone);
    return validUntilAt === undefined || civilDayOf(now, zone) <= civilDayOf(validUntilAt, zone);
  },

  hasNoDecision: ({ state }) => state !== 'signed' && state !== 'refused',
};

const hasEmail = ({ emails, organization }: Party): boolean =>
  emails.length > 0 || (organization !== undefined && organization.emails.length > 0);
