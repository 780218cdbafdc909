/** Settings of the whole installation, for its operator. The French catalogue defines the type. */
export const words = {
  title: 'Ce service',
  intro: 'Ces réglages valent pour tout le service, et s’appliquent en quelques secondes, sans redémarrage.',
  notYours: 'Seul l’exploitant du service modifie ces réglages. Ceux de votre entreprise sont dans les autres pages.',
  off: 'L’exploitant règle ce service par des variables d’environnement. Ces écrans sont fermés.',
  fromEnvironment: (variable: string) =>
    `La variable ${variable} fixe ce réglage. Pour le changer ici, retirez-la et redémarrez le service.`,
  save: 'Enregistrer',
  cancel: 'Annuler',
  saved: 'Enregistré',
  changedOn: (day: string) => `Modifié le ${day}.`,
  mail: {
    title: 'Serveur d’envoi d’e-mails',
    said: 'Le serveur SMTP de votre messagerie ou de votre hébergeur. Vos factures, devis et relances partent par lui.',
    none: 'Aucun serveur : vos documents réels ne peuvent pas être envoyés par e-mail.',
    host: 'Serveur',
    hostHint: 'Par exemple smtp.exemple.fr',
    port: 'Port',
    security: 'Chiffrement',
    securities: {
      tls: 'TLS (port 465)',
      starttls: 'STARTTLS (port 587)',
      none: 'Aucun, sur votre réseau privé',
    },
    user: 'Utilisateur',
    userHint: 'Souvent votre adresse e-mail. Laissez vide si le serveur ne demande pas d’identification.',
    password: 'Mot de passe',
    passwordHint:
      'Chiffré dès l’enregistrement, et jamais affiché. Beaucoup de messageries demandent un mot de passe d’application.',
    passwordKept: 'Enregistré. Laissez vide pour le garder.',
    passwordLost:
      'Le mot de passe enregistré n’est plus lisible : la clé qui le chiffre a changé. Saisissez-le à nouveau.',
    from: 'Adresse d’expéditeur',
    fromHint: 'Vos clients voient le nom de votre entreprise, et leurs réponses arrivent à votre adresse.',
    test: 'M’envoyer un essai',
    testing: 'Envoi en cours…',
    tested: (to: string) => `Essai accepté par le serveur. Regardez la boîte de ${to}, et les courriers indésirables.`,
    remove: 'Retirer',
    removeTitle: 'Retirer le serveur d’envoi ?',
    removeSaid: 'Aucun e-mail ne partira plus. Ceux qui attendent partiront quand un serveur sera indiqué.',
    removed: 'Serveur d’envoi retiré',
  },
};
