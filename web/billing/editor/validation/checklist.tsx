import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useInstallation } from '../../../account/settings/installation/use-installation.ts';
import { longDay } from '../../../app/formats/dates.tsx';
import { IconCheck, IconCircleDashed, IconInfoCircle } from '../../../app/icons.tsx';
import { useLanguage, useTranslations } from '../../../locales/language.ts';
import { useEditor } from '../context.ts';
import { canBeSaved, isBlank } from '../draft/line.ts';
import { secondsOfDay } from '../fields/parse-date.ts';
import { unreadIn } from '../fields/unreadable-input.ts';
import { useUnreadableLabels } from '../fields/use-unreadable-labels.ts';
import {
  focusFieldCell,
  goTo,
  type Lead,
  targetOfRefusal,
  targetOfRequirement,
  targetOfUnreadable,
  targetOfWarning,
} from './field-targets.ts';

/** Requirements, warnings and refusals of a draft, each with a link to its field and a fix. */
export function Needs() {
  const { document, state } = useEditor();
  const words = useTranslations('editor').needs;
  const nameOf = useUnreadableLabels();
  const unread = unreadIn(state.draft);
  const unsaid = state.draft.lines.filter((line) => !isBlank(line) && !canBeSaved(line));
  const { finalizeRequirements: lacking, warnings } = document;
  const refused = Object.entries(state.refused);
  const count = unread.length + lacking.length + unsaid.length + refused.length;
  return (
    <section aria-labelledby="needs">
      <header>
        <h2 id="needs">{words.before}</h2>
        {count > 0 && <span className="quiet">{words.toFill(count)}</span>}
      </header>
      <ul className="needs">
        {unread.map((each) => (
          <Need key={nameOf(each)} text={words.unread(nameOf(each), each.text)} lead={targetOfUnreadable(each)} />
        ))}
        {refused.map(([operation, { problem }]) => (
          <Need key={operation} text={problem.message} lead={targetOfRefusal(operation)} />
        ))}
        {unsaid.length > 0 && <Need text={words.lineWithoutWords(unsaid.length)} lead={{ place: 'place-lines' }} />}
        {lacking.map(({ name, message }) => (
          <Need key={name} text={message} lead={targetOfRequirement(name, document)} />
        ))}
        {warnings.map((warning) => (
          <Need key={warning.name} isNote text={warning.message} lead={targetOfWarning(warning, document)} />
        ))}
        <MailAdvice />
        {count === 0 && (
          <li>
            <span className="done">
              <IconCheck />
            </span>
            <span className="done">{words.nothingLacks}</span>
          </li>
        )}
      </ul>
    </section>
  );
}

/** Without a mail server, the finalized document cannot be sent by e-mail. Test mail needs none. */
function MailAdvice() {
  const { document, mayWrite } = useEditor();
  const words = useTranslations('editor').needs;
  const { data } = useInstallation();
  if (data?.sendsMail !== false || document.test || !mayWrite) return null;
  return (
    <li className="note">
      <IconInfoCircle />
      <span className="quiet">
        {words.noMail}
        {data.isOperator && data.settingsOpen && (
          <>
            <br />
            <Link to="/reglages/service" className="fix">
              {words.setMail}
            </Link>
          </>
        )}
      </span>
    </li>
  );
}

function Need({ text, lead, isNote = false }: { text: string; lead: Lead; isNote?: boolean }) {
  return (
    <li className={isNote ? 'note' : 'missing'}>
      {isNote ? <IconInfoCircle /> : <IconCircleDashed />}
      <span className={isNote ? 'quiet' : undefined}>
        {text}
        <Fix lead={lead} />
      </span>
    </li>
  );
}

/** Button that fixes it, or a link to its place. */
function Fix({ lead }: { lead: Lead }): ReactNode {
  const { document, open, edit, today } = useEditor();
  const words = useTranslations('editor').needs;
  const language = useLanguage();
  const fix = (label: string, act: () => void): ReactNode => (
    <>
      <br />
      <button type="button" className="fix" onClick={act}>
        {label}
      </button>
    </>
  );
  const { mend, beside, place, cell, page } = lead;
  if (mend === 'issue_today')
    return fix(words.issue(longDay(today, language)), () => edit('emittedAt', { emittedAt: secondsOfDay(today) }));
  if (mend === 'due_in_thirty_days')
    return fix(words.dueInThirty, () => edit('paymentDelay', { paymentDelay: 'thirty_days' }));
  if (mend === 'due_in_sixty_days')
    return fix(words.dueInSixty, () => edit('paymentDelay', { paymentDelay: 'sixty_days' }));
  if (beside) return fix(words.fillIn, () => open(beside));
  if (cell) return fix(words.goToField, () => focusFieldCell(cell));
  if (place) return fix(words.goToField, () => goTo(place));
  const parent = 'parent' in document ? document.parent : undefined;
  const to = page === 'parent' ? parent && `/documents/${parent.id}` : page;
  if (to === undefined) return null;
  return (
    <>
      <br />
      <Link to={to as '/'} className="fix">
        {page === 'parent' ? words.openParent : words.openCompany}
      </Link>
    </>
  );
}
