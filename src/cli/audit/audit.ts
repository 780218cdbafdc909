import { readFile } from 'node:fs/promises';
import { setTimeout as wait } from 'node:timers/promises';
import { openChainSigner } from '../../audit/chain/open-chain-signer.ts';
import { headsText, type KeptHead, readHeads } from '../../audit/heads/exported-heads.ts';
import { readHeadLog } from '../../audit/heads/head-log-file.ts';
import { beginningDigest } from '../../audit/heads/known-heads.ts';
import {
  activateNewKey,
  beginKeyRotation,
  endKeyRotation,
  type KeyRotation,
  privateKeyIds,
  replaceLostKey,
} from '../../audit/keys/signing-key.ts';
import { appendToAllChains, type Chains } from '../../db/audit/append-to-chain.ts';
import {
  allChainHeads,
  type ChainHeadRow,
  keysOfChainHeads,
  PublicKeyUnknown,
  storedChainHeads,
  waitForHeads,
} from '../../db/audit/chain-heads.ts';
import { recordActiveKey, withKeyLock } from '../../db/installation/installation-keys.ts';
import { withFileLock } from '../../runtime/file-lock.ts';
import type { CommandContext } from '../command-context.ts';
import { recreateMissingKeys } from '../keys/list-and-replace.ts';
import { publishSharedKeys, withKeysFolderLock } from '../keys/sync-keys.ts';
import { SHARED_KEYS_PROPAGATION_MS } from '../keys/watch-keys.ts';
import { OPERATOR, resolveAccount } from '../run-as-operator.ts';
import { CommandError, inWords, say } from '../terminal/output.ts';
import { progressOn } from '../terminal/progress.ts';

type Options = { json?: boolean };

/**
 * `facturier audit head [--account A]`: prints the last link (head) of every audit chain, with its
 * hash and signature, to be kept elsewhere.
 */
export async function auditHead(service: CommandContext, options: Options & { account?: string }): Promise<void> {
  const account = options.account === undefined ? undefined : await resolveAccount(service, options.account);
  const now = service.services.now();
  const heads = await currentHeads(service, account);
  say(options, { at: now, heads }, headsText(heads, now).trimEnd());
}

/** The current heads, in the format of the head log. */
export async function currentHeads({ config, owner }: CommandContext, account?: string): Promise<KeptHead[]> {
  try {
    return await storedChainHeads(owner, config.dataFolder, account);
  } catch (error) {
    throw error instanceof PublicKeyUnknown ? new CommandError(keyUnknown(error.keyId)) : error;
  }
}

/** Reads a file of exported heads. Refuses a file without heads or with a truncated one. */
export async function readKeptHeads(file: string): Promise<KeptHead[]> {
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    throw new CommandError(headsNotReadable(file, error.code ?? ''));
  });
  const { heads, unreadable } = readHeads(text);
  if (heads.length === 0 || unreadable > 0) throw new CommandError(headsNotWhole(file, heads.length, unreadable));
  return heads;
}

/**
 * `facturier audit rotate-key`: introduces a new signing key into every chain with a link signed by
 * the old key. The service may run: each chain's head names the next key, under the lock that every
 * append takes. If machines share their keys, each step waits until all of them have received the
 * previous one.
 */
export async function auditRotateKey(service: CommandContext, options: Options): Promise<void> {
  const { config, seal, owner, pool, services } = service;
  const publish = async (): Promise<void> => {
    await publishSharedKeys({ config, owner, now: services.now() });
    if (config.keysShared) await wait(SHARED_KEYS_PROPAGATION_MS);
  };
  await locked(service, async () => {
    const change = await beginKeyRotation(config.dataFolder, services.now());
    await publish();
    const introduce = async (): Promise<number> => {
      const chains = headsWhere(owner, ({ keyId }) => keyId === change.from.keyId);
      return appendedTo(owner, (onProgress) =>
        appendToAllChains(pool, chains, {
          ...{ seal, now: services.now(), actor: OPERATOR, onProgress },
          say: ({ keyId }) => (keyId === change.from.keyId ? keyLink('seal_key_changed', change) : undefined),
        }),
      );
    };
    let chains = await introduce();
    await activateNewKey(config.dataFolder);
    await recordActiveKey(owner, { name: 'audit', fingerprint: change.fingerprint, now: services.now() });
    await publish();
    // A chain created meanwhile may have its first link signed with the old key. After this wait
    // none can.
    await waitForHeads(owner);
    chains += await introduce();
    await endKeyRotation(config.dataFolder);
    await publishSharedKeys({ config, owner, now: services.now() });
    printNewKey(options, change, chains);
  });
}

