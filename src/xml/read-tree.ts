import { readXml, XmlFault } from './read-xml.ts';

/** An element as read: names without prefix, text without surrounding blanks. */
export type XmlNode = {
  readonly name: string;
  readonly namespace: string;
  readonly attributes: Readonly<Record<string, string>>;
  text: string;
  readonly children: XmlNode[];
};

/** The document has more elements than the caller keeps in memory. */
export class TooManyElements extends Error {}

/**
 * Reads a whole XML document into memory. Throws `XmlFault`, and `TooManyElements`
 * above the limit: a file of eight megabytes could otherwise become millions of objects.
 */
export async function readXmlTree(text: string, elementsMax: number): Promise<XmlNode> {
  let elements = 0;
  let root: XmlNode | undefined;
  const above: XmlNode[] = [];
  await readXml(text, {
    open: ({ name, namespace, attributes }) => {
      elements += 1;
      if (elements > elementsMax) throw new TooManyElements();
      const node: XmlNode = { name, namespace, attributes, text: '', children: [] };
      above.at(-1)?.children.push(node);
      root ??= node;
      above.push(node);
    },
    close: (_, said) => {
      const node = above.pop();
      if (node) node.text = said.trim();
    },
  });
  if (!root) throw new XmlFault({ fault: 'cut_short', row: 1 });
  return root;
}

/** The first element at a path of names separated by slashes. */
export const nodeAt = (node: XmlNode | undefined, path: string): XmlNode | undefined =>
  path.split('/').reduce<XmlNode | undefined>((found, step) => found?.children.find(({ name }) => name === step), node);

/** All elements at a path: of each step, every one. */
export const nodesAt = (node: XmlNode | undefined, path: string): XmlNode[] =>
  path
    .split('/')
    .reduce<XmlNode[]>(
      (found, step) => found.flatMap(({ children }) => children.filter(({ name }) => name === step)),
      node ? [node] : [],
    );

/** The text at a path; undefined if missing or empty. */
export const textAt = (node: XmlNode | undefined, path: string): string | undefined =>
  nodeAt(node, path)?.text || undefined;
