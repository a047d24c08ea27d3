import type { Container, ServiceIdentifier } from 'inversify';
import { createContext, useContext, type ReactNode } from 'react';

const Services = createContext<Container | undefined>(undefined);

/** Gives the services of `container` to everything below. */
export function ServicesProvider({ container, children }: { container: Container; children: ReactNode }) {
  return <Services.Provider value={container}>{children}</Services.Provider>;
}

/** The container itself: for what is bound late, or asked for by the name a manifest gives. */
export function useServices(): Container {
  const container = useContext(Services);
  if (!container)
    throw new Error('No services here: wrap the component in <ServicesProvider container={...}>.');
  return container;
}

/** The service bound under `token`. */
export function useService<T>(token: ServiceIdentifier<T>): T {
  return useServices().get<T>(token);
}
