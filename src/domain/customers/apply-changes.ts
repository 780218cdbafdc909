/** What a change says of each member: a new value, null to empty it, or nothing to leave it as it is. */
export type Revision<T> = { readonly [Member in keyof T]?: T[Member] | null | undefined };

/** Lays a change over what was there. A client that does not know a member cannot lose it. */
export function revised<T extends object>(before: T, revision: Revision<T>): T {
  const after: Record<string, unknown> = { ...(before as Record<string, unknown>) };
  for (const [member, value] of Object.entries(revision)) {
    if (value === undefined) continue;
    if (value === null) delete after[member];
    else after[member] = value;
  }
  return after as T;
}
