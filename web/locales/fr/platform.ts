/** Plateformes agréées : raccordement, transmission des documents et statuts. */
export const words = {
  title: 'Plateforme agréée',
  intro:
    'Les factures entre entreprises établies en France passent par une plateforme agréée : toutes les entreprises doivent pouvoir en recevoir depuis le 1er septembre 2026, et les petites entreprises en émettre à partir du 1er septembre 2027. Facturier se raccorde à la plateforme de votre choix.',
  live: 'Documents réels',
  test: 'Mode test',
  testSaid: 'Rien ne part vers une vraie entreprise.',
  none: 'Aucune plateforme raccordée.',
  connected: (name: string, since: string) => `${name}, depuis le ${since}`,
  uses: { both: 'Envoi et réception', sends: 'Envoi', receives: 'Réception' },
  lastRead: (when: string) => `Dernière réponse ${when}`,
  isCallback: 'La plateforme nous prévient de chaque changement.',
  failures: {
    keys_refused: 'La plateforme refuse l’identifiant et le secret : remplacez-les.',
    unreachable: 'La plateforme ne répond pas. Nous réessayons régulièrement.',
    busy: 'La plateforme demande d’attendre. Nous réessayons régulièrement.',
    refused: 'La plateforme refuse nos demandes. Vérifiez le raccordement.',
  },
  waiting: 'Les documents en attente seront envoyés dès que la plateforme acceptera les nouveaux.',
  openSettings: 'Ouvrir le raccordement',
  answered: (text: string) => `Réponse de la plateforme : ${text}`,
  automatic: 'Envoyer chaque facture dès qu’elle est finalisée',
  automaticHint:
    'Sinon, vous envoyez chaque facture depuis sa page. Seules les factures finalisées ensuite sont concernées.',
  check: 'Vérifier',
  checked: 'La plateforme répond',
  replace: 'Remplacer',
  disconnect: 'Déconnecter',
  disconnectTitle: 'Déconnecter cette plateforme ?',
  disconnectSaid:
    'L’identifiant et le secret sont effacés. Les statuts reçus restent. Les factures en attente partiront par la prochaine plateforme raccordée.',
  disconnected: 'Plateforme déconnectée',
  cancel: 'Annuler',
  connect: 'Raccorder',
  connectTitle: 'Raccorder une plateforme',
  connectSandbox: 'Raccorder un bac à sable',
  done: 'Plateforme raccordée',
  /** La plateforme d’essai, que le service contient. */
  trial: {
    name: 'Plateforme d’essai',
    offer:
      'La plateforme d’essai répond comme une vraie, avec des clients inventés dont vous choisissez les réponses. Elle ne demande aucun identifiant.',
    connect: 'Raccorder la plateforme d’essai',
    directory: 'En mode test, facturez l’un de ces clients inventés : donnez-lui le SIREN indiqué.',
    company: (name: string, siren: string) => `${name}, SIREN ${siren}`,
    publicBody: '(organisme public, qui demande un code service et un numéro d’engagement)',
    disconnectSaid:
      'Ce que contient la plateforme d’essai est effacé au prochain raccordement. Les statuts reçus restent.',
    asked: 'Plateforme d’essai : que fait votre client ?',
    invented: 'Ce client est inventé. Répondez à sa place.',
    onItsWay: 'La réponse arrive dans quelques secondes.',
    actions: {
      take_over: 'Prendre en charge',
      approve: 'Approuver',
      approve_partly: 'Approuver en partie',
      dispute: 'Mettre en litige',
      suspend: 'Suspendre',
      refuse: 'Refuser',
      pay: 'Payer',
    },
    /** Ce que dit le client, pour le motif habituel de chaque statut. */
    messages: {
      approve_partly: 'La quantité ne correspond pas à la commande.',
      dispute: 'La livraison est incomplète.',
      suspend: 'Il manque un justificatif.',
      refuse: 'Le taux de TVA ne convient pas.',
    } as Partial<Record<string, string>>,
  },
  preset: 'Plateforme',
  standard: 'Une autre plateforme (norme XP Z12-013)',
  flowUrl: 'Adresse du service de flux (Flow Service)',
  directoryUrl: 'Adresse de l’annuaire (Directory Service), facultative',
  tokenUrl: 'Adresse des jetons (OAuth 2.0)',
  urlHint: 'Dans la documentation de la plateforme pour les développeurs.',
  clientId: 'Identifiant client (client_id)',
  clientSecret: 'Secret (client_secret)',
  organizationId: 'Organisation (Organization-Id), si la plateforme la demande',
  isSandbox: 'C’est un bac à sable : n’y envoyer que des documents de test',
  kept: 'Le secret est chiffré et ne sera plus jamais affiché.',
  panel: {
    /** Pourquoi un document attendu à la plateforme n’y est pas. */
    unsent: {
      customer_without_siren:
        'Ce document n’est pas parti par la plateforme : son client n’avait pas de SIREN. Envoyez-le par e-mail ; complétez la fiche du client pour les suivants.',
      electronic_form_incomplete:
        'Ce document n’est pas parti par la plateforme : sa forme électronique est incomplète.',
      platform_not_connected: 'Ce document n’est pas parti : aucune plateforme n’était raccordée pour l’envoi.',
    },
    title: 'Plateforme agréée',
    send: 'Envoyer par la plateforme',
    sendAgain: 'Envoyer de nouveau',
    queued: 'Envoi en cours',
    connect: 'Raccorder une plateforme…',
    submittedAt: (day: string) => `Remis à la plateforme le ${day}`,
    notConnected: 'Aucune plateforme n’est raccordée.',
    attempt: (n: number) => `Envoi n° ${n}`,
    correct: 'Un avoir annule ce document dans vos comptes ; un nouveau, avec un nouveau numéro, le remplace.',
    replaces: 'Remplace',
    replacedBy: 'Remplacé par',
    draft: 'un brouillon',
    replace: 'Annuler et remplacer…',
    replaceTitle: (number: string) => `Annuler et remplacer ${number} ?`,
    replaceDescription:
      'Un avoir du montant restant est créé et finalisé : il reste dans vos comptes et n’est pas envoyé. Un brouillon au même contenu s’ouvre ensuite : corrigez-le, puis finalisez-le. L’annulation est définitive.',
    replaceConfirm: 'Annuler et remplacer',
    keep: 'Ne rien changer',
    unknown: (code: number) => `Statut ${code}`,
    collected: (day: string) => `Encaissement du ${day}`,
    atRate: (rate: number) => `TVA ${String(rate / 100).replace('.', ',')} %`,
    notAccepted: 'Non accepté par la plateforme',
  },
  readiness: {
    title: 'Ce que la réforme vous demande',
    open: 'Se préparer',
    since: (day: string) => `depuis le ${day}`,
    until: (day: string) => `à partir du ${day}`,
    duties: {
      receive: 'Recevoir les factures électroniques',
      send: 'Envoyer vos factures aux entreprises',
      report_sales: 'Déclarer vos autres ventes (e-reporting)',
      report_payments: 'Déclarer les encaissements de ces ventes',
    },
    states: { ready: 'Prêt', to_do: 'À faire', to_prepare: 'À préparer', not_concerned: 'Non concerné' },
    missing: 'Il manque encore :',
    gaps: {
      company_siren: () => 'le SIRET de votre entreprise',
      company_address: () => 'l’adresse de votre entreprise',
      customers_siren: (n: number) =>
        n === 1 ? 'le SIREN d’un client professionnel' : `le SIREN de ${n} clients professionnels`,
    },
    sanctions:
      'Les dates sont celles des petites entreprises. Sans plateforme pour recevoir : mise en demeure de trois mois, puis 500 €, puis 1 000 € tous les trois mois. Par facture non électronique : 50 €. Par déclaration manquante : 500 €. Au plus 15 000 € par an pour chacune des deux dernières (loi de finances pour 2026).',
  },
  rehearsal: {
    title: 'Répéter avec vos documents',
    intro:
      'Vos factures, acomptes et avoirs passés sont écrits en factures électroniques et confiés à une plateforme d’essai, selon les règles du 1er septembre 2027. Les déclarations de ventes et d’encaissements de la période sont calculées. Rien ne part et rien n’est enregistré.',
    from: 'Émis du',
    to: 'au',
    start: 'Lancer la répétition',
    running: (n: number) => `${n} documents essayés…`,
    result: ({ checked, sent, notSent, failed }: { checked: number; sent: number; notSent: number; failed: number }) =>
      checked === 0
        ? 'Aucun document finalisé dans cette période.'
        : `${checked} documents : ${sent} seraient arrivés, ${notSent} ne passent pas par une plateforme, ${failed} à corriger.`,
    collected: (n: number) =>
      n === 0
        ? 'Aucun encaissement à déclarer pour ces documents.'
        : n === 1
          ? 'Un encaissement aurait été déclaré (statut « Encaissée »).'
          : `${n} encaissements auraient été déclarés (statut « Encaissée »).`,
    siren: {
      label: 'SIREN ou SIRET du client',
      of: (document: string) => `Compléter le client de ${document}`,
      save: 'Enregistrer',
      saved: 'Enregistré sur la fiche du client. Relancez la répétition.',
    },
    more: (n: number) => `Et ${n} autres.`,
    repairs: { customer: 'Corriger le client', company: 'Compléter mon entreprise' },
    reportsResult: ({ sent, empty, incomplete }: { sent: number; empty: number; incomplete: number }) =>
      `E-reporting. Déclarations qui seraient parties : ${sent}. Périodes sans rien à déclarer : ${empty}. Déclarations à compléter : ${incomplete}.`,
    reports: 'Voir les déclarations (e-reporting)',
  },
  reasons: {
    consumer: 'Client particulier : pas de facture électronique. La vente est déclarée en e-reporting.',
    foreign: 'Client hors de France : pas de facture électronique. La vente est déclarée en e-reporting.',
    customer_without_siren: 'Ce client n’a pas de SIREN : ajoutez-le sur sa fiche s’il en a un.',
    corrects_failed_invoice:
      'Cet avoir annule une facture rejetée ou refusée : il reste dans vos comptes et n’est pas envoyé.',
    already_reported: 'Un e-reporting transmis déclare déjà cette vente : la plateforme ne la reçoit pas.',
    electronic_form_incomplete: 'La forme électronique de ce document est incomplète.',
  },
  stages: {
    not_sent: 'Pas encore envoyé à la plateforme',
    waiting: 'En attente d’envoi',
    submitted: 'Transmis à la plateforme',
    not_accepted: 'Fichier refusé par la plateforme',
    deposited: 'Déposé',
    issued: 'Émis',
    received: 'Reçu par la plateforme du client',
    made_available: 'Mis à disposition du client',
    taken_over: 'Pris en charge',
    approved: 'Approuvé',
    partly_approved: 'Approuvé en partie',
    disputed: 'En litige',
    suspended: 'Suspendu',
    completed: 'Complété',
    payment_sent: 'Paiement transmis',
    collected: 'Encaissé',
    refused: 'Refusé par le client',
    rejected: 'Rejeté',
    canceled: 'Annulé',
  },
  /** Pour une facture. */
  feminineStages: {
    not_sent: 'Pas encore envoyée à la plateforme',
    submitted: 'Transmise à la plateforme',
    deposited: 'Déposée',
    issued: 'Émise',
    received: 'Reçue par la plateforme du client',
    made_available: 'Mise à disposition du client',
    taken_over: 'Prise en charge',
    approved: 'Approuvée',
    partly_approved: 'Approuvée en partie',
    suspended: 'Suspendue',
    completed: 'Complétée',
    collected: 'Encaissée',
    refused: 'Refusée par le client',
    rejected: 'Rejetée',
    canceled: 'Annulée',
  } as Partial<Record<string, string>>,
  statuses: { routing_error: 'Erreur de routage', inadmissible: 'Irrecevable' },
};
