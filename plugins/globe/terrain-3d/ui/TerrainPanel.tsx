import { useState } from 'react';
import {
  AlertDialog,
  Icon,
  IconButton,
  RadioGroup,
  Select,
  Slider,
  useObservable,
  useService,
  useSetting,
  useTranslate,
} from '#core/react';
import { PROJECTS } from '#core/project';
import { grants, type HeightUnit, type Terrain } from '#core/protocol';
import { SESSION } from '#core/session';
import { GROUNDS } from '#plugins/globe/map-3d/api';
import { TERRAIN_UPLOADS } from '../model/adding.ts';
import { AddTerrain } from './AddTerrain.tsx';
import { TerrainFacts } from './TerrainFacts.tsx';
import './terrain.css';

const NONE = 'none';
const HEIGHT_UNITS: readonly HeightUnit[] = ['metre', 'foot', 'us-foot'];

/** The terrains of the project: which one is active, how it is drawn, and adding another. */
export default function TerrainPanel() {
  const projects = useService(PROJECTS);
  const open = useObservable(projects.current$, projects.current);
  return open ? <Terrains key={open.project.id} projectId={open.project.id} /> : null;
}

function Terrains({ projectId }: { projectId: string }) {
  const t = useTranslate('terrain-3d');
  const grounds = useService(GROUNDS);
  const session = useService(SESSION);
  const me = useObservable(session.me$, session.me);
  const terrains = useObservable(grounds.terrains$, grounds.terrains);
  // Announces that another terrain is active, not which one.
  useObservable(grounds.changes$, undefined);
  const { activeTerrain } = grounds;
  const mayWrite = grants(me?.authorizations ?? [], 'files.write');
  return (
    <div className="ter">
      {terrains.length > 0 ? (
        <>
          <RadioGroup
            label={t('activeTerrain')}
            value={activeTerrain?.id ?? NONE}
            onChange={(id) => grounds.setTerrain(terrains.find((terrain) => terrain.id === id))}
            options={[
              ...terrains.map((terrain) => ({ value: terrain.id, title: terrain.name })),
              { value: NONE, title: t('none') },
            ]}
          />
          {activeTerrain && (
            <TerrainFacts terrain={activeTerrain} action={mayWrite && <Remove terrain={activeTerrain} />} />
          )}
          {activeTerrain?.address === null && mayWrite && <Unit terrain={activeTerrain} />}
          {activeTerrain && <p className="g-muted">{t('beyond')}</p>}
          {activeTerrain && <Drawing />}
        </>
      ) : (
        <p className="g-muted">{t('empty')}</p>
      )}
      {mayWrite && <AddTerrain projectId={projectId} />}
    </div>
  );
}

function Drawing() {
  const t = useTranslate('terrain-3d');
  const [tint, setTint] = useSetting('tint3D');
  const [times, setTimes] = useSetting('exaggeration3D');
  return (
    <>
      <RadioGroup
        label={t('tint')}
        value={tint}
        onChange={(value) => setTint(value as typeof tint)}
        options={[
          { value: 'none', title: t('tint.none') },
          { value: 'relief', title: t('tint.relief') },
          { value: 'heights', title: t('tint.heights') },
        ]}
      />
      <Slider
        label={t('exaggeration')}
        minValue={1}
        maxValue={10}
        step={0.5}
        value={times}
        onChange={setTimes}
      />
    </>
  );
}

/** Reads the stored model again: the file may name no unit, or a wrong one. */
function Unit({ terrain }: { terrain: Terrain }) {
  const t = useTranslate('terrain-3d');
  const uploads = useService(TERRAIN_UPLOADS);
  const { kind } = useObservable(uploads.desk.state$, uploads.desk.state);
  return (
    <Select
      label={t('unit.change')}
      description={t('unit.change.help')}
      value={terrain.unit ?? ''}
      isDisabled={kind !== 'idle'}
      onChange={(unit) => {
        if (unit !== terrain.unit) void uploads.changeUnit(terrain, unit as HeightUnit);
      }}
      options={HEIGHT_UNITS.map((unit) => ({ value: unit, title: t(`unit.${unit}`) }))}
    />
  );
}

function Remove({ terrain }: { terrain: Terrain }) {
  const t = useTranslate('terrain-3d');
  const adding = useService(TERRAIN_UPLOADS);
  const [asking, setAsking] = useState(false);
  return (
    <>
      <IconButton size="s" label={t('delete')} icon={<Icon name="trash" />} onPress={() => setAsking(true)} />
      <AlertDialog
        title={t('delete.title', { name: terrain.name })}
        isOpen={asking}
        action={t('delete')}
        onAction={() => adding.remove(terrain)}
        onClose={() => setAsking(false)}
      >
        {t('delete.text')}
      </AlertDialog>
    </>
  );
}
