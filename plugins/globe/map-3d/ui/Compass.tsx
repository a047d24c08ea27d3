import { map as mapped } from 'rxjs';
import { useMemo } from 'react';
import { Icon, IconButton, useObservable, useService, useTranslate, ViewerButtons } from '#core/react';
import type { WorkspaceMap } from '#plugins/work/map-2d/api';
import { GLOBES } from '../api.ts';

/** Degrees from straight down that count as looking straight down, and the tilt that the button restores. */
const FLAT = 5;
const LEANING = 45;

/** Turns the globe north up, and switches between looking straight down and tilted. */
export function Compass() {
  const globes = useService(GLOBES);
  const globe = useObservable(globes.current$, globes.current);
  return globe ? <OnGlobe map={globe} /> : null;
}

function OnGlobe({ map }: { map: WorkspaceMap }) {
  const t = useTranslate('map-3d');
  const heading$ = useMemo(() => map.camera$.pipe(mapped(({ heading }) => Math.round(heading))), [map]);
  const flat$ = useMemo(() => map.camera$.pipe(mapped(({ tilt = 0 }) => tilt < FLAT)), [map]);
  const heading = useObservable(heading$, Math.round(map.camera.heading));
  const flat = useObservable(flat$, false);
  const turn = (to: { heading?: number; tilt?: number }) => map.fly(map.camera.center, to);
  return (
    <ViewerButtons isBeside className="map3d-buttons" label={t('compass.label')}>
      <IconButton
        label={t('compass.north', { degrees: heading % 360 })}
        placement="start"
        icon={
          <span className="map3d-needle" style={{ transform: `rotate(${-heading}deg)` }}>
            <Icon name={{ path: 'M12 3l4 9h-8zM8 12l4 9 4-9' }} />
          </span>
        }
        onPress={() => turn({ heading: 0 })}
      />
      <IconButton
        label={flat ? t('compass.aslant') : t('compass.down')}
        placement="start"
        icon={<Icon name={{ path: flat ? 'M4 18 20 6M4 18h16' : 'M12 3v14M7 12l5 5 5-5M4 21h16' }} />}
        onPress={() => turn({ tilt: flat ? LEANING : 0 })}
      />
    </ViewerButtons>
  );
}
