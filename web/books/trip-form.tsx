import { type FormEvent, useId, useState } from 'react';
import { ErrorMessage } from '../app/components/error-message.tsx';
import { Field } from '../app/components/field.tsx';
import { toast } from '../app/components/toasts.tsx';
import { focusFirstFault } from '../app/focus-first-fault.ts';
import { useToday } from '../app/formats/dates.tsx';
import { money } from '../app/formats/money.tsx';
import { useAction } from '../app/use-action.ts';
import { type Answer, type Asked, call } from '../client/call.ts';
import { CustomerPicker } from '../customers/customer-picker.tsx';
import { useLanguage, useTranslations } from '../locales/language.ts';
import { useMileageMoved } from './mileage-moved.ts';

export type TripLine = Answer<'list-trips'>['docs'][number];
type Vehicle = Answer<'list-vehicles'>['docs'][number];
type Facts = NonNullable<Asked<'record-trip'>['body']>;

/** A trip that the form starts from: to repeat it today, or to correct it. */
export type TripStart = { readonly trip: TripLine; readonly isCorrection: boolean; readonly turn: number };

type Said = {
  readonly on: string;
  readonly vehicleId: string;
  readonly origin: string;
  readonly destination: string;
  readonly purpose: string;
  readonly kilometers: string;
  readonly returnTrip: boolean;
  readonly customerId?: string | undefined;
  readonly customerName?: string | undefined;
};

type OfForm = { start: TripStart | undefined; vehicles: readonly Vehicle[]; done: () => void };

const MEMBERS = ['on', 'vehicleId', 'origin', 'destination', 'purpose', 'kilometers', 'customerId'];
const SHOWN = [...MEMBERS, ...MEMBERS.map((member) => `replacement/${member}`)];

/** One line to add a trip, also a repeated one, or to replace the trip it corrects. */
export function TripForm(props: OfForm) {
  const { start, vehicles, done } = props;
  const words = useTranslations('mileage');
  const form = useTripForm(props);
  const { said, say, wrong, act, withdraw } = form;
  const problem = (member: string) => act.problem?.at(member) ?? act.problem?.at(`replacement/${member}`);
  const fieldOf = (member: 'origin' | 'destination' | 'purpose', maxLength: number) => (
    <Field
      label={words.fields[member]}
      value={said[member]}
      maxLength={maxLength}
      error={wrong.includes(member) ? words.missing : problem(member)}
      onChange={({ target }) => say({ [member]: target.value })}
    />
  );
  return (
    <form onSubmit={form.submit} noValidate aria-label={words.list}>
      {start && (
        <p className="small">
          {start.isCorrection ? words.correcting(start.trip.number) : words.repeating(start.trip.number)}
        </p>
      )}
      <div className="purchase-entry">
        <Field
          label={words.fields.on}
          type="date"
          value={said.on}
          max={form.today}
          error={problem('on')}
          onChange={({ target }) => say({ on: target.value })}
        />
        <VehicleSelect
          vehicles={vehicles}
          value={said.vehicleId}
          error={problem('vehicleId')}
          onChange={(vehicleId) => say({ vehicleId })}
        />
        {fieldOf('origin', 100)}
        {fieldOf('destination', 100)}
        {fieldOf('purpose', 200)}
        <Field
          label={words.fields.kilometers}
          inputMode="numeric"
          value={said.kilometers}
          error={wrong.includes('kilometers') ? words.notKilometers : problem('kilometers')}
          onChange={({ target }) => say({ kilometers: target.value })}
        />
        <label className="check-row mileage-return">
          <input
            type="checkbox"
            checked={said.returnTrip}
            onChange={({ target }) => say({ returnTrip: target.checked })}
          />{' '}
          {words.fields.returnTrip}
        </label>
        <CustomerOfTrip said={said} say={say} />
        <Acts start={start} form={form} done={done} />
      </div>
      <ErrorMessage error={act.error ?? withdraw.error} shown={SHOWN} />
    </form>
  );
}

/** Adds or replaces; a trip that is corrected can also be withdrawn. */
function Acts({
  start,
  form: { act, withdraw },
  done,
}: Pick<OfForm, 'start' | 'done'> & { form: ReturnType<typeof useTripForm> }) {
  const words = useTranslations('mileage');
  return (
    <div className="purchase-acts">
      <button type="submit" className="btn primary" aria-disabled={act.isRunning}>
        {start?.isCorrection ? words.replace : words.record}
      </button>
      {start?.isCorrection && (
        <button type="button" className="btn" aria-disabled={withdraw.isRunning} onClick={() => void withdraw.run()}>
          {words.withdraw}
        </button>
      )}
      {start && (
        <button type="button" className="btn quiet" onClick={done}>
          {words.cancel}
        </button>
      )}
    </div>
  );
}

