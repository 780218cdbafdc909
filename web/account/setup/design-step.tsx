import { type FormEvent, useState } from 'react';
import { ErrorMessage } from '../../app/components/error-message.tsx';
import { Loading } from '../../app/components/loading.tsx';
import { useAction } from '../../app/use-action.ts';
import { call } from '../../client/call.ts';
import { useOperation } from '../../client/use-query.ts';
import { useTranslations } from '../../locales/language.ts';
import { ThemeLogoField } from '../../themes/theme-logo-field.tsx';
import { themeOfKind } from '../../themes/theme-of-kind.ts';
import { type ThemeChange, ThemePreview } from '../../themes/theme-preview.tsx';
import { uploadLogo } from '../../themes/upload-logo.ts';
import { StepFoot, type StepProps } from './step.tsx';

/** Design step. Finalized documents keep their design. */
export function SetupPaper({ onDone, onBack, onChosen }: StepProps) {
  const words = useTranslations('account').setup;
  const themes = useOperation('list-themes', {});
  const { logo: logoWords } = useTranslations('settings').company;
  const [picked, setPicked] = useState<string>();
  const [logo, setLogo] = useState<ThemeChange['logo']>();
  // Documents use the first design by default.
  const chosen = picked ?? themeOfKind(themes.data?.docs ?? [], 'invoice')?.id;
  const act = useAction(async () => {
    const id = chosen ?? null;
    if (picked)
      await call('update-theme-assignments', {
        body: { invoice: id, advance: id, asset: id, estimate: id, purchase_order: id },
      });
    const design = themes.data?.docs.find((theme) => theme.id === id);
    // Uses the chosen design for every kind of document.
    if (logo && design) await uploadLogo([design], logo, logoWords.called);
    await onDone();
  });
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    void act.run();
  };
  return (
    <form onSubmit={submit} noValidate>
      <fieldset>
        <legend className="label designs-label">{words.paper.design}</legend>
        <ErrorMessage error={themes.error} />
        {themes.isPending && <Loading rows={3} />}
        <div className="designs">
          {themes.data?.docs
            .filter(({ isBuiltIn }) => isBuiltIn)
            .map((theme) => (
              <label key={theme.id}>
                <input
                  type="radio"
                  name="design"
                  checked={chosen === theme.id}
                  onChange={() => {
                    setPicked(theme.id);
                    onChosen(theme);
                  }}
                />
                <span className="th">
                  <ThemePreview themeId={theme.id} label="" />
                </span>
                {theme.name}
              </label>
            ))}
        </div>
      </fieldset>
      <ThemeLogoField logo={logo} set={setLogo} error={act.problem?.at('logo.base64')} />
      <ErrorMessage error={act.error} shown={['logo.base64']} />
      <StepFoot isRunning={act.isRunning} onBack={onBack} />
    </form>
  );
}
