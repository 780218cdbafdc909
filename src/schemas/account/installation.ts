import * as z from 'zod';
import { PUBLIC_URL_MAX, parsePublicUrl } from '../../domain/account/public-url.ts';
import { updateFaults } from '../../domain/account/release.ts';
import { PASSPHRASE_LENGTH_MIN } from '../../domain/backup/daily-copy.ts';
import { type MailServer, mailSecurities } from '../../domain/mail/mail-server.ts';
import { senderAddress } from '../../domain/mail/sender-address.ts';
import { isHost } from '../../s3-address.ts';
import { LINE_MAX, NAME_MAX, SHORT_MAX } from '../fields/text.ts';
import { customFault } from '../validation/custom-check.ts';

/** Maximum characters of a host name (RFC 1035, 2.3.4), and of a password. */
const HOST_MAX = 253;
const PASSWORD_MAX = 1_000;
const PORT_MAX = 65_535;

const security = z.enum(mailSecurities).meta({
  id: 'MailSecurity',
  description:
    '`tls`: encrypted from the start, usually port 465. `starttls`: encrypted before anything is sent, usually port 587. `none`: not encrypted, only for servers with a private address.',
});

const invalidHost = customFault({
  code: 'mail_host_invalid',
  fr: 'Écrivez un nom de machine ou une adresse IP, sans « https:// » ni port, par exemple smtp.exemple.fr',
  en: 'Write a host name or an IP address, without "https://" or a port, such as smtp.example.org',
});
const invalidSender = customFault({
  code: 'mail_sender_invalid',
  fr: 'Écrivez une adresse e-mail, par exemple factures@exemple.fr',
  en: 'Write an e-mail address, such as invoices@example.org',
});

/** The body of `PUT /v2/installation/mail`. */
export const MailServerForm = z
  .object({
    host: z
      .string()
      .trim()
      .max(HOST_MAX)
      .refine((text) => isHost(text), invalidHost)
      .meta({ example: 'smtp.exemple.fr' }),
    port: z.int().min(1).max(PORT_MAX).meta({ example: 587 }),
    security,
    user: z.string().trim().max(NAME_MAX).nullish().meta({ description: 'Null if the server asks for no login.' }),
    password: z.string().max(PASSWORD_MAX).nullish().meta({
      description:
        'Absent: the stored password stays, if server, port, security and user are the same. It is encrypted and never returned.',
    }),
    from: z
      .string()
      .trim()
      .max(SHORT_MAX)
      .refine((text) => senderAddress(text) !== undefined, invalidSender)
      .transform((text) => senderAddress(text) as string)
      .meta({ description: 'The sender address of all mail.', example: 'factures@exemple.fr' }),
  })
  .meta({ id: 'MailServerForm' });

/** Where a setting comes from, and who changed it. */
const provenance = {
  source: z.enum(['environment', 'screen', 'none']).meta({
    description:
      '`environment`: an environment variable of the service, which always wins. `screen`: set with this interface. `none`: not set.',
  }),
  variable: z.string().nullable().meta({ description: 'The environment variable, if it is the source.' }),
  changedAt: z.number().nullable().meta({ description: 'When it was last changed here; Unix seconds.' }),
};

export const MailSettingJson = z
  .object({
    ...provenance,
    server: z
      .object({
        host: z.string(),
        port: z.int(),
        security,
        user: z.string().nullable(),
        hasPassword: z.boolean(),
        isPasswordLost: z.boolean().meta({
          description: 'The stored password was encrypted with a key that no longer exists: enter it again.',
        }),
        from: z.string(),
      })
      .nullable(),
  })
  .meta({ id: 'MailSetting' });

/** A mail server without its password. */
export const serverToJson = (
  { host, port, security: secured, user, from }: MailServer,
  password: { has: boolean; isLost?: boolean },
): NonNullable<z.infer<typeof MailSettingJson>['server']> => ({
  ...{ host, port, security: secured, user: user ?? null, from },
  ...{ hasPassword: password.has, isPasswordLost: password.isLost ?? false },
});

const invalidAddress = customFault({
  code: 'public_address_invalid',
  fr: 'Écrivez une adresse https sans identifiants ni paramètres, par exemple https://factures.exemple.fr ; son chemin n’a que des lettres sans accent, des chiffres, des tirets et des points',
  en: 'Write an https address without credentials or parameters, such as https://billing.example.com; its path has plain letters, digits, hyphens and dots only',
});

/** The body of `PUT /v2/installation/address`. */
export const PublicAddressForm = z
  .object({
    url: z
      .string()
      .trim()
      .max(PUBLIC_URL_MAX)
      .refine((text) => 'url' in parsePublicUrl(text), invalidAddress)
      .transform((text) => {
        const parsed = parsePublicUrl(text);
        return 'url' in parsed ? parsed.url : text;
      })
      .meta({
        description: 'An https address, with or without a path, without parameters.',
        example: 'https://factures.exemple.fr',
      }),
  })
  .meta({ id: 'PublicAddressForm' });

export const PublicAddressJson = z
  .object({
    ...provenance,
    url: z.string().meta({
      description: 'The address that links to the service begin with; without a trailing slash.',
      example: 'https://factures.exemple.fr',
    }),
  })
  .meta({ id: 'PublicAddress' });

/** The body of `PUT /v2/installation/updates`. */
export const UpdateForm = z
  .object({
    isOn: z
      .boolean()
      .meta({ description: 'Whether the service asks for the latest release once a day.', example: true }),
  })
  .meta({ id: 'UpdateForm' });

