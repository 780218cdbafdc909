import * as z from 'zod';

/** Maximum characters of a device's answer, in base64url. */
const PART_MAX = 12_000;
const ID_MAX = 1_400;
const TRANSPORTS_MAX = 10;
const TRANSPORT_MAX = 40;

const part = z.string().max(PART_MAX);
const answered = {
  id: z.string().min(1).max(ID_MAX),
  rawId: z.string().min(1).max(ID_MAX),
  type: z.literal('public-key'),
};

/**
 * The browser's answer to `options` of a new passkey (RegistrationResponseJSON of WebAuthn, the
 * parts we use).
 */
export const PasskeyMade = z
  .object({
    ...answered,
    response: z.object({
      clientDataJSON: part,
      attestationObject: part,
      transports: z.array(z.string().max(TRANSPORT_MAX)).max(TRANSPORTS_MAX).default([]),
    }),
  })
  .meta({ id: 'PasskeyMade' });

/**
 * The browser's answer to `options` of a sign-in (AuthenticationResponseJSON of WebAuthn, the
 * parts we use).
 */
export const PasskeyShown = z
  .object({
    ...answered,
    response: z.object({
      clientDataJSON: part,
      authenticatorData: part,
      signature: part,
      userHandle: z
        .string()
        .max(ID_MAX)
        .meta({ description: 'The owner, as stored in every passkey of this service.' }),
    }),
  })
  .meta({ id: 'PasskeyShown' });

export const PasskeyJson = z
  .object({
    id: z.string(),
    name: z.string(),
    createdAt: z.number().meta({ description: 'Unix seconds.' }),
    lastUsedAt: z.number().nullable().meta({ description: 'Unix seconds; null if never used.' }),
  })
  .meta({ id: 'Passkey' });
