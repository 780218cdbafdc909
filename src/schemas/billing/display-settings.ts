import * as z from 'zod';
import { openMembers } from '../validation/unknown-members.ts';

/** What is set and what is answered of what a printed document shows, but the setting of the logo, which bears the service's name. */
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

/** What a printed document shows, as it is set. */
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
    description: 'The setting of the logo may bear the name of the service, or say `displayServiceLogo`.',
  })
  .register(openMembers, { named: /^display[A-Za-z0-9]+Logo$/ });

/** The same, as it is answered. */
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
    description: 'The setting of the logo bears the name of the service (SERVICE_NAME, by default Facturier).',
  });
