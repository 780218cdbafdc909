import type { Billing } from '../billing/finalized/document-queries.ts';
import { useTranslations } from '../locales/language.ts';
import type { LetterPart } from './message-parts.ts';

/** Email as the customer will see it: text is editable, figures and buttons are not. */
export function Letter({
  emitter,
  subject,
  setSubject,
  parts,
  setParts,
}: {
  emitter: Billing['emitter'];
  subject: string;
  setSubject: (subject: string) => void;
  parts: readonly LetterPart[];
  setParts: (parts: readonly LetterPart[]) => void;
}) {
  const words = useTranslations('finalized').send;
  const write = (place: number, text: string): void =>
    setParts(parts.map((part, at) => (at === place ? { kind: 'prose', text } : part)));
  return (
    <article className="letter paper" aria-label={words.letter}>
      <p className="letter-from">
        {emitter.commercialName ?? emitter.name} {emitter.email && <span className="quiet">· {emitter.email}</span>}
      </p>
      <textarea
        className="inline-input subject-line"
        rows={1}
        aria-label={words.subject}
        value={subject}
        onChange={({ target }) => setSubject(target.value)}
      />
      {parts.map((part, place) =>
        part.kind === 'prose' ? (
          <textarea
            key={place}
            className="inline-input"
            rows={3}
            aria-label={words.message}
            value={part.text}
            onChange={({ target }) => write(place, target.value)}
          />
        ) : part.isButton ? (
          <p key={place}>
            <span className="letter-btn">{part.said}</span>
          </p>
        ) : (
          <p key={place} className="letter-fixed">
            {part.said}
          </p>
        ),
      )}
    </article>
  );
}
