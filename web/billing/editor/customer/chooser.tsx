import { useState } from 'react';
import { Dialog } from '../../../app/components/dialog.tsx';
import { useTranslations } from '../../../locales/language.ts';
import { useEditor } from '../context.ts';
import { CustomerForm, emptyForm } from './form.tsx';
import { CustomerSearch } from './search.tsx';

/** Selects another customer for the document, or creates one. */
export function CustomerChooser({ close }: { close: () => void }) {
  const { edit, saving } = useEditor();
  const words = useTranslations('editor').customer;
  const [made, setMade] = useState<string>();
  const choose = ({ id }: { id: string }): void => {
    edit('customerId', { customerId: id });
    void saving.saveNow();
    close();
  };
  return (
    <Dialog title={words.title} onClose={close}>
      {made === undefined ? (
        <CustomerSearch onChoose={choose} onMake={setMade} />
      ) : (
        <CustomerForm
          known={{ kind: 'organization', form: emptyForm(made) }}
          onDone={choose}
          onClose={() => setMade(undefined)}
        />
      )}
    </Dialog>
  );
}
