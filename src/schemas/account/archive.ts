import * as z from 'zod';
import {
  ARCHIVE_BYTES_MAX,
  ARCHIVE_END_BYTES,
  ARCHIVE_KEPT_DAYS,
  type Archive,
  type ArchiveCheckFault,
  type ArchiveFailure,
  archiveCheckFaults,
  archiveExpiry,
  archiveFailures,
  archiveStates,
} from '../../domain/account/archive.ts';
import { type BilingualText, textIn } from '../bilingual-text.ts';

const seconds = z.int().meta({ description: 'Unix seconds.' });
const day = z.string().meta({ format: 'date' });
const hash = (description: string) => z.string().meta({ description: `${description}, in hexadecimal.` });

export const ArchiveJson = z
  .object({
    id: z.string(),
    test: z.boolean(),
    from: day.meta({ description: 'The first day, in the time zone of the account.' }),
    to: day.meta({ description: 'The last day, included.' }),
    state: z.enum(archiveStates),
    createdAt: seconds,
    endedAt: seconds.optional().meta({ description: 'Unix seconds. When it became ready, or failed.' }),
    expiresAt: seconds.optional().meta({
      description: `Unix seconds. ${ARCHIVE_KEPT_DAYS} days after it ended, the archive is deleted: it can be made again.`,
    }),
    failure: z
      .object({ reason: z.enum(archiveFailures), message: z.string() })
      .optional()
      .meta({ id: 'ArchiveFailure', description: 'Why it could not be made.' }),
    size: z.int().optional().meta({ description: 'Bytes of the file.' }),
    sha256: hash('The SHA-256 of the file').optional(),
    signedSha256: hash('The SHA-256 of the file without its signature, as recorded in the audit trail').optional(),
    keyFingerprint: hash('The SHA-256 of the public key that signed the file: keep it apart from the file').optional(),
    counts: z
      .object({
        documents: z.int(),
        payments: z.int(),
        closures: z.int(),
        bookClosings: z.int(),
        files: z.int(),
        links: z.int(),
      })
      .optional()
      .meta({
        id: 'ArchiveCounts',
        description:
          'What the archive contains. `bookClosings`: closings of the receipts book and the register of purchases, with their lines; `links`: entries of the audit trail.',
      }),
  })
  .meta({ id: 'Archive' });

/** An archive in the API. */
export function archiveToJson(archive: Archive, language: 'fr' | 'en'): z.input<typeof ArchiveJson> {
  const { id, test, from, to, state, createdAt, endedAt, failure, size, made } = archive;
  return {
    ...{ id, test, from, to, state, createdAt },
    ...(endedAt !== undefined && { endedAt, expiresAt: archiveExpiry(endedAt) }),
    ...(failure && { failure: { reason: failure, message: textIn(failureTexts[failure], language) } }),
    ...(size !== undefined && { size }),
    ...(made && {
      ...{ sha256: made.sha256, signedSha256: made.signedSha256, keyFingerprint: made.fingerprint },
      counts: {
        ...{
          documents: made.documents,
          payments: made.payments,
          closures: made.closures,
          bookClosings: made.bookClosings ?? 0,
        },
        ...{ files: made.files, links: made.links },
      },
    }),
  };
}

const GIB = 1_024 ** 3;

const failureTexts: Readonly<Record<ArchiveFailure, BilingualText>> = {
  nothing_recorded: {
    fr: 'Rien n’a été enregistré pendant ces jours.',
    en: 'Nothing was recorded on these days.',
  },
  records_altered: {
    fr: 'Des données manquent ou ont été modifiées : une archive ne prouverait rien. Vérifiez la piste d’audit pour voir lesquelles.',
    en: 'Some data is missing or was changed, so an archive would prove nothing. Verify the audit trail to see which.',
  },
  too_large: {
    fr: `Le fichier dépasserait ${ARCHIVE_BYTES_MAX / GIB} Gio. Choisissez moins de jours, ou utilisez la commande « facturier archive ».`,
    en: `The file would exceed ${ARCHIVE_BYTES_MAX / GIB} GiB. Choose fewer days, or use the command "facturier archive".`,
  },
  storage_full: {
    fr: 'L’espace de stockage du compte est plein. Supprimez des archives ou des pièces jointes, ou choisissez moins de jours.',
    en: 'The storage of the account is full. Delete archives or attachments, or choose fewer days.',
  },
  not_written: {
    fr: 'Le fichier n’a pas pu être écrit. Réessayez plus tard ; la raison est dans le journal du service.',
    en: 'The file could not be written. Try again later; the reason is in the log of the service.',
  },
};

