import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { Field } from '../../../app/components/field.tsx';
import { useIbanError } from '../../../app/formats/iban-error.ts';
import { useTranslations } from '../../../locales/language.ts';
import { useEditor } from '../context.ts';
import { SettingDialog } from './setting-dialog.tsx';

const members = ['holder', 'iban', 'bic'] as const;
/** SEPA transfers need no BIC. */
const required = ['holder', 'iban'] as const;

/** The bank account printed on the document, saved once it has a holder and a valid IBAN. */
export function BankDialog({ close }: { close: () => void }) {
  const { draft, edit, state, company } = useEditor();
  const words = useTranslations('editor').bank;
  const faultOf = useIbanError();
  const own = company?.settings.bankInformation;
  const emptyBank = { holder: company?.settings.name ?? '', iban: '', bic: '' };
  const [bank, setBank] = useState(draft.bank ?? emptyBank);
  const refused = state.refused['update-billing-bank-information'];
  const fault = faultOf(bank.iban);
  const isWhole = (of: typeof bank): boolean =>
    required.every((member) => of[member].trim() !== '') && faultOf(of.iban) === undefined;
  const isBegun = bank.iban.trim() !== '' || bank.bic.trim() !== '';
  const write = (after: typeof bank): void => {
    setBank(after);
    if (isWhole(after)) edit('bank', { bank: after });
  };
  return (
    <SettingDialog title={words.title} close={close}>
      {members.map((member) => (
        <Field
          key={member}
          label={words.members[member]}
          hint={member === 'bic' ? words.bicHint : undefined}
          error={member === 'iban' ? fault : undefined}
          autoComplete="off"
          value={bank[member]}
          onChange={({ target }) => write({ ...bank, [member]: target.value })}
        />
      ))}
      {isBegun && !isWhole(bank) && (
        <p className="field-error" role="status">
          {words.notSaved}
        </p>
      )}
      {refused && (
        <p className="field-error" role="alert">
          {refused.problem.message}
        </p>
      )}
      {own ? (
        <button type="button" className="link-btn" onClick={() => write(own)}>
          {words.usual}
        </button>
      ) : (
        <Link to={'/reglages/paiement' as '/'} className="link-btn">
          {words.forAll}
        </Link>
      )}
      {draft.bank && (
        <button
          type="button"
          className="link-btn"
          onClick={() => {
            setBank(emptyBank);
            edit('bank', { bank: null });
          }}
        >
          {words.none}
        </button>
      )}
    </SettingDialog>
  );
}
