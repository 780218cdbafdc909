import { Link, useSearch } from '@tanstack/react-router';
import { type DragEvent, type ReactNode, useRef, useState } from 'react';
import { useCompany } from '../../account/settings/company/company-settings.ts';
import { EmptyState } from '../../app/components/empty-state.tsx';
import { ErrorMessage } from '../../app/components/error-message.tsx';
import { Loading } from '../../app/components/loading.tsx';
import { Page } from '../../app/components/page.tsx';
import { toast } from '../../app/components/toasts.tsx';
import { IconInfoCircle, IconUpload } from '../../app/icons.tsx';
import { useSession } from '../../app/session/session.ts';
import { useAction } from '../../app/use-action.ts';
import { useOperation } from '../../client/use-query.ts';
import { useTranslations } from '../../locales/language.ts';
import { useBankAccount } from './bank-queries.ts';
import { Views } from './bank-tabs.tsx';
import type { BankSearch } from './bank-url.ts';
import { Debits } from './debits.tsx';
import { BankImport } from './import-statement.tsx';
import { Matched } from './matched-transactions.tsx';
import { Statements } from './statements.tsx';
import { Left, ToConfirm } from './transactions.tsx';
import './bank.css';

/** Bank screen: import statements, and match transfers by keyboard. */
export function Screen() {
  const words = useTranslations('bank');
  const { vue } = useSearch({ strict: false }) as BankSearch;
  const { may } = useSession();
  const [file, setFile] = useState<File>();
  const [isOver, setOver] = useState(false);
  const { data, error } = useOperation('list-bank-statements', { query: { limit: 100 } });
  const ofAccount = useOperation('list-bank-statements', { query: { limit: 100, ...useBankAccount() } });
  const mayWrite = may('billing:write');
  const over = (is: boolean) => (event: DragEvent) => {
    event.preventDefault();
    setOver(is);
  };
  const dropped = (event: DragEvent): void => {
    event.preventDefault();
    setOver(false);
    setFile(event.dataTransfer.files[0]);
  };
  const choose = mayWrite && <Choose onChoose={setFile} />;
  const isEmpty = data?.totalDocs === 0;
  return (
    <Page
      title={words.title}
      actions={
        <>
          <Link to="/paiements" className="btn quiet">
            {words.back}
          </Link>
          {!isEmpty && choose}
        </>
      }
    >
      {/* Drag and drop, an alternative to the button for the mouse. */}
      <div
        className={isOver ? 'bank-drop' : undefined}
        {...(mayWrite && { onDragOver: over(true), onDragLeave: over(false), onDrop: dropped })}
      >
        {isOver && <p className="quiet">{words.drop}</p>}
        <ErrorMessage error={error ?? ofAccount.error} />
        {!data && !error && <Loading rows={8} />}
        {isEmpty && <NoStatements>{choose}</NoStatements>}
        {data && !isEmpty && (
          <>
            <ByThemselves />
            <Views />
            {vue === undefined && <ToConfirm />}
            {vue === 'restants' && <Left />}
            {vue === 'depenses' && <Debits />}
            {vue === 'rapproches' && <Matched />}
            {vue === 'releves' && <Statements statements={ofAccount.data?.docs ?? []} />}
            {mayWrite && <BySelfSwitch />}
          </>
        )}
      </div>
      {file && <BankImport key={`${file.name} ${file.lastModified}`} file={file} onClose={() => setFile(undefined)} />}
    </Page>
  );
}

/** The import button, for everyone. */
function Choose({ onChoose }: { onChoose: (file: File | undefined) => void }) {
  const words = useTranslations('bank');
  const field = useRef<HTMLInputElement>(null);
  return (
    <>
      <input
        ref={field}
        type="file"
        accept=".ofx,.qfx,.qbo,.xml,.csv,.txt,.tsv,.xlsx,text/csv,application/xml,application/x-ofx"
        className="screen-reader-only"
        aria-label={words.import}
        tabIndex={-1}
        onChange={({ target }) => {
          onChoose(target.files?.[0]);
          target.value = '';
        }}
      />
      <button type="button" className="btn primary" onClick={() => field.current?.click()}>
        <IconUpload /> {words.import}
      </button>
    </>
  );
}

/** Reports automatic matches. */
function ByThemselves() {
  const words = useTranslations('bank');
  const { data } = useOperation('list-bank-matches', { query: { byItself: true, limit: 1 } });
  if (!data || data.totalDocs === 0) return null;
  return (
    <div className="notice bank-notice">
      <IconInfoCircle />
      <p>
        {words.appliedByItself(data.totalDocs)}{' '}
        <Link to="/paiements/banque" search={{ vue: 'rapproches' }}>
          {words.see}
        </Link>
      </p>
    </div>
  );
}

function BySelfSwitch() {
  const words = useTranslations('bank').byItself;
  const { settings, mayChange, save } = useCompany();
  const act = useAction(async (bankMatchedByItself: boolean) => {
    await save({ bankMatchedByItself });
    toast(bankMatchedByItself ? words.on : words.off);
  });
  if (!settings || !mayChange) return null;
  return (
    <div className="bank-switch">
      <label className="choice">
        <input
          type="checkbox"
          className="check"
          checked={settings.bankMatchedByItself}
          disabled={act.isRunning}
          onChange={({ target }) => void act.run(target.checked)}
        />
        <span>
          {words.label}
          <span className="small quiet"> {words.said}</span>
        </span>
      </label>
      <ErrorMessage error={act.error} />
    </div>
  );
}

function NoStatements({ children }: { children: ReactNode }) {
  const { empty } = useTranslations('bank');
  return (
    <EmptyState
      title={empty.title}
      description={empty.said}
      columns={[
        { head: empty.heads.on, ghost: '' },
        { head: empty.heads.label, ghost: '' },
        { head: empty.heads.what, ghost: '' },
        { head: empty.heads.amount, ghost: '', isFigure: true },
      ]}
      actions={children}
    />
  );
}
