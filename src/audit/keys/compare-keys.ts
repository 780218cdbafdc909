/** The keys shared by all machines of an installation. */
export const keyNames = ['audit', 'webhook', 'portal'] as const;
export type KeyName = (typeof keyNames)[number];

/**
 * Fingerprints (hex SHA-256) of a machine's private keys; for signing keys the current one first.
 */
export type LocalKeys = Readonly<Record<KeyName, readonly string[]>>;
/** Recorded fingerprints of each key, the current one first. */
export type RecordedKeys = Readonly<Record<KeyName, readonly string[]>>;

/**
 * What a machine may do with its keys: create those missing everywhere, record those not recorded
 * yet.
 */
export type KeyComparison =
  | { readonly make: readonly KeyName[]; readonly note: readonly KeyName[] }
  /**
   * `missing`: it has none; `replaced`: it has an older one; `foreign`: one of another
   * installation.
   */
  | { readonly refused: 'missing' | 'replaced' | 'foreign'; readonly name: KeyName };

/**
 * Whether a machine's keys are those of the installation. `inUse`: ids of the signing keys used by
 * chains. If no keys are recorded yet, they identify the installation; if no chain has a link, they
 * show whether there are accounts at all.
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
