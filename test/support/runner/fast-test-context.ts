// Loaded into each test process before node:test. Node’s runner finds the test of an async
// operation with hooks on every promise, which cost a tenth of a run’s CPU time. AsyncLocalStorage
// gives the same context for free.
import { AsyncLocalStorage, AsyncResource, createHook, executionAsyncId } from 'node:async_hooks';
import { createRequire } from 'node:module';

type Init = (asyncId: number, type: string, triggerAsyncId: number, resource: object) => void;

const require = createRequire(import.meta.url);
/** The module object the runner reads while loading; named imports never see its changes. */
const hooks: Record<string, unknown> = require('node:async_hooks');
const own = { AsyncResource, createHook, executionAsyncId };
const running = new AsyncLocalStorage<number>();
let noted: Init | undefined;

class KnownByContext extends AsyncResource {
  constructor(...given: ConstructorParameters<typeof AsyncResource>) {
    super(...given);
    noted?.(this.asyncId(), given[0], this.triggerAsyncId(), this);
  }

  override runInAsyncScope<This, Result>(
    act: (this: This, ...args: any[]) => Result,
    thisArg?: This,
    ...args: any[]
  ): Result {
    return super.runInAsyncScope(() => running.run(this.asyncId(), () => act.apply(thisArg as This, args)));
  }
}

const byContext = {
  AsyncResource: KnownByContext,
  createHook: ({ init }: { init: Init }) => {
    noted = init;
    return { enable: () => {}, disable: () => {} };
  },
  executionAsyncId: () => running.getStore() ?? executionAsyncId(),
};
Object.assign(hooks, byContext);
require('node:test');
Object.assign(hooks, own);
