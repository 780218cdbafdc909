import { Link } from '@tanstack/react-router';
import { IconChevronRight, IconFileInvoice, IconFilePencil } from '../../app/icons.tsx';
import { useTranslations } from '../../locales/language.ts';
import type { StepProps } from './step.tsx';

/** Last step: choose the first document. */
export function SetupDone({ onBack }: StepProps) {
  const words = useTranslations('account').setup;
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
