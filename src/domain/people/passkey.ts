/** Passkeys per person. */
export const PASSKEYS_MAX = 20;
/** Seconds a device has to sign a challenge: five minutes. */
export const CHALLENGE_LIFE_SECONDS = 300;

/** A passkey of a person. Times are Unix seconds. */
export type Passkey = {
  readonly id: string;
  /** The credential id in base64url. */
  readonly credential: string;
  readonly publicKey: Uint8Array;
  readonly counter: number;
  readonly transports: readonly string[];
  readonly name: string;
  readonly createdAt: number;
  readonly lastUsedAt?: number;
};
