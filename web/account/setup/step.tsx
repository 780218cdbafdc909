import type { CompanySettings, Theme } from '../../client/schemas.ts';
import { useTranslations } from '../../locales/language.ts';

/** What each step has: what is known, how to go on, and how to go back. */
export type StepProps = {
  readonly company: CompanySettings;
  /** The VAT number its SIREN makes, as the service says, where none was said. */
  readonly proposedVatNumber?: string | undefined;
  readonly onDone: () => Promise<void>;
  readonly onBack: () => void;
  /** What is being typed, for the sheet beside. */
  readonly onTyped: (issuer: Issuer) => void;
  /** The design that was chosen, likewise. */
  readonly onChosen: (theme: Theme) => void;
};
export type Issuer = { readonly name: string; readonly lines: readonly string[]; readonly ids: readonly string[] };

/** How a step is left: on, or back to the one before. */
export function StepFoot({ isRunning, onBack }: { isRunning: boolean; onBack?: () => void }) {
  const words = useTranslations('account').setup;
  return (
    <div className="go">
      <button type="submit" className="btn primary big" aria-disabled={isRunning}>
        {words.go}
      </button>
      {onBack && (
        <button type="button" className="link" onClick={onBack}>
          {words.back}
        </button>
      )}
    </div>
  );
}
