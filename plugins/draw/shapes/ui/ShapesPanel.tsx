import { observer } from 'mobx-react-lite';
import { NumberField, useService, useTranslate } from '#core/react';
import { SHAPE_OPTIONS, SIDES, TOLERANCE } from '../model/options.ts';
import './ShapesPanel.css';

/** Options of the shape tools: sides of polygons, tolerance of freehand lines. */
export const ShapesPanel = observer(function ShapesPanel() {
  const t = useTranslate('shapes');
  const options = useService(SHAPE_OPTIONS);
  return (
    <div className="shapes-options">
      <NumberField
        label={t('options.sides')}
        description={t('options.sides.help')}
        value={options.sides}
        onChange={(value) => value !== undefined && options.setSides(value)}
        min={SIDES.min}
        max={SIDES.max}
        step={1}
        digits={0}
      />
      <NumberField
        label={t('options.tolerance')}
        description={t('options.tolerance.help')}
        unit="px"
        value={options.tolerance}
        onChange={(value) => value !== undefined && options.setTolerance(value)}
        min={TOLERANCE.min}
        max={TOLERANCE.max}
        step={0.5}
        digits={1}
      />
    </div>
  );
});