/**
 * `facturier audit new-key --lost`: explicitly replaces a lost signing key. Each chain records the
 * link from which the new key applies; `verify` reports the new key until its fingerprint is passed
 * to `--trust`. Other lost keys are created again too.
 */
export async function auditNewKey(service: CommandContext, options: Options): Promise<void> {
  const { config, owner, pool, services } = service;
  await locked(service, async () => {
    const inUse = await keysOfChainHeads(owner);
    const here = privateKeyIds(config.dataFolder);
    if (here.length > 0 && inUse.every((keyId) => here.includes(keyId))) throw new CommandError(keyNotLost);
    const change = await replaceLostKey(config.dataFolder, { now: services.now(), inUse });
    await recordActiveKey(owner, { name: 'audit', fingerprint: change.fingerprint, now: services.now() });
    await recreateMissingKeys(service, ['webhook', 'portal']);
    await publishSharedKeys({ config, owner, now: services.now() });
    const seal = await openChainSigner(config.dataFolder, { lock: withFileLock, inUse: [change.to.keyId] });
    try {
      const lost = headsWhere(owner, ({ keyId }) => keyId !== change.to.keyId && !here.includes(keyId));
      const chains = await appendedTo(owner, (onProgress) =>
        appendToAllChains(pool, lost, {
          ...{ seal: { ...seal, signer: () => change.to }, now: services.now(), actor: OPERATOR, onProgress },
          say: ({ keyId }) => (keyId === change.to.keyId ? undefined : keyLink('seal_key_lost', change)),
        }),
      );
      printNewKey(options, change, chains);
    } finally {
      await seal.close();
    }
  });
}

/**
 * `facturier audit new-anchor`: records in every chain that the head log was lost or damaged and
 * starts a new one. The old content is kept beside it.
 */
export async function auditNewAnchor(service: CommandContext, options: Options): Promise<void> {
  const { config, seal, owner, pool, services } = service;
  await seal.renewAnchors();
  const { beginnings } = await readHeadLog(config.dataFolder);
  const anew = beginnings.filter(({ begun }) => begun === 'anew');
  const chains = await headsCounted(owner);
  let recorded = 0;
  for (const beginning of anew) {
    const sha256 = beginningDigest(beginning);
    recorded += await appendToAllChains(pool, allChainHeads(owner), {
      ...{ seal, now: services.now(), actor: OPERATOR, once: true },
      say: () => ({ type: 'anchor_begun', sha256 }),
    });
  }
  if (recorded === 0) throw new CommandError(anchorWell);
  say(options, { begun: anew.map(({ id, at }) => ({ id, at })), chains }, inWords(anchorBegun(chains)));
}

/**
 * Records in every chain that a backup was restored, and restarts the head log: heads of links that
 * the restore lost would look like a truncated chain. `sha256` is the digest of the backup.
 */
export async function recordRestore(service: CommandContext, sha256: string): Promise<number> {
  const { seal, owner, pool, services } = service;
  return appendToAllChains(pool, allChainHeads(owner), {
    seal: {
      ...seal,
      anchor: (whose, head, signed) => seal.anchor(whose, head, { ...signed, restarts: true }),
    },
    ...{ now: services.now(), actor: OPERATOR },
    say: () => ({ type: 'restored', sha256 }),
  });
}

