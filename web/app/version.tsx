/** Name and version of the program, below a sidebar and in the help. */
export function Version() {
  return <p className="version">Facturier {import.meta.env.VITE_VERSION}</p>;
}
