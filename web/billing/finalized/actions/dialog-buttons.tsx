import type { ReactNode } from 'react';
import { useTranslations } from '../../../locales/language.ts';

/** The two buttons of a form dialog: cancel and submit. */
export function DialogButtons({
  form,
  isBusy,
  onClose,
  children,
}: {
  form: string;
  isBusy: boolean;
  onClose: () => void;
  children: ReactNode;
}) {
  const words = useTranslations('finalized');
  return (
    <>
      <button type="button" className="btn" onClick={onClose}>
        {words.abandon}
      </button>
      <button type="submit" form={form} className="btn primary" aria-disabled={isBusy}>
        {children}
      </button>
    </>
  );
}
