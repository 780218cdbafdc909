/** A text that opens something to whoever holds it. It is answered where that is its purpose, and kept, sealed or told nowhere. */
export type Secret = string & { readonly [secret]: true };
declare const secret: unique symbol;

/** Members whose name says that they hold one. A digest says so in its own: `secretSha256`. */
type SecretName =
  | 'token'
  | 'secret'
  | 'password'
  | 'passphrase'
  | 'apiKey'
  | 'privateKey'
  | 'portalToken'
  | 'portalUrl';

/** Nothing to add to a type that holds no secret, by mark or by name, however deep; a member nothing has, to one that does. */
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
/** A customer has an organization, which as a type might have one, and so on. */
type DeepEnough = 8;
