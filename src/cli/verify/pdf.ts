import { readFile, stat } from 'node:fs/promises';
import { type CheckedPdf, checkPdfSeal, PDF_BYTES_MAX, type PdfFault } from '../../audit/pdf-seal/verify-pdf-seal.ts';
import type { Config } from '../../config.ts';
import type { TranslatedText } from '../../startup-error.ts';
import { CommandError, inWords, say } from '../terminal/output.ts';
import { originOf, type PdfOrigin, type PdfOriginFault } from './signed-pdf-origin.ts';

/**
 * `facturier verify --pdf FILE [--trust FINGERPRINT]`: checks a signed file offline. If the data
 * folder has a database, also checks that one of its accounts sealed the file and that the audit
 * chain records it. Returns the exit code.
 */
export async function verifyPdf(
  file: string,
  config: Config,
  options: { json?: boolean; trust?: readonly string[] },
): Promise<0 | 1> {
  const bytes = await bytesOfFile(file);
  const checked = await checkPdfSeal(bytes);
  const isTrusted = checked.seal !== undefined && (options.trust ?? []).includes(checked.seal.fingerprint);
  const found = await originOf(bytes, checked, { config, isTrusted, trust: options.trust ?? [] });
  const faults = [...checked.faults, ...found.faults];
  const { seal, stamp, evidence } = checked;
  const sealed = seal && { by: seal.by, fingerprint: seal.fingerprint, at: seal.at };
  const { asked, account, origin } = found;
  const chain = { asked, account, documentId: origin?.documentId, number: origin?.number, seq: origin?.link?.seq };
  const json = {
    intact: faults.length === 0,
    level: 'simple',
    faults,
    isTrusted,
    seal: sealed,
    stamp,
    evidence,
    chain,
  };
  say(options, json, signedPdfMessage(checked, found, { faults, isTrusted }));
  return faults.length === 0 ? 0 : 1;
}

async function bytesOfFile(file: string): Promise<Buffer> {
  try {
    // Facturier writes no file this large, so it cannot be ours: an empty buffer is refused as
    // unsealed.
    const { size } = await stat(file);
    return size > PDF_BYTES_MAX ? Buffer.alloc(0) : await readFile(file);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new CommandError({
      fr: `le fichier ${file} ne peut pas être lu (${code})`,
      en: `the file ${file} cannot be read (${code})`,
    });
  }
}

/** What a signed file proves, or what is wrong with it. */
function signedPdfMessage(
  checked: CheckedPdf,
  found: PdfOrigin,
  { faults, isTrusted }: { faults: readonly (PdfFault | PdfOriginFault)[]; isTrusted: boolean },
): string {
  if (faults.length > 0)
    return [...faults.map((fault) => `✖ ${inWords(faultTexts[fault])}`), inWords(ADVICE)].join('\n');
  return [
    WELL,
    ...provenBy(checked),
    originWords(found, { isTrusted, fingerprint: checked.seal?.fingerprint ?? '' }),
    LEVEL,
  ]
    .map((text) => inWords(text))
    .join('\n');
}

const WELL: TranslatedText = {
  fr: 'Le PDF signé est intact. Ce qu’il prouve :',
  en: 'The signed PDF is intact. It proves:',
};
const LEVEL: TranslatedText = {
  fr: 'Niveau : signature électronique simple (règlement eIDAS, art. 25). Le sceau prouve l’intégrité du fichier ; l’identité du signataire repose sur la preuve ci-dessus.',
  en: 'Level: simple electronic signature (eIDAS Regulation, art. 25). The seal proves the integrity of the file; the signer’s identity rests on the evidence above.',
};
const ADVICE: TranslatedText = {
  fr: 'Demandez une autre copie à l’émetteur, et conservez celle-ci à part.',
  en: 'Ask the issuer for another copy, and keep this one separately.',
};

