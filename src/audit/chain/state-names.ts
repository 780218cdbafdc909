/**
 * What a link says stands from then on, each by what it is and its id, with the SHA-256 of what is proven of it:
 * - `document`: what goes on moving on a finalized document, `frozen`: its columns that never move again,
 * - `payment`, `event`: a row that is written once,
 * - `api_key`: a key, its rights and its end; `account`: the settings.
 */
const standingKinds = ['document', 'frozen', 'payment', 'event', 'api_key', 'account'] as const;
export type StateKind = (typeof standingKinds)[number];

/** Hex digests by `stateName`. */
export type StateDigests = Readonly<Record<string, string>>;

/** How a link names what stands. */
export const stateName = (kind: StateKind, id: string): string => `${kind} ${id}`;

/** Reads such a name; undefined where it is none. */
export function standingOf(name: string): { kind: StateKind; id: string } | undefined {
  const [word = '', id = '', more] = name.split(' ');
  const kind = standingKinds.find((each) => each === word);
  return kind && UUID.test(id) && more === undefined ? { kind, id } : undefined;
}

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
