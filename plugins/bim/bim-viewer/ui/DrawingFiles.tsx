import { useState } from 'react';
import { sentenceOf } from '#core/kernel';
import { PROJECTS } from '#core/project';
import type { Position } from '#core/protocol';
import { Button, Select, saveFile, useI18n, useService, useServices, useTranslate } from '#core/react';
import { TOASTS } from '#core/toasts';
import { FINISH_DRAWING } from '#plugins/draw/draw/api';
import type { BimView, CutPlane } from '../api.ts';
import { SCALES } from '../model/drawing.ts';
import { ROOM_NAMES } from '../model/rooms.ts';

/** A cut as DXF, as PDF to scale, and as lines on the map. */
export function DrawingFiles({ view, plane }: { view: BimView; plane: CutPlane }) {
  const t = useTranslate('bim-viewer');
  const i18n = useI18n();
  const toasts = useService(TOASTS);
  const rooms = useService(ROOM_NAMES);
  const projects = useService(PROJECTS);
  // Only where the person may draw.
  const finish = useServices().get(FINISH_DRAWING, { optional: true });
  const [scale, setScale] = useState<number>(100);
  const [isBusy, setBusy] = useState(false);
  const isLevel = Math.abs(plane.normal[2]) > 0.999;
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
  const draw = async () => {
    const { drawingOf } = await import('../model/drawing.ts');
    const height = i18n.number(plane.at[2], { minimumFractionDigits: 2, maximumFractionDigits: 2 });
    const drawing = drawingOf(await view.sectionAt(plane), plane, {
      title: isLevel ? t('drawing.plan', { height }) : t('drawing.section'),
      crs: view.crs,
      texts: isLevel ? rooms.rooms.map(({ name, at }) => ({ at: [at[0], at[1]] as const, text: name })) : [],
    });
    if (drawing.lines.length === 0) throw new Error(t('drawing.empty'));
    return drawing;
  };
  const dxf = () =>
    run(async () => {
      const { dxfOf } = await import('../model/drawing.ts');
      saveFile(
        new Blob([dxfOf(await draw())], { type: 'image/vnd.dxf' }),
        `${isLevel ? 'plan' : 'section'}.dxf`,
      );
    });
  const pdf = () =>
    run(async () => {
      const { pdfOf } = await import('../model/drawing.ts');
      const page = pdfOf(await draw(), scale, isLevel ? [view.crs] : []);
      if (!page) throw new Error(t('drawing.too-large', { scale: String(scale) }));
      saveFile(page, `${isLevel ? 'plan' : 'section'}-1-${scale}.pdf`);
    });
  const toMap = () =>
    run(async () => {
      const project = projects.current;
      const { lines } = await draw();
      const [first, ...more] = lines.map((line) =>
        line.map(([x, y]): Position => view.fromModel([x, y, plane.at[2]])),
      );
      if (project && finish && first) await finish.ask({ project, kind: 'line', vertices: first, more });
    });
  return (
    <div className="bim-actions" role="group" aria-label={t('drawing')}>
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
      {isLevel && finish && (
        <Button size="s" isPending={isBusy} onPress={() => void toMap()}>
          {t('drawing.to-map')}
        </Button>
      )}
    </div>
  );
}
