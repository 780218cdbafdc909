import './editor.css';
import { useQuery } from '@tanstack/react-query';
import { useCallback, useMemo, useState } from 'react';
import { useTitle } from '../../app/components/page.tsx';
import { toast } from '../../app/components/toasts.tsx';
import { useKeys } from '../../app/palette/keyboard-shortcuts.ts';
import { useSession } from '../../app/session/session.ts';
import { call } from '../../client/call.ts';
import { useTranslations } from '../../locales/language.ts';
import { themeOfKind } from '../../themes/theme-of-kind.ts';
import { ConflictDialog } from './conflict/conflict-dialog.tsx';
import { type Editor, EditorProvider, useEditor } from './context.ts';
import { canBeSaved, isBlank } from './draft/line.ts';
import { useToday } from './draft/use-today.ts';
import { unreadIn } from './fields/unreadable-input.ts';
import { useUnreadableLabels } from './fields/use-unreadable-labels.ts';
import { FullWindow } from './full-window.tsx';
import { useVatChoices } from './lines/use-vat-choices.ts';
import { unsavedFields } from './saving/autosave.ts';
import { type Loaded, useSaving } from './saving/use-autosave.ts';
import { Sheet } from './sheet/sheet.tsx';
import { useSheetTotals } from './sheet/totals.tsx';
import type { Beside } from './side-dialog.ts';
import { SideDialogs } from './side-dialogs.tsx';
import { Panel } from './side-panel.tsx';
import { EditorBar, Saved } from './toolbar.tsx';
import {
  focusFieldCell,
  goTo,
  incompleteTargets,
  targetOfRequirement,
  targetOfUnreadable,
} from './validation/field-targets.ts';

/** Default time zone until the settings are loaded. */
const ZONE = 'Europe/Paris';

/** The draft editor. `reload` fetches the document again once it is no longer a draft. */
export function EditorScreen({ loaded, reload }: { loaded: Loaded; reload: () => void }) {
  const { saving, state } = useSaving(loaded);
  const company = useQuery({ queryKey: ['company'], queryFn: () => call('get-me') });
  const themes = useQuery({ queryKey: ['themes'], queryFn: () => call('list-themes') });
  const vat = useVatChoices(state.document);
  const [beside, setBeside] = useState<Beside>();
  const zone = company.data?.settings.zone ?? ZONE;
  const today = useToday(zone);
  const { may } = useSession();
  const mayWrite = may('billing:write');
  const editor = useMemo((): Editor => {
    const { document, draft } = state;
    const known = themes.data?.docs ?? [];
    const theme = themeOfKind(known, document.type, draft.themeId);
    return {
      ...{ saving, state, document, draft, company: company.data, themes: known, theme },
      ...{ zone, today },
      vatCode: company.data?.usualVatCode,
      vat,
      lacks: incompleteTargets(document),
      mayWrite,
      edit: saving.edit,
      open: setBeside,
    };
  }, [saving, state, company.data, vat, themes.data, zone, today, mayWrite]);
  return (
    <EditorProvider value={editor}>
      <Desk beside={beside} close={() => setBeside(undefined)} reload={reload} />
    </EditorProvider>
  );
}

function Desk({ beside, close, reload }: { beside: Beside | undefined; close: () => void; reload: () => void }) {
  const { document, state, mayWrite } = useEditor();
  const words = useTranslations('editor');
  const finalize = useFinalize();
  useEditorKeys(finalize);
  useTitle(words.title(words.kinds[document.type], document.customer.parent?.name ?? document.customer.name));
  return (
    <FullWindow isDocked={mayWrite}>
      <EditorBar onFinalize={finalize} />
      {state.phase === 'closed' && (
        <p className="closed" role="alert">
          {words.closed}{' '}
          <button type="button" className="link" onClick={reload}>
            {words.reload}
          </button>
        </p>
      )}
      <fieldset className="as-one" disabled={!mayWrite}>
        <div className="work">
          <div className="table">
            <Sheet />
          </div>
          <Panel />
        </div>
      </fieldset>
      {mayWrite && <Dock onFinalize={finalize} />}
      {state.conflict ? (
        <ConflictDialog versions={state.conflict} />
      ) : (
        beside && <SideDialogs beside={beside} close={close} reload={reload} />
      )}
    </FullWindow>
  );
}

/** On phones, the total and the missing fields stay visible. */
function Dock({ onFinalize }: { onFinalize: () => void }) {
  const { document, draft } = useEditor();
  const words = useTranslations('editor');
  const { due } = useSheetTotals();
  const count = document.finalizeRequirements.length + unreadIn(draft).length;
  return (
    <div className="dock" role="region" aria-label={words.dock}>
      <span>
        <b className="tabular">{due}</b>
        <br />
        {count > 0 ? (
          <a className="tiny quiet" href="#needs">
            {words.needs.points(count)}
          </a>
        ) : (
          <Saved />
        )}
      </span>
      <button type="button" className="btn primary push" onClick={onFinalize}>
        {words.bar.finalize}
      </button>
    </div>
  );
}

/**
 * Finalize: saves first. If something is missing, it moves to the first missing field; the button
 * is never disabled.
 */
function useFinalize(): () => void {
  const { saving, open, mayWrite } = useEditor();
  const words = useTranslations('editor').needs;
  const nameOf = useUnreadableLabels();
  return useCallback(async () => {
    if (!mayWrite) return;
    await saving.saveNow();
    const state = saving.state();
    const [unread] = unreadIn(state.draft);
    if (unread) {
      const { place, cell, beside } = targetOfUnreadable(unread);
      if (beside) open(beside);
      else if (cell) focusFieldCell(cell);
      else if (place) goTo(place);
      return toast(words.unread(nameOf(unread), unread.text));
    }
    const unsaid = state.draft.lines.some((line) => !isBlank(line) && !canBeSaved(line));
    if (unsaid) return goTo('place-lines');
    if (state.phase === 'offline' || !navigator.onLine) return toast(words.offline);
    if (unsavedFields(state).length > 0) return toast(words.notSaved);
    const [first] = state.document.finalizeRequirements;
    if (!first) return open('finalize');
    const { place, beside } = targetOfRequirement(first.name, state.document);
    if (beside) open(beside);
    else if (place) goTo(place);
    toast(first.message);
  }, [saving, open, words, nameOf, mayWrite]);
}

function useEditorKeys(finalize: () => void): void {
  const { saving } = useEditor();
  const words = useTranslations('editor').saved;
  useKeys(
    useMemo(
      () => ({
        'mod+Enter': () => !window.document.querySelector('dialog[open]') && finalize(),
        'mod+s': async () => toast((await saving.saveNow()) ? words.already : words.notYet),
        'mod+z': () => saving.undo(),
        'mod+shift+z': () => saving.redo(),
        'mod+y': () => saving.redo(),
      }),
      [saving, finalize, words],
    ),
  );
}
