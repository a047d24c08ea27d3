import { action, makeObservable, observable, observableRef } from 'mobx';
import { distanceTo, type MapView, type Pixel, type Sketch } from '#core/mapview';
import type { Position } from '#core/protocol';
import { interpolate } from '#core/shapes';
import type { PathKind } from './capture.ts';

/** How the vertices of one kind are captured; it is finished by itself with the last one there can be. */
export interface FigureRule {
  readonly path: PathKind;
  readonly fewest: number;
  readonly most: number;
}

/** A path that was captured and stays on the viewer, with a bubble: a measure. */
export interface Figure {
  readonly id: string;
  /** Of a ring open, its first vertex not repeated. */
  readonly vertices: readonly Position[];
  /** It stays with the project, for everybody who sees that. */
  readonly kept?: boolean;
  /** Where the person has dragged its bubble: CSS pixels from its anchor; undefined: placed by itself. */
  readonly offset: Pixel | undefined;
}

/** One vertex of one figure. */
export interface FigureVertex {
  readonly id: string;
  readonly index: number;
}

/** Where a figure is taken hold of. */
export interface FigureHandle extends FigureVertex {
  /** Of a midpoint `index` is where its vertex would come. */
  readonly role: 'vertex' | 'midpoint';
  readonly position: Position;
}

/** The figures of one plugin in the open project, changed by their vertices, some of them kept with it. */
export class Figures<F extends Figure> {
  list: readonly F[] = [];
  /** The vertex that keys move. */
  active: FigureVertex | undefined = undefined;
  /** A tool is in hand that takes figures by their vertices. */
  editable = false;

  constructor(readonly ruleOf: (figure: F) => FigureRule) {
    makeObservable<this, 'change'>(this, {
      list: observableRef,
      active: observableRef,
      editable: observable,
      setEditable: action,
      put: action,
      change: action,
      remove: action,
      clear: action,
      activate: action,
      bring: action,
      meet: action,
      empty: action,
      setKept: action,
    });
  }

  /** `single`: the ones before go, but for those kept with the project. */
  put(figure: F, single: boolean): void {
    this.list = [...(single ? this.#keptOnes() : this.list), figure];
    this.active = undefined;
  }

  reshape(id: string, vertices: readonly Position[]): void {
    this.change(id, { vertices } as Partial<F>);
  }

  dragBubble(id: string, offset: Pixel): void {
    this.change(id, { offset } as Partial<F>);
  }

  remove(id: string): void {
    this.list = this.list.filter((figure) => figure.id !== id);
    if (this.active?.id === id) this.active = undefined;
  }

  /** Those kept with the project stay. */
  clear(): void {
    this.list = this.#keptOnes();
    this.active = undefined;
  }

  /** Another project: nothing of this one is left on the viewer. */
  empty(): void {
    this.clear();
    this.list = [];
  }

  /** Figures kept with the project, beside those that are there. */
  bring(figures: readonly F[]): void {
    const here = new Set(this.list.map(({ id }) => id));
    this.list = [...figures.filter(({ id }) => !here.has(id)), ...this.list];
  }

  /**
   * What others made of the figures kept with the project: those that are not among `theirs` go, but for the person's own
   * changes under way; one stays where its bubble was put.
   */
  meet(theirs: readonly F[], isUnderWay: (id: string) => boolean): void {
    const byId = new Map(theirs.map((one) => [one.id, one]));
    const here = new Set(this.list.map(({ id }) => id));
    const stay = this.list.filter(({ id, kept }) => !kept || byId.has(id) || isUnderWay(id));
    const met = stay.map((one) => {
      const changed = one.kept ? byId.get(one.id) : undefined;
      return changed ? { ...changed, offset: one.offset } : one;
    });
    this.list = [...met, ...theirs.filter(({ id }) => !here.has(id))];
    // Its vertices may be others now.
    if (this.active && byId.has(this.active.id)) this.active = undefined;
  }

  setKept(id: string, kept: boolean): void {
    this.change(id, { kept } as Partial<F>);
  }

  activate(vertex: FigureVertex | undefined): void {
    this.active = vertex;
  }

  setEditable(editable: boolean): void {
    this.editable = editable;
  }

  find(id: string): F | undefined {
    return this.list.find((figure) => figure.id === id);
  }

  /** Where its vertices are seen. */
  placesOf(figure: F): readonly Position[] {
    return figure.vertices;
  }

  /** The height at which a vertex is carried; undefined: it lies on the ground, wherever it is put. */
  heightAt(_figure: F, _index: number): number | undefined {
    return undefined;
  }

  /** All vertices, then the middles of all legs where there can be more vertices. */
  *handles(): Generator<FigureHandle> {
    for (const figure of this.list)
      for (const [index, position] of this.placesOf(figure).entries())
        yield { id: figure.id, index, position, role: 'vertex' };
    for (const figure of this.list) {
      const { path, most } = this.ruleOf(figure);
      if (most < Infinity) continue;
      const places = this.placesOf(figure);
      const legs = path === 'ring' ? places.length : places.length - 1;
      for (let i = 0; i < legs; i++) {
        const position = interpolate(places[i]!, places[(i + 1) % places.length]!, 0.5);
        yield { id: figure.id, index: i + 1, position, role: 'midpoint' };
      }
    }
  }

  /** The handle nearest to a pixel, within `reach` of it; a vertex before the middle of a leg. */
  handleNear(view: Pick<MapView, 'toPixel'>, pixel: Pixel, reach: number): FigureHandle | undefined {
    let best: FigureHandle | undefined;
    let nearest = reach;
    for (const handle of this.handles()) {
      const distance = distanceTo(view, handle.position, pixel);
      if (distance > nearest || (handle.role === 'midpoint' && best?.role === 'vertex')) continue;
      nearest = distance;
      best = handle;
    }
    return best;
  }

  /** The handles as a viewer shows them: those on the legs while the figures can be changed. */
  get signs(): NonNullable<Sketch['handles']>[number][] {
    const isActive = ({ id, index }: FigureVertex) => this.active?.id === id && this.active.index === index;
    return [...this.handles()]
      .filter(({ role }) => this.editable || role === 'vertex')
      .map((handle) => ({
        position: handle.position,
        role: handle.role === 'vertex' && isActive(handle) ? ('active' as const) : handle.role,
      }))
      .reverse();
  }

  #keptOnes(): readonly F[] {
    return this.list.filter(({ kept }) => kept);
  }

  protected change(id: string, to: Partial<F>): void {
    this.list = this.list.map((figure) => (figure.id === id ? { ...figure, ...to } : figure));
  }
}
