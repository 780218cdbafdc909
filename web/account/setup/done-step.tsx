import { Link } from '@tanstack/react-router';
import { IconChevronRight, IconFileInvoice, IconFilePencil } from '../../app/icons.tsx';
import { useTranslations } from '../../locales/language.ts';
import { useInstallation } from '../settings/installation/use-installation.ts';
import type { StepProps } from './step.tsx';

/** Last step: choose the first document. */
export function SetupDone({ onBack }: StepProps) {
  const words = useTranslations('account').setup;
  const { data: installation } = useInstallation();
  return (
    <>
      <nav className="big-choice" aria-label={words.done.choice}>
        <Link to="/devis/nouveau">
          <IconFilePencil />
          <span>
            {words.done.estimate}
            <small>{words.done.estimateSaid}</small>
          </span>
          <IconChevronRight />
        </Link>
        <Link to="/factures/nouvelle">
          <IconFileInvoice />
          <span>
            {words.done.invoice}
            <small>{words.done.invoiceSaid}</small>
          </span>
          <IconChevronRight />
        </Link>
      </nav>
      {installation?.sendsMail === false && (
        <p className="quiet">
          {words.done.mail}{' '}
          {installation.isOperator && installation.settingsOpen ? (
            <Link to="/reglages/service" className="link">
              {words.done.setMail}
            </Link>
          ) : (
            words.done.askMail
          )}
        </p>
      )}
      <div className="go">
        <Link to="/" className="btn primary big">
          {words.done.home}
        </Link>
        <button type="button" className="link" onClick={onBack}>
          {words.back}
        </button>
      </div>
    </>
  );
}
