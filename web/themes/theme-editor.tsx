import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useEffect, useId, useState } from 'react';
import { Dialog } from '../app/components/dialog.tsx';
import { ErrorMessage } from '../app/components/error-message.tsx';
import { Field } from '../app/components/field.tsx';
import { Loading } from '../app/components/loading.tsx';
import { toast } from '../app/components/toasts.tsx';
import { useAction } from '../app/use-action.ts';
import { type Answer, call } from '../client/call.ts';
import { isProblem, type Problem } from '../client/problem.ts';
import { useOperation } from '../client/use-query.ts';
import type { Words } from '../locales/catalogues.ts';
import { useTranslations } from '../locales/language.ts';
import { ThemeLogoField } from './theme-logo-field.tsx';
import { type ThemeChange, ThemePreview } from './theme-preview.tsx';

export type Theme = Answer<'list-themes'>['docs'][number];

/** Debounce in milliseconds before the preview is rendered again. */
const DRAWN_AFTER_MS = 300;
const STRUCTURES = ['band', 'letter', 'ledger', 'margin', 'plain'] as const;
const TYPEFACES = ['Inter', 'Source Serif 4', 'IBM Plex Sans', 'Figtree'] as const;
const COLOURS = ['accent', 'onAccent', 'ink', 'muted', 'rule', 'surface'] as const;
const LOGO = 'logo.base64';
/** Error of a member that has a field here. */
const SHOWN = ['name', LOGO, ...COLOURS.map((each) => `colours.${each}`)];
const COLUMNS = ['position', 'reference', 'unitPrice', 'vat'] as const;

/**
 * Edits a custom design, or a new copy of any design, with a rendered invoice as preview. The copy
 * is created only on save.
 */
export function ThemeEditor({ theme, isCopy, onClose }: { theme: Theme; isCopy: boolean; onClose: () => void }) {
  const form = useId();
  const words = useTranslations('themes');
  const queries = useQueryClient();
  const whole = useOperation('get-theme', { themeId: theme.id });
  const [change, setChange] = useState<ThemeChange>(isCopy ? { name: words.copyOf(theme.name) } : {});
  const [drawnError, setDrawnError] = useState<unknown>();
  const act = useAction(async () => {
    await call(isCopy ? 'duplicate-theme' : 'update-theme', { themeId: theme.id, body: change });
    await Promise.all(
      ['list-themes', 'get-theme', 'preview-theme'].map((name) => queries.invalidateQueries({ queryKey: [name] })),
    );
    onClose();
    toast(words.saved);
  });
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    void act.run();
  };
  const error = drawnError ?? act.error;
  const problem = isProblem(error) ? error : undefined;
  return (
    <Dialog
      title={isCopy ? words.copyOf(theme.name) : words.change(theme.name)}
      onClose={onClose}
      wide
      footer={
        <>
          <button type="button" className="btn" onClick={onClose}>
            {words.abandon}
          </button>
          <button type="submit" form={form} className="btn primary" aria-disabled={act.isRunning}>
            {words.save}
          </button>
        </>
      }
    >
      <div className="theme-editor">
        <form id={form} onSubmit={submit} noValidate className="fields">
          <Field
            label={words.name}
            value={change.name ?? theme.name}
            autoComplete="off"
            onChange={({ target }) => setChange({ ...change, name: target.value })}
            error={problem?.at('name')}
          />
          <Look theme={theme} change={change} setChange={setChange} />
          <Colours theme={theme} change={change} setChange={setChange} problem={problem} />
          <Columns theme={theme} change={change} setChange={setChange} />
          {whole.data ? (
            <ThemeLogoField
              logo={change.logo === undefined ? whole.data.logo : change.logo}
              set={(logo) => setChange({ ...change, logo })}
              error={problem?.at(LOGO)}
            />
          ) : (
            <Loading rows={2} />
          )}
          <ErrorMessage error={error} shown={SHOWN} />
        </form>
        <Drawn themeId={theme.id} change={change} label={words.preview(theme.name)} onRefused={setDrawnError} />
      </div>
    </Dialog>
  );
}

