/** The keys every machine of an installation has alike. */
export const keyNames = ['audit', 'webhook', 'portal'] as const;
export type KeyName = (typeof keyNames)[number];

/** Fingerprints (hex SHA-256) of the private keys of a machine; of the signing keys today's first. */
export type LocalKeys = Readonly<Record<KeyName, readonly string[]>>;
/** Fingerprints of each key that was noted, today's first. */
export type RecordedKeys = Readonly<Record<KeyName, readonly string[]>>;

/** What a machine may do with the keys it has: make those nobody has yet, note those nobody noted yet. */
export type KeyComparison =
  | { readonly make: readonly KeyName[]; readonly note: readonly KeyName[] }
  /** `missing`: it has none; `replaced`: it has one of before; `foreign`: one of another installation. */
  | { readonly refused: 'missing' | 'replaced' | 'foreign'; readonly name: KeyName };

/**
 * Whether the keys of a machine are those of the installation. `inUse` are ids of the signing keys that chains go on with: of an
 * installation that noted no key yet they tell whose it is, and where no chain has a link, that there are accounts at all.
 */
export function compareKeys(
  noted: RecordedKeys,
  { here, inUse, hasAccounts }: { here: LocalKeys; inUse: readonly string[]; hasAccounts: boolean },
): KeyComparison {
  const make: KeyName[] = [];
  const note: KeyName[] = [];
  for (const name of keyNames) {
    const [today] = noted[name];
    const has = here[name];
    if (today === undefined) {
      const isOwn = name !== 'audit' || inUse.every((id) => has.some((fingerprint) => fingerprint.startsWith(id)));
      const mayBegin = name !== 'audit' || (!hasAccounts && inUse.length === 0);
      if (has.length === 0 && !mayBegin) return { refused: 'missing', name };
      if (!isOwn) return { refused: 'foreign', name };
      if (has.length === 0) make.push(name);
      note.push(name);
    } else if (has.length === 0) return { refused: 'missing', name };
    else if (!has.includes(today)) {
      const wasOwn = has.some((fingerprint) => noted[name].includes(fingerprint));
      return { refused: wasOwn ? 'replaced' : 'foreign', name };
    }
  }
  return { make, note };
}
