import type { Answer, Asked } from '../../client/call.ts';

type Body = Asked<'register-agency-customer'>['body'];

/** Form state of a registration, by path in the request. */
export type TypedRegistration = Readonly<Record<(typeof places)[number], string>>;

export const places = [
  ...(['civility', 'birthName', 'usageName', 'firstNames', 'bornOn'] as const),
  ...(['birthPlace.country', 'birthPlace.townCode', 'birthPlace.town', 'mobilePhone', 'email'] as const),
  ...(['address.number', 'address.letter', 'address.streetType', 'address.street', 'address.complement'] as const),
  ...(['address.locality', 'address.town', 'address.townCode', 'address.postalCode', 'address.country'] as const),
  ...(['bank.iban', 'bank.bic', 'bank.holder'] as const),
] as const;

/** INSEE country code of France. */
const FRANCE = '99100';

/** Initial form state: known customer details, and France. */
export function typedRegistration(draft: Answer<'get-agency-registration-draft'>): TypedRegistration {
  const begun = { civility: 'mrs', birthPlace: { country: FRANCE }, ...draft };
  const known = { ...begun, address: { country: FRANCE, ...draft.address } } as unknown as Record<string, unknown>;
  return Object.fromEntries(places.map((place) => [place, at(known, place) ?? ''])) as TypedRegistration;
}

/** Builds the request; empty optional fields are omitted. */
export function registrationBody(typed: TypedRegistration): Body {
  const body: Record<string, unknown> = {};
  for (const place of places) {
    const [outer = '', inner] = place.split('.');
    if (inner === undefined) body[outer] = typed[place];
    else body[outer] = { ...(body[outer] as object | undefined), [inner]: typed[place] };
  }
  return body as unknown as Body;
}

const at = (known: Record<string, unknown>, place: string): string | undefined =>
  place.split('.').reduce<unknown>((part, name) => (part as Record<string, unknown> | undefined)?.[name], known) as
    | string
    | undefined;
