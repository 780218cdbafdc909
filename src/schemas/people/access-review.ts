import * as z from 'zod';
import { ScopeJson } from '../fields/enumerations.ts';
import { PasskeyJson } from './passkey.ts';

const time = z.number().meta({ description: 'Unix seconds.' });

export const SessionJson = z
  .object({
    id: z.string(),
    createdAt: time,
    lastUsedAt: z.number().meta({ description: 'Unix seconds, to the minute.' }),
    endsAt: time,
    address: z.string().meta({ description: 'The client’s address; for IPv6 its network.' }),
    userAgent: z.string().meta({ description: 'The browser’s user agent.' }),
    isThis: z.boolean().meta({ description: 'Whether this is the session of the request.' }),
  })
  .meta({ id: 'OwnSession' });

/** An API key created by the person, in one of their accounts. */
const OwnKeyJson = z
  .object({
    id: z.string(),
    accountId: z.string(),
    account: z.string().meta({ description: 'The name of the account.' }),
    name: z.string(),
    scopes: z.array(ScopeJson),
    test: z.boolean(),
    createdAt: time,
    lastUsedAt: z.number().nullable().meta({ description: 'Unix seconds; null if never used.' }),
  })
  .meta({ id: 'OwnKey' });

export const AccessReviewJson = z
  .object({
    isNeeded: z.boolean().meta({ description: 'Whether the password was reset since the last review.' }),
    passkeys: z.array(PasskeyJson),
    keys: z.array(OwnKeyJson),
    sessions: z.array(SessionJson),
  })
  .meta({ id: 'AccessReview' });
