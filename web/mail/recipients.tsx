import { useId, useState } from 'react';
import { IconX } from '../app/icons.tsx';
import { useTranslations } from '../locales/language.ts';

/** Recipients: each can be removed; Enter, a comma or blur adds one. */
export function Recipients({
  emails,
  setEmails,
  error,
}: {
  emails: readonly string[];
  setEmails: (emails: readonly string[]) => void;
  error: string | undefined;
}) {
  const id = useId();
  const words = useTranslations('finalized').send;
  const [typed, setTyped] = useState('');
  const [fault, setFault] = useState<string>();
  const shown = fault ?? error;
  const add = (): void => {
    const said = typed.split(/[\s,;]+/).filter(Boolean);
    if (said.length === 0) return;
    if (said.some((email) => !isAddress(email))) return setFault(words.notAnAddress);
    setEmails([...new Set([...emails, ...said])]);
    setTyped('');
    setFault(undefined);
  };
  return (
    <div className="field">
      <label htmlFor={id}>{words.recipients}</label>
      <div className="people">
        {emails.map((email) => (
          <span key={email} className="chip set">
            <span className="to">{email}</span>
            <button
              type="button"
              aria-label={words.remove(email)}
              onClick={() => setEmails(emails.filter((each) => each !== email))}
            >
              <IconX />
            </button>
          </span>
        ))}
        <input
          id={id}
          className="input"
          type="email"
          multiple
          placeholder={words.add}
          value={typed}
          aria-invalid={shown ? true : undefined}
          aria-describedby={shown ? `${id}-wrong` : undefined}
          onChange={({ target }) => setTyped(target.value)}
          onBlur={add}
          onKeyDown={(event) => {
            if ((event.key !== 'Enter' && event.key !== ',') || event.ctrlKey || event.metaKey) return;
            event.preventDefault();
            add();
          }}
        />
      </div>
      {shown && (
        <p className="field-error" id={`${id}-wrong`}>
          {shown}
        </p>
      )}
    </div>
  );
}

/** Rejects only what is certainly not an address; the service checks the rest. */
const isAddress = (text: string): boolean => /^[^@\s]+@[^@\s]+\.[^@\s]+$/.test(text);
