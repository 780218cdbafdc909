import type { Answer } from '../client/call.ts';

type Address = NonNullable<Answer<'get-organization'>['billingAddress']>;

/** The parts of an address, in the order they are typed. */
export const ADDRESS_PARTS = ['address', 'complement', 'zipCode', 'city', 'state', 'country'] as const;

/** An address as it stands in its fields. */
type TypedAddress = Readonly<Record<(typeof ADDRESS_PARTS)[number], string>>;

/** The fields of an address as it is; of none they are empty, in France. */
export const parseAddress = (at: Address | undefined): TypedAddress => ({
  address: at?.address ?? '',
  complement: at?.complement ?? '',
  zipCode: at?.zipCode ?? '',
  city: at?.city ?? '',
  state: at?.state ?? '',
  country: at?.country ?? 'FR',
});

/** Parts few addresses have, and pages ask nobody for: they have a field where they are filled. */
export const isUnusualAddress = (part: string): part is 'complement' | 'state' =>
  part === 'complement' || part === 'state';

/** The address that was typed, whole: what is left out of an address is gone. Undefined where nothing but a country was. */
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
