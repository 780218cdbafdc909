/**
 * Bytes held at a time, in total and per owner: an account, or an address if the account is
 * unknown.
 */
export type ByteBudget = {
  /** Reserves bytes if there is room; otherwise returns whose limit is reached. */
  readonly take: (owner: string, bytes: number) => Held | 'owner' | 'all';
  /** Reserves bytes beyond any limit: they are already in memory and cannot be refused. */
  readonly note: (owner: string, bytes: number) => Held;
  /** Whose limit is reached, if any. */
  readonly full: (owner: string) => 'owner' | 'all' | undefined;
  readonly held: () => number;
};

export type Held = {
  /**
   * Reserves more if there is room; otherwise returns whose limit is reached and keeps the
   * reservation.
   */
  readonly more: (bytes: number) => 'owner' | 'all' | undefined;
  /** Releases all of it; idempotent. */
  readonly release: () => void;
};

export function createByteBudget(limits: { bytesMax: number; bytesPerOwnerMax: number }): ByteBudget {
  const ofOwner = new Map<string, number>();
  let all = 0;
  const hold = (owner: string, bytes: number): void => {
    all += bytes;
    const left = (ofOwner.get(owner) ?? 0) + bytes;
    if (left > 0) ofOwner.set(owner, left);
    else ofOwner.delete(owner);
  };
  const lacking = (owner: string, bytes: number): 'owner' | 'all' | undefined => {
    if ((ofOwner.get(owner) ?? 0) + bytes > limits.bytesPerOwnerMax) return 'owner';
    return all + bytes > limits.bytesMax ? 'all' : undefined;
  };
  const note = (owner: string, bytes: number): Held => {
    let mine = bytes;
    hold(owner, mine);
    return {
      more: (added) => {
        const lack = lacking(owner, added);
        if (lack) return lack;
        mine += added;
        hold(owner, added);
        return undefined;
      },
      release: () => {
        hold(owner, -mine);
        mine = 0;
      },
    };
  };
  return {
    take: (owner, bytes) => lacking(owner, bytes) ?? note(owner, bytes),
    note,
    full: (owner) => (all === 0 ? undefined : lacking(owner, 1)),
    held: () => all,
  };
}
