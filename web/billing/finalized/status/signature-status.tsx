import type { ReactNode } from 'react';
import { ErrorMessage } from '../../../app/components/error-message.tsx';
import { Status } from '../../../app/components/status.tsx';
import { toast } from '../../../app/components/toasts.tsx';
import { copied } from '../../../app/copy-text.ts';
import { Moment } from '../../../app/formats/dates.tsx';
import { IconCopy, IconDownload } from '../../../app/icons.tsx';
import { useAction } from '../../../app/use-action.ts';
import { call } from '../../../client/call.ts';
import type { Words } from '../../../locales/catalogues.ts';
import { useTranslations } from '../../../locales/language.ts';
import { isUnderWay, signatureDots } from '../../signing/signature-status-dots.ts';
import { saveFile } from '../actions/download.ts';
import type { Ask } from '../actions/open-dialog.ts';
import { type Offer, useMayWrite, useRefresh } from '../document-queries.ts';
import { Part } from '../panel-section.tsx';

/** State of the online signature; before a request, what it requires. */
export function SignatureState({ billing, ask }: { billing: Offer; ask: Ask }) {
  const words = useTranslations('finalized').signing;
  const { status, followUp } = billing.electronicSignature;
  // The status is also `requested` if there is no signature procedure.
  const isOpen = billing.withElectronicSignature && isUnderWay(status);
  const isAskable = billing.state === 'finalized' && !isOpen;
  if (!followUp && !isAskable) return null;
  return (
    <Part title={words.title}>
      {followUp && (
        <>
          <p>
            <Status state={signatureDots[status]}>{words.status[status]}</Status>
          </p>
          <Followed billing={billing} followUp={followUp} />
        </>
      )}
      {isOpen && <UnderWay billing={billing} />}
      {status === 'signed' && <SignedFile id={billing.id} />}
      {isAskable && <Askable billing={billing} ask={ask} />}
    </Part>
  );
}

/** The email address can be entered in the dialog; everything else is required first. */
function Askable({ billing, ask }: { billing: Offer; ask: Ask }) {
  const words = useTranslations('finalized').signing;
  const mayWrite = useMayWrite();
  const lacking = billing.electronicSignatureRequirements.filter(({ name }) => name !== 'hasCustomerEmail');
  if (lacking.length > 0)
    return (
      <div className="signature-lacks">
        <p className="quiet">{words.lacking}</p>
        <ul>
          {lacking.map(({ name, message }) => (
            <li key={name}>{message}</li>
          ))}
        </ul>
        {lacking.some(({ name }) => name === 'hasNonEmptyCustomerContact') && <p className="quiet">{words.tooLate}</p>}
      </div>
    );
  return (
    <>
      {!billing.electronicSignature.followUp && <p className="quiet">{words.said}</p>}
      {mayWrite && (
        <div className="buttons">
          <button type="button" className="btn" onClick={() => ask('ask-signature')}>
            {billing.electronicSignature.followUp ? words.askAgain : words.ask}
          </button>
        </div>
      )}
    </>
  );
}

type FollowUp = NonNullable<Offer['electronicSignature']['followUp']>;

function Followed({ billing, followUp }: { billing: Offer; followUp: FollowUp }) {
  const words = useTranslations('finalized').signing;
  const { canceledAt, signedAt, refusedAt, status } = billing.electronicSignature;
  const to = followUp.emails.length > 0 ? followUp.emails : billing.customer.emails.slice(0, 1);
  return (
    <dl className="pairs left followed">
      <Row label={words.askedOf}>{to.join(', ')}</Row>
      <Row label={words.asked}>{at(followUp.askedAt)}</Row>
      {followUp.reminders > 0 && (
        <Row label={words.reminded}>
          {words.times(followUp.reminders)} {at(followUp.remindedAt)}
        </Row>
      )}
      {status !== 'requested' && (
        <Row label={words.opened}>{at(followUp.openedAt) ?? <span className="quiet">{words.notOpened}</span>}</Row>
      )}
      {followUp.withCode && (
        <Row label={words.withCode}>{followUp.emailVerifiedAt === undefined ? words.code : words.codeGiven}</Row>
      )}
      <Row label={words.signedAt}>{at(signedAt)}</Row>
      {followUp.stamp && <Row label={words.stamp}>{stampSaid(followUp.stamp, words)}</Row>}
      <Row label={words.signer}>{followUp.signer}</Row>
      <Row label={words.refusedAt}>{at(refusedAt)}</Row>
      <Row label={words.reason}>{followUp.refusalReason && words.reasons[followUp.refusalReason]}</Row>
      <Row label={words.word}>{followUp.refusalWord}</Row>
      <Row label={words.canceledAt}>{at(canceledAt)}</Row>
    </dl>
  );
}

const stampSaid = ({ coveredAt }: NonNullable<FollowUp['stamp']>, words: Words<'finalized'>['signing']): ReactNode =>
  coveredAt === undefined ? (
    words.unstamped
  ) : (
    <>
      {words.covered} {at(coveredAt)}
    </>
  );

const at = (when: number | null | undefined): ReactNode => (when ? <Moment when={when} /> : undefined);

/** Renders nothing if there is no text. */
function Row({ label, children }: { label: string; children: ReactNode }) {
  if (!children) return null;
  return (
    <>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </>
  );
}

/** Actions on a pending request: remind, cancel, or copy the link to share it another way. */
function UnderWay({ billing: { id, electronicSignature } }: { billing: Offer }) {
  const words = useTranslations('finalized').signing;
  const link = useTranslations('finalized').link;
  const mayWrite = useMayWrite();
  const refresh = useRefresh();
  const { notCopied } = useTranslations('app');
  const { magicLink } = electronicSignature;
  const act = useAction(async (name: 'remind-of-electronic-signature' | 'cancel-electronic-signature') => {
    await call(name, { estimateId: id });
    await refresh();
    toast(name === 'cancel-electronic-signature' ? words.canceled : words.remindDone);
  });
  const copy = useAction(async () => {
    toast((await copied(magicLink ?? '')) ? link.copied : notCopied);
  });
  if (!mayWrite) return null;
  return (
    <>
      <div className="buttons">
        {electronicSignature.status !== 'requested' && (
          <button type="button" className="btn" onClick={() => void act.run('remind-of-electronic-signature')}>
            {words.remind}
          </button>
        )}
        {magicLink && (
          <button type="button" className="btn" onClick={() => void copy.run()}>
            <IconCopy /> {words.copy}
          </button>
        )}
        <button type="button" className="btn quiet" onClick={() => void act.run('cancel-electronic-signature')}>
          {words.cancel}
        </button>
      </div>
      <ErrorMessage error={act.error ?? copy.error} />
    </>
  );
}

/** The signed file is sealed shortly after the customer signed. */
function SignedFile({ id }: { id: string }) {
  const words = useTranslations('finalized').signing;
  const save = useAction(async () => {
    try {
      await saveFile(id, 'signed');
    } catch (error) {
      toast(error instanceof Error && error.message ? error.message : words.notMade);
    }
  });
  return (
    <div className="buttons">
      <button type="button" className="btn" aria-disabled={save.isRunning} onClick={() => void save.run()}>
        <IconDownload /> {words.download}
      </button>
    </div>
  );
}
