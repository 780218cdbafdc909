import { useState } from 'react';
import { ConfirmDialog } from '../../../web/app/components/confirm-dialog.tsx';
import { Dialog } from '../../../web/app/components/dialog.tsx';
import { FilterChip } from '../../../web/app/components/filter-chip.tsx';
import { FormButtons } from '../../../web/app/components/form-buttons.tsx';
import { MoreMenu } from '../../../web/app/components/more-menu.tsx';
import { MenuChoice, PopupMenu } from '../../../web/app/components/popup-menu.tsx';
import { Toasts, toast } from '../../../web/app/components/toasts.tsx';
import { useAction } from '../../../web/app/use-action.ts';
import { type Parts, Reported } from './part.tsx';

export const overlayParts: Parts = {
  Dialog: () => {
    const [isOpen, setOpen] = useState(false);
    const [sent, setSent] = useState('');
    const [name, setName] = useState('');
    const close = () => setOpen(false);
    return (
      <>
        <button type="button" onClick={() => setOpen(true)}>
          Modifier
        </button>
        {isOpen && (
          <Dialog
            title="Client de F-2026-0071"
            onClose={close}
            footer={
              <FormButtons
                form="client"
                cancelLabel="Annuler"
                submitLabel="Enregistrer"
                isBusy={false}
                onClose={close}
              />
            }
          >
            <form
              id="client"
              onSubmit={(event) => {
                event.preventDefault();
                setSent(name);
                close();
              }}
            >
              <input aria-label="Nom" value={name} onChange={({ target }) => setName(target.value)} />
            </form>
          </Dialog>
        )}
        <Reported value={sent} />
      </>
    );
  },

  ConfirmDialog: () => {
    const [tries, setTries] = useState(0);
    const [isOpen, setOpen] = useState(true);
    const act = useAction(async () => {
      setTries((before) => before + 1);
      await new Promise((done) => setTimeout(done, 150));
      throw new Error('the service failed');
    });
    return (
      <>
        {isOpen && (
          <ConfirmDialog
            title="Supprimer le devis ?"
            description="Le devis est supprimé définitivement."
            cancelLabel="Garder"
            submitLabel="Supprimer"
            isDangerous
            action={act}
            onClose={() => setOpen(false)}
          />
        )}
        <Reported value={tries} />
      </>
    );
  },

  MoreMenu: () => {
    const [done, setDone] = useState('');
    return (
      <>
        <MoreMenu
          label="Autres actions de D-2026-0012"
          actions={[
            { name: 'Dupliquer', run: () => setDone('Dupliquer') },
            false,
            { name: 'Supprimer', run: () => setDone('Supprimer'), isDangerous: true },
          ]}
        />
        <Reported value={done} />
      </>
    );
  },

  MenuChoice: () => {
    const [chosen, setChosen] = useState('live');
    return (
      <>
        <PopupMenu button={<button type="button">Mode</button>}>
          {['live', 'test'].map((mode) => (
            <MenuChoice key={mode} isChosen={mode === chosen} mark="✓" onChoose={() => setChosen(mode)}>
              {mode}
            </MenuChoice>
          ))}
        </PopupMenu>
        <Reported value={chosen} />
      </>
    );
  },

  FilterChip: () => {
    const [value, setValue] = useState<string>();
    return (
      <>
        <FilterChip name="Client" value={value} onClear={() => setValue(undefined)}>
          {(close) => (
            <form
              onSubmit={(event) => {
                event.preventDefault();
                setValue('Boulangerie Lemaire');
                close();
              }}
            >
              <input aria-label="Nom du client" />
              <button type="submit">Filtrer</button>
            </form>
          )}
        </FilterChip>
        <Reported value={value} />
      </>
    );
  },

  Toast: () => {
    const [isUndone, setUndone] = useState(false);
    return (
      <>
        <button
          type="button"
          onClick={() => toast('Facture archivée', { label: 'Annuler', run: () => setUndone(true) })}
        >
          Archiver
        </button>
        <button type="button" onClick={() => toast('Facture envoyée')}>
          Envoyer
        </button>
        <Toasts />
        <Reported value={isUndone} />
      </>
    );
  },
};
