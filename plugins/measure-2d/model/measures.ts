import { action, makeObservable, observable, observableRef } from 'mobx';
import { newUuid } from '#core/kernel';
import type { Pixel } from '#core/mapview';
import type { Position } from '#core/protocol';

export type MeasureKind = 'distance' | 'area';

/** One measure that stays on the map. Values are not kept: they follow from the vertices. */
export interface Measure {
  readonly id: string;
  readonly kind: MeasureKind;
  /** Of an area: its ring, open. */
  readonly vertices: readonly Position[];
  /** The projected CRS in whose plane it is taken; undefined: geodesic on WGS84. */
  readonly crs: string | undefined;
  /** Where the person has dragged its bubble: CSS pixels from its anchor; undefined: placed by itself. */
  readonly offset: Pixel | undefined;
}

/** One vertex of one measure. */
export interface MeasureVertex {
  readonly id: string;
  readonly index: number;
}

/** The measures on the map of the open project. */
export class Measures {
  list: readonly Measure[] = [];
  /** The vertex that keys move. */
  active: MeasureVertex | undefined = undefined;
  /** A tool is in hand that takes measures by their vertices. */
  editable = false;
  /** Taken in the plane of this CRS from now on; undefined: geodesic. */
  crs: string | undefined = undefined;

  constructor() {
    makeObservable<this, 'change'>(this, {
      list: observableRef,
      active: observableRef,
      crs: observableRef,
      editable: observable,
      setEditable: action,
      add: action,
      change: action,
      remove: action,
      clear: action,
      activate: action,
      takeIn: action,
    });
  }

  /** `single`: the ones before go. */
  add(kind: MeasureKind, vertices: readonly Position[], single: boolean): Measure {
    const measure: Measure = { id: newUuid(), kind, vertices, crs: this.crs, offset: undefined };
    this.list = single ? [measure] : [...this.list, measure];
    this.active = undefined;
    return measure;
  }

  reshape(id: string, vertices: readonly Position[]): void {
    this.change(id, { vertices });
  }

  dragBubble(id: string, offset: Pixel): void {
    this.change(id, { offset });
  }

  remove(id: string): void {
    this.list = this.list.filter((measure) => measure.id !== id);
    if (this.active?.id === id) this.active = undefined;
  }

  clear(): void {
    this.list = [];
    this.active = undefined;
  }

  activate(vertex: MeasureVertex | undefined): void {
    this.active = vertex;
  }

  setEditable(editable: boolean): void {
    this.editable = editable;
  }

  /** From now on measures are taken in this CRS, and those that are there too. */
  takeIn(crs: string | undefined): void {
    this.crs = crs;
    this.list = this.list.map((measure) => ({ ...measure, crs }));
  }

  protected change(id: string, to: Partial<Measure>): void {
    this.list = this.list.map((measure) => (measure.id === id ? { ...measure, ...to } : measure));
  }
}

/** Fewest vertices of a measure. */
export const FEWEST: Readonly<Record<MeasureKind, number>> = { distance: 2, area: 3 };
