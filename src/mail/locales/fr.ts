/** The words of mails. The other languages have the same type. */
export const fr = {
  nameOf: {
    estimate: (n: string): string => `Devis ${n}`,
    purchase_order: (n: string): string => `Bon de commande ${n}`,
    advance: (n: string): string => `Facture d’acompte ${n}`,
    invoice: (n: string): string => `Facture ${n}`,
    credit_note: (n: string): string => `Avoir ${n}`,
  },
  draft: '(brouillon)',
  /** The line below the amount, at the top of a mail. */
  glance: {
    toPayBy: (day: string): string => `à régler au plus tard le ${day}`,
    wasToPayBy: (day: string): string => `à régler : l’échéance était le ${day}`,
    validUntil: (day: string): string => `valable jusqu’au ${day}`,
    paid: 'entièrement réglée',
    toRefund: (amount: string): string => `à vous rembourser : ${amount}`,
    nothingToPay: 'rien à régler',
  },
  greeting: 'Bonjour,',
  greetingTo: (name: string): string => `Bonjour ${name},`,
  closing: 'Bien cordialement,',
  subject: (document: string, from: string): string => `${document} – ${from}`,
  opening: {
    estimate: (n: string): string => `Vous trouverez ci-joint notre devis ${n}.`,
    purchase_order: (n: string): string => `Vous trouverez ci-joint notre bon de commande ${n}.`,
    advance: (n: string): string => `Vous trouverez ci-joint notre facture d’acompte ${n}.`,
    invoice: (n: string): string => `Vous trouverez ci-joint notre facture ${n}.`,
    credit_note: (n: string): string => `Vous trouverez ci-joint notre avoir ${n}.`,
  },
  validUntil: (day: string): string => `Notre offre est valable jusqu’au ${day}.`,
  toAccept: 'Pour l’accepter, renvoyez-nous le document signé, ou répondez simplement à ce message.',
  payBy: (amount: string, day: string): string => `Nous vous remercions de régler ${amount} au plus tard le ${day}.`,
  payOverdue: (amount: string, day: string): string =>
    `Cette facture était à payer le ${day}. Nous vous remercions de régler ${amount} dès que possible.`,
  nothingToPay: 'Il ne reste rien à régler : merci pour votre paiement.',
  nothingLeft: 'Il ne reste rien à régler.',
  refundOwed: (amount: string): string =>
    `Nous vous devons ${amount}, à rembourser ou à déduire d’un prochain paiement.`,
  reminder: {
    subject: (document: string): string => `Rappel : ${document}`,
    opening: {
      advance: (n: string): string =>
        `Sauf erreur de notre part, notre facture d’acompte ${n} n’est pas encore réglée.`,
      invoice: (n: string): string => `Sauf erreur de notre part, notre facture ${n} n’est pas encore réglée.`,
    },
    wasDue: (amount: string, day: string): string => `Il reste ${amount} à régler ; l’échéance était le ${day}.`,
    isDue: (amount: string, day: string): string => `Il reste ${amount} à régler ; l’échéance est le ${day}.`,
    please:
      'Nous vous remercions de procéder au paiement dès que possible, ou de nous écrire si quelque chose s’y oppose.',
    crossed: 'Si votre paiement a croisé ce message, merci de ne pas en tenir compte.',
    /** The second reminder is firmer, later ones are firm. */
    again: {
      subject: (document: string): string => `Second rappel : ${document}`,
      opening: {
        advance: (n: string): string => `Malgré notre rappel, notre facture d’acompte ${n} n’est toujours pas réglée.`,
        invoice: (n: string): string => `Malgré notre rappel, notre facture ${n} n’est toujours pas réglée.`,
      },
      please: 'Nous vous prions de la régler sous huit jours, ou de nous dire ce qui s’y oppose.',
    },
    firm: {
      subject: (document: string): string => `Impayé : ${document}`,
      opening: {
        advance: (n: string): string => `Malgré nos rappels, notre facture d’acompte ${n} reste impayée.`,
        invoice: (n: string): string => `Malgré nos rappels, notre facture ${n} reste impayée.`,
      },
      please: 'Nous vous demandons de la régler sans délai. À défaut, nous devrons vous mettre en demeure de payer.',
    },
    /** Only between professionals, if the document's terms say so. */
    lumpSum: (amount: string): string =>
      `Ce retard donne droit à une indemnité forfaitaire de ${amount} pour frais de recouvrement (C. com. art. D441-5).`,
    penalties: (amount: string): string =>
      `Les pénalités de retard prévues par nos conditions s’élèvent à ce jour à ${amount} (C. com. art. L441-10).`,
    penaltiesRun:
      'Les pénalités de retard prévues par nos conditions courent depuis le lendemain de l’échéance (C. com. art. L441-10).',
  },
  supplierInvoices: {
    subject: (n: number): string =>
      n === 1 ? 'Une facture d’un fournisseur est arrivée' : `${n} factures de fournisseurs sont arrivées`,
    opening: (n: number): string =>
      n === 1
        ? 'Votre plateforme agréée a remis cette facture :'
        : `Votre plateforme agréée a remis ces ${n} factures :`,
    unreadable: (file: string): string => `${file} (fichier illisible)`,
    more: (n: number): string => (n === 1 ? 'et une autre' : `et ${n} autres`),
    remark: 'Vérifiez le montant et le compte bancaire avant de payer.',
  },
  unreminded: {
    subject: (n: string): string => `Relance impossible : facture ${n}`,
    opening: (n: string, customer: string): string =>
      `La facture ${n} devrait être relancée, mais nous n’avons aucune adresse électronique pour ${customer}.`,
    remedy: 'Ouvrez la facture, et donnez une adresse à ses relances ; ou relancez ce client autrement.',
  },
  recurring: (n: string): string => `Voici votre nouvelle facture périodique, ${n}, jointe à ce message.`,
  /** Between a label and its value. */
  between: '\u00a0: ',
  facts: {
    number: 'Numéro',
    emittedOn: 'Date',
    total: 'Montant',
    remaining: 'Reste à payer',
    toRefund: 'À vous rembourser',
    holder: 'Bénéficiaire',
    iban: 'IBAN',
    bic: 'BIC',
    reference: 'Motif du virement',
  },
  transfer: 'Pour régler par virement',
  /** The label of the only button, which opens the page where the customer reads the document. */
  view: {
    estimate: 'Voir le devis',
    purchase_order: 'Voir le bon de commande',
    advance: 'Voir la facture d’acompte',
    invoice: 'Voir la facture',
    credit_note: 'Voir l’avoir',
  },
  test: 'Document de test, sans valeur légale.',
  trial: 'Essai : vous seul recevez ce message, tel que votre client le lirait.',
  signature: {
    subject: (from: string): string => `Essai de votre signature, ${from}`,
    opening: 'Voici comment se lit votre signature au bas d’un message :',
  },
  webhookDisabled: {
    subject: (host: string): string => `Webhook désactivé : ${host}`,
    opening: (host: string): string => `Le webhook vers ${host} ne reçoit plus rien : nous l’avons désactivé.`,
    reason: {
      gone: 'Son adresse a répondu qu’elle n’existe plus (410).',
      failing: 'Rien n’y est arrivé depuis 120 heures.',
    },
    remedy: 'Ce qui attendait est gardé : corrigez l’adresse, puis réactivez le webhook.',
  },
  invitation: {
    subject: (account: string): string => `Invitation dans ${account}`,
    opening: (by: string, account: string): string =>
      `${by} vous invite à rejoindre ${account} dans Facturier. Ouvrez ce lien pour accepter :`,
    remark: 'Il sert une fois, pendant sept jours. Si vous n’attendiez pas cette invitation, ne faites rien.',
  },
  portal: {
    subject: (from: string): string => `Vos documents chez ${from}`,
    opening: (from: string): string =>
      `Vous avez demandé vos documents chez ${from}. Ouvrez ce lien pour les trouver tous :`,
    remark:
      'Il fonctionne pendant un jour. Si vous n’avez rien demandé, ne faites rien : vous seul recevez ce message.',
  },
  newPassword: {
    subject: 'Nouveau mot de passe',
    opening: 'Un nouveau mot de passe a été demandé pour cette adresse. Ouvrez ce lien pour le choisir :',
    remark:
      'Il sert une fois, pendant 30 minutes, et met fin à toutes vos sessions. Si vous n’avez rien demandé, ne faites rien : votre mot de passe reste le même.',
  },
  newAddress: {
    subject: 'Confirmez votre nouvelle adresse',
    opening:
      'Vous avez demandé à vous connecter avec cette adresse. Ouvrez ce lien pour confirmer qu’elle est la vôtre :',
    remark:
      'Il sert une fois, pendant 24 heures ; d’ici là vous vous connectez comme avant. Si vous n’avez rien demandé, ne faites rien.',
  },
  addressAsked: {
    subject: 'Votre adresse de connexion va changer',
    opening: (email: string): string =>
      `Il a été demandé de se connecter désormais avec ${email}. Cette adresse-ci reste la vôtre tant que l’autre n’est pas confirmée.`,
    remark: 'Si ce n’était pas vous, changez votre mot de passe sans attendre : dans les réglages, Sécurité.',
  },
  auditHeads: {
    subject: (day: string): string => `Dernières entrées de votre piste d’audit : ${day}`,
    opening:
      'Voici les dernières entrées de votre piste d’audit, avec leur signature. Gardez ce message : il prouve qu’aucune entrée antérieure n’a été modifiée ni supprimée. La personne qui exploite le service le vérifie avec : facturier verify --heads FICHIER',
  },
  /** A document that is signed online. */
  signing: {
    ask: {
      subject: (document: string, from: string): string => `${document} à signer – ${from}`,
      opening: (document: string, from: string): string =>
        `${from} vous invite à lire et à signer en ligne : ${document}.`,
      button: 'Lire et signer',
      until: (day: string): string => `Vous pouvez signer jusqu’au ${day}.`,
      remark: 'Ce lien vous est personnel : il permet de signer en votre nom. Ne le transférez pas.',
    },
    remind: {
      subject: (document: string): string => `Rappel : ${document} attend votre réponse`,
      opening: (document: string, from: string): string => `${from} attend votre réponse pour : ${document}.`,
    },
    code: {
      subject: (code: string): string => `Votre code : ${code}`,
      opening: 'Voici le code à recopier pour signer :',
      remark: 'Il vaut dix minutes. Si vous n’avez rien demandé, ne faites rien.',
    },
    signed: {
      subject: (document: string): string => `Signé : ${document}`,
      opening: (document: string, name: string, when: string): string =>
        `${document} a été signé par ${name} le ${when}.`,
      enclosed: 'Le document signé est joint, avec sa page de preuve.',
    },
    refused: {
      subject: (document: string): string => `Refusé : ${document}`,
      opening: (document: string): string => `Votre client a refusé : ${document}.`,
      reason: {
        price: 'Le prix.',
        delay: 'Le délai.',
        another_company: 'Une autre entreprise a été choisie.',
        postponed: 'Le projet est reporté.',
        other: 'Une autre raison.',
      },
    },
    question: {
      subject: (document: string): string => `Question : ${document}`,
      opening: (document: string): string => `Votre client pose une question sur : ${document}.`,
    },
  },
  /** Money a customer paid online that the owner has to apply or return. */
  onlinePayment: {
    canceled: {
      subject: (document: string): string => `Payé après annulation : ${document}`,
      opening: (document: string, customer: string, amount: string): string =>
        `${customer} a payé ${amount} en ligne pour ${document}, qui est annulé. Cette somme n’a été imputée nulle part.`,
      remedy:
        'Rendez-lui cette somme chez votre prestataire de paiement, ou imputez-la sur un autre document : elle reste affichée dans Paiements en ligne.',
    },
    paid: {
      subject: (document: string): string => `Payé deux fois : ${document}`,
      opening: (document: string, customer: string, amount: string): string =>
        `${customer} a payé ${amount} en ligne pour ${document}, qui était déjà réglé. Cette somme n’a été imputée nulle part.`,
      remedy:
        'Rendez-lui cette somme chez votre prestataire de paiement, ou imputez-la sur un autre document : elle reste affichée dans Paiements en ligne.',
    },
    more: {
      subject: (document: string): string => `Trop payé : ${document}`,
      opening: (document: string, customer: string, amount: string): string =>
        `${customer} a payé en ligne ${amount} de plus que ce qui restait dû pour ${document}. Cette somme n’a été imputée nulle part.`,
      remedy:
        'Rendez-lui cette somme chez votre prestataire de paiement, ou imputez-la sur un autre document : elle reste affichée dans Paiements en ligne.',
    },
    agency: {
      subject: (document: string): string => `Trop versé par l’Urssaf : ${document}`,
      opening: (document: string, customer: string, amount: string): string =>
        `L’Urssaf a viré ${amount} de plus que ce qui restait dû pour ${document} (${customer}). Cette somme n’a été imputée nulle part.`,
      remedy: 'Voyez avec l’Urssaf ou votre client à qui elle revient : elle reste affichée sur la facture.',
    },
    disputed: {
      subject: (document: string): string => `Paiement contesté : ${document}`,
      opening: (document: string, customer: string, amount: string): string =>
        `La banque de ${customer} a repris ${amount}, payés en ligne pour ${document}. Le document est de nouveau à payer.`,
      remedy:
        'Répondez à la contestation chez votre prestataire de paiement, dans le délai qu’il indique. Si elle est tranchée en votre faveur, le paiement est de nouveau enregistré de lui-même.',
    },
    won: {
      subject: (document: string): string => `Contestation gagnée : ${document}`,
      opening: (document: string, customer: string, amount: string): string =>
        `La banque de ${customer} a rendu ${amount}, payés en ligne pour ${document} puis contestés.`,
      remedy:
        'Le paiement est de nouveau enregistré. Ce que le document ne peut plus prendre reste affiché dans Paiements en ligne.',
    },
  },
  /** Notices to the owner about automatically created invoices. */
  recurringNotice: {
    subject: {
      unmet: (c: string): string => `Facture récurrente à compléter : ${c}`,
      missed: (c: string): string => `Factures récurrentes à vérifier : ${c}`,
      unsent: (c: string): string => `Facture récurrente non envoyée : ${c}`,
    },
    unmet: (c: string, d: string): string =>
      `La facture récurrente de ${c} du ${d} n’a pas pu être finalisée : il lui manque quelque chose. Elle reste en brouillon.`,
    paused: 'C’est la troisième de suite : cette récurrence est en pause. Reprenez-la quand tout est en ordre.',
    missed: (n: number, c: string): string =>
      `Le service était arrêté : ${n} factures récurrentes de ${c} n’ont pas été établies à leur date. Plutôt que de les émettre toutes aujourd’hui, elles sont faites en brouillon.`,
    remedy: 'Ouvrez vos brouillons : ce qui manque y est dit.',
    unsent: (f: string, c: string): string =>
      `La facture récurrente ${f} de ${c} est finalisée, mais n’a pas pu être envoyée : vérifiez l’adresse de ce client, puis envoyez-la.`,
  },
  undelivered: {
    subject: (subject: string): string => `Non remis : ${subject}`,
    opening: 'Ce message n’a pas pu être remis à :',
    answer: (answer: string): string => `Réponse du serveur : ${answer}`,
    remedy: 'Vérifiez l’adresse, puis envoyez-le de nouveau.',
  },
};

export type Words = typeof fr;
