import * as z from 'zod';
import {
  ARCHIVE_BYTES_MAX,
  ARCHIVE_KEPT_DAYS,
  type Archive,
  type ArchiveFailure,
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
      .object({ documents: z.int(), payments: z.int(), closures: z.int(), files: z.int(), links: z.int() })
      .optional()
      .meta({ id: 'ArchiveCounts', description: 'What the archive contains; `links`: entries of the audit trail.' }),
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
        ...{ documents: made.documents, payments: made.payments, closures: made.closures },
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
