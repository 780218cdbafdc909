import type { LeftOutReason } from './skipped-rows.ts';

/** The status of a row. */
export type RowStatus = 'booked' | Extract<LeftOutReason, 'pending' | 'declined' | 'canceled' | 'reverted'>;

/**
 * Status words of banks and payment providers, in the languages of their files, without accents and
 * blanks.
 */
const STATUS_WORDS: Readonly<Record<RowStatus, string>> = {
  booked: `completed complete completee termine terminee effectue effectuee execute executee executed settled regle reglee booked
    book posted comptabilise comptabilisee cleared paid paye payee succeeded success successful valide validee validated accepte
    acceptee accepted approved approuve approuvee processed done ok traite traitee realise realisee definitif available disponible
    finished finalise finalisee passee encaisse encaissee sent envoye envoyee received recu recue credited debited
    reussi reussie riuscito riuscita confirmada umsatzgebucht
    partiallyrefunded partiallyrefund partiellementrembourse
    partiellementremboursee gebucht abgeschlossen ausgefuhrt verbucht erledigt completado completada ejecutado ejecutada liquidado
    contabilizado contabilizada realizado completato completata eseguito eseguita contabilizzato contabilizzata voltooid uitgevoerd
    verwerkt geboekt concluido concluida executado executada zakonczono zrealizowano befejezett finalizat`,
  pending: `pending enattente attente encours waiting processing created inprogress entraitement traitementencours authorized
    authorised autorise autorisee authorization authorisation autorisation preauthorization preautorisation onhold hold held
    initiated pdng futr scheduled programme programmee planifie planifiee avenir upcoming prevu prevue incomplete requiresaction
    requiresconfirmation requirespaymentmethod requirescapture uncaptured intransit unclaimed nonreclame unpaid nonpaye unsettled
    nonregle notcompleted nontermine notexecuted nonexecute nonexecutee noncomptabilise noncomptabilisee notbooked unbooked draft
    brouillon suspendu suspendue temporarilyheld reserved reserve ausstehend vorgemerkt inbearbeitung offen geplant pendiente
    enproceso insospeso inattesa incorso sospeso inbehandeling gereserveerd openstaand pendente emprocessamento oczekujace wtoku
    fuggoben inasteptare delayed differe differee retarde retardee future futur aconfirmer encoursdetraitement open opened
    awaiting underreview inreview uncleared submitted unconfirmed initie initiee avalider asigner aapprouver previsionnel previsionnelle
    umsatzvorgemerkt`,
  declined: `declined refuse refusee rejected rejete rejetee failed echoue echouee echec failure denied blocked bloque bloquee error
    erreur nonabouti nonaboutie rjct insufficientfunds bounced abgelehnt fehlgeschlagen zuruckgewiesen rechazado rechazada fallido
    fallida denegado rifiutato rifiutata fallito respinto geweigerd afgewezen mislukt recusado recusada falhou odrzucono nieudana
    elutasitott respins esuat rejet rejetes ko impaye impayee opposition
    nonreussi nonreussie`,
  canceled: `canceled cancelled annule annulee void voided expired expire expiree deleted supprime supprimee removed abandoned
    abandonne abandonnee cancel storniert abgebrochen cancelado cancelada anulado anulada annullato annullata geannuleerd cancellato
    anulowano torolt anulat annulation cancellation cancelation stornierung`,
  reverted: `reverted reversed reversal extourne extournee renvoye renvoyee ruckgangiggemacht disputed lost refunded rembourse remboursee chargeback chargedback contrepasse contrepassee retourne retournee
    returned restitue restituee recalled rappele erstattet zuruckgebucht revertido revertida devuelto reembolsado stornato rimborsato
    teruggestort teruggeboekt estornado zwrocono visszateritett rambursat`,
};

