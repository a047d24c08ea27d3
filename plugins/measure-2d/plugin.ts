import { ContainerModule } from 'inversify';
import { lazy } from 'react';
import { I18N } from '#core/i18n';
import { VIEWS } from '#core/mapview';
import type { Command } from '#core/plugin';
import { PROJECTS } from '#core/project';
import { SETTINGS } from '#core/settings';
import { MeasureTool } from './map/measure-tool.ts';
import { keepOnTheMap } from './map/on-the-map.ts';
import { followMeasuringCrs } from './model/measuring-crs.ts';
import { MEASURE_KINDS } from './model/kinds.ts';
import { Measures } from './model/measures.ts';
import { MEASURES } from './model/tokens.ts';
import { Bubbles } from './ui/Bubbles.tsx';

export default new ContainerModule(({ bind }) => {
  bind(MEASURES)
    .toDynamicValue((services) => {
      const measures = new Measures();
      keepOnTheMap(measures, services.get(VIEWS), services.get(PROJECTS));
      followMeasuringCrs(measures, services.get(SETTINGS), services.get(PROJECTS));
      return measures;
    })
    .inSingletonScope();
  for (const kind of MEASURE_KINDS)
    bind(`measure-2d.${kind}`).toDynamicValue(
      (services) => new MeasureTool(kind, services.get(MEASURES), services.get(SETTINGS), services.get(I18N)),
    );
  bind('measure-2d.clear').toDynamicValue((services): Command => {
    const measures = services.get(MEASURES);
    return {
      run: () => measures.clear(),
      disabled: () => (measures.list.length === 0 ? 'clear.nothing' : undefined),
    };
  });
  bind('measure-2d.Bubbles').toConstantValue(Bubbles);
  bind('measure-2d.MeasurePanel').toConstantValue(
    lazy(async () => ({ default: (await import('./ui/MeasurePanel.tsx')).MeasurePanel })),
  );
});
