import { useState } from 'react';
import { Field } from '../../ground/parts/field.tsx';
import { useWords } from '../../words/language.ts';
import { useEditor } from './editor-context.ts';
import { SettingDialog } from './setting-dialog.tsx';

const members = ['holder', 'iban', 'bic'] as const;

/** The bank account the document asks to be paid on. It counts once all three are written. */
export function BankDialog({ close }: { close: () => void }) {
  const { draft, edit, state, company } = useEditor();
  const words = useWords('editor').bank;
  const [bank, setBank] = useState(draft.bank ?? { holder: '', iban: '', bic: '' });
  const own = company?.settings.bankInformation;
  const refused = state.refused['update-billing-bank-information'];
  const write = (after: typeof bank): void => {
    setBank(after);
    if (members.every((member) => after[member].trim() !== '')) edit('bank', { bank: after });
  };
  return (
    <SettingDialog title={words.title} close={close}>
      {members.map((member) => (
        <Field
          key={member}
          label={words.members[member]}
          autoComplete="off"
          value={bank[member]}
          onChange={({ target }) => write({ ...bank, [member]: target.value })}
        />
      ))}
      {refused && (
        <p className="wrong" role="alert">
          {refused.problem.message}
        </p>
      )}
      {own && (
        <button type="button" className="link-btn" onClick={() => write(own)}>
          {words.usual}
        </button>
      )}
      {draft.bank && (
        <button
          type="button"
          className="link-btn"
          onClick={() => {
            setBank({ holder: '', iban: '', bic: '' });
            edit('bank', { bank: null });
          }}
        >
          {words.none}
        </button>
      )}
    </SettingDialog>
  );
}
