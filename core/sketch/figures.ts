import { action, makeObservable, observable, observableRef } from 'mobx';
import { distanceTo, type MapView, type Pixel, type Sketch } from '#core/mapview';
import type { Position } from '#core/protocol';
import { interpolate } from '#core/shapes';
import type { PathKind } from './capture.ts';

/** How the vertices of a kind are captured. The figure is finished when it has the maximum number of vertices. */
export interface FigureRule {
  readonly path: PathKind;
  readonly min: number;
  readonly max: number;
}

/** A captured path that stays on the viewer, with a bubble, such as a measurement. */
export interface Figure {
  readonly id: string;
  /** A ring is open: its first vertex is not repeated. */
  readonly vertices: readonly Position[];
  /** Whether it is stored with the project, for everybody who can see the project. */
  readonly stored?: boolean;
  /** Where the person has dragged its bubble: CSS pixels from its anchor; undefined: placed automatically. */
  readonly offset: Pixel | undefined;
  /** Whether its bubble shows only the main value, in one line. */
  readonly folded?: boolean;
}

/** One vertex of one figure. */
export interface FigureVertex {
  readonly id: string;
  readonly index: number;
}

/** Where a figure can be dragged. */
export interface FigureHandle extends FigureVertex {
  /** For a midpoint, `index` is where its vertex would be inserted. */
  readonly role: 'vertex' | 'midpoint';
  readonly position: Position;
}

/**
 * The figures of one plugin in the open project. They are edited by their vertices; some are stored with the project.
 */
export class Figures<F extends Figure> {
  list: readonly F[] = [];
  /** The vertex that keys move. */
  active: FigureVertex | undefined = undefined;
  /** Whether the active tool edits figures by their vertices. */
  editable = false;

  constructor(readonly ruleOf: (figure: F) => FigureRule) {
    // Measurements extend it, which makeAutoObservable does not allow.
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
      setStored: action,
    });
  }

  /** With `single`, the earlier figures are removed, except those stored with the project. */
  put(figure: F, single: boolean): void {
    this.list = [...(single ? this.#storedFigures() : this.list), figure];
    this.active = undefined;
  }

  reshape(id: string, vertices: readonly Position[]): void {
    this.change(id, { vertices } as Partial<F>);
  }

  dragBubble(id: string, offset: Pixel): void {
    this.change(id, { offset } as Partial<F>);
  }

  foldBubble(id: string, folded: boolean): void {
    this.change(id, { folded } as Partial<F>);
  }

  remove(id: string): void {
    this.list = this.list.filter((figure) => figure.id !== id);
    if (this.active?.id === id) this.active = undefined;
  }

  /** Removes all figures except those stored with the project. */
  clear(): void {
    this.list = this.#storedFigures();
    this.active = undefined;
  }

  /** Removes all figures when another project is opened. */
  empty(): void {
    this.clear();
    this.list = [];
  }

  /** Adds figures stored with the project to the present ones, with folded bubbles. */
  bring(figures: readonly F[]): void {
    const here = new Set(this.list.map(({ id }) => id));
    this.list = [...figures.filter(({ id }) => !here.has(id)).map(folded), ...this.list];
  }

  /**
   * Applies changes by others to the figures stored with the project. Those missing in `theirs` are removed, except
   * those the person is changing. Bubbles stay as they are; new ones are folded.
   */
  meet(theirs: readonly F[], isUnderWay: (id: string) => boolean): void {
    const byId = new Map(theirs.map((one) => [one.id, one]));
    const here = new Set(this.list.map(({ id }) => id));
    const stay = this.list.filter(({ id, stored }) => !stored || byId.has(id) || isUnderWay(id));
    const met = stay.map((one) => {
      const changed = one.stored ? byId.get(one.id) : undefined;
      return changed ? { ...changed, offset: one.offset, folded: one.folded ?? false } : one;
    });
    this.list = [...met, ...theirs.filter(({ id }) => !here.has(id)).map(folded)];
    // Its vertices may have changed.
    if (this.active && byId.has(this.active.id)) this.active = undefined;
  }

  setStored(id: string, stored: boolean): void {
    this.change(id, { stored } as Partial<F>);
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

  /** Returns where its vertices are shown. */
  placesOf(figure: F): readonly Position[] {
    return figure.vertices;
  }

  /** Returns the height at which a vertex is dragged; undefined: it lies on the ground. */
  heightAt(_figure: F, _index: number): number | undefined {
    return undefined;
  }

  /** Yields all vertices, then the middles of all legs where vertices can be added. */
  *handles(): Generator<FigureHandle> {
    for (const figure of this.list)
      for (const [index, position] of this.placesOf(figure).entries())
        yield { id: figure.id, index, position, role: 'vertex' };
    for (const figure of this.list) {
      const { path, max } = this.ruleOf(figure);
      if (max < Infinity) continue;
      const places = this.placesOf(figure);
      const legs = path === 'ring' ? places.length : places.length - 1;
      for (let i = 0; i < legs; i++) {
        const position = interpolate(places[i]!, places[(i + 1) % places.length]!, 0.5);
        yield { id: figure.id, index: i + 1, position, role: 'midpoint' };
      }
    }
  }

  /** Returns the handle nearest to a pixel within `reach`; vertices take precedence over midpoints. */
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

  /** The handles as shown on a viewer; midpoints only while the figures can be edited. */
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

  #storedFigures(): readonly F[] {
    return this.list.filter(({ stored }) => stored);
  }

  protected change(id: string, to: Partial<F>): void {
    this.list = this.list.map((figure) => (figure.id === id ? { ...figure, ...to } : figure));
  }
}

const folded = <F extends Figure>(figure: F): F => ({ ...figure, folded: true });
