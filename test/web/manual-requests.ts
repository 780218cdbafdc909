import { description, escaped, operationAt, validatorAt } from '../support/openapi/check-responses.ts';

/** A request shown in the manual. */
type ShownRequest = { readonly method: string; readonly path: string; readonly body: string | undefined };

/** The requests of the code blocks of a page: `curl` commands, on one or several lines, and
 * the `call` that the quick start defines. */
export function requestsIn(markdown: string): readonly ShownRequest[] {
  const blocks = [...markdown.matchAll(/```(?:sh|bash|console)?\n([\s\S]*?)```/g)].map(([, code = '']) => code);
  return blocks
    .flatMap((code) => code.replace(/\\\n\s*/g, ' ').split(/\n(?=\S)/))
    .flatMap((line) => {
      const [, address] = /\b(?:curl|call)\b.*?(?:https:\/\/[\w.:-]+|\$\{?[A-Z_]+\}?)(\/[^\s"'?]*)/s.exec(line) ?? [];
      if (address === undefined) return [];
      const body = /(?:-d|--data|--json)\s+'([\s\S]*?)'/.exec(line)?.[1];
      const isSending = /\s(?:-d|--data(?:-\w+)?|--json|-F|--form)\s/.test(line);
      const method = /-X\s+([A-Z]+)/.exec(line)?.[1] ?? (isSending ? 'POST' : 'GET');
      return [{ method, path: address, body }];
    });
}

/** What is wrong with a shown request; variables in its path or body stand for any value. */
export function requestFaults({ method, path, body }: ShownRequest): string[] {
  const at = path.replace(/\$\{?\w+\}?|<[^>]+>|\{\w+\}/g, 'x');
  if (BESIDE_THE_INTERFACE.test(at)) return [];
  const found = operationAt(method, at);
  if (!found) return [`${method} ${path} is not described`];
  if (body === undefined || body.startsWith('@')) return [];
  const { requestBody } = description.paths[found.template][method.toLowerCase()];
  const place = requestBody?.$ref ?? `#/paths/${escaped(found.template)}/${method.toLowerCase()}/requestBody`;
  const validate = validatorAt(`${place}/content/${escaped('application/json')}/schema`);
  const isValid: boolean = validate(JSON.parse(body.replace(/'"?\$\{?\w+\}?"?'|\$\{?\w+\}?/g, 'x')));
  return isValid ? [] : [`${method} ${path}: ${JSON.stringify(validate.errors)}`];
}

/** Addresses of the service that are not operations. */
const BESIDE_THE_INTERFACE = /^\/(?:health|openapi\.json|docs|mcp|metrics)\b/;
