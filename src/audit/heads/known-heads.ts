import { type KeyObject, verify } from 'node:crypto';
import { CLOCK_APART_SECONDS_MAX } from '../../domain/time/clock.ts';
import { canonicalJson } from '../canonical-json.ts';
import { sha256Hex } from '../chain/chain-link.ts';
import type { KnownOfChain } from '../chain/verify-chain.ts';
import { fingerprintOf, readPublicKeys } from '../keys/public-keys.ts';
import { privateKeyIds } from '../keys/signing-key.ts';
import { readStamps, type Stamped, type StampFailure, stampFailure } from '../time-stamps/stored-time-stamps.ts';
import { accountsWithHeads, readAccountHeads } from './account-head-files.ts';
import type { KeptHead } from './exported-heads.ts';
import { type HeadLogFile, readHeadLog } from './head-log-file.ts';
import { type Beginning, chainName, collectHeads, digestOf, type RecordedHeads } from './recorded-heads.ts';

/**
 * What is known of the chains outside the database: the data folder's, and what the verifying
 * person exported.
 */
export type Known = {
  keys: ReadonlyMap<string, KeyObject>;
  /** The following parts are checked if present. */
  noted?: LocalHeads;
  anchorFile?: HeadLogFile;
  introducedBy?: ReadonlyMap<string, string>;
  privateKeyIds?: readonly string[];
  /** Public key files that are invalid, or named after another key. */
  unreadableKeys?: readonly string[];
  /** Fingerprints of public keys. */
  trusted?: ReadonlySet<string>;
  /** Exported heads, by chain. */
  kept?: ReadonlyMap<string, readonly KeptHead[]>;
  /** Heads time-stamped by an authority. */
  stamps?: readonly Stamped[];
  /** Why there is no newer time stamp. */
  stampFailure?: StampFailure | undefined;
};

/** The heads recorded in the data folder, read per account. */
export type LocalHeads = {
  /**
   * Those of one account. Read them before the database, so that none is newer than the database.
   */
  of: (account: string) => Promise<AccountHeads>;
  /** All accounts with heads, each at least once. */
  accounts: () => AsyncIterable<string>;
};

/** `unreadable`: numbers of invalid lines. */
export type AccountHeads = RecordedHeads & { unreadable: readonly string[] };

/** For an account without recorded heads, or if unknown. */
const NO_HEADS: AccountHeads = { heads: new Map(), restarts: new Map(), unreadable: [] };

/** Maximum seconds between the clocks of an authority and of the service. */
const STAMP_APART_SECONDS_MAX = CLOCK_APART_SECONDS_MAX;

/** Faults outside the database, independent of the chains. */
export type KnownHeadsFault =
  | 'anchor_file_missing'
  | 'anchor_begun_anew'
  | 'anchor_unreadable'
  | 'public_key_unreadable'
  | 'trusted_key_missing'
  /** A time-stamped text, or its time stamp, was changed. */
  | 'stamp_invalid'
  /** A link claims to be newer than its time stamp. */
  | 'stamp_before_link';

/**
 * Reads what a data folder knows. Call it before reading the database, so that nothing is newer
 * than the database.
 */
export async function readKnownHeads(
  dataFolder: string,
  options: {
    trust?: readonly string[];
    heads?: readonly KeptHead[];
    /**
     * Other machines also append links and record them themselves, so unrecorded links are no
     * fault.
     */
    othersNote?: boolean;
  } = {},
): Promise<Known & { noted: LocalHeads }> {
  const [anchorFile, { keys, introducedBy, unreadable }, stamps, failure] = await Promise.all([
    readHeadLog(dataFolder),
    readPublicKeys(dataFolder),
    readStamps(dataFolder),
    stampFailure(dataFolder),
  ]);
  if (options.othersNote) delete anchorFile.readAt;
  const kept = new Map<string, KeptHead[]>();
  for (const head of [...(options.heads ?? []), ...stamps.flatMap(({ heads }) => heads)]) {
    const name = chainName(head.account, head.mode === 'test');
    kept.set(name, [...(kept.get(name) ?? []), head]);
  }
  return {
    ...{ keys, introducedBy, unreadableKeys: unreadable, privateKeyIds: privateKeyIds(dataFolder) },
    ...{
      anchorFile,
      noted: headsHere(dataFolder, anchorFile),
      kept,
      stamps,
      stampFailure: failure,
      trusted: new Set(options.trust ?? []),
    },
  };
}

