/** Passkeys a person may have. */
export const PASSKEYS_MAX = 20;
/** Seconds a device has to answer what it is asked to sign: five minutes. */
export const CHALLENGE_LIFE_SECONDS = 300;

/** What a person's device signs in with. Times are Unix seconds. */
export type Passkey = {
  readonly id: string;
  /** As the device calls it, in base64url. */
  readonly credential: string;
  readonly publicKey: Uint8Array;
  readonly counter: number;
  readonly transports: readonly string[];
  readonly name: string;
  readonly createdAt: number;
  readonly lastUsedAt?: number;
};
