import { useMemo } from 'react';
import { map as mapped } from 'rxjs';
import { useI18n, useObservable, useSetting } from '#core/react';
import type { WorkspaceMap } from '../api.ts';
import { scaleBarOf } from '../model/scale.ts';
import './Controls.css';

/** Scale bar and attribution of the base layer, at the lower edge of a map. */
export function MapFoot({ map }: { map: WorkspaceMap }) {
  return (
    <div className="map2d-foot">
      <ScaleBar map={map} />
      <Attribution map={map} />
    </div>
  );
}

function ScaleBar({ map }: { map: WorkspaceMap }) {
  const i18n = useI18n();
  const resolution$ = useMemo(() => map.camera$.pipe(mapped(({ resolution }) => resolution)), [map]);
  const resolution = useObservable(resolution$, map.camera.resolution);
  const [{ lengthUnit }] = useSetting('units');
  const bar = scaleBarOf(resolution, lengthUnit);
  return (
    <div className="map2d-scale g-figures" style={{ inlineSize: bar.pixels }}>
      {i18n.number(bar.length, { style: 'unit', unit: bar.unit })}
    </div>
  );
}

function Attribution({ map }: { map: WorkspaceMap }) {
  const text = useObservable(map.attribution$, '');
  return text === '' ? null : <div className="map2d-attribution">{text}</div>;
}
