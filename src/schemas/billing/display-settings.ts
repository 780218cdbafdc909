import * as z from 'zod';
import { openMembers } from '../validation/unknown-members.ts';

/**
 * The display settings of a printed document, except that of the logo, whose name contains the name
 * of the service.
 */
const always = {
  displayFullName: z.boolean(),
  displayEmail: z.boolean(),
  displayPhoneNumber: z.boolean(),
  displaySAPAgreement: z.boolean(),
  displayLegalStatus: z.boolean(),
  displayRequiredMentionsProduct: z.boolean(),
  displayMemberOfAnApprovedAssociation: z.boolean(),
  displayTitle: z.boolean(),
};

/** The display settings in a request. */
export const displaySettings = z
  .object({
    ...always,
    displayGoodForApproval: z.boolean().optional(),
    displayEstimateNumber: z.boolean().optional(),
  })
  .loose()
  .meta({
    id: 'DisplaySettings',
    serviceLogo: 'asked',
    description: 'The setting of the logo contains the name of the service, or is `displayServiceLogo`.',
  })
  .register(openMembers, { named: /^display[A-Za-z0-9]+Logo$/ });

/** The display settings in an answer. */
export const DisplaySettingsJson = z
  .object({
    ...always,
    displayGoodForApproval: z.boolean(),
    displayEstimateNumber: z.boolean().optional(),
  })
  .catchall(z.boolean())
  .meta({
    id: 'DisplaySettings',
    serviceLogo: 'answered',
    description: 'The setting of the logo contains the name of the service (SERVICE_NAME, by default Facturier).',
  });
