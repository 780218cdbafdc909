import type { MailTestFault } from '../../domain/mail/mail.ts';
import type { InstallationRefusal } from '../../domain/refusal.ts';
import type { BilingualText } from '../bilingual-text.ts';
import type { Rows } from './refusal-text.ts';

/** The settings of the installation. */
export const installationRefusals: Rows<InstallationRefusal> = {
  operator_needed: {
    code: 'installation.operator_needed',
    status: 403,
    title: { fr: 'Réservé à l’exploitant du service', en: 'Only for the operator of the service' },
    remedy: {
      fr: 'Connectez-vous comme propriétaire du seul compte du service. S’il y a plusieurs comptes, lancez « npx facturier person operator --email ADRESSE » sur la machine qui l’héberge.',
      en: 'Sign in as an owner of the only account of the service. If there are several accounts, run "npx facturier person operator --email ADDRESS" on the machine that runs it.',
    },
  },
  settings_screens_off: {
    code: 'installation.settings_screens_off',
    status: 403,
    title: { fr: 'Réglages du service fermés', en: 'Settings of the service are switched off' },
    remedy: {
      fr: 'L’exploitant les a fermés (SETTINGS_SCREENS=off) : il les écrit dans les variables d’environnement.',
      en: 'The operator switched them off (SETTINGS_SCREENS=off) and uses environment variables instead.',
    },
  },
  set_by_environment: {
    code: 'installation.set_by_environment',
    status: 409,
    title: { fr: 'Réglage fixé par l’environnement', en: 'Set by the environment' },
    detail: ({ variable }) => ({
      fr: `La variable ${variable} fixe ce réglage.`,
      en: `The variable ${variable} sets this.`,
    }),
    remedy: {
      fr: 'Pour le changer ici, retirez la variable et redémarrez le service.',
      en: 'To change it here, remove the variable and restart the service.',
    },
    members: ({ variable }) => ({ variable }),
  },
  mail_password_needed: {
    code: 'installation.mail_password_needed',
    status: 400,
    title: { fr: 'Mot de passe à saisir', en: 'Password required' },
    detail: () => ({
      fr: 'Le serveur, le port, le chiffrement ou l’utilisateur a changé : le mot de passe enregistré n’est envoyé nulle part ailleurs.',
      en: 'The server, port, encryption or user changed, and the stored password is never sent anywhere else.',
    }),
    remedy: { fr: 'Saisissez le mot de passe de ce serveur.', en: 'Enter the password for this server.' },
    pointer: () => '/password',
  },
  mail_encryption_needed: {
    code: 'installation.mail_encryption_needed',
    status: 400,
    title: { fr: 'Connexion non chiffrée', en: 'Connection not encrypted' },
    detail: ({ host }) => ({
      fr: `${host} n’est pas une machine de votre réseau : le mot de passe et les e-mails pourraient être lus en route.`,
      en: `${host} is not a machine in your own network: the password and the e-mails could be read on the way.`,
    }),
    remedy: {
      fr: 'Choisissez TLS (port 465) ou STARTTLS (port 587). Sans chiffrement, indiquez une adresse privée, par exemple 192.168.1.10.',
      en: 'Choose TLS (port 465) or STARTTLS (port 587). Without encryption, give a private address, such as 192.168.1.10.',
    },
    pointer: () => '/security',
    members: ({ host }) => ({ host }),
  },
  mail_test_failed: {
    code: 'installation.mail_test_failed',
    status: 422,
    title: { fr: 'L’e-mail d’essai n’est pas parti', en: 'The test e-mail was not sent' },
    detail: ({ fault, answer }) => {
      const { fr, en } = mailTestFaults[fault];
      return answer ? { fr: `${fr} Réponse : « ${answer} ».`, en: `${en} Answer: "${answer}".` } : { fr, en };
    },
    remedy: {
      fr: 'Corrigez le réglage, puis envoyez un nouvel essai. Les e-mails en attente partiront dès que le serveur les acceptera.',
      en: 'Correct the setting and send another test. Waiting e-mails are sent as soon as the server accepts them.',
    },
    members: ({ fault, answer }) => ({ fault, answer: answer ?? null }),
  },
  backup_not_embedded: {
    code: 'installation.backup_not_embedded',
    status: 409,
    title: { fr: 'Base de données extérieure', en: 'External database' },
    remedy: {
      fr: 'L’administrateur du serveur PostgreSQL (DATABASE_URL) le sauvegarde, par exemple avec pg_dump. Copiez ensuite le dossier de données.',
      en: 'The administrator of the PostgreSQL server (DATABASE_URL) backs it up, for example with pg_dump. Then copy the data folder.',
    },
  },
  backup_place_needed: {
    code: 'installation.backup_place_needed',
    status: 400,
    title: { fr: 'Emplacement des sauvegardes à indiquer', en: 'Place for backups required' },
    remedy: {
      fr: 'Indiquez un dossier de la machine ou un stockage S3, pas les deux.',
      en: 'Give a folder of the machine or an S3 store, not both.',
    },
    pointer: () => '/folder',
  },
  backup_secret_needed: {
    code: 'installation.backup_secret_needed',
    status: 400,
    title: { fr: 'Secret à saisir', en: 'Secret required' },
    detail: () => ({
      fr: 'Le secret manque, n’est plus lisible, ou était celui d’un autre stockage.',
      en: 'The secret is missing, can no longer be read, or belonged to another store.',
    }),
    remedy: { fr: 'Saisissez-le à nouveau.', en: 'Enter it again.' },
    pointer: ({ member }) => `/${member}`,
  },
  backup_place_unusable: {
    code: 'installation.backup_place_unusable',
    status: 422,
    title: { fr: 'Emplacement inutilisable', en: 'Place cannot be used' },
    detail: ({ reason }) => ({
      fr: `Un fichier d’essai n’a pas pu y être écrit : ${reason}.`,
      en: `A test file could not be written there: ${reason}.`,
    }),
    remedy: {
      fr: 'Vérifiez le chemin et les droits du dossier, ou l’adresse, le compartiment et la clé du stockage.',
      en: 'Check the path and permissions of the folder, or the address, bucket and key of the store.',
    },
    pointer: ({ member }) => `/${member}`,
    members: ({ reason }) => ({ reason }),
  },
};

