/** An SBOM in CycloneDX 1.6, limited to the members ours uses. */
export type Bom = {
  bomFormat: string;
  specVersion: string;
  serialNumber: string;
  version: number;
  metadata: { component?: Component };
  components: Component[];
  dependencies: { ref: string; dependsOn: string[] }[];
};
type Component = {
  type: string;
  'bom-ref': string;
  name: string;
  version?: string;
  hashes?: { alg: string; content: string }[];
  licenses?: { expression: string }[];
  purl?: string;
};

const MEMBERS = ['$schema', 'bomFormat', 'specVersion', 'serialNumber', 'version', 'metadata', 'components'];
const OF_COMPONENT = ['type', 'bom-ref', 'name', 'version', 'hashes', 'licenses', 'purl'];
const TYPES = ['application', 'framework', 'library', 'container', 'platform', 'operating-system', 'file'];
/** Hex digits of each hash. */
const HASHES: Readonly<Record<string, number>> = { 'SHA-256': 64, 'SHA-512': 128 };
const SERIAL = /^urn:uuid:[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
/** SPDX license expressions. */
const EXPRESSION = /^\(?[A-Za-z0-9][\w.+-]*\)?( (AND|OR|WITH) \(?[A-Za-z0-9][\w.+-]*\)?)*$/;

/**
 * Violations of CycloneDX 1.6 in our own checks. The official schemas need the network and are
 * checked manually (CONTRIBUTING.md).
 */
export function cyclonedxProblems(bom: Bom): string[] {
  const { bomFormat, specVersion, serialNumber, version, metadata, components, dependencies } = bom;
  const refs = components.map((each) => each['bom-ref']);
  const root = metadata.component;
  return [
    ...unknown(bom, [...MEMBERS, 'dependencies']),
    ...(bomFormat === 'CycloneDX' && specVersion === '1.6' ? [] : [`${bomFormat} ${specVersion}`]),
    ...(SERIAL.test(serialNumber) ? [] : [`serialNumber ${serialNumber}`]),
    ...(Number.isInteger(version) && version >= 1 ? [] : [`version ${version}`]),
    ...(root ? componentFaults(root) : ['metadata.component is missing']),
    ...components.flatMap(componentFaults),
    ...twice(refs),
    ...dependencies.flatMap(({ ref, dependsOn }) => [
      ...[ref, ...dependsOn].filter((each) => each !== root?.['bom-ref'] && !refs.includes(each)),
      ...twice(dependsOn),
    ]),
  ];
}

function componentFaults(component: Component): string[] {
  const { type, name, hashes = [], licenses = [] } = component;
  const ref = component['bom-ref'];
  return [
    ...unknown(component, OF_COMPONENT),
    ...(TYPES.includes(type) ? [] : [`${ref}: type ${type}`]),
    ...(name && ref ? [] : [`${ref}: no name`]),
    ...hashes.filter(({ alg, content }) => !/^[0-9a-f]*$/.test(content) || content.length !== HASHES[alg]),
    ...(licenses.length > 1 ? [`${ref}: ${licenses.length} expressions`] : []),
    ...licenses.filter(({ expression }) => !EXPRESSION.test(expression)),
  ].map((fault) => (typeof fault === 'string' ? fault : `${ref}: ${JSON.stringify(fault)}`));
}

const unknown = (object: object, known: readonly string[]): string[] =>
  Object.keys(object).filter((name) => !known.includes(name));
const twice = (names: readonly string[]): string[] => names.filter((name, at) => names.indexOf(name) !== at);