function provenBy({ seal, stamp, evidence }: CheckedPdf): TranslatedText[] {
  const { said, sha256 } = evidence ?? {};
  const words: TranslatedText[] = [];
  if (seal)
    words.push({
      fr: `· rien n’a changé depuis que ${seal.by} l’a scellé, le ${time(seal.at)}, certificat SHA-256 ${seal.fingerprint}`,
      en: `· nothing has changed since ${seal.by} sealed it on ${time(seal.at)}, certificate SHA-256 ${seal.fingerprint}`,
    });
  words.push(
    stamp
      ? {
          fr: `· il existait le ${time(stamp.at)}, horodaté par ${stamp.authority} (SHA-256 ${stamp.fingerprint})`,
          en: `· it existed on ${time(stamp.at)}, time stamped by ${stamp.authority} (SHA-256 ${stamp.fingerprint})`,
        }
      : {
          fr: '· sans horodatage : les heures sont celles de la machine qui l’a scellé',
          en: '· without a time stamp: the times are those of the machine that sealed it',
        },
  );
  if (said) {
    const email = said.signer.email === undefined ? '' : ` <${said.signer.email}>`;
    const isVerified = said.emailVerifiedAt !== undefined;
    words.push(
      {
        fr: `· ${said.signer.name}${email} (${isVerified ? 'adresse vérifiée par un code' : 'adresse non vérifiée'}) a accepté ${said.document.number} le ${time(said.signedAt)}, depuis ${said.signer.network} : « ${said.consent} »`,
        en: `· ${said.signer.name}${email} (${isVerified ? 'address verified by a code' : 'address not verified'}) accepted ${said.document.number} on ${time(said.signedAt)}, from ${said.signer.network}: “${said.consent}”`,
      },
      {
        fr: `· le PDF présenté au signataire est dans le fichier : SHA-256 ${said.shownSha256} ; preuve : SHA-256 ${sha256}`,
        en: `· the PDF shown to the signer is in the file: SHA-256 ${said.shownSha256}; evidence: SHA-256 ${sha256}`,
      },
    );
  }
  return words;
}

function originWords(
  { asked, account, origin }: PdfOrigin,
  { isTrusted, fingerprint }: { isTrusted: boolean; fingerprint: string },
): TranslatedText {
  if (asked && account)
    return {
      fr: `· le compte ${account} conserve ce fichier, et l’entrée ${origin?.link?.seq} de sa piste d’audit l’enregistre`,
      en: `· account ${account} stores this file, and entry ${origin?.link?.seq} of its audit trail records it`,
    };
  if (isTrusted) return { fr: '· son certificat est celui de --trust', en: '· its certificate is that of --trust' };
  return {
    fr: `· l’émetteur de ce certificat n’est pas connu ici : comparez-le à une empreinte reçue autrement, verify --pdf … --trust ${fingerprint}`,
    en: `· the owner of this certificate is not known here: compare it with a fingerprint received another way, verify --pdf … --trust ${fingerprint}`,
  };
}

const time = (at: number): string =>
  Number.isFinite(at) ? new Date(at * 1000).toISOString().replace('.000Z', 'Z') : '?';

const faultTexts: Readonly<Record<PdfFault | PdfOriginFault, TranslatedText>> = {
  pdf_unsealed: { fr: 'ce fichier n’est pas un PDF scellé', en: 'this file is not a sealed PDF' },
  pdf_not_covered: {
    fr: 'le sceau ne couvre pas tout le fichier : quelque chose a été ajouté, retiré ou modifié',
    en: 'the seal does not cover the whole file: something was added, removed or changed',
  },
  pdf_seal_garbled: {
    fr: 'ce sceau n’a pas été fait par Facturier, ou il a été modifié',
    en: 'the seal was not made by Facturier, or it was changed',
  },
  pdf_changed: {
    fr: 'le fichier n’est pas celui qui a été scellé : au moins un octet a changé',
    en: 'the file is not the one that was sealed: at least one byte has changed',
  },
  pdf_signature_wrong: { fr: 'la signature du sceau n’est pas valable', en: 'the signature of the seal is invalid' },
  pdf_certificate_not_valid: {
    fr: 'le certificat n’était pas valable à l’heure du sceau',
    en: 'the certificate was not valid at the time of the seal',
  },
  pdf_stamp_wrong: {
    fr: 'l’horodatage n’est pas valable ou a été modifié',
    en: 'the time stamp is invalid or was changed',
  },
  pdf_evidence_missing: {
    fr: 'le fichier ne contient pas la preuve (preuve.json)',
    en: 'the file does not contain the evidence (preuve.json)',
  },
  pdf_shown_differs: {
    fr: 'le PDF contenu ne correspond pas à l’empreinte de la preuve',
    en: 'the PDF inside does not match the digest in the evidence',
  },
  pdf_of_another: {
    fr: 'aucun compte de cette installation n’a ce certificat, et --trust ne l’indique pas',
    en: 'no account of this installation has this certificate, and --trust does not name it',
  },
  pdf_not_in_chain: {
    fr: 'scellé par un certificat de ce compte, mais aucune entrée intacte de sa piste d’audit ne l’enregistre',
    en: 'sealed by a certificate of this account, but no intact entry of its audit trail records it',
  },
};