/** What went wrong, and the likely cause. */
const mailTestFaults: Readonly<Record<MailTestFault, BilingualText>> = {
  name_not_found: {
    fr: 'Le nom du serveur est introuvable. Vérifiez son orthographe.',
    en: 'The name of the server was not found. Check its spelling.',
  },
  connection: {
    fr: 'Le serveur refuse la connexion. Vérifiez le port : 465 pour TLS, 587 pour STARTTLS. Beaucoup d’hébergeurs bloquent le port 25.',
    en: 'The server refuses the connection. Check the port: 465 for TLS, 587 for STARTTLS. Many hosts block port 25.',
  },
  timeout: {
    fr: 'Le serveur ne répond pas. Vérifiez le port, et qu’aucun pare-feu ne bloque les connexions sortantes.',
    en: 'The server does not respond. Check the port, and that no firewall blocks outgoing connections.',
  },
  tls: {
    fr: 'La connexion chiffrée a échoué. Vérifiez le chiffrement choisi (TLS sur 465, STARTTLS sur 587) et le certificat du serveur, qui doit porter ce nom.',
    en: 'The encrypted connection failed. Check the chosen encryption (TLS on 465, STARTTLS on 587) and the certificate of the server, which must be for this name.',
  },
  login_refused: {
    fr: 'Le serveur refuse l’utilisateur ou le mot de passe. Beaucoup de messageries demandent un mot de passe d’application.',
    en: 'The server refuses the user or the password. Many mail services require an app password.',
  },
  sender_refused: {
    fr: 'Le serveur refuse l’adresse d’expéditeur. Indiquez une adresse que cet utilisateur a le droit d’employer.',
    en: 'The server refuses the sender address. Use an address that this user may send from.',
  },
  refused: {
    fr: 'Le serveur refuse le destinataire ou le contenu.',
    en: 'The server refuses the recipient or the content.',
  },
  deferred: {
    fr: 'Le serveur demande de réessayer plus tard.',
    en: 'The server asks to try again later.',
  },
};
