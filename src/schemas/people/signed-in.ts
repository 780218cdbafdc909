import * as z from 'zod';
import type { OwnAccount, Person } from '../../domain/people/person.ts';
import { roles, scopesOfRole } from '../../domain/people/role.ts';
import { SESSION_IDLE_SECONDS, type Session } from '../../domain/people/session.ts';
import { ScopeJson } from '../fields/enumerations.ts';

export const RoleJson = z.enum(roles).meta({ id: 'Role', description: 'The role of a person in an account.' });

const time = z.number().meta({ description: 'Unix seconds.' });

/** The signed-in person with their session and accounts. */
export const SignedInJson = z
  .object({
    person: z.object({
      id: z.string(),
      email: z.string(),
      name: z.string(),
      createdAt: time,
      secondFactor: z.boolean().meta({ description: 'A code is required at each sign-in.' }),
      hasPasskey: z.boolean().meta({ description: 'A device signs the person in without a password.' }),
      accessReview: z.boolean().meta({
        description: 'The password was reset and the person has not yet reviewed their other ways to sign in.',
      }),
      firstStepsPutAway: z.boolean().meta({ description: 'Whether the checklist of first steps is hidden.' }),
      newEmail: z
        .object({
          email: z.string(),
          endsAt: time.meta({ description: 'Until when the confirmation link works; Unix seconds.' }),
        })
        .nullable()
        .meta({ description: 'The requested sign-in address, until it is confirmed with the link sent to it.' }),
    }),
    session: z.object({
      id: z.string(),
      createdAt: time,
      endsAt: time,
      idleSeconds: z.number().meta({ description: 'After this many seconds without use, the session ends early.' }),
    }),
    accounts: z.array(
      z.object({
        id: z.string().meta({ description: 'Send it in the header `facturier-account` to choose this account.' }),
        name: z.string(),
        role: RoleJson,
        isSample: z.boolean().meta({ description: 'The account contains sample data and exists in test mode only.' }),
        scopes: z.object({ live: z.array(ScopeJson), test: z.array(ScopeJson) }),
      }),
    ),
    csrf: z.string().meta({
      description:
        'Send it in the header `facturier-csrf` with every request except GET, as long as the session lasts.',
    }),
  })
  .meta({ id: 'SignedIn' });

export const signedInToJson = ({
  person: { id, email, name, createdAt, secondFactor, hasPasskey, stepsPutAway, newEmail, reviewSince },
  session,
  accounts,
  csrf,
}: {
  person: Person;
  session: Session;
  accounts: readonly OwnAccount[];
  csrf: string;
}): z.infer<typeof SignedInJson> => ({
  person: {
    ...{ id, email, name, createdAt, secondFactor, hasPasskey, firstStepsPutAway: stepsPutAway },
    accessReview: reviewSince !== undefined,
    newEmail: newEmail ? { email: newEmail.email, endsAt: newEmail.endsAt } : null,
  },
  session: {
    id: session.id,
    createdAt: session.createdAt,
    endsAt: session.endsAt,
    idleSeconds: SESSION_IDLE_SECONDS,
  },
  accounts: accounts.map((account) => ({
    ...account,
    scopes: {
      live: [...scopesOfRole(account.role, { test: false })],
      test: [...scopesOfRole(account.role, { test: true })],
    },
  })),
  csrf,
});
