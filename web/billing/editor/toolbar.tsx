import { Link } from '@tanstack/react-router';
import { MoreMenu } from '../../app/components/more-menu.tsx';
import { timeOf } from '../../app/formats/dates.tsx';
import {
  IconArrowBackUp,
  IconArrowForwardUp,
  IconArrowLeft,
  IconCheck,
  IconCircleDashed,
  IconEye,
} from '../../app/icons.tsx';
import { useLanguage, useTranslations } from '../../locales/language.ts';
import { useEditor } from './context.ts';
import { hasUnreadable } from './fields/unreadable-input.ts';

/** Toolbar: document name, save state, undo and redo, and the finalize button. */
export function EditorBar({ onFinalize }: { onFinalize: () => void }) {
  const { document, state, saving, open, mayWrite } = useEditor();
  const words = useTranslations('editor');
  const isOffer = 'advanceEstimateLines' in document;
  const list = isOffer ? '/devis' : '/factures';
  const { parent, name } = document.customer;
  return (
    <header className="bar">
      <nav className="crumb" aria-label={words.bar.here}>
        <Link className="btn quiet square" to={list} aria-label={isOffer ? words.bar.toOffers : words.bar.toBills}>
          <IconArrowLeft />
        </Link>
        <Link className="wide-only" to={list}>
          {isOffer ? words.bar.offers : words.bar.bills}
        </Link>
        <span className="faint wide-only">/</span>
        <h1>{parent?.name ?? (name || words.kinds[document.type])}</h1>
        <span className="tag">{mayWrite ? words.bar.draft : words.bar.readOnly}</span>
      </nav>
      <span className="push" />
      <Saved />
      <button
        type="button"
        className="btn quiet square wide-only"
        aria-label={words.bar.undo}
        disabled={state.history.done.length === 0}
        onClick={saving.undo}
      >
        <IconArrowBackUp />
      </button>
      <button
        type="button"
        className="btn quiet square wide-only"
        aria-label={words.bar.redo}
        disabled={state.history.undone.length === 0}
        onClick={saving.redo}
      >
        <IconArrowForwardUp />
      </button>
      <button type="button" className="btn wide-only" onClick={() => open('preview')}>
        <IconEye /> {words.bar.preview}
      </button>
      {mayWrite && (
        <>
          <button type="button" className="btn primary" onClick={onFinalize}>
            {words.bar.finalize}
          </button>
          <More />
        </>
      )}
    </header>
  );
}

/** "Enregistré à 12 h 04", "Hors ligne, gardé ici". */
export function Saved() {
  const { state } = useEditor();
  const words = useTranslations('editor').saved;
  const language = useLanguage();
  const { phase, savedAt, refused } = state;
  const isRefused = Object.keys(refused).length > 0 || hasUnreadable(state.draft);
  const at = savedAt === undefined ? words.already : words.at(timeOf(savedAt / 1000, language));
  const text =
    phase === 'offline'
      ? words.offline
      : phase === 'closed'
        ? words.closed
        : isRefused
          ? words.refused
          : phase === 'saved'
            ? at
            : words.saving;
  const isWell = phase === 'saved' && !isRefused;
  return (
    <span className={isWell ? 'saved' : 'saved pending'} role="status">
      {isWell ? <IconCheck /> : <IconCircleDashed />} {text}
    </span>
  );
}

function More() {
  const { open, saving } = useEditor();
  const words = useTranslations('editor').bar;
  return (
    <MoreMenu
      label={words.more}
      actions={[
        { name: words.preview, run: () => open('preview') },
        { name: words.undo, run: saving.undo },
        { name: words.redo, run: saving.redo },
        { name: words.remove, run: () => open('remove') },
      ]}
    />
  );
}
