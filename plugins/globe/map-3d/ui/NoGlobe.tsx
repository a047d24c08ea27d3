import { EmptyState, Icon, useTranslate } from '#core/react';
import { ToFlatMap } from './ToFlatMap.tsx';
import './Viewer.css';

/** Says that this browser cannot draw the globe, and links to the flat map. */
export function NoGlobe() {
  const t = useTranslate('map-3d');
  return (
    <div className="map3d-aside">
      <EmptyState icon={<Icon name="globe" size={32} />} title={t('no-webgl')}>
        <p>{t('no-webgl.help')}</p>
        <ToFlatMap />
      </EmptyState>
    </div>
  );
}
