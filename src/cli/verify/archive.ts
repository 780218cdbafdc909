import { access } from 'node:fs/promises';
import { type CheckedArchive, checkArchive } from '../../archive/check/archive.ts';
import type { ArchiveFault } from '../../archive/check/finding.ts';
import { faultText } from '../../services/account/verification-texts.ts';
import type { TranslatedText } from '../../startup-error.ts';
import { CommandError, inWords, say } from '../terminal/output.ts';
import { progressOn } from '../terminal/progress.ts';

/** Maximum number of findings shown. */
const SHOWN_MAX = 100;

/**
 * `facturier verify --archive FILE [--trust FINGERPRINT]`: needs only the file. Returns the exit
 * code.
 */
export async function verifyArchive(
  file: string,
  options: { json?: boolean; trust?: readonly string[] },
): Promise<0 | 1> {
  await access(file).catch((error: NodeJS.ErrnoException) => {
    throw new CommandError({
      fr: `l’archive ${file} ne peut pas être lue (${error.code})`,
      en: `the archive ${file} cannot be read (${error.code})`,
    });
  });
  const progress = progressOn(process.stderr);
  const checked = await checkArchive(file, { trust: options.trust ?? [], onProgress: progress.show });
  progress.end();
  const intact = checked.findings.length === 0;
  say(options, { intact, ...checked }, intact ? successText(checked) : findingsText(checked));
  return intact ? 0 : 1;
}

function successText({ manifest, counts, fingerprint = '', trusted }: CheckedArchive): string {
  const { links, documents, payments, closures, bookClosings, files } = counts;
  const { name = '', from, to, madeAt = 0, mode } = manifest ?? {};
  const made = new Date(madeAt * 1000).toISOString();
  const isTest = mode === 'test';
  return inWords({
    fr: `L’archive est intacte : ${name}, du ${from} au ${to}${isTest ? ' (documents de test)' : ''}, créée le ${made}.\n${documents} document(s), ${payments} paiement(s), ${closures} clôture(s), ${bookClosings} clôture(s) des livres, ${files} fichier(s), ${links} entrée(s) de piste d’audit.\n${trusted ? `La clé est celle de --trust, ou lui succède : ${fingerprint}` : `Signée par la clé ${fingerprint}\nComparez-la à une empreinte conservée ailleurs : verify --archive … --trust EMPREINTE`}`,
    en: `The archive is intact: ${name}, ${from} to ${to}${isTest ? ' (test documents)' : ''}, created on ${made}.\n${documents} document(s), ${payments} payment(s), ${closures} closure(s), ${bookClosings} closing(s) of the books, ${files} file(s), ${links} audit trail entries.\n${trusted ? `The key is that of --trust, or succeeds it: ${fingerprint}` : `Signed by the key ${fingerprint}\nCompare it with a fingerprint kept elsewhere: verify --archive … --trust FINGERPRINT`}`,
  });
}

function findingsText({ findings }: CheckedArchive): string {
  const lines = findings.slice(0, SHOWN_MAX).map(({ fault, at }) => `✖ ${inWords(textOf(fault))} (${at})`);
  const more = findings.length - SHOWN_MAX;
  if (more > 0) lines.push(inWords({ fr: `… et ${more} autre(s)`, en: `… and ${more} more` }));
  const advice = {
    fr: 'Cette archive a été modifiée ou est incomplète. Prenez une autre copie, ou refaites l’archive.',
    en: 'This archive was changed or is incomplete. Use another copy, or create the archive again.',
  };
  return [...lines, inWords(advice)].join('\n');
}

const textOf = (fault: ArchiveFault): TranslatedText =>
  fault === 'closure_out_of_place' || fault === 'closure_figures_differ' || fault === 'closure_totals_differ'
    ? faultText[fault]
    : archiveFaultText[fault];

type OwnFault = Exclude<ArchiveFault, keyof typeof faultText>;

const archiveFaultText: Readonly<Record<OwnFault, TranslatedText>> = {
  archive_unreadable: {
    fr: 'ce fichier n’est pas une archive lisible',
    en: 'this file is not a readable archive',
  },
  archive_end_changed: {
    fr: 'la fin du fichier (signature.json) manque ou a été modifiée',
    en: 'the end of the file (signature.json) is missing or was changed',
  },
  archive_changed: {
    fr: 'le fichier n’est pas celui qui a été signé : au moins un octet a changé',
    en: 'the file is not the one that was signed: at least one byte has changed',
  },
  archive_signature_invalid: { fr: 'la signature n’est pas valable', en: 'the signature is invalid' },
  archive_key_missing: {
    fr: 'la clé de la signature n’est pas dans l’archive (cles/)',
    en: 'the key of the signature is not in the archive (cles/)',
  },
  archive_key_untrusted: {
    fr: 'la clé de la signature n’est pas celle de --trust, et ne lui succède pas',
    en: 'the key of the signature is not that of --trust, and does not succeed it',
  },
  archive_differs_from_statement: {
    fr: 'le manifeste ne concorde pas avec la signature',
    en: 'the manifest does not match the signature',
  },
  archive_of_newer_version: {
    fr: 'cette version ne connaît pas le format du manifeste : mettez Facturier à jour',
    en: 'this version does not know the format of the manifest: update Facturier',
  },
  member_missing: { fr: 'ce fichier manque dans l’archive', en: 'this file is missing from the archive' },
  member_unexpected: { fr: 'ce fichier ne fait pas partie d’une archive', en: 'this file is not part of an archive' },
  member_unreadable: { fr: 'ce fichier est illisible', en: 'this file cannot be read' },
  member_differs_from_list: {
    fr: 'la liste des empreintes (SHA256SUMS) ne correspond pas aux fichiers',
    en: 'the list of digests (SHA256SUMS) does not match the files',
  },
  index_differs: {
    fr: 'cette liste ne correspond pas au contenu de l’archive',
    en: 'this list does not match the content of the archive',
  },
  chain_link_wrong: {
    fr: 'cette entrée a été modifiée, ne suit pas la précédente ou n’est pas signée',
    en: 'this entry was changed, does not follow the previous one, or is not signed',
  },
  chain_incomplete: {
    fr: 'la piste d’audit est incomplète : elle devrait aller jusqu’à cette entrée',
    en: 'the audit trail is incomplete: the trail should reach this entry',
  },
  sealed_without_link: { fr: 'aucune entrée ne scelle ces données', en: 'no entry seals this data' },
  sealed_missing: {
    fr: 'une entrée scelle des données absentes de l’archive',
    en: 'an entry seals data that is not in the archive',
  },
};
