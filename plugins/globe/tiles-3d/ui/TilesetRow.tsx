import { useState } from 'react';
import { TILE_COLOURS, type TileColour } from '#core/protocol';
import {
  AlertDialog,
  Badge,
  Icon,
  IconButton,
  Select,
  useObservable,
  useService,
  useTranslate,
} from '#core/react';
import { MAPS } from '#plugins/work/map-2d/api';
import { TILESETS, type TilesetLayer } from '#plugins/globe/map-3d/api';
import { SETS } from '../model/sets.ts';
import { LookForm } from './LookForm.tsx';

/** One tileset: visibility, zoom to, edit, delete. */
export function TilesetRow({ layer, mayWrite }: { layer: TilesetLayer; mayWrite: boolean }) {
  const t = useTranslate('tiles-3d');
  const tilesets = useService(TILESETS);
  const { tileset, shown, cloud } = layer;
  const [changing, setChanging] = useState(false);
  const { id, name } = tileset;
  return (
    <li className="t3d-set">
      <div className="t3d-row">
        <IconButton
          size="s"
          label={t(shown ? 'hide' : 'show', { name })}
          icon={<Icon name={shown ? 'eye' : 'eye-off'} />}
          onPress={() => tilesets.show(id, !shown)}
        />
        <span
          className={shown ? 't3d-name' : 't3d-name g-muted'}
          title={tileset.fileName ?? tileset.address ?? ''}
        >
          {name}
        </span>
        <StateBadge layer={layer} />
        <FlyTo layer={layer} />
        {mayWrite && !cloud && (
          <>
            <IconButton
              size="s"
              label={t('change', { name })}
              icon={<Icon name="sliders" />}
              onPress={() => setChanging(!changing)}
              aria-expanded={changing}
            />
            <Remove layer={layer} />
          </>
        )}
      </div>
      {cloud && shown && (
        <Select
          label={t('colour', { name })}
          hideLabel
          value={cloud.colour ?? (cloud.hasColour ? 'rgb' : 'height')}
          onChange={(colour) => tilesets.paint(id, colour as TileColour)}
          options={TILE_COLOURS.filter((colour) => colour !== 'rgb' || cloud.hasColour).map((colour) => ({
            value: colour,
            title: t(`colour.${colour}`),
          }))}
        />
      )}
      {changing && <LookForm layer={layer} onClose={() => setChanging(false)} />}
    </li>
  );
}

function StateBadge({ layer: { shown, state } }: { layer: TilesetLayer }) {
  const t = useTranslate('tiles-3d');
  if (!shown || state === 'drawn' || state === 'loading') return null;
  return <Badge kind={state === 'failed' ? 'danger' : 'warning'}>{t(`state.${state}`)}</Badge>;
}

function FlyTo({ layer: { tileset, shown, state } }: { layer: TilesetLayer }) {
  const t = useTranslate('tiles-3d');
  const tilesets = useService(TILESETS);
  const maps = useService(MAPS);
  const map = useObservable(maps.current$, maps.current);
  const seen = shown && state === 'drawn' && map?.kind === '3d';
  const fly = () => {
    const extent = tilesets.drawing?.extentOf(tileset.id);
    if (extent) map?.fly(extent);
  };
  return (
    <IconButton
      size="s"
      label={t('fly', { name: tileset.name })}
      icon={<Icon name="locate" />}
      disabledReason={seen ? undefined : t('fly.unseen')}
      onPress={fly}
    />
  );
}

function Remove({ layer: { tileset } }: { layer: TilesetLayer }) {
  const t = useTranslate('tiles-3d');
  const sets = useService(SETS);
  const [asking, setAsking] = useState(false);
  return (
    <>
      <IconButton
        size="s"
        label={t('delete', { name: tileset.name })}
        icon={<Icon name="trash" />}
        onPress={() => setAsking(true)}
      />
      <AlertDialog
        title={t('delete.title', { name: tileset.name })}
        isOpen={asking}
        action={t('delete.action')}
        onAction={() => sets.remove(tileset)}
        onClose={() => setAsking(false)}
      >
        {t(tileset.address === null ? 'delete.archive' : 'delete.address')}
      </AlertDialog>
    </>
  );
}
