import { useState } from 'react';
import { Settings } from '../../account/settings/settings-page.tsx';
import { Field } from '../../app/components/field.tsx';
import { toast } from '../../app/components/toasts.tsx';
import { copied } from '../../app/copy-text.ts';
import { IconCopy, IconDownload } from '../../app/icons.tsx';
import { saveFile } from '../../app/save-file.ts';
import { useAction } from '../../app/use-action.ts';
import { call } from '../../client/call.ts';
import { useTranslations } from '../../locales/language.ts';
import { type SecondFactor as Begun, confirmSecondFactor, switchSecondFactorOff } from './access-requests.ts';
import { CodeField } from './code-field.tsx';
import { ConfirmAccessForm } from './confirm-access-form.tsx';
import { PasswordField } from './password-field.tsx';

type Wish = 'begin' | 'codes' | 'off';

/**
 * Two-factor authentication: set up, recovery codes, turn off. Each requires the password, and a
 * code once it is on.
 */
export function SecondFactor({ isOn }: { isOn: boolean }) {
  const words = useTranslations('access').security;
  const [wish, setWish] = useState<Wish>();
  const [begun, setBegun] = useState<Begun>();
  const [codes, setCodes] = useState<readonly string[]>();
  const settle = (): void => {
    setWish(undefined);
    setBegun(undefined);
  };
  return (
    <Settings title={words.factor}>
      <p className="description">{isOn ? words.factorOn : words.factorOff}</p>
      {codes && <Codes codes={codes} onDone={() => setCodes(undefined)} />}
      {begun && (
        <Confirm
          begun={begun}
          onAbandon={settle}
          onDone={(made) => {
            settle();
            setCodes(made);
          }}
        />
      )}
      {wish && !begun && (
        <Ask
          wish={wish}
          onAbandon={settle}
          onBegun={setBegun}
          onCodes={(made) => {
            settle();
            setCodes(made);
          }}
          onOff={settle}
        />
      )}
      {!wish && !codes && (
        <div className="row-actions">
          {isOn ? (
            <>
              <button type="button" className="btn" onClick={() => setWish('codes')}>
                {words.newCodes}
              </button>
              <button type="button" className="btn danger" onClick={() => setWish('off')}>
                {words.off}
              </button>
            </>
          ) : (
            <button type="button" className="btn primary" onClick={() => setWish('begin')}>
              {words.begin}
            </button>
          )}
        </div>
      )}
    </Settings>
  );
}

function Ask({
  wish,
  onAbandon,
  onBegun,
  onCodes,
  onOff,
}: {
  wish: Wish;
  onAbandon: () => void;
  onBegun: (begun: Begun) => void;
  onCodes: (codes: readonly string[]) => void;
  onOff: () => void;
}) {
  const words = useTranslations('access').security;
  const [password, setPassword] = useState('');
  const [code, setCode] = useState('');
  const act = useAction(async () => {
    if (wish === 'begin') return onBegun(await call('prepare-second-factor', { body: { password } }));
    const said = { password, ...(code.trim() !== '' && { code: code.trim() }) };
    if (wish === 'codes') return onCodes((await call('renew-recovery-codes', { body: said })).recoveryCodes);
    await switchSecondFactorOff(said);
    onOff();
    toast(words.offDone);
  });
  const go = { begin: words.begin, codes: words.newCodes, off: words.off }[wish];
  return (
    <ConfirmAccessForm
      action={act}
      submitLabel={go}
      isDangerous={wish === 'off'}
      shown={['password', 'code']}
      onAbandon={onAbandon}
    >
      <PasswordField
        label={words.now}
        autoComplete="current-password"
        value={password}
        onChange={({ target }) => setPassword(target.value)}
        error={act.problem?.at('password')}
      />
      {wish !== 'begin' && <CodeField value={code} onChange={setCode} error={act.problem?.at('code')} />}
    </ConfirmAccessForm>
  );
}

function Confirm({
  begun,
  onAbandon,
  onDone,
}: {
  begun: Begun;
  onAbandon: () => void;
  onDone: (codes: readonly string[]) => void;
}) {
  const words = useTranslations('access').security;
  const [code, setCode] = useState('');
  const act = useAction(async () => onDone(await confirmSecondFactor(code.replace(/\s/g, ''))));
  return (
    <ConfirmAccessForm action={act} submitLabel={words.confirm} shown={['code']} onAbandon={onAbandon}>
      <p>{words.scan}</p>
      <img className="qr-code" src={`data:image/svg+xml,${encodeURIComponent(begun.qr)}`} alt={words.qr} />
      <p>
        {words.key} <code className="own-secret">{begun.secret}</code>
      </p>
      <Field
        label={words.code}
        inputMode="numeric"
        autoComplete="one-time-code"
        value={code}
        onChange={({ target }) => setCode(target.value)}
        error={act.problem?.at('code')}
      />
    </ConfirmAccessForm>
  );
}

function Codes({ codes, onDone }: { codes: readonly string[]; onDone: () => void }) {
  const words = useTranslations('access').security;
  const { notCopied } = useTranslations('app');
  const [isCopied, setCopied] = useState(false);
  const text = codes.join('\n');
  const take = async (): Promise<void> => {
    if (await copied(text)) setCopied(true);
    else toast(notCopied);
  };
  return (
    <div role="status">
      <p className="description">
        <b>{words.codes}.</b> {words.codesSaid}
      </p>
      <ul className="codes">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className="row-actions">
        <button type="button" className="btn" onClick={() => void take()}>
          <IconCopy /> {isCopied ? words.codesCopied : words.codesCopy}
        </button>
        <button type="button" className="btn" onClick={() => saveFile(new Blob([`${text}\n`]), words.codesFile)}>
          <IconDownload /> {words.codesSave}
        </button>
        <button type="button" className="btn primary" onClick={onDone}>
          {words.codesDone}
        </button>
      </div>
    </div>
  );
}
