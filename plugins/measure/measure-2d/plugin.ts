import { ContainerModule } from 'inversify';
import { lazy } from 'react';
import { API, LIVE } from '#core/api';
import { I18N } from '#core/i18n';
import { isAbort, sentenceOf } from '#core/kernel';
import { VIEWS } from '#core/mapview';
import type { Command } from '#core/plugin';
import { PROJECTS } from '#core/project';
import { grants } from '#core/protocol';
import { SESSION } from '#core/session';
import { fetched, lazyChunk, onDemand } from '#core/react';
import { SETTINGS } from '#core/settings';
import { TOASTS } from '#core/toasts';
import { CREATE_MEASURE_STORAGE, TEXT_BUBBLES, type CreateMeasureStorage } from './api.ts';
import { keepOnTheMap } from './map/on-the-map.ts';
import { followMeasuringCrs } from './model/measuring-crs.ts';
import { flatRecords } from './model/flat-records.ts';
import { LiveMeasureStorage } from './model/live-measure-storage.ts';
import { MEASURE_KINDS } from './model/kinds.ts';
import { MEASURE_STORAGE, Measures, MEASURES } from './model/measures.ts';
import { Bubbles } from './ui/Bubbles.tsx';

const measureTool = lazyChunk(() => import('./map/measure-tool.ts'));

export default new ContainerModule(({ bind }) => {
  bind(MEASURES)
    .toDynamicValue((services) => {
      const measures = new Measures();
      keepOnTheMap(measures, services.get(VIEWS), services.get(PROJECTS));
      followMeasuringCrs(measures, services.get(SETTINGS), services.get(PROJECTS));
      return measures;
    })
    .inSingletonScope();
  bind(CREATE_MEASURE_STORAGE)
    .toDynamicValue((services): CreateMeasureStorage => {
      const [api, projects, live] = [services.get(API), services.get(PROJECTS), services.get(LIVE)];
      const [toasts, i18n] = [services.get(TOASTS), services.get(I18N)];
      const session = services.get(SESSION);
      const failed = (thrown: unknown): void => {
        if (isAbort(thrown)) return;
        toasts.show('error', i18n.t('measure-2d:keep.failed', { error: sentenceOf(thrown) }));
      };
      const mayKeep = () => grants(session.me?.authorizations ?? [], 'geometries.write');
      return (measures, records) =>
        new LiveMeasureStorage(measures, records, api, projects, live, mayKeep, failed);
    })
    .inSingletonScope();
  bind(MEASURE_STORAGE)
    .toDynamicValue((services) => services.get(CREATE_MEASURE_STORAGE)(services.get(MEASURES), flatRecords))
    .inSingletonScope();
  for (const kind of MEASURE_KINDS)
    bind(`measure-2d.${kind}`).toDynamicValue(async ({ get }) => {
      const { MeasureTool } = await fetched(measureTool, get(I18N));
      return new MeasureTool(kind, get(MEASURES), get(SETTINGS), get(I18N));
    });
  bind('measure-2d.clear').toDynamicValue((services): Command => {
    const measures = services.get(MEASURES);
    return {
      run: () => measures.clear(),
      disabled: () => (measures.list.every(({ stored }) => stored) ? 'clear.nothing' : undefined),
    };
  });
  bind(TEXT_BUBBLES).toConstantValue(onDemand(() => import('./ui/TextBubbles.tsx')));
  bind('measure-2d.Bubbles').toConstantValue(Bubbles);
  bind('measure-2d.MeasurePanel').toConstantValue(lazy(() => import('./ui/MeasurePanel.tsx')));
});
