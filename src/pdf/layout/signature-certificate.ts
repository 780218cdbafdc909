import {
  boxOfDrawing,
  isDrawnSignature,
  type SignatureEvidence,
} from '../../domain/billing/estimate/signature-evidence.ts';
import { firstCharacters } from '../../domain/text/truncate.ts';
import { certificateWordsOf } from '../locales/certificate.ts';
import { wordsOf } from '../locales/index.ts';
import { tagOf, writtenIn } from './number-format.ts';
import type { Labelled } from './printed-document.ts';

/** The signature certificate page, as ready strings. */
export type PrintedCertificate = {
  readonly title: string;
  readonly facts: readonly Labelled[];
  readonly consent: Labelled;
  readonly signature: {
    readonly label: string;
    readonly name: string;
    /** SVG, if it was drawn. */
    readonly drawing?: string;
    readonly alt: string;
  };
  readonly steps: {
    readonly title: string;
    readonly head: readonly string[];
    readonly rows: readonly (readonly string[])[];
  };
  readonly proof: { readonly title: string; readonly facts: readonly Labelled[] };
  readonly enclosed: string;
  readonly pages: string;
};

/**
 * Printed characters of a user agent and of a step's detail; the evidence contains them in full.
 */
const BROWSER_LETTERS_MAX = 200;
const DETAIL_LETTERS_MAX = 80;
/** Printed steps: the first ones and the last ones. */
const STEPS_MAX = 14;

/**
 * Lays the certificate of a signature out, in the signer's language, with times in UTC and the
 * account's zone. Throws if the drawing is invalid: only strokes are printed. `isStamped`: the seal
 * has a time stamp.
 */
export function printedCertificate(
  evidence: SignatureEvidence,
  zone: string,
  { isStamped }: { isStamped: boolean },
): PrintedCertificate {
  const { signer, document, account, language, drawing, steps } = evidence;
  if (drawing !== undefined && !isDrawnSignature(drawing)) throw new Error('invalid drawn signature');
  const words = certificateWordsOf[language];
  const { kinds, numberSign, pageOf } = wordsOf[language];
  const time = writtenTime(language, zone);
  const total = writtenIn(language, document.currency).money(document.total);
  const subject = document.title?.trim() ? `, ${document.title.trim()}` : '';
  return {
    title: words.title,
    facts: [
      { label: words.document, value: `${kinds[document.kind]} ${numberSign} ${document.number}${subject}, ${total}` },
      {
        label: words.seller,
        value: [account.name, account.siren && `SIREN ${account.siren}`].filter(Boolean).join(', '),
      },
      { label: words.signer, value: signer.name },
      ...emailFacts(evidence, time),
      { label: words.signedAt, value: time(evidence.signedAt) },
      { label: words.network, value: signer.network },
      { label: words.browser, value: shortened(signer.userAgent, BROWSER_LETTERS_MAX) },
    ],
    consent: { label: words.consent, value: evidence.consent },
    signature: {
      label: drawing === undefined ? words.typed : words.drawn,
      name: signer.name,
      ...(drawing !== undefined && { drawing: asSvg(drawing) }),
      alt: words.drawnAlt(signer.name),
    },
    steps: {
      title: words.steps,
      head: [words.when, words.step, ''],
      rows: printedSteps(steps).map(({ at, step, detail = '' }) => [
        time(at),
        words.said[step],
        shortened(detail, DETAIL_LETTERS_MAX),
      ]),
    },
    proof: {
      title: words.proof,
      facts: [
        { label: words.shown, value: inGroups(evidence.shownSha256) },
        { label: words.procedure, value: evidence.procedureId },
        {
          label: words.language,
          value: new Intl.DisplayNames(tagOf(language), { type: 'language' }).of(language) ?? language,
        },
        { label: words.stamp, value: isStamped ? words.stamped : words.unstamped },
        { label: words.level, value: words.levelIs },
      ],
    },
    enclosed: words.enclosed,
    pages: pageOf('{page}', '{pages}'),
  };
}

function emailFacts({ signer: { email }, language, emailVerifiedAt }: SignatureEvidence, time: Time): Labelled[] {
  if (email === undefined) return [];
  const words = certificateWordsOf[language];
  const verified = emailVerifiedAt === undefined ? words.emailNotVerified : words.emailVerified(time(emailVerifiedAt));
  return [{ label: words.email, value: `${email} (${verified})` }];
}

type Time = (at: number) => string;

/** "22/11/2026 19:05:03 (Europe/Paris), 18:05:03 UTC": with the UTC day if it differs. */
function writtenTime(language: SignatureEvidence['language'], zone: string): Time {
  const of = (timeZone: string, parts: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(tagOf(language), { ...parts, timeZone });
  const date = { day: '2-digit', month: '2-digit', year: 'numeric' } as const;
  const clock = { hour: '2-digit', minute: '2-digit', second: '2-digit', hourCycle: 'h23' } as const;
  const [day, hour, dayUtc, hourUtc] = [of(zone, date), of(zone, clock), of('UTC', date), of('UTC', clock)];
  return (at) => {
    const moment = new Date(at * 1000);
    const isOtherDay = day.format(moment) !== dayUtc.format(moment);
    const utc = `${isOtherDay ? `${dayUtc.format(moment)} ` : ''}${hourUtc.format(moment)} UTC`;
    return `${day.format(moment)} ${hour.format(moment)} (${zone}), ${utc}`;
  };
}

function printedSteps(steps: SignatureEvidence['steps']): SignatureEvidence['steps'] {
  if (steps.length <= STEPS_MAX) return steps;
  return [...steps.slice(0, STEPS_MAX / 2), ...steps.slice(-STEPS_MAX / 2)];
}

const shortened = (text: string, most: number): string =>
  text.length <= most ? text : `${firstCharacters(text, most - 1)}…`;

/** Hex in groups, for comparison by eye. */
const inGroups = (hex: string): string => (hex.match(/.{1,8}/g) ?? []).join(' ');

/** Stroke width of a drawn signature, relative to its longer side. */
const STROKE = 0.012;

function asSvg(drawing: string): string {
  const { x, y, width, height } = boxOfDrawing(drawing);
  const stroke = Math.max(width, height, 1) * STROKE;
  const box = [x - stroke, y - stroke, width + 2 * stroke, height + 2 * stroke]
    .map((value) => value.toFixed(3))
    .join(' ');
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${box}"><path d="${drawing}" fill="none" stroke="#111827" stroke-width="${stroke.toFixed(3)}" stroke-linecap="round" stroke-linejoin="round"/></svg>`;
}
