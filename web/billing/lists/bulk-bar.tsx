import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { type BulkAction, useBulkRun } from '../../app/bulk-run.ts';
import { MenuItem, PopupMenu } from '../../app/components/popup-menu.tsx';
import { toast } from '../../app/components/toasts.tsx';
import { IconCash, IconCheck, IconDots, IconDownload, IconSend, IconX } from '../../app/icons.tsx';
import { saveFile } from '../../app/save-file.ts';
import { zipOf } from '../../app/zip.ts';
import { useLanguage, useTranslations } from '../../locales/language.ts';
import {
  archive,
  type BulkActionName,
  type BulkOptions,
  download,
  eligibleFor,
  finalize,
  finalizeAndSend,
  remind,
  remove,
  send,
  settle,
  takeBack,
  unarchive,
} from './bulk-actions.ts';
import { BulkDialog } from './bulk-dialog.tsx';
import { BulkFailures } from './bulk-failures.tsx';
import type { Listed } from './list-row.ts';
import { amountsOf } from './total-amounts.ts';
import { useTotalsOf } from './use-documents.ts';

/** Total of the selected documents, actions on them one by one, and progress. */
export function BulkActionBar({ chosen, onClear }: { chosen: readonly Listed[]; onClear: () => void }) {
  const words = useTranslations('lists').bulk;
  const language = useLanguage();
  const acts = useBulk(onClear);
  const { run } = acts.runner;
  const totals = useTotalsOf(chosen.map(({ id }) => id));
  if (run && !run.isOver)
    return (
      <>
        <span className="sum" role="status">
          {words.running(words[run.name as 'send'], run.done.length + run.failed.length, run.of)}
        </span>
        <button type="button" className="btn quiet" onClick={acts.runner.stop}>
          {words.stop}
        </button>
      </>
    );
  const [first, ...others] = offered(chosen);
  return (
    <>
      <span className="sum">
        <b>{words.chosen(chosen.length, totals && amountsOf(totals, 'withTax', language))}</b>
      </span>
      <span className="sep" />
      {first && <ActButton name={first} chosen={chosen} actions={acts} isFirst />}
      {others.slice(0, 2).map((name) => (
        <ActButton key={name} name={name} chosen={chosen} actions={acts} />
      ))}
      {others.length > 2 && <MoreActs names={others.slice(2)} chosen={chosen} actions={acts} />}
      <button type="button" className="btn quiet square" aria-label={words.clear} onClick={onClear}>
        <IconX />
      </button>
      {acts.asked && (
        <BulkDialog name={acts.asked.name} rows={acts.asked.rows} onClose={() => acts.ask(undefined)} onGo={acts.go} />
      )}
      {run?.isOver && run.failed.length > 0 && (
        <BulkFailures run={run} onClose={acts.runner.close} onAgain={acts.again} />
      )}
    </>
  );
}

/** The actions for the selection, most urgent first. */
function offered(chosen: readonly Listed[]): BulkActionName[] {
  const order: readonly BulkActionName[] = [
    'finalize',
    'remind',
    'send',
    'settle',
    'download',
    'archive',
    'unarchive',
    'remove',
  ];
  return order.filter((name) => chosen.some(eligibleFor[name]));
}

const icons = {
  finalize: IconCheck,
  remind: IconSend,
  send: IconSend,
  settle: IconCash,
  download: IconDownload,
} as const;
/** These actions ask for confirmation. */
const ASKED: ReadonlySet<BulkActionName> = new Set(['finalize', 'send', 'remind', 'settle', 'remove']);

type Acts = ReturnType<typeof useBulk>;
type OfAct = { readonly chosen: readonly Listed[]; readonly actions: Acts };

const labelOf = (name: BulkActionName, words: ReturnType<typeof useTranslations<'lists'>>['bulk']): string =>
  name === 'settle' ? words.pay : words[name];

function press(name: BulkActionName, { chosen, actions }: OfAct): void {
  const rows = chosen.filter(eligibleFor[name]);
  if (ASKED.has(name)) actions.ask({ name, rows });
  else actions.go(name, rows, {});
}

