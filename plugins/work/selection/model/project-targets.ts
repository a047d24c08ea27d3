import type { MapObject } from '#core/document';
import type { Projects } from '#core/project';
import type { Layers } from '#plugins/work/layers/api';
import type { EditTargets, LayerRef, Selection } from '../api.ts';

/** The objects of the open project that can be changed, by the state of their layers. */
export class ProjectTargets implements EditTargets {
  readonly #projects: Pick<Projects, 'current'>;
  readonly #layers: Pick<Layers, 'stateOf'> | undefined;

  constructor(
    readonly selection: Selection,
    projects: Pick<Projects, 'current'>,
    layers: Pick<Layers, 'stateOf'> | undefined,
  ) {
    this.#projects = projects;
    this.#layers = layers;
  }

  get objects(): readonly MapObject[] {
    const document = this.#projects.current?.document;
    if (this.selection.missing > 0) return [];
    return this.selection.ids
      .flatMap((id) => document?.get(id) ?? [])
      .filter((object) => !this.isLocked(object));
  }

  get ids(): readonly string[] {
    return this.selection.ids.filter((id) => {
      const typeName = this.selection.typeOf(id);
      return typeName === undefined || !this.isLocked({ typeName });
    });
  }

  reason(otherwise: string): string {
    return this.selection.missing === 0 ? otherwise : 'selection:problem.partial';
  }

  isLocked({ typeName }: LayerRef): boolean {
    return this.#layers?.stateOf(typeName)?.locked === true;
  }

  isHidden({ typeName }: LayerRef): boolean {
    return this.#layers?.stateOf(typeName)?.visible === false;
  }

  isLockedOrHidden(object: LayerRef): boolean {
    return this.isLocked(object) || this.isHidden(object);
  }

  lockReason(object: LayerRef): string | undefined {
    return this.isLocked(object) ? 'selection:problem.locked' : undefined;
  }

  choose(under: readonly MapObject[], toggles: boolean): string | undefined {
    const first = under.find((object) => !this.isLocked(object));
    if (!first) return under[0] && this.lockReason(under[0]);
    if (toggles) this.selection.toggle(first.id);
    else this.selection.set([first.id]);
    return undefined;
  }
}
