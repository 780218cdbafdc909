import * as z from 'zod';
import type { Invitation } from '../../domain/people/invitation.ts';
import type { Membership } from '../../domain/people/membership.ts';
import { roles } from '../../domain/people/role.ts';
import { RoleJson } from './signed-in.ts';

export const role = z.enum(roles).meta({ description: 'The role of a person in the account.' });

export const PersonOfAccountJson = z
  .object({
    id: z.string().meta({ description: 'The id of the person, also the `actor` of their events.' }),
    name: z.string(),
    email: z.string(),
    role: RoleJson,
    joinedAt: z.number().meta({ description: 'Unix seconds.' }),
    leftAt: z
      .number()
      .nullable()
      .meta({ description: 'When the person left, Unix seconds; null for current members.' }),
  })
  .meta({ id: 'PersonOfAccount' });

export const InvitationJson = z
  .object({
    id: z.string(),
    email: z.string(),
    role: RoleJson,
    createdAt: z.number().meta({ description: 'Unix seconds.' }),
    endsAt: z.number().meta({ description: 'Unix seconds.' }),
    invitedBy: z.string().meta({ description: 'The id of the person who sent the invitation.' }),
  })
  .meta({ id: 'Invitation' });

/**
 * A new invitation. Without a mail server the answer contains the link, which no later answer does,
 * so that the owner can pass it on.
 */
export const NewInvitationJson = z
  .object({
    ...InvitationJson.shape,
    link: z.string().optional().meta({
      description: 'The link, only without a mail server: pass it on yourself. It is shown once and not stored.',
    }),
  })
  .meta({ id: 'NewInvitation' });

export const personToJson = ({
  personId: id,
  name,
  email,
  role,
  joinedAt,
  leftAt = null,
}: Omit<Membership, 'leftAt'> & { leftAt?: number | null; name: string; email: string }): z.infer<
  typeof PersonOfAccountJson
> => ({ id, name, email, role, joinedAt, leftAt });

export const invitationToJson = ({
  id,
  email = '',
  role,
  createdAt,
  endsAt,
  invitedBy,
}: Invitation): z.infer<typeof InvitationJson> => ({ id, email, role, createdAt, endsAt, invitedBy });
