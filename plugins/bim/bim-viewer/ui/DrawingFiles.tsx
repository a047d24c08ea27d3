import { useState } from 'react';
import { sentenceOf } from '#core/kernel';
import { PROJECTS } from '#core/project';
import type { Position } from '#core/protocol';
import {
  Button,
  Select,
  saveFile,
  useI18n,
  useObservable,
  useService,
  useServices,
  useTranslate,
} from '#core/react';
import { TOASTS } from '#core/toasts';
import { FINISH_DRAWING } from '#plugins/draw/draw/api';
import { SHEET_FRAMES } from '#plugins/files/sheet/api';
import { BIM_STAGE, type BimView, type CutPlane } from '../api.ts';
import { dxfOf, pdfOf, SCALES } from '../model/drawing-files.ts';
import { drawingOf, drawingOfView, type Drawing } from '../model/drawing.ts';
import { onSheet } from '../model/on-sheet.ts';
import { ROOM_NAMES, type RoomNames } from '../model/rooms.ts';

interface DrawingFilesProps {
  view: BimView;
  plane: CutPlane;
}

/** A cut as DXF, as PDF to scale, and as lines on the map. */
export function DrawingFiles({ view, plane }: DrawingFilesProps) {
  const t = useTranslate('bim-viewer');
  const i18n = useI18n();
  const rooms = useService(ROOM_NAMES);
  const isLevel = isLevelPlane(plane);
  const draw = async () => {
    const height = i18n.number(plane.at[2], { minimumFractionDigits: 2, maximumFractionDigits: 2 });
    return drawingOf(await view.elements.sectionAt(plane), plane, {
      title: isLevel ? t('drawing.plan', { height }) : t('drawing.section'),
      crs: view.crs,
      texts: isLevel ? textsOf(rooms) : [],
    });
  };
  return (
    <SaveDrawing
      label={t('drawing')}
      name={isLevel ? 'plan' : 'section'}
      view={view}
      height={isLevel ? plane.at[2] : undefined}
      draw={draw}
      empty={t('drawing.empty')}
    />
  );
}

/** What a view without perspective shows: a plan or an elevation with hidden lines. */
export function ViewDrawing({ view }: { view: BimView }) {
  const t = useTranslate('bim-viewer');
  const rooms = useService(ROOM_NAMES);
  const mode = useObservable(view.mode$, view.mode);
  const stage = useService(BIM_STAGE);
  const { planes } = useObservable(stage.look$, stage.look);
  if (mode === 'orbit' || mode === 'walk') return null;
  const isPlan = mode === 'plan';
  const { middle, size } = view.extentOf(undefined);
  /** Of the cut, or of the lowest that there is. */
  const level = planes.find(isLevelPlane)?.at[2] ?? middle[2] - size[2] / 2;
  const draw = async () => {
    const { eye, direction } = view.viewpoint;
    const toEye = direction.map((value) => -value) as unknown as CutPlane['normal'];
    const along = (normal: CutPlane['normal']) =>
      normal.reduce((sum, value, axis) => sum + value * toEye[axis]!, 0);
    const across = planes.filter(({ normal }) => along(normal) > 0.999);
    const sections = await Promise.all(across.map((plane) => view.elements.sectionAt(plane)));
    return drawingOfView(
      await view.elements.edges(),
      sections,
      { at: isPlan ? eye : middle, normal: toEye },
      {
        title: t(`camera.${isPlan ? 'plan.title' : mode}`),
        crs: view.crs,
        texts: isPlan ? textsOf(rooms) : [],
      },
    );
  };
  return (
    <section>
      <h4>{t('drawing.view')}</h4>
      <p className="g-muted">{isPlan ? t('drawing.view.plan-help') : t('drawing.view.help')}</p>
      <SaveDrawing
        label={t('drawing.view')}
        name={isPlan ? 'plan' : `elevation-${mode}`}
        view={view}
        height={isPlan ? level : undefined}
        draw={draw}
        empty={t('drawing.view.empty')}
      />
    </section>
  );
}

const isLevelPlane = ({ normal }: Pick<CutPlane, 'normal'>): boolean => Math.abs(normal[2]) > 0.999;
const textsOf = ({ rooms }: RoomNames): Drawing['texts'] =>
  rooms.map(({ name, at }) => ({ at: [at[0], at[1]] as const, text: name }));

interface SaveDrawingProps {
  label: string;
  /** Of the files, without ending. */
  name: string;
  view: BimView;
  /** Of a plan: the lines that are seen can be put on the map at this height. */
  height: number | undefined;
  draw: () => Promise<Drawing>;
  /** Why there may be nothing to draw. */
  empty: string;
}

function SaveDrawing({ label, name, view, height, draw, empty }: SaveDrawingProps) {
  const t = useTranslate('bim-viewer');
  const toasts = useService(TOASTS);
  const projects = useService(PROJECTS);
  // Only where the person may draw.
  const services = useServices();
  const finish = services.get(FINISH_DRAWING, { optional: true });
  const sheet = services.get(SHEET_FRAMES, { optional: true });
  const [scale, setScale] = useState<number>(100);
  const [isBusy, setBusy] = useState(false);
  const run = async (make: () => Promise<void>) => {
    setBusy(true);
    try {
      await make();
    } catch (failure) {
      toasts.show('error', sentenceOf(failure));
    } finally {
      setBusy(false);
    }
  };
  const drawn = async () => {
    const drawing = await draw();
    const { lines, seen = [], hidden = [] } = drawing;
    if (lines.length + seen.length + hidden.length === 0) throw new Error(empty);
    return drawing;
  };
  const dxf = () =>
    run(async () => {
      saveFile(new Blob([dxfOf(await drawn())], { type: 'image/vnd.dxf' }), `${name}.dxf`);
    });
  const pdf = () =>
    run(async () => {
      const drawing = await drawn();
      const page = pdfOf(drawing, scale, drawing.crs === null ? [] : [drawing.crs]);
      if (!page) throw new Error(t('drawing.too-large', { scale: String(scale) }));
      saveFile(page, `${name}-1-${scale}.pdf`);
    });
  const toSheet = () => run(async () => sheet?.add(onSheet(await drawn()), scale));
  const toMap = () =>
    run(async () => {
      const project = projects.current;
      const { lines, seen = [] } = await drawn();
      const [first, ...more] = [...lines, ...seen].map((line) =>
        line.map(([x, y]): Position => view.fromModel([x, y, height ?? 0])),
      );
      if (project && finish && first) await finish.ask({ project, kind: 'line', vertices: first, more });
    });
  return (
    <div className="bim-actions" role="group" aria-label={label}>
      <Select
        label={t('drawing.scale')}
        hideLabel
        value={String(scale)}
        options={SCALES.map((one) => ({ value: String(one), title: `1:${one}` }))}
        onChange={(one) => setScale(Number(one))}
      />
      <Button size="s" isPending={isBusy} onPress={() => void pdf()}>
        PDF
      </Button>
      <Button size="s" isPending={isBusy} onPress={() => void dxf()}>
        DXF
      </Button>
      {sheet && (
        <Button size="s" isPending={isBusy} onPress={() => void toSheet()}>
          {t('drawing.to-sheet')}
        </Button>
      )}
      {height !== undefined && finish && (
        <Button size="s" isPending={isBusy} onPress={() => void toMap()}>
          {t('drawing.to-map')}
        </Button>
      )}
    </div>
  );
}
