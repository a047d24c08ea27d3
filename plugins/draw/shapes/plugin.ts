import { ContainerModule } from 'inversify';
import { I18N } from '#core/i18n';
import { PERSONAL_STORAGE } from '#core/browser';
import { SETTINGS } from '#core/settings';
import type { Tool, ToolContext } from '#core/tools';
import { FINISH_DRAWING } from '#plugins/draw/draw/api';
import { ContinueTool } from './map/continue-tool.ts';
import { FreehandSession } from './map/freehand-session.ts';
import { ListSession } from './map/list-session.ts';
import type { ShapeDependencies } from './map/dependencies.ts';
import { ShapeSession } from './map/shape-session.ts';
import { FORM, ListForm } from './model/list-form.ts';
import { SHAPE_OPTIONS, ShapeOptions } from './model/options.ts';
import { RECIPES, type ShapeName } from './model/recipes.ts';
import { ListPopup } from './ui/ListPopup.tsx';
import { ShapesPanel } from './ui/ShapesPanel.tsx';

export default new ContainerModule(({ bind }) => {
  bind(SHAPE_OPTIONS)
    .toDynamicValue((services) => new ShapeOptions(services.get(PERSONAL_STORAGE)))
    .inSingletonScope();
  const tool = (name: string, make: (parts: ShapeDependencies) => Tool) =>
    bind(`shapes.${name}`).toDynamicValue((services) =>
      make({
        finish: services.get(FINISH_DRAWING),
        options: services.get(SHAPE_OPTIONS),
        settings: services.get(SETTINGS),
        i18n: services.get(I18N),
      }),
    );
  for (const name of Object.keys(RECIPES) as ShapeName[])
    tool(name, (parts) => ({
      start: (context) =>
        new ShapeSession(
          RECIPES[name](() => parts.options.sides),
          context,
          parts,
        ),
    }));
  tool('freehand', (parts) => ({ start: (context) => new FreehandSession(context, parts) }));
  tool('continue', (parts) => new ContinueTool(parts));
  bind('shapes.ShapesPanel').toConstantValue(ShapesPanel);
  bind(FORM)
    .toDynamicValue(() => new ListForm())
    .inSingletonScope();
  for (const kind of ['coordinates', 'traverse'] as const)
    bind(`shapes.${kind}`).toDynamicValue(({ get }) => ({
      start: (context: ToolContext) =>
        new ListSession(kind, context, {
          form: get(FORM),
          finish: get(FINISH_DRAWING),
          settings: get(SETTINGS),
          i18n: get(I18N),
        }),
    }));
  bind('shapes.ListPopup').toConstantValue(ListPopup);
});
