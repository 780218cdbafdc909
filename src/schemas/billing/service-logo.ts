/** The display setting that contains the service's name: `displayFacturierLogo`. */
export const serviceLogo = (serviceName: string): `display${string}Logo` => `display${serviceName}Logo`;
