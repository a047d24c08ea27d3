import type { Subscription } from 'rxjs';
import type { MapObject, ProjectDocument } from '#core/document';
import type { MapView } from '#core/mapview';
import type { Position } from '#core/protocol';
import type { Lead, SnappedPosition } from '#core/sketch';
import { Network } from './network.ts';
import { Ways } from './way.ts';

/** Traces edges of objects along the shortest path from the last vertex to the pointer, where both lie on edges. */
export class TraceLead implements Lead {
  readonly id = 'trace';
  #ways: Ways | undefined;
  #found: 'way' | 'nowhere' | 'far' | 'beside' = 'beside';
  readonly #changes: Subscription;

  constructor(
    readonly document: Pick<ProjectDocument, 'index' | 'changes$'>,
    readonly view: Pick<MapView, 'attracts'>,
  ) {
    this.#changes = document.changes$.subscribe(() => this.clear());
  }

  between(vertices: readonly Position[], { position }: SnappedPosition): readonly Position[] | undefined {
    const start = vertices.at(-1)!;
    if (this.#ways?.start !== start) this.#ways = new Ways(this.#networkAt(start), start);
    const { network } = this.#ways;
    if (network.stepsFrom(network.nodeAt(start)).length === 0 || network.from(position).length === 0) {
      this.#found = 'beside';
      return undefined;
    }
    const way = this.#ways.to(position);
    this.#found = typeof way === 'string' ? way : 'way';
    return typeof way === 'string' ? undefined : way;
  }

  hint(): string {
    return `drafting:hint.trace.${this.#found}`;
  }

  /** Layers may be shown or hidden and objects changed before the next segment. */
  clear(): void {
    this.#ways = undefined;
  }

  dispose(): void {
    this.#changes.unsubscribe();
  }

  #networkAt([, latitude]: Position): Network {
    const follows = (object: MapObject): boolean => this.view.attracts(object);
    return new Network(this.document.index, follows, Math.cos((latitude * Math.PI) / 180));
  }
}