function ActButton({ name, isFirst = false, ...of }: OfAct & { name: BulkActionName; isFirst?: boolean }) {
  const words = useTranslations('lists').bulk;
  const Icon = icons[name as keyof typeof icons];
  return (
    <button type="button" className={isFirst ? 'btn primary' : 'btn quiet'} onClick={() => press(name, of)}>
      {Icon && <Icon />} {labelOf(name, words)}
    </button>
  );
}

function MoreActs({ names, ...of }: OfAct & { names: readonly BulkActionName[] }) {
  const words = useTranslations('lists').bulk;
  return (
    <PopupMenu
      position="top-end"
      button={
        <button type="button" className="btn quiet square" aria-label={words.more}>
          <IconDots />
        </button>
      }
    >
      {names.map((name) => (
        <MenuItem key={name} onClick={() => press(name, of)}>
          {labelOf(name, words)}
        </MenuItem>
      ))}
    </PopupMenu>
  );
}

function useBulk(onClear: () => void) {
  const words = useTranslations('lists').bulk;
  const queries = useQueryClient();
  const runner = useBulkRun<Listed>(({ id }) => id);
  const [asked, ask] = useState<{ name: BulkActionName; rows: readonly Listed[] }>();
  const [last, setLast] = useState<{ name: BulkActionName; said: BulkOptions }>();

  const go = async (name: BulkActionName, rows: readonly Listed[], said: BulkOptions): Promise<void> => {
    ask(undefined);
    setLast({ name, said });
    const files: { name: string; content: Blob }[] = [];
    const { done, failed } = await runner.start(
      name === 'settle' ? 'pay' : name,
      rows,
      actOf(name, said, (file) => files.push(file)),
    );
    if (name === 'download') await saveAll(files, words.archiveName);
    else await refreshed();
    if (done.length > 0) tellDone(name, done);
    if (failed.length > 0) return;
    runner.close();
    onClear();
  };
  const refreshed = (): Promise<unknown> =>
    Promise.all(
      ['get-billings', 'get-billings-totals', 'get-payments-of-account'].map((name) =>
        queries.invalidateQueries({ queryKey: [name] }),
      ),
    );
  const tellDone = (name: BulkActionName, done: readonly Listed[]): void => {
    const back = BACK[name];
    toast(
      words.done[name === 'settle' ? 'pay' : name](done.length),
      back && { label: words.undo, run: () => void undo(back, done) },
    );
  };
  /**
   * What can be undone legally: a payment by a counter-entry, an archived document by unarchiving.
   */
  const undo = async (back: (typeof BACK)[BulkActionName] & object, rows: readonly Listed[]): Promise<void> => {
    const { done, failed } = await runner.start(back.name, rows, back.act);
    await refreshed();
    toast(words.done[back.said](done.length));
    if (failed.length === 0) runner.close();
  };
  return {
    runner,
    asked,
    ask,
    go: (name: BulkActionName, rows: readonly Listed[], said: BulkOptions) => void go(name, rows, said),
    again: () => last && void go(last.name, runner.run?.failed.map(({ each }) => each) ?? [], last.said),
  };
}

const BACK: Partial<
  Record<BulkActionName, { name: string; said: 'unpay' | 'archive' | 'unarchive'; act: BulkAction<Listed> }>
> = {
  settle: { name: 'pay', said: 'unpay', act: takeBack },
  archive: { name: 'unarchive', said: 'unarchive', act: unarchive },
  unarchive: { name: 'archive', said: 'archive', act: archive },
};

function actOf(
  name: BulkActionName,
  { andSend = false, receivedAt = 0, method = 'transfer' }: BulkOptions,
  take: Parameters<typeof download>[0],
): BulkAction<Listed> {
  if (name === 'finalize') return andSend ? finalizeAndSend : finalize;
  if (name === 'settle') return settle({ receivedAt, method });
  if (name === 'download') return download(take);
  return { send, remind, archive, unarchive, remove }[name];
}

/** One PDF as it is; several in a ZIP. */
async function saveAll(files: readonly { name: string; content: Blob }[], name: string): Promise<void> {
  const [only] = files;
  if (only && files.length === 1) saveFile(only.content, only.name);
  if (files.length < 2) return;
  const entries = await Promise.all(
    files.map(async (file) => ({ name: file.name, bytes: new Uint8Array(await file.content.arrayBuffer()) })),
  );
  saveFile(zipOf(entries), `${name}.zip`);
}