/** The head log is read first: heads compacted later are found in the account's file too. */
const headsHere = (dataFolder: string, { noted }: HeadLogFile): LocalHeads => ({
  of: async (account) => {
    const { anchors, unreadable } = await readAccountHeads(dataFolder, account);
    return { ...collectHeads([...anchors, ...(noted.get(account) ?? [])]), unreadable };
  },
  accounts: async function* () {
    yield* noted.keys();
    yield* accountsWithHeads(dataFolder);
  },
});

/** The recorded heads of an account's chains in the data folder. */
export const knownHeadsOf = async ({ noted }: Known, account: string): Promise<AccountHeads> =>
  noted ? noted.of(account) : NO_HEADS;

/** The known heads of one chain, given the heads of its account. */
export function knownHeadsOfChain(
  known: Known,
  { account, test, noted }: { account: string; test: boolean; noted: RecordedHeads },
): KnownOfChain {
  const { keys, introducedBy, privateKeyIds, trusted, anchorFile } = known;
  const name = chainName(account, test);
  return {
    ...{ keys, introducedBy, privateKeyIds, trusted },
    anchors: noted.heads.get(name) ?? [],
    restarts: noted.restarts.get(name)?.map(({ restart }) => restart),
    anchorsReadAt: anchorFile?.readAt,
    kept: known.kept?.get(name),
  };
}

/** Faults of the known heads themselves. `begun`: digests of beginnings recorded in the chains. */
export function knownHeadsFaults(
  known: Known,
  chains: { links: number; begun: ReadonlySet<string> },
): { fault: KnownHeadsFault; at?: string }[] {
  const { keys, anchorFile, unreadableKeys = [], stamps = [], trusted = new Set<string>() } = known;
  const fingerprints = new Set([...keys.values()].map(fingerprintOf));
  const isLost = ({ begun, ...said }: Beginning): boolean =>
    (begun === 'anew' || !isSigned({ begun, ...said }, keys)) && !chains.begun.has(beginningDigest({ begun, ...said }));
  return [
    ...unreadableKeys.map((at) => ({ fault: 'public_key_unreadable' as const, at: `keys/public/${at}` })),
    ...[...trusted]
      .filter((each) => !fingerprints.has(each))
      .map((at) => ({ fault: 'trusted_key_missing' as const, at })),
    ...stamps.flatMap(({ name, fault, stamp, heads }): { fault: KnownHeadsFault; at: string }[] => {
      const at = `audit/stamps/${name}`;
      if (fault !== undefined || !stamp || heads.length === 0)
        return [{ fault: 'stamp_invalid' as const, at: fault === undefined ? at : `${at}: ${fault}` }];
      const isAfter = heads.some((head) => head.at > stamp.at + STAMP_APART_SECONDS_MAX);
      return isAfter ? [{ fault: 'stamp_before_link' as const, at }] : [];
    }),
    ...(anchorFile?.unreadable ?? []).map((line) => ({
      fault: 'anchor_unreadable' as const,
      at: `audit/heads.jsonl:${line}`,
    })),
    ...(anchorFile?.beginnings ?? [])
      .filter(isLost)
      .map(({ at }) => ({ fault: 'anchor_begun_anew' as const, at: new Date(at * 1000).toISOString() })),
    // A fresh installation has no heads yet, and nothing to prove.
    ...(chains.links > 0 && anchorFile && !anchorFile.found ? [{ fault: 'anchor_file_missing' as const }] : []),
  ];
}

/** The digest by which a link names the beginning of a head log. */
export const beginningDigest = (beginning: Beginning): string => sha256Hex(canonicalJson(beginning));

function isSigned(beginning: Beginning, keys: ReadonlyMap<string, KeyObject>): boolean {
  const key = keys.get(beginning.keyId);
  return key !== undefined && verify(null, digestOf(beginning), key, Buffer.from(beginning.signature, 'base64'));
}
