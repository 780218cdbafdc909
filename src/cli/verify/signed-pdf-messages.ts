import type { CheckedPdf, PdfFault } from '../../audit/pdf-seal/verify-pdf-seal.ts';
import type { TranslatedText } from '../../startup-error.ts';
import { inWords } from '../terminal/output.ts';
import type { PdfOrigin, PdfOriginFault } from './signed-pdf-origin.ts';

/** What a signed file proves, or what is wrong with it. */
export function signedPdfMessage(
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
  fr: 'Le PDF signé est intact. Ce qui est prouvé :',
  en: 'The signed PDF is intact. What is proven:',
};
const LEVEL: TranslatedText = {
  fr: 'Niveau : signature électronique simple (règlement eIDAS, art. 25). Le sceau prouve le fichier ; qui a signé repose sur la preuve ci-dessus.',
  en: 'Level: simple electronic signature (eIDAS Regulation, art. 25). The seal proves the file; who signed rests on the evidence above.',
};
const ADVICE: TranslatedText = {
  fr: 'Demandez une autre copie à qui l’a émis, et gardez celle-ci à part.',
  en: 'Ask whoever issued it for another copy, and keep this one aside.',
};

function provenBy({ seal, stamp, evidence }: CheckedPdf): TranslatedText[] {
  const { said, sha256 } = evidence ?? {};
  const words: TranslatedText[] = [];
  if (seal)
    words.push({
      fr: `· rien n’a changé depuis son scellement par ${seal.by}, le ${time(seal.at)}, certificat SHA-256 ${seal.fingerprint}`,
      en: `· nothing has changed since it was sealed by ${seal.by}, on ${time(seal.at)}, certificate SHA-256 ${seal.fingerprint}`,
    });
  words.push(
    stamp
      ? {
          fr: `· il existait le ${time(stamp.at)}, horodaté par ${stamp.authority} (SHA-256 ${stamp.fingerprint})`,
          en: `· it existed on ${time(stamp.at)}, time stamped by ${stamp.authority} (SHA-256 ${stamp.fingerprint})`,
        }
      : {
          fr: '· sans horodatage : ces heures sont celles de la machine qui l’a scellé',
          en: '· without a time stamp: these times are those of the machine that sealed it',
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
        fr: `· le PDF qui lui a été présenté est dans le fichier : SHA-256 ${said.shownSha256} ; preuve : SHA-256 ${sha256}`,
        en: `· the PDF he was shown is in the file: SHA-256 ${said.shownSha256}; evidence: SHA-256 ${sha256}`,
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
      fr: `· il est celui que le compte ${account} conserve, et le maillon ${origin?.link?.seq} de sa chaîne d’audit le dit`,
      en: `· it is the one account ${account} keeps, and link ${origin?.link?.seq} of its audit chain says so`,
    };
  if (isTrusted) return { fr: '· son certificat est celui de --trust', en: '· its certificate is that of --trust' };
  return {
    fr: `· de qui est ce certificat, rien ici ne le dit : comparez-le à une empreinte reçue autrement, verify --pdf … --trust ${fingerprint}`,
    en: `· whose certificate this is, nothing here says: compare it with a fingerprint that came another way, verify --pdf … --trust ${fingerprint}`,
  };
}

const time = (at: number): string =>
  Number.isFinite(at) ? new Date(at * 1000).toISOString().replace('.000Z', 'Z') : '?';

const faultTexts: Readonly<Record<PdfFault | PdfOriginFault, TranslatedText>> = {
  pdf_unsealed: { fr: 'ce n’est pas un PDF scellé', en: 'this is no sealed PDF' },
  pdf_not_covered: {
    fr: 'le sceau ne couvre pas tout le fichier : quelque chose a été ajouté, retiré ou modifié',
    en: 'the seal does not cover the whole file: something was added, taken away or changed',
  },
  pdf_seal_garbled: {
    fr: 'le sceau n’est pas de ceux que fait Facturier, ou il a été modifié',
    en: 'the seal is none that Facturier makes, or it was changed',
  },
  pdf_changed: {
    fr: 'le fichier n’est pas celui qui a été scellé : au moins un octet a changé',
    en: 'the file is not the one that was sealed: a byte at least has changed',
  },
  pdf_signature_wrong: { fr: 'la signature du sceau est fausse', en: 'the signature of the seal is wrong' },
  pdf_certificate_not_valid: {
    fr: 'le certificat n’était pas valable à l’heure du sceau',
    en: 'the certificate was not valid at the time of the seal',
  },
  pdf_stamp_wrong: { fr: 'l’horodatage est faux ou a été modifié', en: 'the time stamp is wrong or was changed' },
  pdf_evidence_missing: {
    fr: 'le fichier ne contient pas la preuve (preuve.json)',
    en: 'the file does not hold the evidence (preuve.json)',
  },
  pdf_shown_differs: {
    fr: 'le PDF contenu n’est pas celui dont la preuve donne l’empreinte',
    en: 'the PDF inside is not the one whose digest the evidence says',
  },
  pdf_of_another: {
    fr: 'aucun compte d’ici n’a ce certificat, et --trust ne le nomme pas',
    en: 'no account here has this certificate, and --trust does not name it',
  },
  pdf_not_in_chain: {
    fr: 'scellé par un certificat de ce compte, mais aucun maillon sain de sa chaîne d’audit ne le dit',
    en: 'sealed by a certificate of this account, but no sound link of its audit chain says so',
  },
};
