import { useEffect, useRef, useState, type RefObject } from 'react';
import { isAbort } from '#core/kernel';
import type { Camera } from '#core/mapview';
import { useService } from '#core/react';
import { OPEN_LONE_CLOUD, type CloudView, type LoneCloud } from '#plugins/cloud/point-cloud/api';

/** `lost`: the device took the graphics card away, or drawing failed. */
export type Opening = 'loading' | 'lost' | { readonly error: unknown } | { readonly cloud: LoneCloud };

export interface OpenedCloud {
  readonly opening: Opening;
  readonly element: RefObject<HTMLDivElement | null>;
  /** Opens it again, where it was last looked at. */
  again(): void;
}

/** Opens a cloud in `element`; again, at the same place, when the graphics card is given back. */
export function useLoneCloud(id: string, secret: string | undefined): OpenedCloud {
  const open = useService(OPEN_LONE_CLOUD);
  const element = useRef<HTMLDivElement>(null);
  const place = useRef<Camera>(undefined);
  const [opening, setOpening] = useState<Opening>('loading');
  const [attempt, setAttempt] = useState(0);
  const again = () => {
    setOpening('loading');
    setAttempt((before) => before + 1);
  };
  useEffect(() => {
    const surface = element.current!;
    let isMounted = true;
    let cloud: LoneCloud | undefined;
    const show = async () => {
      const stopped = () => isMounted && setOpening('lost');
      const draw = await open({ id, key: secret, stopped });
      if (!isMounted) return;
      cloud = draw(surface);
      lookAt(cloud.view, place.current);
      setOpening({ cloud });
    };
    show().catch((error: unknown) => isMounted && !isAbort(error) && setOpening({ error }));
    return () => {
      isMounted = false;
      if (cloud) place.current = cloud.view.camera;
      cloud?.dispose();
    };
  }, [open, id, secret, attempt]);
  useEffect(() => {
    const surface = element.current!;
    // The event of the canvas does not bubble.
    surface.addEventListener('webglcontextrestored', again, true);
    return () => surface.removeEventListener('webglcontextrestored', again, true);
  }, []);
  return { opening, element, again };
}

function lookAt(view: CloudView, place: Camera | undefined): void {
  if (!place) return fit(view, false);
  const { center, zoom, heading, tilt = 0 } = place;
  view.fly(center, { zoom, heading, tilt, animate: false });
}

/** All of the cloud, aslant from the south. */
export function fit(view: CloudView, animate = true): void {
  view.setMode('orbit');
  if (view.first) view.fly(view.first, { heading: 0, tilt: 45, animate });
}
