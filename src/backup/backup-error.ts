import type { TranslatedText } from '../startup-error.ts';

/** Why a backup or restore is refused. */
export type BackupRefusal =
  | 'not_embedded'
  | 'already_there'
  | 'not_there'
  | 'folder_crowded'
  | 'not_a_backup'
  | 'damaged'
  | 'newer_format'
  | 'other_postgres'
  | 'newer_service'
  | 'older_service'
  | 'folder_not_empty'
  | 'passphrase_missing'
  | 'passphrase_short'
  | 'passphrase_wrong'
  | 'not_authentic'
  | 'place_unreachable'
  | 'log_incomplete'
  | 'time_before_backup'
  | 'time_ahead';

/** A refused backup or restore: a code for programs, and a text with a remedy for people. */
export class BackupError extends Error {
  readonly code: BackupRefusal;
  readonly text: TranslatedText;

  constructor(code: BackupRefusal, text: TranslatedText, options: { cause?: unknown } = {}) {
    super(text.en, options);
    this.name = 'BackupError';
    this.code = code;
    this.text = text;
  }
}
