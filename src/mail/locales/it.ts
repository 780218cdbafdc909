import type { Words } from './fr.ts';

export const it: Words = {
  nameOf: {
    estimate: (n) => `Preventivo ${n}`,
    purchase_order: (n) => `Ordine ${n}`,
    advance: (n) => `Fattura di acconto ${n}`,
    invoice: (n) => `Fattura ${n}`,
    credit_note: (n) => `Nota di credito ${n}`,
  },
  draft: '(bozza)',
  glance: {
    toPayBy: (day) => `da pagare entro il ${day}`,
    wasToPayBy: (day) => `da pagare: la scadenza era il ${day}`,
    validUntil: (day) => `valido fino al ${day}`,
    paid: 'interamente pagata',
    toRefund: (amount) => `da rimborsarle: ${amount}`,
    nothingToPay: 'nulla da pagare',
  },
  greeting: 'Buongiorno,',
  greetingTo: (name) => `Buongiorno ${name},`,
  closing: 'Cordiali saluti,',
  subject: (document, from) => `${document} – ${from}`,
  opening: {
    estimate: (n) => `in allegato trova il nostro preventivo ${n}.`,
    purchase_order: (n) => `in allegato trova il nostro ordine ${n}.`,
    advance: (n) => `in allegato trova la nostra fattura di acconto ${n}.`,
    invoice: (n) => `in allegato trova la nostra fattura ${n}.`,
    credit_note: (n) => `in allegato trova la nostra nota di credito ${n}.`,
  },
  validUntil: (day) => `La nostra offerta è valida fino al ${day}.`,
  toAccept: 'Per accettarla, ci rinvii il documento firmato o risponda semplicemente a questo messaggio.',
  payBy: (amount, day) => `La preghiamo di pagare ${amount} entro il ${day}.`,
  payOverdue: (amount, day) =>
    `Questa fattura era da pagare entro il ${day}. La preghiamo di pagare ${amount} appena possibile.`,
  nothingToPay: 'Non resta nulla da pagare: grazie per il Suo pagamento.',
  nothingLeft: 'Non resta nulla da pagare.',
  refundOwed: (amount) => `Le dobbiamo ${amount}, da rimborsare o da dedurre da un prossimo pagamento.`,
  reminder: {
    subject: (document) => `Promemoria: ${document}`,
    opening: {
      advance: (n) => `salvo errore da parte nostra, la nostra fattura di acconto ${n} non risulta ancora pagata.`,
      invoice: (n) => `salvo errore da parte nostra, la nostra fattura ${n} non risulta ancora pagata.`,
    },
    wasDue: (amount, day) => `Restano da pagare ${amount}; la scadenza era il ${day}.`,
    isDue: (amount, day) => `Restano da pagare ${amount}; la scadenza è il ${day}.`,
    please: 'La preghiamo di provvedere al pagamento appena possibile, o di scriverci se qualcosa lo impedisce.',
    crossed: 'Se il Suo pagamento ha incrociato questo messaggio, La preghiamo di non tenerne conto.',
    again: {
      subject: (document) => `Secondo promemoria: ${document}`,
      opening: {
        advance: (n) => `nonostante il nostro promemoria, la nostra fattura di acconto ${n} non è ancora stata pagata.`,
        invoice: (n) => `nonostante il nostro promemoria, la nostra fattura ${n} non è ancora stata pagata.`,
      },
      please: 'La preghiamo di pagarla entro otto giorni, o di dirci che cosa lo impedisce.',
    },
    firm: {
      subject: (document) => `Insoluto: ${document}`,
      opening: {
        advance: (n) => `nonostante i nostri promemoria, la nostra fattura di acconto ${n} resta insoluta.`,
        invoice: (n) => `nonostante i nostri promemoria, la nostra fattura ${n} resta insoluta.`,
      },
      please: 'Le chiediamo di pagarla senza indugio. In mancanza, dovremo costituirLa formalmente in mora.',
    },
    lumpSum: (amount) =>
      `Il ritardo dà diritto a un’indennità forfettaria di ${amount} per spese di recupero (codice di commercio francese, art. D441-5).`,
    penalties: (amount) =>
      `Le penali di mora previste dalle nostre condizioni ammontano a oggi a ${amount} (codice di commercio francese, art. L441-10).`,
    penaltiesRun:
      'Le penali di mora previste dalle nostre condizioni decorrono dal giorno dopo la scadenza (codice di commercio francese, art. L441-10).',
  },
  supplierInvoices: {
    subject: (n) => (n === 1 ? 'È arrivata una fattura di un fornitore' : `Sono arrivate ${n} fatture di fornitori`),
    opening: (n) =>
      n === 1
        ? 'La sua piattaforma accreditata ha consegnato questa fattura:'
        : `La sua piattaforma accreditata ha consegnato queste ${n} fatture:`,
    unreadable: (file) => `${file} (file illeggibile)`,
    more: (n) => (n === 1 ? 'e un’altra' : `e altre ${n}`),
    remark: 'Verifichi l’importo e il conto bancario prima di pagare.',
  },
  unreminded: {
    subject: (n) => `Promemoria impossibile: fattura ${n}`,
    opening: (n, customer) =>
      `È previsto un promemoria della fattura ${n}, ma non abbiamo alcun indirizzo e-mail di ${customer}.`,
    remedy: 'Apra la fattura e dia un indirizzo ai suoi promemoria, oppure solleciti il cliente in altro modo.',
  },
  recurring: (n) => `ecco la Sua nuova fattura periodica ${n}, allegata a questo messaggio.`,
  between: ': ',
  facts: {
    number: 'Numero',
    emittedOn: 'Data',
    total: 'Importo',
    remaining: 'Resta da pagare',
    toRefund: 'Da rimborsarle',
    holder: 'Beneficiario',
    iban: 'IBAN',
    bic: 'BIC',
    reference: 'Causale del bonifico',
  },
  transfer: 'Per pagare con bonifico',
  view: {
    estimate: 'Vedere il preventivo',
    purchase_order: 'Vedere l’ordine',
    advance: 'Vedere la fattura di acconto',
    invoice: 'Vedere la fattura',
    credit_note: 'Vedere la nota di credito',
  },
  test: 'Documento di prova, senza valore legale.',
  trial: 'Prova: solo Lei riceve questo messaggio, come lo leggerebbe il Suo cliente.',
  signature: {
    subject: (from) => `Prova della Sua firma, ${from}`,
    opening: 'Ecco come si legge la Sua firma in fondo a un messaggio:',
  },
  webhookDisabled: {
    subject: (host) => `Webhook disattivato: ${host}`,
    opening: (host) => `Il webhook verso ${host} non riceve più nulla: lo abbiamo disattivato.`,
    reason: {
      gone: 'Il suo indirizzo ha risposto che non esiste più (410).',
      failing: 'Da 120 ore non vi arriva nulla.',
    },
    remedy: 'Ciò che era in attesa è conservato: corregga l’indirizzo, poi riattivi il webhook.',
  },
  invitation: {
    subject: (account) => `Invito in ${account}`,
    opening: (by, account) => `${by} la invita a unirsi a ${account} in Facturier. Apra questo link per accettare:`,
    remark: 'Serve una volta, per sette giorni. Se non si aspettava questo invito, non faccia nulla.',
  },
  portal: {
    subject: (from) => `I suoi documenti presso ${from}`,
    opening: (from) => `Ha chiesto i suoi documenti presso ${from}. Apra questo link per trovarli tutti:`,
    remark: 'Vale un giorno. Se non ha chiesto nulla, non faccia nulla: solo lei riceve questo messaggio.',
  },
  newPassword: {
    subject: 'Nuova password',
    opening: 'È stata chiesta una nuova password per questo indirizzo. Apra questo link per sceglierla:',
    remark:
      'Serve una volta, per 30 minuti, e chiude tutte le sue sessioni. Se non ha chiesto nulla, non faccia nulla: la sua password resta la stessa.',
  },
  newAddress: {
    subject: 'Confermi il suo nuovo indirizzo',
    opening: 'Ha chiesto di accedere con questo indirizzo. Apra questo link per confermare che è suo:',
    remark: 'Serve una volta, per 24 ore; fino ad allora accede come prima. Se non ha chiesto nulla, non faccia nulla.',
  },
  addressAsked: {
    subject: 'Il suo indirizzo di accesso sta per cambiare',
    opening: (email) =>
      `È stato chiesto di accedere d’ora in poi con ${email}. Questo indirizzo resta il suo finché l’altro non è confermato.`,
    remark: 'Se non è stato lei, cambi subito la password: nelle impostazioni, Sicurezza.',
  },
  auditHeads: {
    subject: (day) => `Ultime voci della pista di controllo: ${day}`,
    opening:
      'Ecco le ultime voci della pista di controllo, con la loro firma. Conservi questo messaggio: prova che nessuna voce precedente è stata modificata o eliminata. Chi gestisce il servizio lo verifica con: facturier verify --heads FILE',
  },
  /** A document that is signed online. */
  signing: {
    ask: {
      subject: (document: string, from: string): string => `${document} da firmare – ${from}`,
      opening: (document: string, from: string): string => `${from} la invita a leggere e firmare online: ${document}.`,
      button: 'Leggere e firmare',
      until: (day: string): string => `Può firmare fino al ${day}.`,
      remark: 'Questo link è personale: permette di firmare a suo nome. Non lo inoltri.',
    },
    remind: {
      subject: (document: string): string => `Promemoria: ${document} attende la sua risposta`,
      opening: (document: string, from: string): string => `${from} attende la sua risposta per: ${document}.`,
    },
    code: {
      subject: (code: string): string => `Il suo codice: ${code}`,
      opening: 'Ecco il codice da copiare per firmare:',
      remark: 'Vale dieci minuti. Se non ha chiesto nulla, non faccia nulla.',
    },
    signed: {
      subject: (document: string): string => `Firmato: ${document}`,
      opening: (document: string, name: string, when: string): string =>
        `${document} è stato firmato da ${name} il ${when}.`,
      enclosed: 'Il documento firmato è allegato, con la sua pagina di prova.',
    },
    refused: {
      subject: (document: string): string => `Rifiutato: ${document}`,
      opening: (document: string): string => `Il suo cliente ha rifiutato: ${document}.`,
      reason: {
        price: 'Il prezzo.',
        delay: 'I tempi.',
        another_company: 'È stata scelta un’altra impresa.',
        postponed: 'Il progetto è rinviato.',
        other: 'Un altro motivo.',
      },
    },
    question: {
      subject: (document: string): string => `Domanda: ${document}`,
      opening: (document: string): string => `Il suo cliente fa una domanda su: ${document}.`,
    },
  },
  onlinePayment: {
    canceled: {
      subject: (document) => `Pagato dopo l’annullamento: ${document}`,
      opening: (document, customer, amount) =>
        `${customer} ha pagato ${amount} online per ${document}, che è annullato. Questo importo non è stato imputato a nulla.`,
      remedy:
        'Lo rimborsi presso il Suo fornitore di pagamenti, o lo imputi a un altro documento: resta elencato in Pagamenti online.',
    },
    paid: {
      subject: (document) => `Pagato due volte: ${document}`,
      opening: (document, customer, amount) =>
        `${customer} ha pagato ${amount} online per ${document}, che era già pagato. Questo importo non è stato imputato a nulla.`,
      remedy:
        'Lo rimborsi presso il Suo fornitore di pagamenti, o lo imputi a un altro documento: resta elencato in Pagamenti online.',
    },
    more: {
      subject: (document) => `Pagato in eccesso: ${document}`,
      opening: (document, customer, amount) =>
        `${customer} ha pagato online ${amount} in più di quanto restava dovuto per ${document}. Questo importo non è stato imputato a nulla.`,
      remedy:
        'Lo rimborsi presso il Suo fornitore di pagamenti, o lo imputi a un altro documento: resta elencato in Pagamenti online.',
    },
    agency: {
      subject: (document) => `Versato in eccesso dall’Urssaf: ${document}`,
      opening: (document, customer, amount) =>
        `L’Urssaf ha versato ${amount} in più di quanto restava dovuto per ${document} (${customer}). Questo importo non è stato imputato a nulla.`,
      remedy: 'Chiarisca con l’Urssaf o con il Suo cliente a chi spetta: resta indicato sulla fattura.',
    },
    disputed: {
      subject: (document) => `Pagamento contestato: ${document}`,
      opening: (document, customer, amount) =>
        `La banca di ${customer} ha ripreso ${amount} pagati online per ${document}. Il documento è di nuovo da pagare.`,
      remedy:
        'Risponda alla contestazione presso il Suo fornitore di pagamenti entro il termine indicato. Se è decisa a Suo favore, il pagamento viene registrato di nuovo da solo.',
    },
    won: {
      subject: (document) => `Contestazione vinta: ${document}`,
      opening: (document, customer, amount) =>
        `La banca di ${customer} ha restituito ${amount} pagati online per ${document} e contestati.`,
      remedy:
        'Il pagamento è di nuovo registrato. Ciò che il documento non può più ricevere resta elencato in Pagamenti online.',
    },
  },
  recurringNotice: {
    subject: {
      unmet: (c) => `Fattura periodica da completare: ${c}`,
      missed: (c) => `Fatture periodiche da verificare: ${c}`,
      unsent: (c) => `Fattura periodica non inviata: ${c}`,
    },
    unmet: (c, d) =>
      `La fattura periodica di ${c} del ${d} non ha potuto essere finalizzata: manca qualcosa. Resta una bozza.`,
    paused: 'È la terza di seguito: questa ricorrenza è in pausa. La riprenda quando tutto è in ordine.',
    missed: (n, c) =>
      `Il servizio era fermo: ${n} fatture periodiche di ${c} non sono state create alla loro data. Invece di emetterle tutte oggi, sono create come bozze.`,
    remedy: 'Apra le Sue bozze: vi è indicato ciò che manca.',
    unsent: (f, c) =>
      `La fattura periodica ${f} di ${c} è finalizzata, ma non ha potuto essere inviata: verifichi l’indirizzo di questo cliente, poi la invii.`,
  },
  undelivered: {
    subject: (subject) => `Non consegnato: ${subject}`,
    opening: 'Questo messaggio non ha potuto essere consegnato a:',
    answer: (answer) => `Risposta del server: ${answer}`,
    remedy: 'Verifichi l’indirizzo, poi lo invii di nuovo.',
  },
};
