import { Link } from '@tanstack/react-router';
import { MenuItem, PopupMenu } from '../../app/components/popup-menu.tsx';
import { Status } from '../../app/components/status.tsx';
import { toast } from '../../app/components/toasts.tsx';
import { IconArrowLeft, IconChevronDown, IconDots, IconDownload, IconSend } from '../../app/icons.tsx';
import { useAction } from '../../app/use-action.ts';
import { call } from '../../client/call.ts';
import { useTranslations } from '../../locales/language.ts';
import { type Format, saveFile } from './actions/download.ts';
import type { Ask } from './actions/open-dialog.ts';
import { type Billing, isOffer, useMayWrite, useRefresh } from './document-queries.ts';
import { stateOf } from './status/document-status.ts';

/** Toolbar: location, state and main actions. On phones, a bar with one menu. */
export function DocumentBar({ billing, ask }: { billing: Billing; ask: Ask }) {
  const words = useTranslations('finalized');
  const mayWrite = useMayWrite();
  const state = stateOf(billing, words.state);
  const list = isOffer(billing)
    ? ({ to: '/devis', name: words.lists.estimates } as const)
    : ({ to: '/factures', name: words.lists.invoices } as const);
  return (
    <>
      <div className="mobile-top">
        <Link className="icon-btn back" to={list.to} aria-label={words.back}>
          <IconArrowLeft />
        </Link>
        <h1>{billing.number}</h1>
        <span className="push">
          <More billing={billing} isPhone />
        </span>
      </div>
      <header className="bar">
        <nav className="crumb" aria-label={words.breadcrumb}>
          <Link to={list.to}>{list.name}</Link>
          <span className="faint">/</span>
          <h1>{billing.number}</h1>
        </nav>
        <Status state={state.of} part={state.part}>
          {state.text}
        </Status>
        <span className="push" />
        <Downloads billing={billing} />
        {mayWrite && (
          <button type="button" className="btn" onClick={() => ask('send')}>
            <IconSend /> {words.bar.send}
          </button>
        )}
        {mayWrite && <More billing={billing} />}
      </header>
    </>
  );
}

function Downloads({ billing }: { billing: Billing }) {
  const words = useTranslations('finalized').bar;
  return (
    <PopupMenu
      button={
        <button type="button" className="btn quiet">
          <IconDownload /> {words.download} <IconChevronDown />
        </button>
      }
    >
      <Formats billing={billing} />
    </PopupMenu>
  );
}

/** Estimates and purchase orders are not invoices and have no e-invoice format. */
function Formats({ billing }: { billing: Billing }) {
  const words = useTranslations('finalized').bar;
  const isSigned = isOffer(billing) && billing.electronicSignature.status === 'signed';
  const offered: readonly Format[] = isSigned ? ['pdf', 'signed'] : ['pdf'];
  const formats: readonly Format[] = isOffer(billing) ? offered : ['pdf', 'facturx', 'ubl', 'cii'];
  const save = async (format: Format): Promise<void> => {
    try {
      await saveFile(billing.id, format);
    } catch (error) {
      toast(error instanceof Error && error.message ? error.message : words.notMade);
    }
  };
  return formats.map((format) => (
    <MenuItem key={format} onClick={() => void save(format)}>
      {words[format]}
    </MenuItem>
  ));
}

function More({ billing, isPhone = false }: { billing: Billing; isPhone?: boolean }) {
  const words = useTranslations('finalized').bar;
  const mayWrite = useMayWrite();
  const refresh = useRefresh();
  const isArchived = billing.archivedAt !== undefined;
  const act = useAction(async () => {
    await call(isArchived ? 'unarchive-billing' : 'archive-billing', { billingId: billing.id });
    await refresh();
    toast(isArchived ? words.unarchived : words.archived);
  });
  return (
    <PopupMenu
      button={
        <button type="button" className={isPhone ? 'icon-btn' : 'btn quiet square'} aria-label={words.more}>
          <IconDots />
        </button>
      }
    >
      {isPhone && <Formats billing={billing} />}
      {mayWrite && <MenuItem onClick={() => void act.run()}>{isArchived ? words.unarchive : words.archive}</MenuItem>}
    </PopupMenu>
  );
}
