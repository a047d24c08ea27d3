import { makeAutoObservable, observableRef } from 'mobx';
import { measuresOf } from '#core/geodesy';
import type { MapObject } from '#core/document';
import { serviceToken } from '#core/kernel';
import type { OpenProject } from '#core/project';
import type { Field, Geometry } from '#core/protocol';
import type { EditTargets } from '#plugins/work/selection/api';
import { merge } from '../edits/merge.ts';
import { keyOf, offersFor, defaultOffer, type Offer } from './choices.ts';
import { merged, type MergeFault, type MergeKind } from './merged.ts';

/** Objects to merge. */
export interface MergeProposal {
  readonly how: MergeKind;
  readonly project: OpenProject;
  /** Largest first. */
  readonly objects: readonly MapObject[];
  readonly location: Geometry;
}

/** Merges or combines the selected objects, with the choices of the person. */
export class Merging {
  proposal: MergeProposal | undefined = undefined;
  /** The object whose id, transactions and references the merged object keeps. */
  targetId = '';
  readonly chosen = new Map<string, string>();

  constructor(readonly targets: EditTargets) {
    makeAutoObservable(this, { proposal: observableRef, targets: false });
  }

  /** Opens the dialog for the selected objects, or returns why they cannot be merged. */
  propose(project: OpenProject, how: MergeKind): MergeFault | undefined {
    const objects = this.targets.objects.toSorted((a, b) => sizeOf(b) - sizeOf(a));
    const location = merged(how, objects, objects[0] && project.types.get(objects[0].typeName));
    if (typeof location === 'string') return location;
    this.chosen.clear();
    this.targetId = objects[0]!.id;
    this.proposal = { how, project, objects, location };
    return undefined;
  }

  keep(id: string): void {
    this.targetId = id;
  }

  choose(field: string, key: string): void {
    this.chosen.set(field, key);
  }

  /** The fields in which the objects differ, with the choices and the current one. */
  get fields(): readonly { field: Field; offers: readonly Offer[]; offer: Offer }[] {
    if (!this.proposal) return [];
    const { objects, project } = this.proposal;
    const target = objects.find(({ id }) => id === this.targetId)!;
    const fields = project.types.get(target.typeName)?.fields ?? [];
    return fields
      .filter(({ computed }) => computed === undefined)
      .map((field) => {
        const offers = offersFor(field, objects);
        const key = this.chosen.get(field.name);
        const offer =
          offers.find(({ choice }) => keyOf(choice) === key) ?? defaultOffer(field, objects, target);
        return { field, offers, offer };
      });
  }

  drop(): void {
    this.proposal = undefined;
  }

  /** Merges the objects in one step and selects the result. Returns false if one of them has changed meanwhile. */
  go(): boolean {
    const { proposal } = this;
    if (!proposal) return false;
    const { how, project, objects, location } = proposal;
    const target = objects.find(({ id }) => id === this.targetId)!;
    const gone = new Set(objects.map(({ id }) => id));
    // Attributes without a field are kept from all objects; those of the kept object take precedence.
    const properties: Record<string, unknown> = {};
    for (const object of [...objects.filter((each) => each !== target).reverse(), target])
      Object.assign(properties, object.properties);
    for (const { field, offer } of this.fields) {
      if (offer.value === undefined) delete properties[field.name];
      else properties[field.name] = offer.value;
    }
    const relatesTo = [...new Set(objects.flatMap((object) => object.relatesTo))].filter(
      (id) => !gone.has(id),
    );
    this.proposal = undefined;
    const done = project.history.perform(merge(objects, { ...target, location, properties, relatesTo }), {
      label: `merge:step.${how}`,
      values: { count: objects.length },
      code: how,
    });
    if (done) this.targets.selection.set([target.id]);
    return done;
  }
}

/** Square metres or metres. */
function sizeOf({ location }: MapObject): number {
  const { area, length } = measuresOf(location);
  return area ?? length ?? 0;
}

// Used only inside this plugin.
export const MERGING = serviceToken<Merging>('merge.Merging');
