// Loaded into every test file's process before anything of node:test. Node's runner finds the test
// that an asynchronous act belongs to by hooks that are called for each promise there is, when it
// is made and when it is forgotten: a tenth of the processor of a whole run. The same is known from
// the context that Node carries along anyhow (AsyncLocalStorage), at no cost for promises.
import { AsyncLocalStorage, AsyncResource, createHook, executionAsyncId } from 'node:async_hooks';
import { createRequire } from 'node:module';

type Init = (asyncId: number, type: string, triggerAsyncId: number, resource: object) => void;

const require = createRequire(import.meta.url);
/**
 * The object whose members the runner takes while it is loaded; whoever imports the module by names
 * never sees them changed.
 */
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
