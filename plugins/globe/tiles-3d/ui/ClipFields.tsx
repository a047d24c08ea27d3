import { Button, Select, useObservable, useService, useTranslate } from '#core/react';
import { PROJECTS } from '#core/project';
import type { TilesetClip } from '#core/protocol';
import { MAPS } from '#plugins/work/map-2d/api';
import { SELECTION } from '#plugins/work/selection/api';
import { ringOfExtent, ringOfObjects } from '../model/clips.ts';

interface ClipFieldsProps {
  clip: TilesetClip | null;
  onChange: (clip: TilesetClip | null) => void;
}

/** Clips a tileset to the view or to the selected polygon. */
export function ClipFields({ clip, onChange }: ClipFieldsProps) {
  const t = useTranslate('tiles-3d');
  const maps = useService(MAPS);
  const projects = useService(PROJECTS);
  const selection = useService(SELECTION);
  const map = useObservable(maps.current$, maps.current);
  const ids = useObservable(selection.ids$, selection.ids);
  const outline = ringOfObjects(ids.map((id) => projects.current?.document.get(id)));
  const cut = (ring: TilesetClip['ring'] | undefined) => {
    if (ring) onChange({ keep: clip?.keep ?? 'inside', ring });
  };
  return (
    <div className="t3d-clip" role="group" aria-label={t('clip')}>
      <span className="g-label">{t('clip')}</span>
      <div className="t3d-cuts">
        <Button isDisabled={!map} onPress={() => map && cut(ringOfExtent(map.camera.extent))}>
          {t('clip.view')}
        </Button>
        <Button isDisabled={!outline} onPress={() => cut(outline)}>
          {t('clip.selected')}
        </Button>
      </div>
      {!outline && <p className="g-help">{t('clip.help')}</p>}
      {clip && (
        <>
          <Select
            label={t('clip.keep')}
            value={clip.keep}
            onChange={(keep) => onChange({ ...clip, keep: keep as TilesetClip['keep'] })}
            options={[
              { value: 'inside', title: t('clip.inside') },
              { value: 'outside', title: t('clip.outside') },
            ]}
          />
          <Button onPress={() => onChange(null)}>{t('clip.none')}</Button>
        </>
      )}
    </div>
  );
}
