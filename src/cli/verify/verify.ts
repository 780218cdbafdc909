import { type Known, readKnownHeads } from '../../audit/heads/known-heads.ts';
import type { Config } from '../../config.ts';
import { allAccountIds } from '../../db/account/all-accounts.ts';
import { accountsExplained } from '../../db/audit/verify/erased-accounts.ts';
import type { Finding, Note } from '../../db/audit/verify/finding.ts';
import {
  findingsOutsideDatabase,
  type Progress,
  type Verified,
  verifyAccounts,
} from '../../db/audit/verify/verify-accounts.ts';
import { faultText, noteText } from '../../services/account/verification-texts.ts';
import { readKeptHeads } from '../audit/audit.ts';
import { type CommandContext, openCommandContext } from '../command-context.ts';
import { resolveAccount } from '../run-as-operator.ts';
import { inWords, say } from '../terminal/output.ts';
import { saveVerifyState } from './state.ts';

export type VerifyOptions = { json?: boolean; account?: string; trust?: readonly string[]; heads?: string };

/**
 * `facturier verify [--trust FINGERPRINT] [--heads FILE]`: verifies every chain and everything it
 * covers, files included, and compares them with the recorded and exported heads. Returns the exit
 * code.
 */
export async function verify(config: Config, options: VerifyOptions): Promise<0 | 1> {
  const heads = options.heads === undefined ? [] : await readKeptHeads(options.heads);
  // Read before the database, so that links appended meanwhile do not look truncated.
  const known = await readKnownHeads(config.dataFolder, {
    ...{ trust: options.trust ?? [], heads, othersNote: config.keysShared !== undefined },
  });
  const service = await openCommandContext(config, { name: 'facturier verify', unsealed: true });
  try {
    const accounts = options.account ? [await resolveAccount(service, options.account)] : 'every';
    const verified = await verifyChains(service, accounts, { known });
    const findings = verified.findings.length;
    if (!options.account) await saveVerifyState(config.dataFolder, { at: service.services.now(), findings });
    const intact = findings === 0;
    say(options, { intact, ...verified }, verificationMessage(verified));
    return intact ? 0 : 1;
  } finally {
    await service.close();
  }
}

/** Verifies these accounts; or all of them page by page, and faults outside the database. */
export async function verifyChains(
  { database, owner, services }: Pick<CommandContext, 'database' | 'owner' | 'services'>,
  accounts: readonly string[] | 'every',
  { known }: { known: Known },
): Promise<Verified> {
  const { objects } = services.environment;
  const meant = accounts === 'every' ? allAccountIds(owner) : accounts;
  const verified = await verifyAccounts(database.serving, meant, { ...known, objects }, showProgress);
  if (accounts === 'every')
    verified.findings.push(...(await findingsOutsideDatabase(accountsExplained(owner, known), known, verified)));
  if (process.stderr.isTTY) process.stderr.write('\r\x1b[K');
  return verified;
}

/** Lists the findings, or says there are none. */
export const verificationMessage = (verified: Verified): string =>
  [
    ...verified.notes.map(noteLine),
    verified.findings.length === 0 ? successText(verified) : findingsText(verified.findings),
  ].join('\n');

function showProgress({ links, files }: Progress): void {
  const done = inWords({ fr: `${links} entrées, ${files} fichiers`, en: `${links} entries, ${files} files` });
  if (process.stderr.isTTY) process.stderr.write(`\r… ${done}`);
}

function successText({ accounts, links, documents, payments, closures, files, uncovered }: Verified): string {
  const well = inWords({
    fr: `Tout est intact : ${accounts} compte(s), ${links} entrée(s) de piste d’audit, ${documents} document(s), ${payments} paiement(s), ${closures} clôture(s), ${files} fichier(s).`,
    en: `Everything is intact: ${accounts} account(s), ${links} audit trail entries, ${documents} document(s), ${payments} payment(s), ${closures} closure(s), ${files} file(s).`,
  });
  if (uncovered === 0) return well;
  const still = inWords({
    fr: `Pour ${uncovered} document(s) d’une version antérieure, la piste d’audit ne prouve pas encore l’état, le titre et les dates : le service les enregistre dans l’heure qui suit son démarrage.`,
    en: `For ${uncovered} document(s) of an earlier version the audit trail does not prove state, title and dates yet: the service records them within an hour of its start.`,
  });
  return `${well}\n${still}`;
}

const noteLine = ({ note, ...place }: Note): string => `ℹ ${inWords(noteText[note])}${placeText(place)}`;

function placeText({ account, mode, seq, number, at }: Omit<Finding, 'fault'>): string {
  const place = [
    account && inWords({ fr: `compte ${account}`, en: `account ${account}` }),
    mode,
    seq !== undefined && inWords({ fr: `entrée ${seq}`, en: `entry ${seq}` }),
    number,
    at,
  ].filter(Boolean);
  return place.length === 0 ? '' : ` (${place.join(', ')})`;
}

function findingsText(findings: readonly Finding[]): string {
  const lines = findings.map(({ fault, ...place }) => `✖ ${inWords(faultText[fault])}${placeText(place)}`);
  const advice = {
    fr: 'Ne modifiez plus rien, faites une copie de la base et du dossier de données, et restaurez une sauvegarde intacte.',
    en: 'Change nothing more, make a copy of the database and the data folder, and restore an intact backup.',
  };
  return [...lines, inWords(advice)].join('\n');
}
