/** Bytes that are held at a time, in all and of each owner: an account, or an address where no account is known. */
export type ByteBudget = {
  /** Holds bytes where there is room; else says whose room is used up. */
  readonly take: (owner: string, bytes: number) => Held | 'owner' | 'all';
  /** Holds bytes whatever there is: what is there already cannot be refused. */
  readonly note: (owner: string, bytes: number) => Held;
  /** Whose room is used up, where there is none left. */
  readonly full: (owner: string) => 'owner' | 'all' | undefined;
  readonly held: () => number;
};

export type Held = {
  /** Holds more, where there is room; else says whose room is used up, and holds what it held. */
  readonly more: (bytes: number) => 'owner' | 'all' | undefined;
  /** Gives all of it back; again does nothing. */
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