/** Words of a direction. S is the German Soll and the French sortie, H is Haben. */
const DIRECTION_WORDS = {
  in: `c cr crdt cred credit crediteur credited h haben in e entree entrees r recette recettes incoming received recu recue inflow
    moneyin deposit bij avere entrant entrante eingang entrata entrate entrada ingreso gutschrift encaissement haber abono income plus`,
  out: `d db dr dbit dt deb debit debiteur debited s soll out sortie sorties depense depenses outgoing sent envoye envoyee emis emise outflow
    moneyout withdrawal af dare sortant sortante ausgang uscita uscite salida cargo lastschrift belastung decaissement debe expense minus`,
  none: 'neutral neutre memo memorandum',
} as const;
export type Direction = keyof typeof DIRECTION_WORDS;

function table<Meaning extends string>(words: Readonly<Record<Meaning, string>>): ReadonlyMap<string, Meaning> {
  return new Map(
    (Object.entries(words) as [Meaning, string][]).flatMap(([meaning, list]) =>
      list.split(/\s+/).map((word) => [word, meaning] as const),
    ),
  );
}
const statuses = table(STATUS_WORDS);
const directions = table(DIRECTION_WORDS);

/** Maximum characters of a status cell: longer ones are sentences. */
const WORD_MAX = 60;
/** Leading words of a cell that can be its status: "En cours de traitement". */
const LEADING_WORDS = 3;

const plain = (word: string): string =>
  word
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '');

/** Whether a cell says that its row was booked; undefined if it is no status word. */
export function statusIn(cell: string): RowStatus | undefined {
  if (cell.length > WORD_MAX) return undefined;
  const whole = statuses.get(plain(cell));
  if (whole) return whole;
  const words = cell.split(/[\s_/()-]+/).filter(Boolean);
  for (let count = Math.min(LEADING_WORDS, words.length - 1); count > 0; count--) {
    const found = statuses.get(plain(words.slice(0, count).join('')));
    if (found) return found;
  }
  return undefined;
}

/** Words that negate the following ones: "non comptabilisé", "not sent". */
const NOT = /^(?:non|not|pas|nicht|no|niet)$/;

/**
 * The status in a cell of a status column, even in a sentence: "Paiement refusé par la banque".
 * Words for "not booked" take precedence over words for "booked".
 */
export function statusInSentence(cell: string): RowStatus | undefined {
  const direct = statusIn(cell);
  if (direct) return direct;
  const words = cell
    .slice(0, SENTENCE_MAX)
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean);
  const found = words.flatMap((_, from) =>
    [3, 2, 1].flatMap((count) => {
      const said = from + count <= words.length && statuses.get(plain(words.slice(from, from + count).join('')));
      return said ? [said] : [];
    }),
  );
  const other = found.find((status) => status !== 'booked');
  if (other || found.length === 0) return other;
  return words.some((word) => NOT.test(plain(word))) ? 'pending' : 'booked';
}
/** Characters of a status cell that are examined. */
const SENTENCE_MAX = 200;

/** The direction in a cell: in, out, or none. */
export function directionIn(cell: string): Direction | undefined {
  const said = cell.trim();
  if (said === '+') return 'in';
  if (/^[-\u2212]$/.test(said)) return 'out';
  return said.length > WORD_MAX ? undefined : directions.get(plain(said));
}

/** Minimum letters of a direction word among others; maximum words of such a cell. */
const PHRASE_WORD_MIN = 4;
const PHRASE_WORDS = 2;

/** The direction in a cell of one or two words: "Crédit (C)", "Virement entrant". */
export function directionInPhrase(cell: string): Direction | undefined {
  const direct = directionIn(cell);
  if (direct || cell.length > WORD_MAX) return direct;
  const words = cell.split(/[^\p{L}]+/u).filter((word) => word.length > 1);
  if (words.length > PHRASE_WORDS) return undefined;
  const found = words.flatMap((word) => (word.length < PHRASE_WORD_MIN ? [] : (directions.get(plain(word)) ?? [])));
  const [only, ...others] = new Set(found);
  return others.length > 0 ? undefined : only;
}
