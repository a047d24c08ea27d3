import { useEffect, useState } from 'react';
import { EmptyState, ErrorPanel, Icon, useObservable, useService, useTranslate } from '#core/react';
import { PROJECTS } from '#core/project';
import { grants } from '#core/protocol';
import { SESSION } from '#core/session';
import { TILESETS } from '#plugins/globe/map-3d/api';
import { AddTiles } from './AddTiles.tsx';
import { TilesetRow } from './TilesetRow.tsx';
import './tiles.css';

/** The 3D Tiles of the project: visibility, position and style, and adding another. */
export default function TilesPanel() {
  const projects = useService(PROJECTS);
  const open = useObservable(projects.current$, projects.current);
  return open ? <TilesetList key={open.project.id} projectId={open.project.id} /> : null;
}

function TilesetList({ projectId }: { projectId: string }) {
  const t = useTranslate('tiles-3d');
  const tilesets = useService(TILESETS);
  const session = useService(SESSION);
  const me = useObservable(session.me$, session.me);
  const layers = useObservable(tilesets.layers$, tilesets.layers);
  const [error, setError] = useState<unknown>();
  const load = () => {
    setError(undefined);
    tilesets.reload().catch(setError);
  };
  // Loads what others have changed meanwhile.
  useEffect(() => void tilesets.reload().catch(setError), [tilesets]);
  const mayWrite = grants(me?.authorizations ?? [], 'files.write');
  return (
    <div className="t3d">
      {error !== undefined && <ErrorPanel title={t('failed')} error={error} onRetry={load} />}
      {layers.length > 0 ? (
        <ul className="t3d-list" aria-label={t('title')}>
          {layers.map((layer) => (
            <TilesetRow key={layer.tileset.id} layer={layer} mayWrite={mayWrite} />
          ))}
        </ul>
      ) : (
        <EmptyState icon={<Icon name="building" />} title={t('empty')}>
          {mayWrite && t('empty.help')}
        </EmptyState>
      )}
      {mayWrite && <AddTiles projectId={projectId} />}
    </div>
  );
}
