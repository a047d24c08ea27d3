import { ContainerModule, type ResolutionContext } from 'inversify';
import { API } from '#core/api';
import { PERSONAL_STORAGE } from '#core/browser';
import { I18N } from '#core/i18n';
import { PROJECTS } from '#core/project';
import { PANELS } from '#core/plugin';
import { fetched, lazyChunk, onDemand } from '#core/react';
import { SESSION } from '#core/session';
import type { Tool } from '#core/tools';
import { TILE_PAINTER } from '#plugins/work/map-2d/api';
import { Comparison, COMPARISON } from './model/comparison.ts';
import type { ShowFiles } from './api.ts';
import { GIVEN_FILES, GivenFiles } from './model/file/given-files.ts';
import type { LayerReaders } from './model/layer-readers.ts';
import { ProjectExternalLayers, EXTERNAL_LAYERS } from './model/project-external-layers.ts';
import { LAYER_READERS, type LazyReaders } from './model/lazy-readers.ts';
import { IDENTIFICATION, PICTURE_PLACING } from './model/services.ts';
import { CompareOverlay } from './ui/CompareOverlay.tsx';
import { Feed } from './ui/Feed.tsx';

/** The plugin is loaded at the start, for its feed. */
const readers = lazyChunk(() => import('./model/layer-readers.ts'));
const tools = lazyChunk(() => import('./map/tools.ts'));

export default new ContainerModule(({ bind }) => {
  bind(LAYER_READERS).toDynamicValue(lazyReaders).inSingletonScope();
  bind(EXTERNAL_LAYERS)
    .toDynamicValue(
      (services) =>
        new ProjectExternalLayers({
          api: services.get(API),
          projects: services.get(PROJECTS),
          storage: services.get(PERSONAL_STORAGE),
          readers: services.get(LAYER_READERS),
        }),
    )
    .inSingletonScope();
  // The tools and the panel fetch the code of these two before they get them.
  bind(IDENTIFICATION)
    .toDynamicValue((services) => {
      const { Identification } = tools.here!;
      return new Identification(services.get(EXTERNAL_LAYERS), services.get(LAYER_READERS));
    })
    .inSingletonScope();
  bind(PICTURE_PLACING)
    .toDynamicValue((services) => {
      const { PicturePlacing } = tools.here!;
      return new PicturePlacing(services.get(EXTERNAL_LAYERS), services.get(LAYER_READERS));
    })
    .inSingletonScope();
  bind('external-layers.identify').toDynamicValue(async (services): Promise<Tool> => {
    const { IdentifySession } = await fetched(tools, services.get(I18N));
    const parts = { identification: services.get(IDENTIFICATION), showPanel: panelOpener(services) };
    return { start: (context) => new IdentifySession(context, parts) };
  });
  bind('external-layers.place').toDynamicValue(async (services): Promise<Tool> => {
    const { PlaceSession } = await fetched(tools, services.get(I18N));
    const parts = { placing: services.get(PICTURE_PLACING), showPanel: panelOpener(services) };
    return { start: (context) => new PlaceSession(context, parts) };
  });
  bind(GIVEN_FILES).toConstantValue(new GivenFiles());
  bind('external-layers.Add').toDynamicValue((services): ShowFiles => {
    const given = services.get(GIVEN_FILES);
    return (_, files) => given.open(files);
  });
  bind(COMPARISON).toConstantValue(new Comparison());
  bind('external-layers.Feed').toConstantValue(Feed);
  bind('external-layers.Compare').toConstantValue(CompareOverlay);
  bind('external-layers.Panel').toConstantValue(
    onDemand(async () => {
      const [panel] = await Promise.all([import('./ui/ExternalLayersPanel.tsx'), tools.fetch()]);
      return panel;
    }),
  );
});

function lazyReaders(services: ResolutionContext): LazyReaders {
  const [api, session, i18n] = [services.get(API), services.get(SESSION), services.get(I18N)];
  const painter = services.get(TILE_PAINTER);
  let here: LayerReaders | undefined;
  return {
    get here() {
      return here;
    },
    async load() {
      const code = await fetched(readers, i18n);
      return (here ??= new code.LayerReaders({ api, session, i18n, painter }));
    },
  };
}

function panelOpener(services: ResolutionContext): () => void {
  const panels = services.get(PANELS);
  return () => panels.open('external-layers.panel');
}
