import type { MapObject } from '#core/document';
import type { Projects } from '#core/project';
import type { Layers } from '#plugins/work/layers/api';
import type { EditTargets, LayerRef, PlacedGesture, Selection } from '../api.ts';
import type { ObjectChoice } from './choice.ts';

/** The objects of the open project that can be changed, by the state of their layers. */
export class ProjectTargets implements EditTargets {
  readonly #projects: Pick<Projects, 'current'>;
  readonly #layers: Pick<Layers, 'stateOf'> | undefined;
  readonly #choice: Pick<ObjectChoice, 'ask'>;

  constructor(
    readonly selection: Selection,
    projects: Pick<Projects, 'current'>,
    layers: Pick<Layers, 'stateOf'> | undefined,
    choice: Pick<ObjectChoice, 'ask'>,
  ) {
    this.#projects = projects;
    this.#layers = layers;
    this.#choice = choice;
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

  choose(under: readonly MapObject[], gesture: PlacedGesture, toggles: boolean): string | undefined {
    const candidates = under.filter((object) => !this.isLocked(object));
    if (candidates.length === 0) return under[0] && this.lockReason(under[0]);
    this.ask(candidates, gesture, ({ id }) => {
      if (toggles) this.selection.toggle(id);
      else this.selection.set([id]);
    });
    return undefined;
  }

  ask(
    candidates: readonly MapObject[],
    { position: at }: PlacedGesture,
    take: (object: MapObject) => void,
  ): void {
    const [first] = candidates;
    if (candidates.length < 2 || !at) return void (first && take(first));
    const choose = (id: string): void => {
      const object = this.#projects.current?.document.get(id);
      if (object) take(object);
    };
    this.#choice.ask({ candidates, at, choose });
  }
}