/** Characters of that end in base64. */
const ARCHIVE_END_TEXT_MAX = 4 * Math.ceil(ARCHIVE_END_BYTES / 3);

/** How an archive is checked by its digest. */
export const ArchiveCheckForm = z.object({
  size: z.int().min(0).meta({ description: 'Bytes of the whole file.' }),
  sha256: z
    .string()
    .length(64)
    .regex(/^[0-9a-f]*$/)
    .meta({
      description: `The SHA-256 of the file without its last ${ARCHIVE_END_BYTES} bytes, in hexadecimal.`,
    }),
  end: z
    .base64()
    .max(ARCHIVE_END_TEXT_MAX)
    .meta({ description: `The last ${ARCHIVE_END_BYTES} bytes of the file in base64; all of it if it is shorter.` }),
});

export const ArchiveCheckJson = z
  .object({
    isIntact: z.boolean().meta({ description: 'Whether every byte is as this account archived it.' }),
    fault: z
      .object({ reason: z.enum(archiveCheckFaults), message: z.string() })
      .optional()
      .meta({ id: 'ArchiveCheckFault', description: 'What is wrong, and what to do.' }),
    archive: z
      .object({
        ...{ id: z.string(), from: day, to: day },
        madeAt: seconds,
      })
      .optional()
      .meta({ id: 'CheckedArchive', description: 'What the valid signature says about the file.' }),
    keyFingerprint: hash('The SHA-256 of the public key that signed the file').optional(),
    recordedAt: seconds.optional().meta({ description: 'Unix seconds. The entry of the audit trail.' }),
    recordedSeq: z.int().optional().meta({ description: 'The number of this entry.' }),
  })
  .meta({ id: 'ArchiveCheck' });

/** A fault of a checked archive in the API. */
export const checkFaultToJson = (
  reason: ArchiveCheckFault,
  language: 'fr' | 'en',
): { reason: ArchiveCheckFault; message: string } => ({ reason, message: textIn(checkFaultTexts[reason], language) });

const checkFaultTexts: Readonly<Record<ArchiveCheckFault, BilingualText>> = {
  end_missing: {
    fr: 'Ce fichier n’est pas une archive entière : sa fin, qui porte la signature, manque ou a été modifiée. Téléchargez-le de nouveau, ou prenez une autre copie.',
    en: 'This file is not a whole archive: its end, with the signature, is missing or was changed. Download it again, or use another copy.',
  },
  key_unknown: {
    fr: 'L’archive est signée par une clé que ce service n’a jamais eue : une autre installation l’a faite. Sa commande « facturier verify --archive » la vérifie.',
    en: 'The archive is signed by a key that this service never had: another installation made it. The command "facturier verify --archive" verifies it.',
  },
  signature_invalid: {
    fr: 'La signature n’est pas valable : le fichier a été modifié. Prenez une autre copie, ou refaites l’archive.',
    en: 'The signature is invalid: the file was changed. Use another copy, or make the archive again.',
  },
  other_account: {
    fr: 'L’archive est celle d’un autre compte. Ouvrez ce compte pour la vérifier.',
    en: 'The archive belongs to another account. Open that account to check it.',
  },
  other_mode: {
    fr: 'L’archive est de l’autre mode (réel ou test). Changez de mode pour la vérifier.',
    en: 'The archive is of the other mode (live or test). Change the mode to check it.',
  },
  changed: {
    fr: 'Le fichier n’est pas celui qui a été signé : au moins un octet a changé ou manque. Prenez une autre copie, ou refaites l’archive.',
    en: 'The file is not the one that was signed: at least one byte has changed or is missing. Use another copy, or make the archive again.',
  },
  not_recorded: {
    fr: 'La signature est valable, mais la piste d’audit n’a pas d’entrée pour cette archive. C’est le cas si le service a été restauré d’une sauvegarde plus ancienne ; sinon, demandez à l’exploitant du service.',
    en: 'The signature is valid, but the audit trail has no entry for this archive. This is so if the service was restored from an older backup; if not, ask the operator of the service.',
  },
};