export const UpdateSettingJson = z
  .object({
    ...provenance,
    isOn: z.boolean(),
    host: z.string().nullable().meta({ description: 'Where the service asks; null if `UPDATES_URL` is empty.' }),
    installed: z.string().meta({ description: 'The version of the service.', example: '1.0.0' }),
    checkedAt: z.number().nullable().meta({ description: 'When the last successful check was made; Unix seconds.' }),
    available: z
      .object({
        version: z.string().meta({ example: '1.1.0' }),
        url: z.string().meta({ description: 'The page that says what is new.' }),
        publishedAt: z.number().nullable(),
      })
      .nullable()
      .meta({ description: 'The latest release, if it is newer than the installed version.' }),
    failed: z
      .object({
        at: z.number(),
        fault: z.enum(updateFaults),
        status: z.int().nullable().meta({ description: 'The HTTP status, if `fault` is `status`.' }),
      })
      .nullable()
      .meta({ description: 'The last check, if it failed.' }),
  })
  .meta({ id: 'UpdateSetting' });

export const InstallationJson = z
  .object({
    version: z.string().max(SHORT_MAX).meta({ description: 'The version of the service.', example: '1.0.0' }),
    isOperator: z.boolean().meta({ description: 'Whether the caller may change the settings of the installation.' }),
    settingsOpen: z
      .boolean()
      .meta({ description: 'Whether the settings can be changed here (`SETTINGS_SCREENS`) at all.' }),
    sendsMail: z.boolean().meta({ description: 'Whether a mail server is set.' }),
  })
  .meta({ id: 'Installation' });

export const MailTestJson = z
  .object({
    to: z.string().meta({ description: 'The address the test mail was sent to.', example: 'zoe@exemple.fr' }),
    latencyMs: z.int().meta({ description: 'Milliseconds until the server accepted it.' }),
    answer: z.string().nullable().meta({ description: 'The answer of the server.' }),
  })
  .meta({ id: 'MailTest' });

const storeHost = z.string().trim().max(HOST_MAX).meta({ example: 's3.fr-par.scw.cloud' });
const invalidFolder = customFault({
  code: 'backup_folder_invalid',
  fr: 'Écrivez le chemin complet d’un dossier de la machine, par exemple /srv/sauvegardes',
  en: 'Write the full path of a folder of the machine, such as /srv/backups',
});
const isWholePath = (text: string): boolean => /^(\/|[A-Za-z]:[\\/])/.test(text) && !text.includes('\0');
const folder = z.string().trim().max(LINE_MAX).refine(isWholePath, invalidFolder);
const store = {
  host: storeHost,
  bucket: z.string().trim().max(SHORT_MAX),
  prefix: z.string().trim().max(NAME_MAX).default('').meta({ description: 'A folder in the bucket; may be empty.' }),
  region: z.string().trim().max(SHORT_MAX).default('us-east-1'),
  keyId: z.string().trim().min(1).max(NAME_MAX),
};

/** The body of `PUT /v2/installation/backup`. */
export const BackupForm = z
  .object({
    folder: folder.nullish().meta({ description: 'A folder of the machine: give this, or `store`.' }),
    store: z
      .object({
        ...store,
        secret: z.string().max(PASSWORD_MAX).nullish().meta({
          description: 'The secret key. Absent: the stored one stays, if host and key are the same. Never returned.',
        }),
      })
      .nullish()
      .meta({ id: 'BackupStoreForm', description: 'A bucket of an S3-compatible store, over HTTPS.' }),
    at: z
      .string()
      .max('HH:MM'.length)
      .regex(/^([01]\d|2[0-3]):[0-5]\d$/)
      .default('02:30')
      .meta({ description: 'Time of the daily backup, `HH:MM` in the time zone of the machine.' }),
    passphrase: z.string().min(PASSPHRASE_LENGTH_MIN).max(PASSWORD_MAX).nullish().meta({
      description:
        'Encrypts the keys in backups. Absent: the stored one stays; null: backups leave the keys out. Never returned.',
    }),
  })
  .meta({ id: 'BackupForm' });

export const BackupSettingJson = z
  .object({
    ...provenance,
    isPossible: z.boolean().meta({
      description: 'False with `DATABASE_URL`: its administrator backs that server up.',
    }),
    folder: z.string().nullable(),
    store: z
      .object({ host: z.string(), bucket: z.string(), prefix: z.string(), region: z.string(), keyId: z.string() })
      .nullable(),
    at: z.string().nullable(),
    hasPassphrase: z.boolean(),
    isSecretLost: z.boolean().meta({
      description: 'The stored secrets were encrypted with a key that no longer exists: enter them again.',
    }),
    madeAt: z.number().nullable().meta({ description: 'When the last backup was made; Unix seconds.' }),
    failed: z
      .object({ at: z.number(), reason: z.string() })
      .nullable()
      .meta({ description: 'The last attempt, if it failed.' }),
    running: z
      .object({
        startedAt: z.number(),
        done: z.number().meta({ description: 'Bytes read so far.' }),
        about: z.number().meta({ description: 'About how many bytes there are; 0 before it has begun.' }),
      })
      .nullable(),
    isOld: z.boolean().meta({ description: 'There is no backup younger than two days.' }),
  })
  .meta({ id: 'BackupSetting' });
