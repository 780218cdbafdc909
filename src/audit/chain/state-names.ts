/**
 * The kinds of state a link records, each by kind and id, with the SHA-256 of its proven content:
 * - `document`: the changeable fields of a finalized document; `frozen`: its unchangeable columns,
 * - `payment`, `event`: a row that is written once,
 * - `api_key`: a key, its rights and its expiry; `account`: the settings.
 */
const standingKinds = ['document', 'frozen', 'payment', 'event', 'api_key', 'account'] as const;
export type StateKind = (typeof standingKinds)[number];

/** Hex digests by `stateName`. */
export type StateDigests = Readonly<Record<string, string>>;

/** The name of a state in a link. */
export const stateName = (kind: StateKind, id: string): string => `${kind} ${id}`;

/** Parses such a name; undefined if invalid. */
export function standingOf(name: string): { kind: StateKind; id: string } | undefined {
  const [word = '', id = '', more] = name.split(' ');
  const kind = standingKinds.find((each) => each === word);
  return kind && UUID.test(id) && more === undefined ? { kind, id } : undefined;
}

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
