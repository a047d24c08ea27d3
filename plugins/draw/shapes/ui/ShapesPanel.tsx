import { NumberField, useObservable, useService, useTranslate } from '#core/react';
import { SHAPE_OPTIONS, SIDES, TOLERANCE } from '../model/options.ts';
import './ShapesPanel.css';

/** Options of the shape tools: sides of polygons, tolerance of freehand lines. */
export function ShapesPanel() {
  const t = useTranslate('shapes');
  const options = useService(SHAPE_OPTIONS);
  const sides = useObservable(options.sides$, options.sides$.value);
  const tolerance = useObservable(options.tolerance$, options.tolerance$.value);
  return (
    <div className="shapes-options">
      <NumberField
        label={t('options.sides')}
        description={t('options.sides.help')}
        value={sides}
        onChange={(value) => value !== undefined && options.setSides(value)}
        min={SIDES.least}
        max={SIDES.most}
        step={1}
        digits={0}
      />
      <NumberField
        label={t('options.tolerance')}
        description={t('options.tolerance.help')}
        unit="px"
        value={tolerance}
        onChange={(value) => value !== undefined && options.setTolerance(value)}
        min={TOLERANCE.least}
        max={TOLERANCE.most}
        step={0.5}
        digits={1}
      />
    </div>
  );
}
