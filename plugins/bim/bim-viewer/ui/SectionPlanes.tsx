import { useState } from 'react';
import { Button, Icon, IconButton, LengthField, useObservable, useService, useTranslate } from '#core/react';
import { BIM_STAGE, type BimView, type CutPlane } from '../api.ts';
import { flipped, newPlaneId, uprightPlane } from '../model/cutting.ts';
import { MODEL_FINDER } from '../model/finding.ts';
import { ROOM_NAMES } from '../model/rooms.ts';
import { DrawingFiles } from './DrawingFiles.tsx';

/** The planes that cut the models, each with its drawing. */
export function SectionPlanes({ view }: { view: BimView }) {
  const t = useTranslate('bim-viewer');
  const stage = useService(BIM_STAGE);
  const finder = useService(MODEL_FINDER);
  const rooms = useService(ROOM_NAMES);
  const look = useObservable(stage.look$, stage.look);
  const add = (plane: CutPlane) => stage.change({ planes: [...look.planes, plane] });
  const { middle, rotation } = view.extentOf(finder.modelId);
  // What is removed is on the side of the eye, so that the cut is seen.
  const addUpright = (across: 'x' | 'y') => {
    const plane = uprightPlane(middle, { rotation }, across);
    const [x, y] = view.viewpoint.direction;
    add(plane.normal[0] * x + plane.normal[1] * y > 0 ? flipped(plane) : plane);
  };
  return (
    <section>
      <h4>{t('planes')}</h4>
      <div className="bim-actions" role="group" aria-label={t('planes.add')}>
        <Button size="s" onPress={() => add({ id: newPlaneId(), at: middle, normal: [0, 0, 1] })}>
          {t('planes.level')}
        </Button>
        <Button size="s" onPress={() => addUpright('x')}>
          {t('planes.across')}
        </Button>
        <Button size="s" onPress={() => addUpright('y')}>
          {t('planes.along')}
        </Button>
        <FacePlane view={view} onPlane={add} />
      </div>
      <ul className="bim-words">
        {look.planes.map((plane, i) => (
          <li key={plane.id} className="bim-cut">
            <PlaneFields
              plane={plane}
              title={t('planes.nth', { n: i + 1 })}
              middle={middle}
              onChange={(changed) =>
                stage.change({ planes: look.planes.map((one) => (one.id === plane.id ? changed : one)) })
              }
              onRemove={() => {
                stage.change({ planes: look.planes.filter((one) => one.id !== plane.id) });
                rooms.clear();
              }}
            />
            <DrawingFiles view={view} plane={plane} />
          </li>
        ))}
      </ul>
    </section>
  );
}

interface PlaneFieldsProps {
  plane: CutPlane;
  title: string;
  middle: CutPlane['at'];
  onChange: (plane: CutPlane) => void;
  onRemove: () => void;
}

/** Moves a plane along its normal: a level one by its height, others by the distance from the middle of the model. */
function PlaneFields({ plane, title, middle, onChange, onRemove }: PlaneFieldsProps) {
  const t = useTranslate('bim-viewer');
  const { at, normal } = plane;
  const isLevel = Math.abs(normal[2]) > 0.999;
  const away = normal.reduce((sum, part, axis) => sum + part * (at[axis]! - middle[axis]!), 0);
  return (
    <>
      <LengthField
        label={isLevel ? t('planes.height', { plane: title }) : t('planes.away', { plane: title })}
        step={0.1}
        digits={3}
        value={isLevel ? at[2] : away}
        onChange={(value) => {
          if (value === undefined) return;
          const by = isLevel ? (value - at[2]) * Math.sign(normal[2]) : value - away;
          onChange({
            ...plane,
            at: [at[0] + normal[0] * by, at[1] + normal[1] * by, at[2] + normal[2] * by],
          });
        }}
      />
      <div className="bim-actions">
        <Button size="s" onPress={() => onChange(flipped(plane))}>
          {t('planes.flip')}
        </Button>
        <IconButton
          size="s"
          label={t('planes.remove', { plane: title })}
          icon={<Icon name="close" />}
          onPress={onRemove}
        />
      </div>
    </>
  );
}

/** Takes the next face that is clicked as a plane. */
function FacePlane({ view, onPlane }: { view: BimView; onPlane: (plane: CutPlane) => void }) {
  const t = useTranslate('bim-viewer');
  const [isWaiting, setWaiting] = useState(false);
  const wait = () => {
    setWaiting(true);
    const listening = view.listen(({ kind, pixel }) => {
      if (kind !== 'click') return;
      listening.dispose();
      setWaiting(false);
      void view.hitAt(pixel).then((hit) => {
        if (hit) onPlane({ id: newPlaneId(), at: hit.coordinates, normal: hit.normal });
      });
    });
  };
  return (
    <Button size="s" isDisabled={isWaiting} onPress={wait}>
      {isWaiting ? t('planes.face.click') : t('planes.face')}
    </Button>
  );
}
