import { useRef, useState } from 'react';
import { ErrorMessage } from '../../app/components/error-message.tsx';
import { Status } from '../../app/components/status.tsx';
import { Moment } from '../../app/formats/dates.tsx';
import { figure } from '../../app/formats/money.tsx';
import { useAction } from '../../app/use-action.ts';
import { type Answer, call } from '../../client/call.ts';
import { useTranslations } from '../../locales/language.ts';
import { digestOfFile } from './digest-of-file.ts';

type Checked = Answer<'check-archive'> & { readonly name: string };

/** Checks that a file of this machine is an archive of the account, whole and unchanged. */
export function CheckArchive() {
  const words = useTranslations('settings').archives;
  const field = useRef<HTMLInputElement>(null);
  const [percent, setPercent] = useState(0);
  const [checked, setChecked] = useState<Checked>();
  const check = useAction(async (file: File) => {
    setChecked(undefined);
    setPercent(0);
    const digest = await digestOfFile(file, (share) => setPercent(Math.floor(share * 100)));
    setChecked({ ...(await call('check-archive', { body: digest })), name: file.name });
  });
  return (
    <>
      <p className="description">{words.checkSaid}</p>
      <input
        ref={field}
        type="file"
        accept=".tar,application/x-tar"
        className="screen-reader-only"
        aria-label={words.check}
        tabIndex={-1}
        onChange={({ target }) => {
          const [file] = target.files ?? [];
          if (file) void check.run(file);
          target.value = '';
        }}
      />
      <p>
        <button
          type="button"
          className="btn"
          aria-disabled={check.isRunning}
          onClick={() => !check.isRunning && field.current?.click()}
        >
          {check.isRunning ? words.checking(figure(percent)) : words.check}
        </button>
      </p>
      <ErrorMessage error={check.error} />
      <div role="status">{checked && <Verdict checked={checked} />}</div>
    </>
  );
}

function Verdict({ checked }: { checked: Checked }) {
  const words = useTranslations('settings').archives;
  const { name, isIntact, fault, archive, keyFingerprint, recordedAt, recordedSeq = 0 } = checked;
  const span = archive && words.span(archive.from, archive.to);
  return (
    <>
      <p className="archive-head">
        <span className="grow">{name}</span>
        <Status state={isIntact ? 'ok' : 'failed'}>{isIntact ? words.intact : words.notIntact}</Status>
      </p>
      {fault && <p>{fault.message}</p>}
      {span && <p className="description">{isIntact ? words.intactSaid(span) : words.claims(span)}</p>}
      {recordedAt !== undefined && (
        <p className="description">
          {words.recorded(figure(recordedSeq))} <Moment when={recordedAt} />.
        </p>
      )}
      {isIntact && (
        <dl className="archive-hashes description">
          <dt>{words.fingerprint}</dt>
          <dd>
            <code>{keyFingerprint}</code>
          </dd>
        </dl>
      )}
    </>
  );
}