/** The preview, debounced. The name does not affect it. */
function Drawn({
  themeId,
  change: { name: _, ...change },
  label,
  onRefused,
}: {
  themeId: string;
  change: ThemeChange;
  label: string;
  onRefused: (error: unknown) => void;
}) {
  const [drawn, setDrawn] = useState<ThemeChange>(change);
  const written = JSON.stringify(change);
  useEffect(() => {
    const waiting = setTimeout(() => setDrawn(JSON.parse(written) as ThemeChange), DRAWN_AFTER_MS);
    return () => clearTimeout(waiting);
  }, [written]);
  return <ThemePreview themeId={themeId} change={drawn} label={label} onRefused={onRefused} />;
}

type Changing = { theme: Theme; change: ThemeChange; setChange: (change: ThemeChange) => void };

function Look({ theme, change, setChange }: Changing) {
  const id = useId();
  const words = useTranslations('themes');
  return (
    <>
      <Choice
        label={words.structure}
        value={change.structure ?? theme.structure}
        choices={STRUCTURES.map((each) => [each, words.structures[each]])}
        choose={(structure) => setChange({ ...change, structure })}
      />
      <Choice
        label={words.typeface}
        value={change.typeface ?? theme.typeface}
        choices={TYPEFACES.map((each) => [each, each])}
        choose={(typeface) => setChange({ ...change, typeface })}
      />
      <Choice
        label={words.density}
        value={change.density ?? theme.density}
        choices={(['airy', 'compact'] as const).map((each) => [each, words.densities[each]])}
        choose={(density) => setChange({ ...change, density })}
      />
      <div className="field">
        <label htmlFor={id}>{words.size(change.size ?? theme.size)}</label>
        <input
          id={id}
          type="range"
          min="8"
          max="11"
          step="0.1"
          value={change.size ?? theme.size}
          onChange={({ target }) => setChange({ ...change, size: Number(target.value) })}
        />
      </div>
    </>
  );
}

function Choice<Value extends string>({
  label,
  value,
  choices,
  choose,
}: {
  label: string;
  value: Value;
  choices: readonly (readonly [Value, string])[];
  choose: (value: Value) => void;
}) {
  const id = useId();
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <select id={id} className="input" value={value} onChange={({ target }) => choose(target.value as Value)}>
        {choices.map(([each, name]) => (
          <option key={each} value={each}>
            {name}
          </option>
        ))}
      </select>
    </div>
  );
}

function Colours({ theme, change, setChange, problem }: Changing & { problem: Problem | undefined }) {
  const words = useTranslations('themes');
  const wrong = problem?.code === LOW_CONTRAST ? contrastSaid(problem, words) : undefined;
  return (
    <fieldset className="field">
      <legend>{words.colours}</legend>
      <div className="theme-colours">
        {COLOURS.map((each) => (
          <label key={each}>
            <input
              type="color"
              value={change.colours?.[each] ?? theme.colours[each]}
              onChange={({ target }) => setChange({ ...change, colours: { ...change.colours, [each]: target.value } })}
            />
            {words.coloursOf[each]}
          </label>
        ))}
      </div>
      {wrong && (
        <p className="field-error" role="alert">
          {wrong}
        </p>
      )}
    </fieldset>
  );
}

const LOW_CONTRAST = 'theme.contrast_too_low';

/** The labels of both colours, which the API calls by their members. */
function contrastSaid({ members }: Problem, words: Words<'themes'>): string {
  const called = (colour: unknown): string => words.coloursOf[colour as (typeof COLOURS)[number]];
  const [contrast, least] = [String(members.contrast), String(members.least)];
  return members.on === 'paper'
    ? words.contrastOnPaper(called(members.text), contrast, least)
    : words.contrast(called(members.text), called(members.on), contrast, least);
}

function Columns({ theme, change, setChange }: Changing) {
  const words = useTranslations('themes');
  return (
    <fieldset className="field">
      <legend>{words.columns}</legend>
      <div className="theme-colours">
        {COLUMNS.map((each) => (
          <label key={each}>
            <input
              type="checkbox"
              checked={change.columns?.[each] ?? theme.columns[each]}
              onChange={({ target }) =>
                setChange({ ...change, columns: { ...change.columns, [each]: target.checked } })
              }
            />
            {words.columnsOf[each]}
          </label>
        ))}
      </div>
    </fieldset>
  );
}
