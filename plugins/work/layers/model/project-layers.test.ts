import { BehaviorSubject, of } from 'rxjs';
import { expect, it } from 'vitest';
import type { OpenProject } from '#core/project';
import type { ObjectType } from '#core/protocol';
import { memoryStorage } from '#core/testing';
import { ProjectLayers } from './project-layers.ts';

const type = (name: string, geometryType: ObjectType['geometryType']) =>
  [name, { name, geometryType, style: { stroke: '#000000', width: 1 } } as ObjectType] as const;

it('puts an area type that comes while the project is open below all others, also after a reload', () => {
  const storage = memoryStorage();
  const first = [type('fields', 'Polygon'), type('wells', 'Point')];
  const opened = (types: typeof first) => {
    const types$ = new BehaviorSubject<ReadonlyMap<string, ObjectType>>(new Map(types));
    const open = { project: { id: 'p' }, types$ } as unknown as OpenProject;
    const layers = new ProjectLayers({ current$: of(open) }, storage);
    return { types$, order: () => layers.states.map(({ typeName }) => typeName) };
  };
  const { types$, order } = opened(first);
  expect(order()).toEqual(['fields', 'wells']);
  const all = [...first, type('imported', 'Polygon')];
  types$.next(new Map(all));
  expect(order()).toEqual(['imported', 'fields', 'wells']);
  expect(opened(all).order()).toEqual(['imported', 'fields', 'wells']);
});