function saidAtFirst(
  start: TripStart | undefined,
  { today, vehicles }: { today: string; vehicles: readonly Vehicle[] },
): Said {
  const trip = start?.trip;
  const [newest] = vehicles.filter(({ until }) => until === undefined || until >= today).toReversed();
  return {
    on: start?.isCorrection ? start.trip.on : today,
    vehicleId: trip?.vehicleId ?? newest?.id ?? vehicles[0]?.id ?? '',
    ...{ origin: trip?.origin ?? '', destination: trip?.destination ?? '', purpose: trip?.purpose ?? '' },
    ...{ kilometers: trip ? String(trip.kilometers) : '', returnTrip: trip?.returnTrip ?? true },
    customerId: trip?.customerId,
  };
}

function useTripForm({ start, vehicles, done }: OfForm) {
  const words = useTranslations('mileage');
  const language = useLanguage();
  const today = useToday();
  const moved = useMileageMoved();
  const [said, setSaid] = useState<Said>(() => saidAtFirst(start, { today, vehicles }));
  const [wrong, setWrong] = useState<readonly string[]>([]);
  const say = (change: Partial<Said>): void => setSaid((before) => ({ ...before, ...change }));
  const act = useAction(async (facts: Facts) => {
    if (start?.isCorrection) {
      await call('correct-trip', { tripId: start.trip.id, body: { replacement: facts } });
      toast(words.replaced);
    } else {
      const { amount } = await call('record-trip', { body: facts });
      toast(words.recorded(money(amount, 'EUR', language)));
      // Day, vehicle and start stay: trips of a day are entered one after the other.
      say({ destination: '', purpose: '', kilometers: '', customerId: undefined, customerName: undefined });
    }
    await moved();
    done();
  });
  const withdraw = useAction(async () => {
    if (!start) return;
    await call('correct-trip', { tripId: start.trip.id, body: {} });
    toast(words.withdrawn);
    await moved();
    done();
  });
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    const kilometers = WHOLE.test(said.kilometers.trim()) ? Number(said.kilometers) : 0;
    const empty = (['origin', 'destination', 'purpose'] as const).filter((member) => said[member].trim() === '');
    const faults = [...empty, ...(kilometers === 0 ? ['kilometers'] : [])];
    setWrong(faults);
    if (faults.length > 0) return focusFirstFault(event);
    const { customerName: _, customerId, ...facts } = said;
    focusFirstFault(event, act.run({ ...facts, kilometers, ...(customerId !== undefined && { customerId }) }));
  };
  return { said, say, wrong, act, withdraw, submit, today };
}
const WHOLE = /^\d{1,4}$/;

function VehicleSelect({
  vehicles,
  value,
  error,
  onChange,
}: {
  vehicles: readonly Vehicle[];
  value: string;
  error: string | undefined;
  onChange: (vehicleId: string) => void;
}) {
  const words = useTranslations('mileage');
  const id = useId();
  return (
    <div className="field">
      <label htmlFor={id}>{words.fields.vehicle}</label>
      <select
        id={id}
        className="input"
        value={vehicles.findIndex((each) => each.id === value)}
        aria-invalid={error ? true : undefined}
        aria-describedby={error ? `${id}-wrong` : undefined}
        onChange={({ target }) => onChange(vehicles[Number(target.value)]?.id ?? '')}
      >
        {vehicles.map((each, place) => (
          <option key={each.id} value={place}>
            {each.name}
          </option>
        ))}
      </select>
      {error && (
        <p id={`${id}-wrong`} className="error">
          {error}
        </p>
      )}
    </div>
  );
}

/** The customer who was visited, if one is chosen. */
function CustomerOfTrip({ said, say }: { said: Said; say: (change: Partial<Said>) => void }) {
  const words = useTranslations('mileage');
  const [isOpen, open] = useState(false);
  if (said.customerId !== undefined)
    return (
      <div className="mileage-customer small">
        {said.customerName && words.customerOf(said.customerName)}{' '}
        <button
          type="button"
          className="btn text"
          onClick={() => say({ customerId: undefined, customerName: undefined })}
        >
          {words.removeCustomer}
        </button>
      </div>
    );
  const choose = ({ id, name }: { id: string; name: string }): void => {
    say({ customerId: id, customerName: name });
    open(false);
  };
  return (
    <div className="mileage-customer">
      <button type="button" className="btn text" aria-expanded={isOpen} onClick={() => open(!isOpen)}>
        {words.fields.customer}
      </button>
      {isOpen && <CustomerPicker label={words.fields.customer} onChoose={choose} />}
    </div>
  );
}
