import * as z from 'zod';
import {
  ACCOUNT_EXPORT_BYTES_MAX,
  ACCOUNT_EXPORT_KEPT_DAYS,
  type AccountExport,
  type AccountExportFailure,
  accountExportExpiry,
  accountExportFailures,
  accountExportStates,
} from '../../domain/account/account-export.ts';
import { type BilingualText, textIn } from '../bilingual-text.ts';

const seconds = z.int().meta({ description: 'Unix seconds.' });

export const AccountExportJson = z
  .object({
    id: z.string(),
    test: z.boolean(),
    state: z.enum(accountExportStates),
    createdAt: seconds,
    endedAt: seconds.optional().meta({ description: 'Unix seconds. When it became ready, or failed.' }),
    expiresAt: seconds.optional().meta({
      description: `Unix seconds. ${ACCOUNT_EXPORT_KEPT_DAYS} days after it ended, the export is deleted: it can be made again.`,
    }),
    failure: z
      .object({ reason: z.enum(accountExportFailures), message: z.string() })
      .optional()
      .meta({ id: 'AccountExportFailure', description: 'Why it could not be made.' }),
    size: z.int().optional().meta({ description: 'Bytes of the file.' }),
    sha256: z.string().optional().meta({ description: 'The SHA-256 of the file, in hexadecimal.' }),
    counts: z.object({ records: z.int(), documents: z.int(), files: z.int() }).optional().meta({
      id: 'AccountExportCounts',
      description: 'What the export contains. `records`: rows of all tables; `files`: stored files.',
    }),
  })
  .meta({ id: 'AccountExport' });

/** An export in the API. */
export function accountExportToJson(exported: AccountExport, language: 'fr' | 'en'): z.input<typeof AccountExportJson> {
  const { id, test, state, createdAt, endedAt, failure, size, made } = exported;
  return {
    ...{ id, test, state, createdAt },
    ...(endedAt !== undefined && { endedAt, expiresAt: accountExportExpiry(endedAt) }),
    ...(failure && { failure: { reason: failure, message: textIn(failureTexts[failure], language) } }),
    ...(size !== undefined && { size }),
    ...(made && {
      sha256: made.sha256,
      counts: { records: made.records, documents: made.documents, files: made.files },
    }),
  };
}

const GIB = 1_024 ** 3;

const failureTexts: Readonly<Record<AccountExportFailure, BilingualText>> = {
  records_altered: {
    fr: 'Un fichier manque ou a été modifié : l’export ne serait pas complet. Vérifiez la piste d’audit pour voir lequel.',
    en: 'A file is missing or was changed, so the export would not be complete. Verify the audit trail to see which.',
  },
  too_large: {
    fr: `Le fichier dépasserait ${ACCOUNT_EXPORT_BYTES_MAX / GIB} Gio. Utilisez la commande « facturier export --all ».`,
    en: `The file would exceed ${ACCOUNT_EXPORT_BYTES_MAX / GIB} GiB. Use the command "facturier export --all".`,
  },
  storage_full: {
    fr: 'L’espace de stockage du compte est plein. Supprimez des archives, des exports ou des pièces jointes, ou utilisez la commande « facturier export --all ».',
    en: 'The storage of the account is full. Delete archives, exports or attachments, or use the command "facturier export --all".',
  },
  not_written: {
    fr: 'Le fichier n’a pas pu être écrit. Réessayez plus tard ; la raison est dans le journal du service.',
    en: 'The file could not be written. Try again later; the reason is in the log of the service.',
  },
};
