import { ContainerModule } from 'inversify';
import { lazy } from 'react';
import { API, LIVE } from '#core/api';
import { I18N } from '#core/i18n';
import type { Command } from '#core/plugin';
import { PROJECTS } from '#core/project';
import { uploadGeojson, uploadShapefile, uploadVector } from '#core/protocol';
import { TOASTS } from '#core/toasts';
import { GEOJSON_IMPORTER, IMPORT_DIALOG } from './api.ts';
import { ApiImporter } from './model/api-importer.ts';
import { recordImport } from './model/import-step.ts';
import { IMPORT_WIZARD, ImportWizard } from './model/wizard.ts';
import { ImportOverlay } from './ui/ImportOverlay.tsx';

export default new ContainerModule(({ bind }) => {
  bind('import.Shapefile').toDynamicValue(({ get }) => new ApiImporter(get(API), uploadShapefile));
  bind('import.Vector').toDynamicValue(({ get }) => new ApiImporter(get(API), uploadVector));
  bind(GEOJSON_IMPORTER).toDynamicValue(({ get }) => new ApiImporter(get(API), uploadGeojson));
  bind(IMPORT_WIZARD)
    .toDynamicValue(({ get }) => {
      const [api, projects] = [get(API), get(PROJECTS)];
      const services = { api, projects, i18n: get(I18N), toasts: get(TOASTS) };
      return new ImportWizard(api, get(LIVE), (imported) => recordImport(imported, services));
    })
    .inSingletonScope();
  bind(IMPORT_DIALOG).toService(IMPORT_WIZARD);
  bind('import.open').toDynamicValue(({ get }): Command => {
    const wizard = get(IMPORT_WIZARD);
    const projects = get(PROJECTS);
    return {
      run: () => {
        if (projects.current) wizard.open(projects.current.project.id);
      },
    };
  });
  bind('import.Page').toConstantValue(lazy(() => import('./ui/ShapeManagementPage.tsx')));
  bind('import.Overlay').toConstantValue(ImportOverlay);
});
