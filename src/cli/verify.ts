import type { Config } from '../config.ts';
import { readAnchors } from '../seal/anchors.ts';
import { knownPublicKeys } from '../seal/signing-key.ts';
import { listAccounts } from '../store/accounts.ts';
import type { Finding } from '../store/finding.ts';
import { missingAccounts, type Verified, verifyAccounts } from '../store/verify.ts';
import { accountMeant } from './as-operator.ts';
import { faultText } from './fault-text.ts';
import { inWords, say } from './output.ts';
import { openWorkplace, type Workplace } from './workplace.ts';

/** `facturier verify`: looks at every chain, document, payment and number. Gives the exit code. */
export async function verify(config: Config, options: { json?: boolean; account?: string }): Promise<0 | 1> {
  // Read before the database, so that nothing written meanwhile looks cut off.
  const known = { keys: await knownPublicKeys(config.dataFolder), anchors: await readAnchors(config.dataFolder) };
  const service = await openWorkplace(config, { name: 'facturier verify' });
  try {
    const accounts = options.account ? [await accountMeant(service, options.account)] : await idsOf(service);
    const verified = await verifyAccounts(service.database.serving, accounts, known, showProgress);
    if (!options.account) verified.findings.push(...missingAccounts(accounts, known));
    if (process.stderr.isTTY) process.stderr.write('\r\x1b[K');
    const intact = verified.findings.length === 0;
    say(options, { intact, ...verified }, intact ? allIsWell(verified) : whatBroke(verified.findings));
    return intact ? 0 : 1;
  } finally {
    await service.close();
  }
}

const idsOf = async ({ owner }: Workplace): Promise<string[]> => (await listAccounts(owner)).map(({ id }) => id);

function showProgress({ links }: { links: number }): void {
  if (process.stderr.isTTY) process.stderr.write(`\r… ${links}`);
}

const allIsWell = ({ accounts, links, documents, payments, closures }: Verified): string =>
  inWords({
    fr: `Tout est intact : ${accounts} compte(s), ${links} maillon(s), ${documents} document(s), ${payments} paiement(s), ${closures} clôture(s).`,
    en: `All is intact: ${accounts} account(s), ${links} link(s), ${documents} document(s), ${payments} payment(s), ${closures} closure(s).`,
  });

function whatBroke(findings: readonly Finding[]): string {
  const lines = findings.map(({ fault, account, mode, seq, number, at }) => {
    const place = [
      inWords({ fr: `compte ${account}`, en: `account ${account}` }),
      mode,
      seq !== undefined && inWords({ fr: `maillon ${seq}`, en: `link ${seq}` }),
      number,
      at,
    ];
    return `✖ ${inWords(faultText[fault])} (${place.filter(Boolean).join(', ')})`;
  });
  const advice = {
    fr: 'Ne modifiez plus rien, gardez une copie de la base et du dossier de données, et restaurez une sauvegarde saine.',
    en: 'Change nothing more, keep a copy of the database and the data folder, and restore a sound backup.',
  };
  return [...lines, inWords(advice)].join('\n');
}
