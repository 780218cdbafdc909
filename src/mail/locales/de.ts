import type { Words } from './fr.ts';

export const de: Words = {
  nameOf: {
    estimate: (n) => `Angebot ${n}`,
    purchase_order: (n) => `Auftrag ${n}`,
    advance: (n) => `Anzahlungsrechnung ${n}`,
    invoice: (n) => `Rechnung ${n}`,
    credit_note: (n) => `Rechnungskorrektur ${n}`,
  },
  draft: '(Entwurf)',
  glance: {
    toPayBy: (day) => `zu zahlen bis ${day}`,
    wasToPayBy: (day) => `zu zahlen: fällig war es am ${day}`,
    validUntil: (day) => `gültig bis ${day}`,
    paid: 'vollständig bezahlt',
    toRefund: (amount) => `Guthaben zu Ihren Gunsten: ${amount}`,
    nothingToPay: 'nichts zu zahlen',
  },
  greeting: 'Guten Tag,',
  greetingTo: (name) => `Guten Tag ${name},`,
  closing: 'Mit freundlichen Grüßen',
  subject: (document, from) => `${document} von ${from}`,
  opening: {
    estimate: (n) => `anbei erhalten Sie unser Angebot ${n}.`,
    purchase_order: (n) => `anbei erhalten Sie unseren Auftrag ${n}.`,
    advance: (n) => `anbei erhalten Sie unsere Anzahlungsrechnung ${n}.`,
    invoice: (n) => `anbei erhalten Sie unsere Rechnung ${n}.`,
    credit_note: (n) => `anbei erhalten Sie unsere Rechnungskorrektur ${n}.`,
  },
  validUntil: (day) => `Unser Angebot gilt bis zum ${day}.`,
  toAccept:
    'Wenn Sie es annehmen möchten, senden Sie uns das Dokument unterschrieben zurück oder antworten Sie einfach auf diese E-Mail.',
  payBy: (amount, day) => `Bitte überweisen Sie ${amount} bis zum ${day}.`,
  payOverdue: (amount, day) =>
    `Diese Rechnung war bis zum ${day} zu bezahlen. Bitte überweisen Sie ${amount} so bald wie möglich.`,
  nothingToPay: 'Es ist nichts mehr offen. Vielen Dank für Ihre Zahlung.',
  nothingLeft: 'Es ist nichts mehr offen.',
  refundOwed: (amount) =>
    `Wir schulden Ihnen ${amount}: zur Erstattung oder zur Verrechnung mit einer späteren Zahlung.`,
  reminder: {
    subject: (document) => `Zahlungserinnerung: ${document}`,
    opening: {
      advance: (n) => `unsere Anzahlungsrechnung ${n} ist nach unseren Unterlagen noch nicht bezahlt.`,
      invoice: (n) => `unsere Rechnung ${n} ist nach unseren Unterlagen noch nicht bezahlt.`,
    },
    wasDue: (amount, day) => `Offen sind noch ${amount}, fällig waren sie am ${day}.`,
    isDue: (amount, day) => `Offen sind noch ${amount}, fällig sind sie am ${day}.`,
    please: 'Bitte zahlen Sie so bald wie möglich, oder schreiben Sie uns, wenn etwas dagegen spricht.',
    crossed:
      'Sollte sich Ihre Zahlung mit dieser E-Mail überschnitten haben, betrachten Sie sie bitte als gegenstandslos.',
    again: {
      subject: (document) => `Zweite Zahlungserinnerung: ${document}`,
      opening: {
        advance: (n) => `trotz unserer Erinnerung ist unsere Anzahlungsrechnung ${n} noch immer nicht bezahlt.`,
        invoice: (n) => `trotz unserer Erinnerung ist unsere Rechnung ${n} noch immer nicht bezahlt.`,
      },
      please: 'Bitte zahlen Sie sie innerhalb von acht Tagen, oder teilen Sie uns mit, was dagegen spricht.',
    },
    firm: {
      subject: (document) => `Unbezahlt: ${document}`,
      opening: {
        advance: (n) => `trotz unserer Erinnerungen ist unsere Anzahlungsrechnung ${n} weiterhin unbezahlt.`,
        invoice: (n) => `trotz unserer Erinnerungen ist unsere Rechnung ${n} weiterhin unbezahlt.`,
      },
      please: 'Wir fordern Sie auf, sie unverzüglich zu zahlen. Andernfalls müssten wir Sie förmlich in Verzug setzen.',
    },
    lumpSum: (amount) =>
      `Wegen des Verzugs steht uns eine Pauschale von ${amount} für Beitreibungskosten zu (frz. Handelsgesetzbuch, Art. D441-5).`,
    penalties: (amount) =>
      `Die Verzugszinsen nach unseren Bedingungen belaufen sich bis heute auf ${amount} (frz. Handelsgesetzbuch, Art. L441-10).`,
    penaltiesRun:
      'Die Verzugszinsen nach unseren Bedingungen laufen seit dem Tag nach der Fälligkeit (frz. Handelsgesetzbuch, Art. L441-10).',
  },
  supplierInvoices: {
    subject: (n) =>
      n === 1 ? 'Eine Lieferantenrechnung ist eingegangen' : `${n} Lieferantenrechnungen sind eingegangen`,
    opening: (n) =>
      n === 1
        ? 'Ihre zugelassene Plattform hat diese Rechnung zugestellt:'
        : `Ihre zugelassene Plattform hat diese ${n} Rechnungen zugestellt:`,
    unreadable: (file) => `${file} (nicht lesbare Datei)`,
    more: (n) => (n === 1 ? 'und eine weitere' : `und ${n} weitere`),
    remark: 'Prüfen Sie Betrag und Bankverbindung, bevor Sie bezahlen.',
  },
  unreminded: {
    subject: (n) => `Erinnerung nicht möglich: Rechnung ${n}`,
    opening: (n, customer) =>
      `Eine Erinnerung an Rechnung ${n} steht an, aber wir haben keine E-Mail-Adresse von ${customer}.`,
    remedy: 'Öffnen Sie die Rechnung und geben Sie ihren Erinnerungen eine Adresse, oder erinnern Sie auf anderem Weg.',
  },
  recurring: (n) => `anbei erhalten Sie Ihre neue wiederkehrende Rechnung ${n}.`,
  between: ': ',
  facts: {
    number: 'Nummer',
    emittedOn: 'Datum',
    total: 'Betrag',
    remaining: 'Noch offen',
    toRefund: 'Guthaben zu Ihren Gunsten',
    holder: 'Empfänger',
    iban: 'IBAN',
    bic: 'BIC',
    reference: 'Verwendungszweck',
  },
  transfer: 'Zur Zahlung per Überweisung',
  view: {
    estimate: 'Angebot ansehen',
    purchase_order: 'Auftrag ansehen',
    advance: 'Anzahlungsrechnung ansehen',
    invoice: 'Rechnung ansehen',
    credit_note: 'Gutschrift ansehen',
  },
  test: 'Testdokument ohne rechtliche Wirkung.',
  trial: 'Probe: Nur Sie erhalten diese E-Mail, so wie Ihr Kunde sie lesen würde.',
  signature: {
    subject: (from) => `Probe Ihrer Signatur, ${from}`,
    opening: 'So liest sich Ihre Signatur am Ende einer E-Mail:',
  },
  webhookDisabled: {
    subject: (host) => `Webhook abgeschaltet: ${host}`,
    opening: (host) => `Der Webhook zu ${host} nimmt nichts mehr an: Wir haben ihn abgeschaltet.`,
    reason: {
      gone: 'Seine Adresse hat geantwortet, dass es sie nicht mehr gibt (410).',
      failing: 'Seit 120 Stunden ist dort nichts angekommen.',
    },
    remedy: 'Was wartete, ist aufbewahrt: Berichtigen Sie die Adresse und schalten Sie den Webhook wieder ein.',
  },
  invitation: {
    subject: (account) => `Einladung zu ${account}`,
    opening: (by, account) => `${by} lädt Sie zu ${account} in Facturier ein. Öffnen Sie diesen Link, um anzunehmen:`,
    remark: 'Er gilt einmal, sieben Tage lang. Falls Sie diese Einladung nicht erwartet haben, tun Sie nichts.',
  },
  portal: {
    subject: (from) => `Ihre Dokumente bei ${from}`,
    opening: (from) => `Sie haben Ihre Dokumente bei ${from} angefordert. Öffnen Sie diesen Link, um alle zu finden:`,
    remark:
      'Er gilt einen Tag lang. Falls Sie nichts angefordert haben, tun Sie nichts: Nur Sie erhalten diese Nachricht.',
  },
  newPassword: {
    subject: 'Neues Passwort',
    opening: 'Für diese Adresse wurde ein neues Passwort angefordert. Öffnen Sie diesen Link, um es zu wählen:',
    remark:
      'Er gilt einmal, 30 Minuten lang, und beendet alle Ihre Sitzungen. Falls Sie nichts angefordert haben, tun Sie nichts: Ihr Passwort bleibt dasselbe.',
  },
  newAddress: {
    subject: 'Bestätigen Sie Ihre neue Adresse',
    opening:
      'Sie möchten sich mit dieser Adresse anmelden. Öffnen Sie diesen Link, um zu bestätigen, dass sie Ihre ist:',
    remark:
      'Er gilt einmal, 24 Stunden lang; bis dahin melden Sie sich an wie bisher. Falls Sie nichts angefordert haben, tun Sie nichts.',
  },
  addressAsked: {
    subject: 'Ihre Anmeldeadresse soll sich ändern',
    opening: (email) =>
      `Es wurde beantragt, sich künftig mit ${email} anzumelden. Diese Adresse bleibt Ihre, bis die andere bestätigt ist.`,
    remark: 'Falls Sie das nicht waren, ändern Sie sofort Ihr Passwort: in den Einstellungen, Sicherheit.',
  },
  auditHeads: {
    subject: (day) => `Letzte Einträge Ihres Prüfpfads: ${day}`,
    opening:
      'Dies sind die letzten Einträge Ihres Prüfpfads mit ihrer Signatur. Bewahren Sie diese Nachricht auf: Sie beweist, dass kein früherer Eintrag geändert oder gelöscht wurde. Wer den Dienst betreibt, prüft dies mit: facturier verify --heads DATEI',
  },
  /** A document that is signed online. */
  signing: {
    ask: {
      subject: (document: string, from: string): string => `${document} zur Unterschrift – ${from}`,
      opening: (document: string, from: string): string =>
        `${from} lädt Sie ein, online zu lesen und zu unterschreiben: ${document}.`,
      button: 'Lesen und unterschreiben',
      until: (day: string): string => `Sie können bis zum ${day} unterschreiben.`,
      remark:
        'Dieser Link ist nur für Sie: Wer ihn hat, kann in Ihrem Namen unterschreiben. Leiten Sie ihn nicht weiter.',
    },
    remind: {
      subject: (document: string): string => `Erinnerung: ${document} wartet auf Ihre Antwort`,
      opening: (document: string, from: string): string => `${from} wartet auf Ihre Antwort zu: ${document}.`,
    },
    code: {
      subject: (code: string): string => `Ihr Code: ${code}`,
      opening: 'Hier ist der Code, den Sie zum Unterschreiben eingeben:',
      remark: 'Er gilt zehn Minuten. Wenn Sie nichts angefordert haben, tun Sie nichts.',
    },
    signed: {
      subject: (document: string): string => `Unterschrieben: ${document}`,
      opening: (document: string, name: string, when: string): string =>
        `${document} wurde von ${name} am ${when} unterschrieben.`,
      enclosed: 'Das unterschriebene Dokument liegt bei, mit seiner Nachweisseite.',
    },
    refused: {
      subject: (document: string): string => `Abgelehnt: ${document}`,
      opening: (document: string): string => `Ihr Kunde hat abgelehnt: ${document}.`,
      reason: {
        price: 'Der Preis.',
        delay: 'Die Frist.',
        another_company: 'Ein anderes Unternehmen wurde gewählt.',
        postponed: 'Das Vorhaben ist verschoben.',
        other: 'Ein anderer Grund.',
      },
    },
    question: {
      subject: (document: string): string => `Frage: ${document}`,
      opening: (document: string): string => `Ihr Kunde hat eine Frage zu: ${document}.`,
    },
  },
  onlinePayment: {
    canceled: {
      subject: (document) => `Nach der Stornierung bezahlt: ${document}`,
      opening: (document, customer, amount) =>
        `${customer} hat ${amount} online für ${document} bezahlt. Das Dokument ist storniert; der Betrag wurde nirgends verrechnet.`,
      remedy:
        'Erstatten Sie den Betrag bei Ihrem Zahlungsdienstleister, oder verrechnen Sie ihn mit einem anderen Dokument: Er bleibt unter Online-Zahlungen aufgeführt.',
    },
    paid: {
      subject: (document) => `Doppelt bezahlt: ${document}`,
      opening: (document, customer, amount) =>
        `${customer} hat ${amount} online für ${document} bezahlt. Das Dokument war schon bezahlt; der Betrag wurde nirgends verrechnet.`,
      remedy:
        'Erstatten Sie den Betrag bei Ihrem Zahlungsdienstleister, oder verrechnen Sie ihn mit einem anderen Dokument: Er bleibt unter Online-Zahlungen aufgeführt.',
    },
    more: {
      subject: (document) => `Zu viel bezahlt: ${document}`,
      opening: (document, customer, amount) =>
        `${customer} hat online ${amount} mehr bezahlt, als für ${document} offen war. Der Betrag wurde nirgends verrechnet.`,
      remedy:
        'Erstatten Sie den Betrag bei Ihrem Zahlungsdienstleister, oder verrechnen Sie ihn mit einem anderen Dokument: Er bleibt unter Online-Zahlungen aufgeführt.',
    },
    agency: {
      subject: (document) => `Von der Urssaf zu viel überwiesen: ${document}`,
      opening: (document, customer, amount) =>
        `Die Urssaf hat ${amount} mehr überwiesen, als für ${document} (${customer}) offen war. Der Betrag wurde nirgends verrechnet.`,
      remedy: 'Klären Sie mit der Urssaf oder Ihrem Kunden, wem er zusteht: Er bleibt auf der Rechnung angezeigt.',
    },
    disputed: {
      subject: (document) => `Zahlung angefochten: ${document}`,
      opening: (document, customer, amount) =>
        `Die Bank von ${customer} hat ${amount} zurückgeholt, die online für ${document} bezahlt wurden. Das Dokument ist wieder offen.`,
      remedy:
        'Beantworten Sie die Anfechtung bei Ihrem Zahlungsdienstleister innerhalb der genannten Frist. Wird zu Ihren Gunsten entschieden, wird die Zahlung von selbst wieder erfasst.',
    },
    won: {
      subject: (document) => `Anfechtung gewonnen: ${document}`,
      opening: (document, customer, amount) =>
        `Die Bank von ${customer} hat ${amount} zurückgegeben, die online für ${document} bezahlt und angefochten wurden.`,
      remedy:
        'Die Zahlung ist wieder erfasst. Was das Dokument nicht mehr aufnehmen kann, bleibt unter Online-Zahlungen aufgeführt.',
    },
  },
  recurringNotice: {
    subject: {
      unmet: (c) => `Wiederkehrende Rechnung zu vervollständigen: ${c}`,
      missed: (c) => `Wiederkehrende Rechnungen zu prüfen: ${c}`,
      unsent: (c) => `Wiederkehrende Rechnung nicht gesendet: ${c}`,
    },
    unmet: (c, d) =>
      `Die wiederkehrende Rechnung für ${c} vom ${d} konnte nicht finalisiert werden: Es fehlt etwas. Sie bleibt ein Entwurf.`,
    paused:
      'Es ist die dritte in Folge: Diese Wiederholung ist angehalten. Setzen Sie sie fort, sobald alles in Ordnung ist.',
    missed: (n, c) =>
      `Der Dienst lief nicht: ${n} wiederkehrende Rechnungen für ${c} wurden nicht an ihrem Tag erstellt. Statt alle heute auszustellen, werden sie als Entwürfe angelegt.`,
    remedy: 'Öffnen Sie Ihre Entwürfe: Dort steht, was fehlt.',
    unsent: (f, c) =>
      `Die wiederkehrende Rechnung ${f} für ${c} ist finalisiert, konnte aber nicht gesendet werden: Prüfen Sie die Adresse dieses Kunden und senden Sie sie dann.`,
  },
  undelivered: {
    subject: (subject) => `Nicht zugestellt: ${subject}`,
    opening: 'Diese E-Mail konnte nicht zugestellt werden an:',
    answer: (answer) => `Antwort des Servers: ${answer}`,
    remedy: 'Prüfen Sie die Adresse und senden Sie sie noch einmal.',
  },
};
