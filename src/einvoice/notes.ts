import { insuranceText, mediatorText, registersOf } from '../domain/account/legal-identity.ts';
import type { Emitter } from '../domain/account/settings.ts';
import type { Said } from '../domain/billing/document/document.ts';
import { textsThat } from '../domain/billing/document/document-texts.ts';
import type {
  DiscountForAdvancePayment,
  LatePenalty,
  LumpSumCompensation,
} from '../domain/billing/document/terms/payment-terms.ts';
import { isProfessional, type Party } from '../domain/customers/party.ts';
import type { VatPoint } from '../domain/vat/vat-point.ts';
import { platformTreatment } from './clientele.ts';
import type { Note } from './electronic-invoice.ts';
import { legalFormOf } from './legal-form.ts';

type Noted = {
  readonly content: Said;
  readonly emitter: Emitter;
  readonly customer: Party | undefined;
  /** The document it was created from, as a text: "Devis D-2026-0001 du 02/03/2026". */
  readonly origin: string | undefined;
  readonly vatPoint: VatPoint | undefined;
  readonly test: boolean;
};

/**
 * BG-1. The French rules require notes on recovery costs, late penalties and the early-payment
 * discount on every invoice (BR-FR-05). For a consumer, to whom none of them applies, the notes
 * state that. Legal texts are in French.
 */
export function notesOf({ content, emitter, customer, origin, vatPoint, test }: Noted): Note[] {
  const professional = customer === undefined || isProfessional(customer);
  const { legals } = content;
  const mediator = legals.mediator?.trim() || professional ? undefined : mediatorOf(emitter);
  const free = [test ? TEST_NOTE : undefined, origin, ...ownNotes(content), mediator];
  const treatment = test ? 'OUTOFSCOPE' : customer && platformTreatment(customer);
  const legalForm = legalFormOf(emitter);
  return [
    ...free.flatMap((text) => (text?.trim() ? [{ text }] : [])),
    // UBL writes the subject into the text of a note, so a treatment needs another subject after
    // it.
    ...(treatment ? [{ subject: 'BAR' as const, text: treatment }] : []),
    { subject: 'PMT', text: professional ? recoveryCosts(legals.lumpSumCompensation) : FOR_PROFESSIONALS.recovery },
    { subject: 'PMD', text: professional ? lateness(legals.latePenalty) : FOR_PROFESSIONALS.lateness },
    { subject: 'AAB', text: earlyPayment(legals.discountForAdvancePayment) },
    ...(legalForm ? [{ subject: 'REG' as const, text: legalForm }] : []),
    ...registersOf(emitter).map((text) => ({ subject: 'ABL' as const, text })),
    ...(emitter.insurance ? [{ subject: 'ABL' as const, text: insuranceText(emitter.insurance) }] : []),
    ...(vatPoint === 'invoice' ? [{ subject: 'AAI' as const, text: ON_DEBITS }] : []),
  ];
}

/** The texts of the document that are notes, with their label if they have one on paper. */
const ownNotes = (content: Said): string[] =>
  textsThat(content, ({ term }) => term === 'BT-22').map(({ row: { printed }, text }) =>
    typeof printed === 'object' ? `${printed.fr} : ${text}` : text,
  );

/** For consumers (C. conso. art. L616-1). */
const mediatorOf = ({ mediator }: Emitter): string | undefined =>
  mediator && `Médiateur de la consommation : ${mediatorText(mediator)}`;

/** CGI ann. II art. 242 nonies A, I, as amended by décret 2022-1299; BT-8 has the code. */
const ON_DEBITS = 'Option pour le paiement de la taxe d’après les débits';
const TEST_NOTE = 'Document de test, sans valeur légale.';

/** Between professionals only: C. com. art. L441-10 II, D441-5. */
const FOR_PROFESSIONALS = {
  recovery: 'Indemnité forfaitaire pour frais de recouvrement : sans objet, le client n’est pas un professionnel.',
  lateness: 'Pénalités de retard entre professionnels : sans objet, le client n’est pas un professionnel.',
};

/** The statutory 40 EUR (D441-5) apply even if not stated. */
function recoveryCosts(term: LumpSumCompensation | null): string {
  const other = term?.value === 'other' ? term.otherValue?.trim() : undefined;
  return `Indemnité forfaitaire pour frais de recouvrement en cas de retard de paiement : ${other || '40 €'}.`;
}

/**
 * Without an agreement the statutory rate applies: that of the ECB plus ten points (L441-10 II).
 */
function lateness(term: LatePenalty | null): string {
  const rate = {
    three_time_legal_rate: 'trois fois le taux d’intérêt légal',
    bce_director_rate_plus_ten_points:
      'taux de refinancement le plus récent de la Banque centrale européenne, majoré de dix points',
    other: term?.otherValue?.trim() || 'taux convenu',
  }[term?.value ?? 'bce_director_rate_plus_ten_points'];
  return `Pénalités exigibles sans rappel dès le lendemain de l’échéance : ${rate}.`;
}

function earlyPayment(term: DiscountForAdvancePayment | null): string {
  const other = term?.value === 'other' ? term.otherValue?.trim() : undefined;
  return other ? `Escompte pour paiement anticipé : ${other}` : 'Pas d’escompte pour paiement anticipé.';
}
