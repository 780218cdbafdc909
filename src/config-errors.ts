import { PASSPHRASE_LENGTH_MIN } from './domain/backup/daily-copy.ts';

// Error messages for wrong settings: what is wrong, and what to write instead (config.ts).

export const LOG_LEVELS = ['silent', 'fatal', 'error', 'warn', 'info', 'debug', 'trace'] as const;

export const portTaken = (port: number) => ({
  fr: `le port ${port} est déjà utilisé par un autre réglage (PORT, HTTP_PORT). Choisissez-en un autre, ou 0 pour ne pas l’ouvrir.`,
  en: `port ${port} is already used by another setting (PORT, HTTP_PORT). Choose another one, or 0 to open none.`,
});
export const invalidPort = (text: string) => ({
  fr: `« ${text} » n’est pas un port. Écrivez un nombre entier de 0 à 65535, par exemple 8443.`,
  en: `"${text}" is not a port. Write a whole number from 0 to 65535, such as 8443.`,
});
export const invalidProcessCount = (text: string, most: number) => ({
  fr: `« ${text} » n’est pas un nombre de processus. Écrivez le nombre de processus web sur toutes les machines, de 1 à ${most}.`,
  en: `"${text}" is not a number of processes. Write the number of web processes on all machines, from 1 to ${most}.`,
});
export const invalidDrainSeconds = (text: string, most: number) => ({
  fr: `« ${text} » n’est pas un nombre de secondes. Écrivez un nombre entier de 0 à ${most}, un peu plus que le délai de votre proxy pour voir qu’un processus n’est plus prêt.`,
  en: `"${text}" is not a number of seconds. Write a whole number from 0 to ${most}, a little more than your proxy needs to notice that a process is no longer ready.`,
});
export const keysLocationAmbiguous = {
  fr: 'les clés ne peuvent être partagées qu’à un seul endroit : réglez KEYS_FOLDER ou KEYS_SECRET, pas les deux.',
  en: 'keys can only be shared in one place: set KEYS_FOLDER or KEYS_SECRET, not both.',
};
export const invalidKeysSecret = (bytesMin: number) => ({
  fr: `ce n’est pas un secret d’au moins ${bytesMin} octets en base64 ou en hexadécimal. Créez-en un, le même pour toutes les machines : openssl rand -base64 32`,
  en: `this is not a secret of at least ${bytesMin} bytes in base64 or hexadecimal. Create one, the same for all machines: openssl rand -base64 32`,
});
export const notARate = (text: string) => ({
  fr: `« ${text} » n’est pas un nombre de requêtes par seconde. Écrivez un nombre entier, par exemple 1000, ou 0 pour aucune limite.`,
  en: `"${text}" is not a number of requests per second. Write a whole number such as 1000, or 0 for no limit.`,
});
export const invalidQuota = (text: string) => ({
  fr: `« ${text} » n’est pas une limite. Écrivez un nombre entier, ou 0 pour aucune limite.`,
  en: `"${text}" is not a limit. Write a whole number, or 0 for no limit.`,
});
export const invalidConnections = (text: string) => ({
  fr: `« ${text} » n’est pas un nombre de connexions. Écrivez un nombre entier, par exemple 256, ou 0 pour aucune limite.`,
  en: `"${text}" is not a number of connections. Write a whole number such as 256, or 0 for no limit.`,
});
export const invalidHost = (text: string) => ({
  fr: `« ${text} » n’est ni une adresse IP ni un nom de machine. Écrivez par exemple 127.0.0.1 (cette machine seule) ou 0.0.0.0 (tout le réseau).`,
  en: `"${text}" is neither an IP address nor a host name. Write for example 127.0.0.1 (this machine only) or 0.0.0.0 (the whole network).`,
});
export const invalidPublicUrl = (text: string) => ({
  fr: `« ${text} » n’est pas une adresse publique. Écrivez une adresse https sans identifiants ni paramètres, par exemple https://factures.exemple.fr`,
  en: `"${text}" is not a public address. Write an https address without credentials or parameters, such as https://billing.example.com`,
});
export const invalidPublicPath = ({ origin, pathname }: URL) => ({
  fr: `le chemin « ${pathname} » n’est pas possible. Utilisez des lettres sans accent, des chiffres, des tirets et des points entre les barres obliques, par exemple ${origin}/facturier`,
  en: `the path "${pathname}" is not possible. Use plain letters, digits, hyphens and dots between slashes, for example ${origin}/facturier`,
});
export const invalidName = (text: string) => ({
  fr: `« ${text} » n’est pas valable. Écrivez de 1 à 40 lettres sans accent ou chiffres, sans espace.`,
  en: `"${text}" is not valid. Write 1 to 40 plain letters and digits, without spaces.`,
});
export const invalidLogLevel = (text: string) => ({
  fr: `« ${text} » n’est pas un niveau de journal. Écrivez l’un de : ${LOG_LEVELS.join(', ')}.`,
  en: `"${text}" is not a log level. Write one of: ${LOG_LEVELS.join(', ')}.`,
});
export const invalidNetwork = (text: string) => ({
  fr: `« ${text} » n’est ni une adresse IP ni un réseau. Écrivez une liste séparée par des virgules, par exemple 10.0.0.5, 192.168.0.0/16.`,
  en: `"${text}" is neither an IP address nor a network. Write a comma-separated list, such as 10.0.0.5, 192.168.0.0/16.`,
});
export const invalidDatabaseUrl = {
  fr: 'ce n’est pas l’adresse d’un serveur PostgreSQL. Écrivez-la ainsi : postgresql://utilisateur:motdepasse@hote:5432/base',
  en: 'this is not the address of a PostgreSQL server. Write it like this: postgresql://user:password@host:5432/database',
};
export const invalidMailAddress = (text: string) => ({
  fr: `« ${text} » n’est pas une adresse e-mail. Écrivez par exemple factures@exemple.fr`,
  en: `"${text}" is not an e-mail address. Write one such as billing@example.com`,
});
export const senderMissing = {
  fr: 'manque, alors que SMTP_URL est réglé. Écrivez l’adresse d’expéditeur, par exemple factures@exemple.fr',
  en: 'is missing although SMTP_URL is set. Write the sender address, such as billing@example.com',
};
export const invalidSmtpUrl = {
  fr: 'ce n’est pas l’adresse d’un serveur de courrier. Écrivez-la ainsi : smtps://utilisateur:motdepasse@hote:465',
  en: 'this is not the address of a mail server. Write it like this: smtps://user:password@host:465',
};
export const invalidTsaUrl = {
  fr: 'ce n’est pas l’adresse d’une autorité d’horodatage (RFC 3161). Écrivez-la ainsi : https://horodatage.exemple.fr/tsr',
  en: 'this is not the address of a time stamping authority (RFC 3161). Write it like this: https://timestamp.example.com/tsr',
};
export const invalidRatesUrl = {
  fr: 'ce n’est pas l’adresse des cours de change de la BCE. Écrivez-la ainsi : https://miroir.exemple.fr/eurofxref-daily.xml, ou laissez vide pour n’en télécharger aucun',
  en: 'this is not the address of the ECB exchange rates. Write it like this: https://mirror.example.com/eurofxref-daily.xml, or leave it empty to fetch none',
};
export const invalidUpdatesUrl = {
  fr: 'ce n’est pas l’adresse http(s) d’une liste de versions. Laissez vide (UPDATES_URL=) pour n’en demander aucune.',
  en: 'this is not the http(s) address of a release feed. Leave it empty (UPDATES_URL=) to ask for none.',
};
export const invalidAgencyUrl = {
  fr: 'ce n’est pas l’adresse de l’Urssaf. Écrivez-la ainsi : https://api.urssaf.fr, https://api-edi.urssaf.fr (bac à sable), ou laissez vide pour ne rien lui envoyer',
  en: 'this is not the address of the Urssaf. Write it like this: https://api.urssaf.fr, https://api-edi.urssaf.fr (sandbox), or leave it empty to send it nothing',
};
export const invalidFilesUrl = {
  fr: 'ce n’est pas l’adresse d’un stockage S3. Écrivez-la ainsi : s3://cle:secret@hote:9000/compartiment/prefixe?region=eu-west-3&tls=1 (« / » et « + » du secret s’écrivent %2F et %2B)',
  en: 'this is not the address of an S3 store. Write it like this: s3://key:secret@host:9000/bucket/prefix?region=eu-west-3&tls=1 (write "/" and "+" in the secret as %2F and %2B)',
};
export const backupLocationAmbiguous = {
  fr: 'est réglé en même temps que BACKUP_DIR. Gardez l’un des deux : les sauvegardes vont à un seul endroit.',
  en: 'is set together with BACKUP_DIR. Keep one of them: backups go to one place.',
};
export const invalidTime = (text: string) => ({
  fr: `« ${text} » n’est pas une heure. Écrivez par exemple 02:30, à l’heure de cette machine.`,
  en: `"${text}" is not a time of day. Write for example 02:30, in the time zone of this machine.`,
});
export const passphraseTooShort = {
  fr: `est trop courte : ${PASSPHRASE_LENGTH_MIN} caractères au moins, car elle protège les clés où que soient les sauvegardes.`,
  en: `is too short: at least ${PASSPHRASE_LENGTH_MIN} characters, because it protects the keys wherever backups are stored.`,
};
export const requiredSettingMissing = (other: string) => ({
  fr: `manque, alors que ${other} est réglé. Donnez les deux fichiers, ou aucun pour le certificat local.`,
  en: `is missing although ${other} is set. Give both files, or neither for the local certificate.`,
});
export const notReadable = (path: string, code: string) => ({
  fr: `le fichier ${path} ne peut pas être lu (${code}). Corrigez le chemin ou les droits du fichier.`,
  en: `the file ${path} cannot be read (${code}). Correct the path or the permissions of the file.`,
});
export const invalidMilliseconds = (text: string) => ({
  fr: `« ${text} » n’est pas une durée. Écrivez un nombre entier de millisecondes, par exemple 1000, ou 0 pour n’en signaler aucune.`,
  en: `"${text}" is not a duration. Write a whole number of milliseconds such as 1000, or 0 to log none.`,
});
export const invalidOnOff = (text: string) => ({
  fr: `« ${text} » n’est pas valable. Écrivez on ou off.`,
  en: `"${text}" is not valid. Write on or off.`,
});
export const demonstrationElsewhere = {
  fr: 'ne va pas avec DATABASE_URL : une démonstration efface sa base chaque nuit et n’utilise que celle de son dossier. Retirez l’un des deux.',
  en: 'does not go with DATABASE_URL: a demonstration deletes its database each night and uses only that of its folder. Remove one of the two.',
};
export const invalidMetricsToken = {
  fr: 'n’est pas valable : de 32 à 256 caractères sans espace ni accent. Créez-en un ainsi : openssl rand -hex 32',
  en: 'is not valid: 32 to 256 characters, without spaces or accents. Create one like this: openssl rand -hex 32',
};
export const metricsPortMissing = {
  fr: 'manque, alors que METRICS_HOST est réglé. Donnez le port des mesures, par exemple 9464, ou retirez METRICS_HOST.',
  en: 'is missing although METRICS_HOST is set. Set the metrics port, such as 9464, or remove METRICS_HOST.',
};
export const invalidDomain = (text: string) => ({
  fr: `« ${text} » n’est pas un nom de domaine public. Écrivez le nom seul, sans https:// ni port, par exemple factures.exemple.fr`,
  en: `"${text}" is not a public domain name. Write the name alone, without https:// or a port, such as billing.example.com`,
});
export const invalidAcmeUrl = {
  fr: 'ce n’est pas l’adresse d’une autorité ACME. Écrivez l’adresse https de son répertoire (directory), ou retirez ce réglage pour Let’s Encrypt.',
  en: 'this is not the address of an ACME authority. Write the https address of its directory, or unset this to use Let’s Encrypt.',
};
export const certificateAmbiguous = {
  fr: 'le certificat ne peut venir que d’un endroit : réglez DOMAIN, ou TLS_CERT et TLS_KEY, pas les deux.',
  en: 'the certificate can only come from one place: set DOMAIN, or TLS_CERT and TLS_KEY, not both.',
};
export const challengePortMissing = {
  fr: 'avec DOMAIN, le port HTTP doit être ouvert : l’autorité y vérifie le nom. Retirez HTTP_PORT=0.',
  en: 'with DOMAIN, the HTTP port must be open: the authority checks the name there. Remove HTTP_PORT=0.',
};
