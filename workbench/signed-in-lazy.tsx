import { createElement, useEffect, useState, type ComponentType, type ReactNode } from 'react';
import type { Container } from 'inversify';
import { I18N } from '#core/i18n';
import { loadedInTime } from '#core/kernel';
import { useServices } from '#core/react';
import { LoadFailed } from './load-failed.tsx';

type FrameComponent = ComponentType<{ children: ReactNode }>;
type Loaded = { readonly frame: FrameComponent } | { readonly failure: unknown } | undefined;

/** The frame around a signed-in person's pages, with the services they need; loaded after the login page. */
export function SignedIn({ children }: { children: ReactNode }) {
  const container = useServices();
  const [loaded, setLoaded] = useState<Loaded>(() => here.get(container));
  useEffect(() => {
    let mounted = true;
    load(container).then(
      (frame) => mounted && setLoaded(frame),
      (failure: unknown) => mounted && setLoaded({ failure }),
    );
    return () => {
      mounted = false;
    };
  }, [container]);
  if (!loaded) return null;
  if ('failure' in loaded) return <LoadFailed failure={loaded.failure} />;
  return createElement(loaded.frame, undefined, children);
}

const here = new WeakMap<Container, { readonly frame: FrameComponent }>();

/** Binds its services before it is shown. */
async function load(container: Container): Promise<{ readonly frame: FrameComponent }> {
  const [{ prepare, Frame }] = await Promise.all([
    loadedInTime(import('./signed-in.tsx')),
    // Waits for its texts; works without them.
    container
      .get(I18N)
      .load('shell')
      .catch(() => undefined),
  ]);
  let loaded = here.get(container);
  if (!loaded) {
    prepare(container);
    here.set(container, (loaded = { frame: Frame }));
  }
  return loaded;
}
