import type { Answer } from '../client/call.ts';

type Address = NonNullable<Answer<'get-organization'>['billingAddress']>;

/** Parts of an address, in input order. */
export const ADDRESS_PARTS = ['address', 'complement', 'zipCode', 'city', 'state', 'country'] as const;

/** Form state of an address. */
type TypedAddress = Readonly<Record<(typeof ADDRESS_PARTS)[number], string>>;

/** Form state of an existing address; empty, in France, if there is none. */
export const parseAddress = (at: Address | undefined): TypedAddress => ({
  address: at?.address ?? '',
  complement: at?.complement ?? '',
  zipCode: at?.zipCode ?? '',
  city: at?.city ?? '',
  state: at?.state ?? '',
  country: at?.country ?? 'FR',
});

/** Rare parts that are not asked for: they have a field only if they are filled. */
export const isUnusualAddress = (part: string): part is 'complement' | 'state' =>
  part === 'complement' || part === 'state';

/** The whole typed address: omitted parts are removed. Undefined if only the country is set. */
export function addressOf(typed: TypedAddress): Address | undefined {
  const { address, complement, zipCode, city, state } = typed;
  const said = {
    address: orNull(address),
    complement: orNull(complement),
    zipCode: orNull(zipCode),
    city: orNull(city),
    state: orNull(state),
  };
  if (Object.values(said).every((part) => part === null)) return undefined;
  return { ...said, country: typed.country as Address['country'] };
}

const orNull = (said: string): string | null => said.trim() || null;
