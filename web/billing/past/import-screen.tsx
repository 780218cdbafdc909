import { useQueryClient } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { ErrorMessage } from '../../app/components/error-message.tsx';
import { Loading } from '../../app/components/loading.tsx';
import { Page } from '../../app/components/page.tsx';
import { toast } from '../../app/components/toasts.tsx';
import { useSession } from '../../app/session/session.ts';
import { useAction } from '../../app/use-action.ts';
import { call } from '../../client/call.ts';
import { useOperation } from '../../client/use-query.ts';
import { useTranslations } from '../../locales/language.ts';
import { DoubtfulDocuments } from './doubtful-documents.tsx';
import { DropZone } from './drop-zone.tsx';
import { EarlierImports, useImports } from './earlier-imports.tsx';
import { ImportFiles, type Plan } from './import-files.tsx';
import { bringsSomething, documentsOf, PlanSeries, PlanSums, paymentsOf, rowsOf } from './import-plan.tsx';
import { ImportResult } from './import-result.tsx';
import { LeftOut } from './left-out.tsx';
import type { ImportSearch } from './past-url.ts';
import { useUploads } from './use-uploads.ts';
import './move-in.css';

/** Brings data from another program: files, what they would bring, all of it or nothing. */
export function Screen() {
  const words = useTranslations('moveIn');
  const { reprise } = useSearch({ strict: false }) as ImportSearch;
  const { may } = useSession();
  const mayChange = may('billing:write');
  const imports = useImports();
  const [created, setCreated] = useState<string>();
  const open = imports.data?.pages.flatMap(({ docs }) => docs).find(({ state }) => state === 'open');
  const shown = reprise ?? open?.id ?? created;
  const asked = useOperation('get-import', { importId: shown ?? '' }, { enabled: shown !== undefined });
  const plan = asked.data?.id === shown ? asked.data : undefined;
  const isOpen = plan === undefined || plan.state === 'open';
  const uploads = useUploads(isOpen ? shown : undefined, setCreated);
  const hasFiles = plan !== undefined && plan.fileList.length > 0;
  return (
    // Another import is another screen: it begins at its top.
    <Page key={reprise ?? 'open'} title={words.title} narrow>
      {isOpen && <p className="move-in-intro">{words.intro}</p>}
      {!mayChange && <p className="notice">{words.readOnly}</p>}
      {mayChange && isOpen && imports.isSuccess && <DropZone uploads={uploads} isFirst={!hasFiles} />}
      <ErrorMessage error={imports.error ?? asked.error} />
      {(imports.isPending || (shown !== undefined && asked.isPending)) && <Loading rows={4} />}
      {plan && <ImportResult plan={plan} mayChange={mayChange} />}
      {plan && <PlanParts plan={plan} mayChange={mayChange && isOpen} isReading={uploads.isRunning} />}
      <EarlierImports found={imports} shown={shown} mayChange={mayChange} />
    </Page>
  );
}

function PlanParts({ plan, mayChange, isReading }: { plan: Plan; mayChange: boolean; isReading: boolean }) {
  const isOpen = plan.state === 'open';
  if (plan.fileList.length === 0) return null;
  return (
    <div className="plan-parts">
      {isOpen && <ImportFiles plan={plan} mayChange={mayChange} />}
      {plan.state !== 'undone' && <PlanSums plan={plan} />}
      {isOpen && <DoubtfulDocuments plan={plan} mayChange={mayChange} />}
      {isOpen && <LeftOut plan={plan} mayChange={mayChange} />}
      {plan.state !== 'undone' && <PlanSeries plan={plan} />}
      {isOpen && mayChange && <Run plan={plan} isReading={isReading} />}
      {!isOpen && <ImportFiles plan={plan} mayChange={false} />}
    </div>
  );
}

/** Takes everything over, or discards the import. */
function Run({ plan, isReading }: { plan: Plan; isReading: boolean }) {
  const words = useTranslations('moveIn').run;
  const queries = useQueryClient();
  const navigate = useNavigate();
  const importId = plan.id;
  const run = useAction(async () => {
    await call('run-import', { importId });
    await navigate({ to: '/import', search: { reprise: importId }, replace: true });
    scrollTo({ top: 0 });
    // Customers, books and home change with it.
    await queries.invalidateQueries();
  });
  const discard = useAction(async () => {
    await call('discard-import', { importId });
    await navigate({ to: '/import', search: {}, replace: true });
    await queries.invalidateQueries({ queryKey: ['list-imports'] });
    toast(words.discarded);
  });
  const counts = words.counts(
    ...([documentsOf(plan), paymentsOf(plan), rowsOf(plan, 'customers'), rowsOf(plan, 'products')] as const),
  );
  const isReady = bringsSomething(plan) && !isReading;
  return (
    <div className="run-import">
      {isReady && <p>{words.said}</p>}
      {isReady && plan.doubtful > 0 && <p className="notice warn">{words.unchecked(plan.doubtful)}</p>}
      <ErrorMessage error={run.error ?? discard.error} />
      <p className="drop-buttons">
        {isReady && (
          <button
            type="button"
            className="btn primary big"
            aria-disabled={run.isRunning}
            onClick={() => void run.run()}
          >
            {run.isRunning ? words.running : `${words.go} : ${counts}`}
          </button>
        )}
        <button
          type="button"
          className="btn quiet"
          aria-disabled={discard.isRunning || isReading}
          onClick={() => !isReading && void discard.run()}
        >
          {words.discard}
        </button>
      </p>
      <div role="status">{run.isRunning && <progress aria-label={words.running} />}</div>
    </div>
  );
}
