import * as z from 'zod';
import type { Invitation } from '../../domain/people/invitation.ts';
import type { Membership } from '../../domain/people/membership.ts';
import { roles } from '../../domain/people/role.ts';
import { RoleJson } from './signed-in.ts';

export const role = z.enum(roles).meta({ description: 'The role of a person in the account.' });

export const PersonOfAccountJson = z
  .object({
    id: z.string().meta({ description: 'Appears as `actor` in the events of this person.' }),
    name: z.string(),
    email: z.string(),
    role: RoleJson,
    joinedAt: z.number().meta({ description: 'Unix seconds.' }),
    leftAt: z.number().nullable().meta({ description: 'Unix seconds; null while a member.' }),
  })
  .meta({ id: 'PersonOfAccount' });

export const InvitationJson = z
  .object({
    id: z.string(),
    email: z.string(),
    role: RoleJson,
    createdAt: z.number().meta({ description: 'Unix seconds.' }),
    endsAt: z.number().meta({ description: 'Unix seconds.' }),
    invitedBy: z.string().meta({ description: 'The id of a person.' }),
  })
  .meta({ id: 'Invitation' });

/**
 * A new invitation; without a mail server it contains the link, only this once, to pass on by
 * other means.
 */
export const NewInvitationJson = z
  .object({
    ...InvitationJson.shape,
    link: z.string().optional().meta({
      description: 'Only without a mail server: pass it on yourself. It is shown once and not stored.',
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
