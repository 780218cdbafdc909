// Replaces what the nodes of integrations/n8n import from n8n-workflow at run time, if that package
// is not installed: names, and errors with the members that n8n shows to the user.

export const NodeConnectionTypes = { Main: 'main' } as const;

type Node = { readonly name: string };
type Shown = {
  message?: string;
  description?: string;
  httpCode?: string;
  itemIndex?: number | undefined;
};

export class NodeApiError extends Error {
  description: string | undefined;
  httpCode: string | undefined;
  context: { itemIndex?: number | undefined } = {};

  /** An error of this class is returned unchanged, as in n8n. */
  constructor(_node: Node, error: { message?: string }, shown: Shown = {}) {
    super(shown.message ?? error.message);
    if (error instanceof NodeApiError) Object.assign(this, error, { message: error.message });
    else {
      this.description = shown.description;
      this.httpCode = shown.httpCode;
      this.context = { itemIndex: shown.itemIndex };
    }
  }
}

export class NodeOperationError extends Error {
  context: { itemIndex?: number | undefined };

  constructor(_node: Node, error: string | Error, shown: Shown = {}) {
    super(typeof error === 'string' ? error : error.message);
    this.context = { itemIndex: shown.itemIndex };
  }
}