const keyLink = (
  type: 'seal_key_changed' | 'seal_key_lost',
  { fingerprint, publicKey }: Omit<KeyRotation, 'from'>,
) => ({
  ...{ type, sha256: fingerprint, key: { fingerprint, publicKey } },
});

/** Two commands at once, on one machine or two, would rotate the key twice. */
const locked = ({ config, owner }: CommandContext, work: () => Promise<void>): Promise<void> =>
  withKeysFolderLock(config, () => withKeyLock(owner, 'change', work));

async function* headsWhere(owner: CommandContext['owner'], isMeant: (head: ChainHeadRow) => boolean): Chains {
  for await (const head of allChainHeads(owner)) if (isMeant(head)) yield head;
}

async function headsCounted(owner: CommandContext['owner']): Promise<number> {
  let chains = 0;
  for await (const _ of allChainHeads(owner)) chains += 1;
  return chains;
}

async function appendedTo(
  owner: CommandContext['owner'],
  work: (onProgress: (done: number) => void) => Promise<number>,
): Promise<number> {
  const progress = progressOn(process.stderr);
  const all = await headsCounted(owner);
  try {
    return await work((done) => progress.show(done, all));
  } finally {
    progress.end();
  }
}

function printNewKey(options: Options, { to, fingerprint }: Omit<KeyRotation, 'from'>, chains: number): void {
  say(options, { keyId: to.keyId, fingerprint, chains }, inWords(newKeyText(fingerprint, chains)));
}

const newKeyText = (fingerprint: string, chains: number) => ({
  fr: `Nouvelle clé de signature, inscrite dans ${chains} piste(s) d’audit. Son empreinte SHA-256, à conserver ailleurs :\n${fingerprint}\nSauvegardez le dossier de données, qui contient la clé.`,
  en: `New signing key, recorded in ${chains} audit trail(s). Its SHA-256 fingerprint (keep a copy elsewhere):\n${fingerprint}\nBack up the data folder, which contains the key.`,
});
const keyNotLost = {
  fr: 'la clé n’est pas perdue : elle est dans le dossier de données et signe toutes les pistes d’audit. Pour la changer : npx facturier audit rotate-key',
  en: 'the key is not lost: it is in the data folder and signs every audit trail. To change it: npx facturier audit rotate-key',
};
const anchorWell = {
  fr: 'rien à faire : le fichier des dernières entrées signées (audit/heads.jsonl) n’est pas perdu',
  en: 'nothing to do: the file of signed last entries (audit/heads.jsonl) is not lost',
};
const anchorBegun = (chains: number) => ({
  fr: `Un nouveau fichier de dernières entrées signées (audit/heads.jsonl) est commencé, et ${chains} piste(s) d’audit l’enregistrent. Seules des entrées gardées ailleurs (verify --heads) peuvent encore révéler une troncature antérieure.`,
  en: `A new file of signed last entries (audit/heads.jsonl) is started, and ${chains} audit trail(s) record this. Only entries kept elsewhere (verify --heads) can still reveal an earlier truncation.`,
});
const keyUnknown = (keyId: string) => ({
  fr: `la clé publique ${keyId} n’est pas dans keys/public du dossier de données. Pour voir ce qui manque : npx facturier verify`,
  en: `the public key ${keyId} is not in keys/public of the data folder. To see what is missing: npx facturier verify`,
});
const headsNotReadable = (file: string, code: string) => ({
  fr: `le fichier ${file} ne peut pas être lu (${code}). Donnez le fichier écrit par « npx facturier audit head ».`,
  en: `the file ${file} cannot be read (${code}). Give the file written by "npx facturier audit head".`,
});
const headsNotWhole = (file: string, whole: number, cut: number) => ({
  fr: `${file} est incomplet : ${whole} tête(s) valable(s), ${cut} tronquée(s) ou modifiée(s). Donnez la sortie complète de « npx facturier audit head ».`,
  en: `${file} is incomplete: ${whole} valid heads, ${cut} truncated or changed. Give the full output of "npx facturier audit head".`,
});
