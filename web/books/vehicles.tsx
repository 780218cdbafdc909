import { type FormEvent, useId, useState } from 'react';
import { ErrorMessage } from '../app/components/error-message.tsx';
import { Field } from '../app/components/field.tsx';
import { toast } from '../app/components/toasts.tsx';
import { focusFirstFault } from '../app/focus-first-fault.ts';
import { shortDay, useToday } from '../app/formats/dates.tsx';
import { Money } from '../app/formats/money.tsx';
import { useAction } from '../app/use-action.ts';
import { type Answer, call } from '../client/call.ts';
import { useLanguage, useTranslations } from '../locales/language.ts';
import { type MileageYear, useMileageMoved } from './mileage-moved.ts';

type Vehicle = Answer<'list-vehicles'>['docs'][number];
type Driven = MileageYear['vehicles'][number];

/** The vehicles with what they were driven in the year, and a form for another one. */
export function Vehicles({
  vehicles,
  driven,
  mayWrite,
}: {
  vehicles: readonly Vehicle[];
  driven: readonly Driven[];
  mayWrite: boolean;
}) {
  const { vehicles: words } = useTranslations('mileage');
  const [isAdding, add] = useState(vehicles.length === 0);
  return (
    <section className="mileage-vehicles" aria-label={words.title}>
      <h2>{words.title}</h2>
      {vehicles.length === 0 && <p>{words.none}</p>}
      <ul>
        {vehicles.map((vehicle) => (
          <OneVehicle
            key={vehicle.id}
            vehicle={vehicle}
            driven={driven.find((each) => each.vehicle.id === vehicle.id)}
            mayWrite={mayWrite}
          />
        ))}
      </ul>
      {mayWrite && (isAdding || vehicles.length === 0) && <VehicleForm done={() => add(false)} />}
      {mayWrite && !isAdding && vehicles.length > 0 && (
        <button type="button" className="btn" onClick={() => add(true)}>
          {words.add}
        </button>
      )}
    </section>
  );
}

function OneVehicle({
  vehicle,
  driven,
  mayWrite,
}: {
  vehicle: Vehicle;
  driven: Driven | undefined;
  mayWrite: boolean;
}) {
  const all = useTranslations('mileage');
  const words = all.vehicles;
  const language = useLanguage();
  const [isEnding, end] = useState(false);
  const { name, kind, power, electric, until } = vehicle;
  const said = [
    words.kinds[kind],
    power === undefined ? undefined : words.horsepower(power),
    electric ? words.isElectric : undefined,
    until === undefined ? undefined : words.until(shortDay(until)),
  ].filter(Boolean);
  return (
    <li>
      <span className="purchase-what">
        <b>{name}</b> <span className="small quiet">{said.join(' · ')}</span>
      </span>
      {driven && (
        <span className="numeric">
          <Money cents={driven.amount} />
          <span className="small quiet">
            {' '}
            {all.kilometers(driven.distance.toLocaleString(language))}, {all.trips(driven.trips)}
          </span>
        </span>
      )}
      {mayWrite && (
        <button
          type="button"
          className="btn text"
          aria-label={words.endOf(name)}
          aria-expanded={isEnding}
          onClick={() => end(!isEnding)}
        >
          {words.end}
        </button>
      )}
      {isEnding && <EndForm vehicle={vehicle} done={() => end(false)} />}
    </li>
  );
}

/** The last day of a vehicle; empty if it is still used. */
function EndForm({ vehicle, done }: { vehicle: Vehicle; done: () => void }) {
  const { vehicles: words } = useTranslations('mileage');
  const moved = useMileageMoved();
  const today = useToday();
  const [until, say] = useState(vehicle.until ?? today);
  const act = useAction(async () => {
    await call('update-vehicle', { vehicleId: vehicle.id, body: { until: until === '' ? null : until } });
    toast(words.saved);
    await moved();
    done();
  });
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    focusFirstFault(event, act.run());
  };
  return (
    <form className="mileage-end" onSubmit={submit} noValidate>
      <Field
        label={words.endOf(vehicle.name)}
        type="date"
        value={until}
        min={vehicle.from}
        error={act.problem?.at('until')}
        onChange={({ target }) => say(target.value)}
      />
      <button type="submit" className="btn" aria-disabled={act.isRunning}>
        {words.save}
      </button>
      <ErrorMessage error={act.error} shown={['until']} />
    </form>
  );
}

const KINDS = ['car', 'motorcycle', 'moped'] as const;

function useVehicleForm(done: () => void) {
  const { vehicles: words } = useTranslations('mileage');
  const moved = useMileageMoved();
  const thisYear = useToday().slice(0, 4);
  const [said, setSaid] = useState({
    name: '',
    kind: 'car' as Vehicle['kind'],
    power: '',
    electric: false,
    from: `${thisYear}-01-01`,
  });
  const [wrong, setWrong] = useState<{ name?: boolean; power?: boolean }>({});
  const say = (change: Partial<typeof said>): void => setSaid((before) => ({ ...before, ...change }));
  const act = useAction(async (power: number | undefined) => {
    const { name, kind, electric, from } = said;
    await call('create-vehicle', { body: { name, kind, electric, from, ...(power !== undefined && { power }) } });
    toast(words.added);
    await moved();
    done();
  });
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    const power = said.kind === 'moped' ? undefined : WHOLE.test(said.power.trim()) ? Number(said.power) : 0;
    const faults = { name: said.name.trim() === '', power: power === 0 };
    setWrong(faults);
    focusFirstFault(event, faults.name || faults.power ? undefined : act.run(power));
  };
  return { said, say, wrong, act, submit };
}

function VehicleForm({ done }: { done: () => void }) {
  const { vehicles: words } = useTranslations('mileage');
  const id = useId();
  const { said, say, wrong, act, submit } = useVehicleForm(done);
  return (
    <form onSubmit={submit} noValidate aria-label={words.add}>
      <div className="purchase-entry">
        <Field
          label={words.name}
          value={said.name}
          maxLength={60}
          error={wrong.name ? words.nameMissing : act.problem?.at('name')}
          onChange={({ target }) => say({ name: target.value })}
        />
        <div className="field">
          <label htmlFor={id}>{words.kind}</label>
          <select
            id={id}
            className="input"
            value={said.kind}
            onChange={({ target }) => say({ kind: target.value as Vehicle['kind'] })}
          >
            {KINDS.map((each) => (
              <option key={each} value={each}>
                {words.kinds[each]}
              </option>
            ))}
          </select>
        </div>
        {said.kind !== 'moped' && (
          <Field
            label={words.power}
            inputMode="numeric"
            hint={words.powerHint}
            value={said.power}
            error={wrong.power ? words.powerMissing : act.problem?.at('power')}
            onChange={({ target }) => say({ power: target.value })}
          />
        )}
        <Field
          label={words.from}
          type="date"
          value={said.from}
          error={act.problem?.at('from')}
          onChange={({ target }) => say({ from: target.value })}
        />
        <label className="check-row mileage-return">
          <input type="checkbox" checked={said.electric} onChange={({ target }) => say({ electric: target.checked })} />{' '}
          {words.electric}
        </label>
        <div className="purchase-acts">
          <button type="submit" className="btn primary" aria-disabled={act.isRunning}>
            {words.add}
          </button>
          <button type="button" className="btn quiet" onClick={done}>
            {words.cancel}
          </button>
        </div>
      </div>
      <ErrorMessage error={act.error} shown={['name', 'power', 'from']} />
    </form>
  );
}
const WHOLE = /^\d{1,3}$/;
