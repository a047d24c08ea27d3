import type { ServiceIdentifier } from 'inversify';

/** Names a service of type `T` in the container; manifests refer to it by the same name. */
export function serviceToken<T>(name: string): ServiceIdentifier<T> {
  return name;
}
