/** The display setting that bears the service's own name: `displayFacturierLogo`. */
export const serviceLogo = (serviceName: string): `display${string}Logo` => `display${serviceName}Logo`;
