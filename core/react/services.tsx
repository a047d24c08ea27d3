import type { Container, ServiceIdentifier } from 'inversify';
import { createContext, useContext, type ReactNode } from 'react';

const Services = createContext<Container | undefined>(undefined);

/** Provides the services of `container` to all children. */
export function ServicesProvider({ container, children }: { container: Container; children: ReactNode }) {
  return <Services.Provider value={container}>{children}</Services.Provider>;
}

/** Returns the container itself: for services that are bound later, or found by their name in a manifest. */
export function useServices(): Container {
  const container = useContext(Services);
  if (!container)
    throw new Error('No services here: wrap the component in <ServicesProvider container={...}>.');
  return container;
}

/** Returns the service bound under `token`. */
export function useService<T>(token: ServiceIdentifier<T>): T {
  return useServices().get<T>(token);
}
