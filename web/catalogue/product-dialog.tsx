import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { Dialog } from '../app/components/dialog.tsx';
import { ErrorMessage } from '../app/components/error-message.tsx';
import { Loading } from '../app/components/loading.tsx';
import { toast } from '../app/components/toasts.tsx';
import { useSession } from '../app/session/session.ts';
import { useAction } from '../app/use-action.ts';
import { call } from '../client/call.ts';
import { useOperation } from '../client/use-query.ts';
import { useLanguage, useTranslations } from '../locales/language.ts';
import { ProductFields, SHOWN, type VatCodes } from './product-fields.tsx';
import { blank, bodyOf, type Product, type Typed, typedOf } from './product-form.ts';

/** Creates or edits a product. */
export function ProductDialog({ id, onClose }: { id?: string; onClose: () => void }) {
  const words = useTranslations('catalogue');
  const { data, error } = useOperation('get-product-by-id', { productId: id ?? '' }, { enabled: id !== undefined });
  const vat = useOperation('get-vat-choices', {});
  const codes = vat.data?.codes;
  if (codes?.[0] && id === undefined)
    return <Editing typed={blank(codes[0].vatCode)} vatCodes={codes} onClose={onClose} />;
  if (codes && data && data.id === id)
    return <Editing product={data} typed={typedOf(data)} vatCodes={codes} onClose={onClose} />;
  return (
    <Dialog title={id === undefined ? words.new : words.edit} onClose={onClose} wide>
      <ErrorMessage error={error ?? vat.error} />
      {!error && !vat.error && <Loading />}
    </Dialog>
  );
}

function Editing({
  product,
  typed: before,
  vatCodes,
  onClose,
}: {
  product?: Product | undefined;
  typed: Typed;
  vatCodes: VatCodes;
  onClose: () => void;
}) {
  const words = useTranslations('catalogue');
  const { may } = useSession();
  const language = useLanguage();
  const queries = useQueryClient();
  const [typed, type] = useState(before);
  const refresh = (): Promise<unknown> =>
    Promise.all(['get-products', 'get-product-by-id'].map((name) => queries.invalidateQueries({ queryKey: [name] })));
  const save = useAction(async () => {
    const body = bodyOf(typed, language);
    if (product) await call('update-product', { productId: product.id, body });
    else await call('create-product', { body });
    await refresh();
    toast(product ? words.saved : words.created(typed.designation));
    onClose();
  });
  const remove = useAction(async () => {
    if (!product) return;
    await call('delete-product', { productId: product.id });
    const back = (): void => void call('create-product', { body: bodyOf(before, language) }).then(refresh);
    toast(words.removed(product.designation), { label: words.undo, run: back });
    onClose();
    await refresh();
  });
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    void save.run();
  };
  return (
    <Dialog title={product ? words.edit : words.new} onClose={onClose} wide>
      <form className="fields" onSubmit={submit} noValidate>
        <ProductFields typed={typed} vatCodes={vatCodes} problem={save.problem} onType={type} />
        <ErrorMessage error={save.error ?? remove.error} shown={SHOWN} />
        <footer>
          {product && may('catalog:write') && (
            <button
              type="button"
              className="btn danger"
              aria-disabled={remove.isRunning}
              onClick={() => void remove.run()}
            >
              {words.form.remove}
            </button>
          )}
          <button type="button" className="btn quiet push" onClick={onClose}>
            {words.form.cancel}
          </button>
          {may('catalog:write') && (
            <button type="submit" className="btn primary" aria-disabled={save.isRunning}>
              {product ? words.form.save : words.form.create}
            </button>
          )}
        </footer>
      </form>
    </Dialog>
  );
}
