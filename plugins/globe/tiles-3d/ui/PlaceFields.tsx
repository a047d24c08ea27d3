import { LengthField, NumberField, Switch, useObservable, useService, useTranslate } from '#core/react';
import type { TilesetPlace } from '#core/protocol';
import { MAPS } from '#plugins/work/map-2d/api';
import { TILESETS } from '#plugins/globe/map-3d/api';

const FIELDS = [
  { key: 'longitude', unit: '°', min: -180, max: 180, step: 0.0001, digits: 8 },
  { key: 'latitude', unit: '°', min: -90, max: 90, step: 0.0001, digits: 8 },
  { key: 'height', min: -12_000, max: 100_000, step: 0.5 },
  { key: 'heading', unit: '°', min: -360, max: 360, step: 1, digits: 4 },
  { key: 'scale', unit: undefined, min: 0.0001, max: 10_000, step: 0.1, digits: 6 },
] as const;

interface PlaceFieldsProps {
  id: string;
  place: TilesetPlace | null;
  onChange: (place: TilesetPlace | null) => void;
}

/** The origin of a tileset: from the file, or by values. */
export function PlaceFields({ id, place, onChange }: PlaceFieldsProps) {
  const t = useTranslate('tiles-3d');
  const tilesets = useService(TILESETS);
  const maps = useService(MAPS);
  const map = useObservable(maps.current$, maps.current);
  const begin = () => {
    // A tileset without a position is placed at the centre of the view.
    const [longitude = 0, latitude = 0] = map?.camera.center ?? [];
    onChange(tilesets.drawing?.placeOf(id) ?? { longitude, latitude, height: 0, heading: 0, scale: 1 });
  };
  return (
    <div className="t3d-place">
      <Switch isSelected={place !== null} onChange={(placed) => (placed ? begin() : onChange(null))}>
        {t('placed')}
      </Switch>
      {place &&
        FIELDS.map(({ key, ...limits }) => {
          const Field = key === 'height' ? LengthField : NumberField;
          return (
            <Field
              key={key}
              label={t(`place.${key}`)}
              value={place[key]}
              onChange={(value) => value !== undefined && onChange({ ...place, [key]: value })}
              {...limits}
            />
          );
        })}
    </div>
  );
}
