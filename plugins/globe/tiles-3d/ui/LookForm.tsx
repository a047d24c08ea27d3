import { useEffect, useState } from 'react';
import { Button, Form, Slider, Switch, TextField, useService, useTranslate } from '#core/react';
import type { TilesetLook } from '#core/protocol';
import { TILESETS, type TilesetLayer } from '#plugins/globe/map-3d/api';
import { SETS } from '../model/sets.ts';
import { ClipFields } from './ClipFields.tsx';
import { PlaceFields } from './PlaceFields.tsx';

/** A warm red, distinct from everything else on the globe. */
const FIRST_TINT = '#c8501e';

/** Position and style of a tileset; changes preview on the globe at once and are saved for everybody. */
export function LookForm({
  layer: { tileset, look },
  onClose,
}: {
  layer: TilesetLayer;
  onClose: () => void;
}) {
  const t = useTranslate('tiles-3d');
  const tilesets = useService(TILESETS);
  const sets = useService(SETS);
  const { id } = tileset;
  const [name, setName] = useState(tileset.name);
  useEffect(() => () => tilesets.try(id, undefined), [tilesets, id]);
  const change = (part: Partial<TilesetLook>) => tilesets.try(id, { ...lookOf(look), ...part });
  const save = async () => {
    await sets.change(tileset, { ...lookOf(look), name: name.trim() });
    onClose();
  };
  return (
    <Form className="t3d-look" onSubmit={save}>
      {({ pending }) => (
        <>
          <TextField label={t('name')} value={name} onChange={setName} maxLength={120} isRequired />
          <PlaceFields id={id} place={look.place} onChange={(place) => change({ place })} />
          <Slider
            label={t('opacity')}
            minValue={5}
            maxValue={100}
            step={5}
            value={Math.round(look.opacity * 100)}
            onChange={(percent) => change({ opacity: percent / 100 })}
          />
          <div className="t3d-tint">
            <Switch
              isSelected={look.tint !== null}
              onChange={(tinted) => change({ tint: tinted ? FIRST_TINT : null })}
            >
              {t('tint')}
            </Switch>
            {look.tint !== null && (
              <input
                type="color"
                aria-label={t('tint.colour')}
                value={look.tint}
                onChange={(event) => change({ tint: event.target.value })}
              />
            )}
          </div>
          <ClipFields clip={look.clip} onChange={(clip) => change({ clip })} />
          <Switch isSelected={look.visible} onChange={(visible) => change({ visible })}>
            {t('visible')}
          </Switch>
          <div className="t3d-ends">
            <Button onPress={onClose}>{t('cancel')}</Button>
            <Button type="submit" variant="primary" isDisabled={pending || name.trim() === ''}>
              {t('save')}
            </Button>
          </div>
        </>
      )}
    </Form>
  );
}

function lookOf({ place, tint, opacity, clip, visible }: TilesetLook): TilesetLook {
  return { place, tint, opacity, clip, visible };
}
