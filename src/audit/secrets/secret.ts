/**
 * A text that gives access to anyone who has it, such as the token of a customer's portal link.
 * Only responses meant to hand it out contain it. It is never stored, recorded in the audit chain
 * or logged.
 */
export type Secret = string & { readonly [secret]: true };
declare const secret: unique symbol;

/** Member names that mark a secret. A digest has its own name: `secretSha256`. */
type SecretName =
  | 'token'
  | 'secret'
  | 'password'
  | 'passphrase'
  | 'apiKey'
  | 'privateKey'
  | 'portalToken'
  | 'portalUrl';

/**
 * `unknown` for a type without a secret, by mark or by name, at any depth; otherwise a required
 * member that does not exist.
 */
export type HoldsNoSecret<T> = [SecretIn<T>] extends [never] ? unknown : { 'this holds a secret': never };

type SecretIn<T, Depth extends readonly unknown[] = []> = T extends Secret
  ? true
  : T extends Plain
    ? never
    : Depth['length'] extends DeepEnough
      ? never
      : T extends readonly (infer Element)[]
        ? SecretIn<Element, [...Depth, 0]>
        : { [Member in keyof T]-?: Member extends SecretName ? true : SecretIn<T[Member], [...Depth, 0]> }[keyof T];

type Plain = string | number | boolean | bigint | null | undefined | Uint8Array;
/** Limits recursion: a customer has an organization, whose type may have one again. */
type DeepEnough = 8;
