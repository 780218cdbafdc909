import * as z from 'zod';
import type { KeyRequest } from '../../domain/account/key-request.ts';
import { defaultScopes, scopes } from '../../domain/account/scope.ts';
import { type KeyRecord, OVERLAP_MAX_SECONDS } from '../../domain/account/stored-key.ts';
import { ScopeJson, scope } from '../fields/enumerations.ts';
import { filledText, NAME_MAX } from '../fields/text.ts';
import { TIMESTAMP_MAX, timestamp } from '../fields/timestamp.ts';
import { customFault } from '../validation/custom-check.ts';

/** Maximum lifetime of a key in seconds: a hundred years. */
const LIFE_MAX_SECONDS = 100 * 366 * 86_400;

/** The form of a new key. */
export const ApiKeyForm = z
  .object({
    name: filledText(NAME_MAX).meta({ description: 'The name of the key, which cannot change.' }),
    scopes: z
      .array(scope)
      .min(1)
      .max(scopes.length)
      .optional()
      .meta({ description: `By default ${defaultScopes.join(', ')}, as far as the calling key has them.` }),
    test: z.boolean().default(false).meta({ description: 'A test key sees and creates test documents only.' }),
    expiresAt: timestamp.nullish(),
    expiresIn: z.int().min(1).max(LIFE_MAX_SECONDS).nullish().meta({ description: 'Seconds from now.' }),
  })
  .refine(({ expiresAt, expiresIn }) => !expiresAt || !expiresIn, {
    path: ['expiresIn'],
    ...customFault({
      code: 'expiry_said_twice',
      fr: 'Indiquez expiresAt ou expiresIn, pas les deux',
      en: 'Give expiresAt or expiresIn, not both',
    }),
  })
  .meta({ id: 'ApiKeyForm' });

export const RotationForm = z.object({
  overlapSeconds: z
    .int()
    .min(0)
    .max(OVERLAP_MAX_SECONDS)
    .default(0)
    .meta({ description: 'How long the old key stays valid after the rotation; at most seven days.' }),
});

/** When a key requested now will expire, in Unix seconds. */
export const expiryOf = ({ expiresAt, expiresIn }: z.output<typeof ApiKeyForm>, now: number): number | undefined =>
  expiresAt ?? (expiresIn ? Math.min(now + expiresIn, TIMESTAMP_MAX) : undefined);

const members = {
  id: z.string(),
  name: z.string(),
  scopes: z.array(ScopeJson),
  test: z.boolean(),
  createdAt: z.number().meta({ description: 'Unix seconds.' }),
  expiresAt: z.number().optional().meta({ description: 'Unix seconds.' }),
  revokedAt: z.number().optional().meta({ description: 'Unix seconds.' }),
  lastUsedAt: z.number().optional().meta({ description: 'Unix seconds, to the minute.' }),
  replacedBy: z.string().optional().meta({ description: 'The id of the key that replaced this one.' }),
  madeBy: z.string().optional().meta({
    description: 'The id of the person who created the key. It is revoked when they leave or lose the rights it uses.',
  }),
  ending: z
    .string()
    .optional()
    .meta({ description: 'The last 4 characters of the key, to recognize it; absent for keys of older versions.' }),
};

export const ApiKeyJson = z.object(members).meta({ id: 'ApiKey' });
/** A new API key; no other answer contains the text of a key. */
export const NewApiKeyJson = z
  .object({ ...members, key: z.string().meta({ description: 'The key. It is shown once and not stored.' }) })
  .meta({ id: 'NewApiKey' });

export const keyToJson = (key: KeyRecord): z.infer<typeof ApiKeyJson> => ({ ...key, scopes: [...key.scopes] });

/** One request of a key and its result. */
export const KeyRequestJson = z
  .object({
    id: z.string(),
    at: z.number().meta({ description: 'When it was answered, in Unix seconds.' }),
    operation: z
      .string()
      .meta({ description: 'The `operationId`, or the name of the tool; `mcp` for other MCP messages.' }),
    status: z.number().meta({ description: 'The HTTP status; a tool refuses an assistant with 200 and a `code`.' }),
    durationMs: z.number().meta({ description: 'Milliseconds until it was answered.' }),
    code: z.string().nullable().meta({ description: 'The code of the problem, or null.' }),
  })
  .meta({ id: 'KeyRequest' });

export const keyRequestToJson = ({ keyId: _, code, ...request }: KeyRequest): z.infer<typeof KeyRequestJson> => ({
  ...request,
  code: code ?? null,
});
