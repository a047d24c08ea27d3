import type { Container } from 'inversify';
import { BehaviorSubject, of } from 'rxjs';
import type { Extent } from '#core/document';
import { VIEWS, type MapView, type Views } from '#core/mapview';
import { PROJECTS } from '#core/project';
import type { Me, ObjectType } from '#core/protocol';
import { SESSION } from '#core/session';
import { desk, memoryStorage, selectionOf } from '#core/testing';
import { TOOLS } from '#core/tools';
import { storedChoices } from '../../model/stored-choices.ts';
import { ValidationDesk, VALIDATION_DESK } from '../../model/desk.ts';
import { area, box, line } from '../../model/testing/drawn.ts';
import { Validation } from '../../model/validation.ts';

const TYPES = [
  {
    name: 'thing',
    title: { en: 'Parcel', it: 'Particella' },
    fields: [{ name: 'number', title: { en: 'Number', it: 'Numero' }, type: 'text', required: false }],
  },
] as unknown as ObjectType[];

/** A drawing with several flaws: an overlap of 2 m by 10 m, a bow tie, and a line that ends 0.2 m short. */
export const FLAWED = [
  { ...box('1/a', 0, 0, 10, 10), properties: { number: '101' } },
  { ...box('1/b', 8, 0, 20, 10), properties: { number: '102' } },
  { ...area('1/c', [[40, 0], [50, 10], [50, 0], [40, 10]]), properties: { number: '103' } }, // prettier-ignore
  line('1/d', [0, 50], [100, 50]),
  line('1/e', [30, 90], [30, 50.2]),
];

/** The services of the panel, with a real document and history. */
export function flawed(
  objects = FLAWED,
  authorizations: readonly string[] = ['geometries.write', 'geometries.delete'],
  areaOfUse?: Extent,
) {
  const { project, view } = desk(objects, TYPES);
  const me = { authorizations } as Me;
  const selection = selectionOf();
  const active$ = new BehaviorSubject<MapView | undefined>(view);
  const views = { active$, active: view } as unknown as Views;
  const storage = memoryStorage();
  const validations = new ValidationDesk(
    { current$: of(project) },
    views,
    (open) =>
      new Validation({
        project: open,
        selected: () => selection.ids,
        view: () => view.camera.extent,
        rights: () => ({ isLocked: () => false, mayDelete: authorizations.includes('geometries.delete') }),
        areaOfUse: () => Promise.resolve(areaOfUse),
        choices: storedChoices(storage, 'flawed'),
      }),
    (ids) => selection.set(ids),
  );
  const bindTo = (container: Container): void => {
    container.bind(VIEWS).toConstantValue(views);
    container.bind(PROJECTS).toConstantValue({ current: project, current$: of(project) } as never);
    container.bind(SESSION).toConstantValue({ me, me$: of(me) } as never);
    container.bind(TOOLS).toConstantValue({ activate: () => Promise.resolve() } as never);
    container.bind(VALIDATION_DESK).toConstantValue(validations);
  };
  return { project, view, selection, storage, validations, validation: validations.current!, bindTo };
}
