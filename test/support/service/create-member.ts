import { join } from '../../../src/db/people/memberships.ts';
import { insertPerson } from '../../../src/db/people/persons.ts';
import { inTransaction } from '../../../src/db/transaction.ts';
import type { Role } from '../../../src/domain/people/role.ts';
import type { AppServices } from '../../../src/services/app-dependencies.ts';
import type { Caller } from '../../../src/services/caller.ts';
import { createInvitationLink } from '../../../src/services/people/invitations/invitation-link.ts';

/** Creates a member of an account who never signs in, and an invited person. */
export async function memberOf(
  { services }: { services: AppServices },
  { accountId, actor }: Caller,
  name: string,
  role: Role = 'member',
): Promise<{ personId: string; invitationId: string }> {
  const [personId, invitationId] = [services.newId(), services.newId()];
  const email = `${name}@people.example`;
  const now = services.now();
  await inTransaction(services.pool, { accountId, test: false, personId }, async (tx) => {
    const credentials = { passwordHash: '$argon2id$none', deviceSecret: Buffer.alloc(32) };
    const person = {
      id: personId,
      email,
      name: `Personne ${name}`,
      createdAt: now,
      secondFactor: false,
      hasPasskey: false,
      stepsPutAway: false,
    };
    insertPerson(tx, person, email, credentials);
    join(tx, { personId, role, now });
    const publicUrl = 'https://localhost';
    createInvitationLink(tx, {
      id: invitationId,
      now,
      publicUrl,
      email: `x${email}`,
      role: 'member',
      invitedBy: actor,
    });
    return { commit: true, answer: undefined };
  });
  return { personId, invitationId };
}
