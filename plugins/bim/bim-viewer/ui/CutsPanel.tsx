import { observer } from 'mobx-react-lite';
import { useState } from 'react';
import { sentenceOf } from '#core/kernel';
import {
  Button,
  Icon,
  IconButton,
  LengthField,
  NumberField,
  Slider,
  Switch,
  saveFile,
  useI18n,
  useObservable,
  useService,
  useTranslate,
} from '#core/react';
import { TOASTS } from '#core/toasts';
import { BIM_SELECTION, BIM_STAGE, BIM_VIEWS, type BimView, type CutBox, type CutPlane } from '../api.ts';
import { flipped, newPlaneId, storeyPlane, uprightPlane } from '../model/cutting.ts';
import { MODEL_FINDER } from '../model/finding.ts';
import { ROOM_NAMES } from '../model/rooms.ts';
import { DrawingFiles, ViewDrawing } from './DrawingFiles.tsx';
import './panels.css';

/** Metres. */
const MOST_APART = 15;

/** Cuts through the models: planes, a box, plans of storeys; and drawings of them. */
export default observer(function CutsPanel() {
  const t = useTranslate('bim-viewer');
  const views = useService(BIM_VIEWS);
  const view = useObservable(views.current$, views.current);
  if (!view) return <p className="g-muted">{t('cuts.no-view')}</p>;
  return (
    <div className="bim-panel">
      <Storeys view={view} />
      <Planes view={view} />
      <Box view={view} />
      <ViewDrawing view={view} />
      <Picture view={view} />
    </div>
  );
});

const Storeys = observer(function Storeys({ view }: { view: BimView }) {
  const t = useTranslate('bim-viewer');
  const i18n = useI18n();
  const finder = useService(MODEL_FINDER);
  const stage = useService(BIM_STAGE);
  const rooms = useService(ROOM_NAMES);
  const toasts = useService(TOASTS);
  const { storeys, modelId } = finder;
  if (!modelId || storeys.length === 0) return null;
  const plan = (storey: (typeof storeys)[number]) => {
    const zero = view.placed(modelId, [0, 0, 0]);
    if (!zero) return;
    stage.change({ planes: [storeyPlane(storey, zero)], box: undefined, apart: 0 });
    view.setMode('plan');
    view.lookAtAll();
    rooms
      .show(modelId, storey.globalId)
      .catch((failure: unknown) => toasts.show('error', sentenceOf(failure)));
  };
  return (
    <section>
      <h4>{t('storeys')}</h4>
      <ul className="bim-rows" aria-label={t('storeys')}>
        {storeys.map((storey) => (
          <li key={storey.globalId}>
            <Button size="s" variant="quiet" className="bim-row" onPress={() => plan(storey)}>
              <span>{storey.name ?? storey.globalId}</span>
              <small className="g-muted g-figures">
                {storey.elevation === null
                  ? ''
                  : t('metres', {
                      value: i18n.number(storey.elevation, {
                        minimumFractionDigits: 2,
                        maximumFractionDigits: 2,
                        signDisplay: 'exceptZero',
                      }),
                    })}
              </small>
            </Button>
          </li>
        ))}
      </ul>
      {storeys.length > 1 && <StoreysApart />}
    </section>
  );
});

/** Draws storeys apart, to look between them. */
function StoreysApart() {
  const t = useTranslate('bim-viewer');
  const stage = useService(BIM_STAGE);
  const { apart } = useObservable(stage.look$, stage.look);
  return (
    <>
      <Slider
        label={t('apart')}
        minValue={0}
        maxValue={MOST_APART}
        step={0.5}
        formatOptions={{ style: 'unit', unit: 'meter' }}
        value={apart}
        onChange={(metres) => stage.change({ apart: metres })}
      />
      {apart > 0 && <p className="g-muted">{t('apart.help')}</p>}
    </>
  );
}

function Planes({ view }: { view: BimView }) {
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

function Box({ view }: { view: BimView }) {
  const t = useTranslate('bim-viewer');
  const stage = useService(BIM_STAGE);
  const selection = useService(BIM_SELECTION);
  const finder = useService(MODEL_FINDER);
  const chosen = useObservable(selection.elements$, selection.elements);
  const { box } = useObservable(stage.look$, stage.look);
  const around = async () => {
    const found = chosen.length > 0 ? await view.boxOf(chosen) : undefined;
    const { middle, size, rotation } = view.extentOf(finder.modelId);
    stage.change({ box: found ?? { center: middle, size, turn: rotation } });
  };
  const change = (part: Partial<CutBox>) => box && stage.change({ box: { ...box, ...part } });
  const AXES = ['east', 'north', 'up'] as const;
  return (
    <section>
      <h4>{t('box')}</h4>
      <Switch
        isSelected={box !== undefined}
        onChange={(on) => (on ? void around() : stage.change({ box: undefined }))}
      >
        {chosen.length > 0 ? t('box.around-chosen') : t('box.around')}
      </Switch>
      {box && (
        <>
          <div className="bim-triple">
            {AXES.map((axis, i) => (
              <LengthField
                key={axis}
                label={t(`box.center.${axis}`)}
                digits={2}
                step={0.1}
                value={box.center[i]}
                onChange={(value) =>
                  value !== undefined &&
                  change({ center: box.center.with(i, value) as unknown as CutBox['center'] })
                }
              />
            ))}
          </div>
          <div className="bim-triple">
            {AXES.map((axis, i) => (
              <LengthField
                key={axis}
                label={t(`box.size.${axis}`)}
                min={0.01}
                digits={2}
                step={0.1}
                value={box.size[i]}
                onChange={(value) =>
                  value !== undefined &&
                  change({ size: box.size.with(i, value) as unknown as CutBox['size'] })
                }
              />
            ))}
          </div>
          <NumberField
            label={t('box.turn')}
            unit="°"
            value={box.turn}
            onChange={(turn) => turn !== undefined && change({ turn })}
          />
        </>
      )}
    </section>
  );
}

function Picture({ view }: { view: BimView }) {
  const t = useTranslate('bim-viewer');
  const toasts = useService(TOASTS);
  const save = () =>
    view.picture().then(
      (picture) => saveFile(picture, 'model.png'),
      (failure: unknown) => toasts.show('error', sentenceOf(failure)),
    );
  return (
    <Button size="s" onPress={() => void save()}>
      {t('picture')}
    </Button>
  );
}
