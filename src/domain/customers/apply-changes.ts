/** A change per field: a new value, null to clear it, undefined to leave it unchanged. */
export type Revision<T> = { readonly [Member in keyof T]?: T[Member] | null | undefined };

/** Applies a change to an object. Clients cannot erase fields they do not know. */
export function revised<T extends object>(before: T, revision: Revision<T>): T {
  const after: Record<string, unknown> = { ...(before as Record<string, unknown>) };
  for (const [member, value] of Object.entries(revision)) {
    if (value === undefined) continue;
    if (value === null) delete after[member];
    else after[member] = value;
  }
  return after as T;
}
