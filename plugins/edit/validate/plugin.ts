import { ContainerModule } from 'inversify';
import { API } from '#core/api';
import { PERSONAL_STORAGE } from '#core/browser';
import { VIEWS } from '#core/mapview';
import type { Command } from '#core/plugin';
import { PROJECTS } from '#core/project';
import { grants } from '#core/protocol';
import { onDemand } from '#core/react';
import { SESSION } from '#core/session';
import { EDIT_TARGETS, SELECTION } from '#plugins/work/selection/api';
import { areaOfUse } from './model/area-of-use.ts';
import { ValidationDesk, VALIDATION_DESK } from './model/desk.ts';
import { storedChoices } from './model/stored-choices.ts';
import { Validation } from './model/validation.ts';

export default new ContainerModule(({ bind }) => {
  bind(VALIDATION_DESK)
    .toDynamicValue((services) => {
      const [api, views, selection, session] = [
        services.get(API),
        services.get(VIEWS),
        services.get(SELECTION),
        services.get(SESSION),
      ];
      const targets = services.get(EDIT_TARGETS);
      return new ValidationDesk(
        services.get(PROJECTS),
        views,
        (project) =>
          new Validation({
            project,
            selected: () => selection.ids,
            view: () => views.active?.camera.extent,
            rights: () => ({
              isLocked: (object) => targets.isLocked(object),
              mayDelete: grants(session.me?.authorizations ?? [], 'geometries.delete'),
            }),
            areaOfUse: (crs, signal) => areaOfUse(api, crs, signal),
            choices: storedChoices(services.get(PERSONAL_STORAGE), project.project.id),
          }),
        (ids) => selection.set(ids),
      );
    })
    .inSingletonScope();
  for (const [name, by] of [
    ['next', 1],
    ['previous', -1],
  ] as const)
    bind(`validate.${name}`).toDynamicValue((services): Command => {
      const desk = services.get(VALIDATION_DESK);
      return {
        run: () => desk.step(by),
        disabled: () => (desk.current?.listed.length ? undefined : 'command.nothing'),
      };
    });
  bind('validate.Panel').toConstantValue(onDemand(() => import('./ui/ValidatePanel.tsx')));
});
