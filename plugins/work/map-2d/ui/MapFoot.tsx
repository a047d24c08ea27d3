import { useMemo } from 'react';
import { map as mapped, type Observable } from 'rxjs';
import { PROJECTS } from '#core/project';
import { useI18n, useObservable, useService, useSetting, useTranslate } from '#core/react';
import type { SimplifiedLayers, WorkspaceMap } from '../api.ts';
import { scaleBarOf } from '../model/scale.ts';
import './Controls.css';

const EXACT: SimplifiedLayers = { isLoading: false, merged: [], unclassified: [] };

/** Scale bar and attribution of the base layer, at the lower edge of a map. */
export function MapFoot({ map }: { map: WorkspaceMap }) {
  return (
    <div className="map2d-foot">
      <ScaleBar map={map} />
      {map.simplified$ && <Simplified simplified$={map.simplified$} />}
      <Attribution map={map} />
    </div>
  );
}

/** Says that parts have not come yet, and which layers are not shown as their styles say. */
function Simplified({ simplified$ }: { simplified$: Observable<SimplifiedLayers> }) {
  const t = useTranslate('map-2d');
  const { language } = useI18n();
  const projects = useService(PROJECTS);
  const project = useObservable(projects.current$, projects.current);
  const { isLoading, merged, unclassified } = useObservable(simplified$, EXACT);
  if (!isLoading && merged.length + unclassified.length === 0) return null;
  const titleOf = (name: string) => project?.types.get(name)?.title[language] || name;
  return (
    <div className="map2d-simplified" role="status">
      {isLoading && <div>{t('simplified.loading')}</div>}
      {merged.length > 0 && <div>{t('simplified.merged')}</div>}
      {unclassified.length > 0 && (
        <div>{t('simplified.unclassified', { layers: unclassified.map(titleOf).join(', ') })}</div>
      )}
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
