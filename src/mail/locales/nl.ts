import type { Words } from './fr.ts';

export const nl: Words = {
  nameOf: {
    estimate: (n) => `Offerte ${n}`,
    purchase_order: (n) => `Bestelbon ${n}`,
    advance: (n) => `Voorschotfactuur ${n}`,
    invoice: (n) => `Factuur ${n}`,
    credit_note: (n) => `Creditnota ${n}`,
  },
  draft: '(concept)',
  glance: {
    toPayBy: (day) => `te betalen uiterlijk op ${day}`,
    wasToPayBy: (day) => `te betalen: de vervaldatum was ${day}`,
    validUntil: (day) => `geldig tot en met ${day}`,
    paid: 'volledig betaald',
    toRefund: (amount) => `aan u terug te betalen: ${amount}`,
    nothingToPay: 'niets te betalen',
  },
  greeting: 'Goedendag,',
  greetingTo: (name) => `Goedendag ${name},`,
  closing: 'Met vriendelijke groet,',
  subject: (document, from) => `${document} van ${from}`,
  opening: {
    estimate: (n) => `Hierbij ontvangt u onze offerte ${n}.`,
    purchase_order: (n) => `Hierbij ontvangt u onze bestelbon ${n}.`,
    advance: (n) => `Hierbij ontvangt u onze voorschotfactuur ${n}.`,
    invoice: (n) => `Hierbij ontvangt u onze factuur ${n}.`,
    credit_note: (n) => `Hierbij ontvangt u onze creditnota ${n}.`,
  },
  validUntil: (day) => `Ons aanbod is geldig tot en met ${day}.`,
  toAccept: 'Wilt u het aanvaarden, stuur ons dan het ondertekende document terug of beantwoord dit bericht.',
  payBy: (amount, day) => `Wij verzoeken u ${amount} uiterlijk op ${day} te betalen.`,
  payOverdue: (amount, day) =>
    `Deze factuur moest uiterlijk op ${day} betaald zijn. Wij verzoeken u ${amount} zo spoedig mogelijk te betalen.`,
  nothingToPay: 'Er staat niets meer open: dank u voor uw betaling.',
  nothingLeft: 'Er staat niets meer open.',
  refundOwed: (amount) =>
    `Wij zijn u ${amount} verschuldigd, terug te betalen of te verrekenen met een volgende betaling.`,
  reminder: {
    subject: (document) => `Herinnering: ${document}`,
    opening: {
      advance: (n) => `Volgens onze administratie is onze voorschotfactuur ${n} nog niet betaald.`,
      invoice: (n) => `Volgens onze administratie is onze factuur ${n} nog niet betaald.`,
    },
    wasDue: (amount, day) => `Er staat nog ${amount} open; de vervaldatum was ${day}.`,
    isDue: (amount, day) => `Er staat nog ${amount} open; de vervaldatum is ${day}.`,
    please: 'Wilt u zo spoedig mogelijk betalen, of ons schrijven als er iets in de weg staat?',
    crossed: 'Heeft uw betaling dit bericht gekruist, dan kunt u het als niet verzonden beschouwen.',
    again: {
      subject: (document) => `Tweede herinnering: ${document}`,
      opening: {
        advance: (n) => `Ondanks onze herinnering is onze voorschotfactuur ${n} nog steeds niet betaald.`,
        invoice: (n) => `Ondanks onze herinnering is onze factuur ${n} nog steeds niet betaald.`,
      },
      please: 'Wilt u deze binnen acht dagen betalen, of ons laten weten wat er in de weg staat?',
    },
    firm: {
      subject: (document) => `Onbetaald: ${document}`,
      opening: {
        advance: (n) => `Ondanks onze herinneringen blijft onze voorschotfactuur ${n} onbetaald.`,
        invoice: (n) => `Ondanks onze herinneringen blijft onze factuur ${n} onbetaald.`,
      },
      please: 'Wij verzoeken u deze onverwijld te betalen. Anders zullen wij u formeel in gebreke moeten stellen.',
    },
    lumpSum: (amount) =>
      `Door deze vertraging hebben wij recht op een forfaitaire vergoeding van ${amount} voor invorderingskosten (Franse handelswet, art. D441-5).`,
    penalties: (amount) =>
      `De vertragingsrente volgens onze voorwaarden bedraagt tot vandaag ${amount} (Franse handelswet, art. L441-10).`,
    penaltiesRun:
      'De vertragingsrente volgens onze voorwaarden loopt sinds de dag na de vervaldatum (Franse handelswet, art. L441-10).',
  },
  supplierInvoices: {
    subject: (n) =>
      n === 1
        ? 'Er is een factuur van een leverancier binnengekomen'
        : `Er zijn ${n} facturen van leveranciers binnengekomen`,
    opening: (n) =>
      n === 1
        ? 'Uw erkende platform heeft deze factuur bezorgd:'
        : `Uw erkende platform heeft deze ${n} facturen bezorgd:`,
    unreadable: (file) => `${file} (onleesbaar bestand)`,
    more: (n) => (n === 1 ? 'en nog een' : `en nog ${n}`),
    remark: 'Controleer het bedrag en de bankrekening voordat u betaalt.',
  },
  unreminded: {
    subject: (n) => `Herinneren niet mogelijk: factuur ${n}`,
    opening: (n, customer) =>
      `Er moet aan factuur ${n} worden herinnerd, maar wij hebben geen e-mailadres van ${customer}.`,
    remedy: 'Open de factuur en geef de herinneringen een adres, of herinner deze klant op een andere manier.',
  },
  recurring: (n) => `Hierbij ontvangt u uw nieuwe periodieke factuur ${n}.`,
  between: ': ',
  facts: {
    number: 'Nummer',
    emittedOn: 'Datum',
    total: 'Bedrag',
    remaining: 'Nog te betalen',
    toRefund: 'Aan u terug te betalen',
    holder: 'Begunstigde',
    iban: 'IBAN',
    bic: 'BIC',
    reference: 'Betalingskenmerk',
  },
  transfer: 'Betalen per overschrijving',
  view: {
    estimate: 'Offerte bekijken',
    purchase_order: 'Bestelbon bekijken',
    advance: 'Voorschotfactuur bekijken',
    invoice: 'Factuur bekijken',
    credit_note: 'Creditnota bekijken',
  },
  test: 'Testdocument, zonder rechtsgeldigheid.',
  trial: 'Proef: alleen u ontvangt dit bericht, zoals uw klant het zou lezen.',
  signature: {
    subject: (from) => `Proef van uw handtekening, ${from}`,
    opening: 'Zo leest uw handtekening onder aan een bericht:',
  },
  webhookDisabled: {
    subject: (host) => `Webhook uitgeschakeld: ${host}`,
    opening: (host) => `De webhook naar ${host} ontvangt niets meer: wij hebben hem uitgeschakeld.`,
    reason: {
      gone: 'Het adres heeft geantwoord dat het niet meer bestaat (410).',
      failing: 'Er is daar 120 uur lang niets aangekomen.',
    },
    remedy: 'Wat wachtte, is bewaard: verbeter het adres en schakel de webhook weer in.',
  },
  invitation: {
    subject: (account) => `Uitnodiging voor ${account}`,
    opening: (by, account) => `${by} nodigt u uit voor ${account} in Facturier. Open deze link om te aanvaarden:`,
    remark: 'Hij werkt één keer, zeven dagen lang. Verwachtte u deze uitnodiging niet, doe dan niets.',
  },
  portal: {
    subject: (from) => `Uw documenten bij ${from}`,
    opening: (from) => `U hebt uw documenten bij ${from} gevraagd. Open deze link om ze allemaal te vinden:`,
    remark: 'Hij werkt één dag. Hebt u niets gevraagd, doe dan niets: alleen u ontvangt dit bericht.',
  },
  newPassword: {
    subject: 'Nieuw wachtwoord',
    opening: 'Voor dit adres is een nieuw wachtwoord gevraagd. Open deze link om het te kiezen:',
    remark:
      'Hij werkt één keer, 30 minuten lang, en beëindigt al uw sessies. Hebt u niets gevraagd, doe dan niets: uw wachtwoord blijft hetzelfde.',
  },
  newAddress: {
    subject: 'Bevestig uw nieuwe adres',
    opening: 'U hebt gevraagd om met dit adres aan te melden. Open deze link om te bevestigen dat het van u is:',
    remark:
      'Hij werkt één keer, 24 uur lang; tot dan meldt u zich aan zoals voorheen. Hebt u niets gevraagd, doe dan niets.',
  },
  addressAsked: {
    subject: 'Uw aanmeldadres gaat veranderen',
    opening: (email) =>
      `Er is gevraagd om voortaan met ${email} aan te melden. Dit adres blijft het uwe totdat het andere is bevestigd.`,
    remark: 'Was u dat niet, wijzig dan meteen uw wachtwoord: in de instellingen, Beveiliging.',
  },
  auditHeads: {
    subject: (day) => `Laatste vermeldingen van uw controlespoor: ${day}`,
    opening:
      'Dit zijn de laatste vermeldingen van uw controlespoor, met hun handtekening. Bewaar dit bericht: het bewijst dat geen eerdere vermelding is gewijzigd of verwijderd. Wie de dienst beheert, controleert dit met: facturier verify --heads BESTAND',
  },
  /** A document that is signed online. */
  signing: {
    ask: {
      subject: (document: string, from: string): string => `${document} ter ondertekening – ${from}`,
      opening: (document: string, from: string): string =>
        `${from} nodigt u uit om online te lezen en te ondertekenen: ${document}.`,
      button: 'Lezen en ondertekenen',
      until: (day: string): string => `U kunt ondertekenen tot ${day}.`,
      remark: 'Deze link is alleen voor u: wie hem heeft, kan in uw naam ondertekenen. Stuur hem niet door.',
    },
    remind: {
      subject: (document: string): string => `Herinnering: ${document} wacht op uw antwoord`,
      opening: (document: string, from: string): string => `${from} wacht op uw antwoord over: ${document}.`,
    },
    code: {
      subject: (code: string): string => `Uw code: ${code}`,
      opening: 'Dit is de code om over te nemen bij het ondertekenen:',
      remark: 'Hij geldt tien minuten. Hebt u niets gevraagd, doe dan niets.',
    },
    signed: {
      subject: (document: string): string => `Ondertekend: ${document}`,
      opening: (document: string, name: string, when: string): string =>
        `${document} is op ${when} ondertekend door ${name}.`,
      enclosed: 'Het ondertekende document is bijgevoegd, met zijn bewijspagina.',
    },
    refused: {
      subject: (document: string): string => `Afgewezen: ${document}`,
      opening: (document: string): string => `Uw klant heeft afgewezen: ${document}.`,
      reason: {
        price: 'De prijs.',
        delay: 'De termijn.',
        another_company: 'Er is een ander bedrijf gekozen.',
        postponed: 'Het project is uitgesteld.',
        other: 'Een andere reden.',
      },
    },
    question: {
      subject: (document: string): string => `Vraag: ${document}`,
      opening: (document: string): string => `Uw klant heeft een vraag over: ${document}.`,
    },
  },
  onlinePayment: {
    canceled: {
      subject: (document) => `Betaald na annulering: ${document}`,
      opening: (document, customer, amount) =>
        `${customer} heeft online ${amount} betaald voor ${document}, dat geannuleerd is. Dit bedrag is nergens verrekend.`,
      remedy:
        'Betaal het terug via uw betaalprovider, of verreken het met een ander document: het blijft vermeld onder Onlinebetalingen.',
    },
    paid: {
      subject: (document) => `Dubbel betaald: ${document}`,
      opening: (document, customer, amount) =>
        `${customer} heeft online ${amount} betaald voor ${document}, dat al betaald was. Dit bedrag is nergens verrekend.`,
      remedy:
        'Betaal het terug via uw betaalprovider, of verreken het met een ander document: het blijft vermeld onder Onlinebetalingen.',
    },
    more: {
      subject: (document) => `Te veel betaald: ${document}`,
      opening: (document, customer, amount) =>
        `${customer} heeft online ${amount} meer betaald dan nog openstond voor ${document}. Dit bedrag is nergens verrekend.`,
      remedy:
        'Betaal het terug via uw betaalprovider, of verreken het met een ander document: het blijft vermeld onder Onlinebetalingen.',
    },
    agency: {
      subject: (document) => `Te veel overgemaakt door de Urssaf: ${document}`,
      opening: (document, customer, amount) =>
        `De Urssaf heeft ${amount} meer overgemaakt dan nog openstond voor ${document} (${customer}). Dit bedrag is nergens verrekend.`,
      remedy: 'Ga met de Urssaf of uw klant na wie het toekomt: het blijft vermeld op de factuur.',
    },
    disputed: {
      subject: (document) => `Betaling betwist: ${document}`,
      opening: (document, customer, amount) =>
        `De bank van ${customer} heeft ${amount} teruggenomen die online voor ${document} was betaald. Het document staat weer open.`,
      remedy:
        'Beantwoord de betwisting bij uw betaalprovider binnen de genoemde termijn. Wordt in uw voordeel beslist, dan wordt de betaling vanzelf weer geregistreerd.',
    },
    won: {
      subject: (document) => `Betwisting gewonnen: ${document}`,
      opening: (document, customer, amount) =>
        `De bank van ${customer} heeft ${amount} teruggegeven die online voor ${document} was betaald en betwist.`,
      remedy:
        'De betaling is weer geregistreerd. Wat het document niet meer kan opnemen, blijft vermeld onder Onlinebetalingen.',
    },
  },
  recurringNotice: {
    subject: {
      unmet: (c) => `Periodieke factuur aan te vullen: ${c}`,
      missed: (c) => `Periodieke facturen te controleren: ${c}`,
      unsent: (c) => `Periodieke factuur niet verzonden: ${c}`,
    },
    unmet: (c, d) =>
      `De periodieke factuur voor ${c} van ${d} kon niet definitief worden gemaakt: er ontbreekt iets. Ze blijft een concept.`,
    paused: 'Het is de derde op rij: deze herhaling is gepauzeerd. Hervat ze zodra alles in orde is.',
    missed: (n, c) =>
      `De dienst draaide niet: ${n} periodieke facturen voor ${c} zijn niet op hun dag gemaakt. In plaats van ze vandaag allemaal uit te reiken, worden ze als concept gemaakt.`,
    remedy: 'Open uw concepten: daar staat wat ontbreekt.',
    unsent: (f, c) =>
      `De periodieke factuur ${f} voor ${c} is definitief, maar kon niet worden verzonden: controleer het adres van deze klant en verzend ze dan.`,
  },
  undelivered: {
    subject: (subject) => `Niet bezorgd: ${subject}`,
    opening: 'Dit bericht kon niet worden bezorgd bij:',
    answer: (answer) => `Antwoord van de server: ${answer}`,
    remedy: 'Controleer het adres en verstuur het opnieuw.',
  },
};
