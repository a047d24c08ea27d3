import { action, makeObservable, observable, observableRef } from 'mobx';
import { newUuid } from '#core/kernel';
import type { Pixel } from '#core/mapview';
import type { Position } from '#core/protocol';
import { GEODESIC, type Basis } from './basis.ts';
import type { MeasureKind } from './kinds.ts';

/** A line object as it was when it was chosen to measure along. */
export interface BaseLine {
  readonly typeName: string;
  readonly vertices: readonly Position[];
}

/** One measure that stays on the map. Values are not kept: they follow from the vertices. */
export interface Measure {
  readonly id: string;
  readonly kind: MeasureKind;
  /** Of an area: its ring, open. See `KINDS`. */
  readonly vertices: readonly Position[];
  readonly basis: Basis;
  /** It stays with the project, for everybody who sees that. */
  readonly kept?: boolean;
  /** Of a chainage. */
  readonly line?: BaseLine | undefined;
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
  /** How measures are taken from now on. */
  basis: Basis = GEODESIC;
  /** The line that chainages are taken along. */
  line: BaseLine | undefined = undefined;
  /** The measuring CRS where plane measures can be taken in it now. */
  plane: string | undefined = undefined;
  /** Metres above the ellipsoid, for what is measured on the ground and where a place has no height of its own. */
  groundHeight = 0;

  constructor() {
    makeObservable<this, 'change'>(this, {
      list: observableRef,
      active: observableRef,
      basis: observableRef,
      line: observableRef,
      plane: observable,
      groundHeight: observable,
      editable: observable,
      setEditable: action,
      add: action,
      change: action,
      remove: action,
      clear: action,
      activate: action,
      bring: action,
      meet: action,
      empty: action,
      setKept: action,
      takeAs: action,
      chooseLine: action,
      setPlane: action,
      setGroundHeight: action,
    });
  }

  /** `single`: the ones before go, but for those kept with the project. */
  add(kind: MeasureKind, vertices: readonly Position[], single: boolean): Measure {
    const { basis, line } = this;
    const measure: Measure = {
      id: newUuid(),
      kind,
      vertices,
      basis,
      offset: undefined,
      ...(kind === 'chainage' ? { line } : {}),
    };
    this.list = [...(single ? this.#keptOnes() : this.list), measure];
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

  /** Those kept with the project stay. */
  clear(): void {
    this.list = this.#keptOnes();
    this.active = undefined;
    this.line = undefined;
  }

  /** Another project: nothing of this one is left on the map. */
  empty(): void {
    this.clear();
    this.list = [];
  }

  /** Measures kept with the project, beside those that are there. */
  bring(measures: readonly Measure[]): void {
    const here = new Set(this.list.map(({ id }) => id));
    this.list = [...measures.filter(({ id }) => !here.has(id)), ...this.list];
  }

  /**
   * What others made of the measures kept with the project: those that are not among `theirs` go, but for the person's
   * own changes under way; one stays where its bubble was put.
   */
  meet(theirs: readonly Measure[], isUnderWay: (id: string) => boolean): void {
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
    this.change(id, { kept });
  }

  activate(vertex: MeasureVertex | undefined): void {
    this.active = vertex;
  }

  setEditable(editable: boolean): void {
    this.editable = editable;
  }

  /** From now on measures are taken so, and those that are there too; those kept with the project stay as they are. */
  takeAs(basis: Basis): void {
    this.basis = basis;
    this.list = this.list.map((measure) => (measure.kept ? measure : { ...measure, basis }));
  }

  chooseLine(line: BaseLine | undefined): void {
    this.line = line;
  }

  /** Another measuring CRS: plane measures are taken in it; where it is no plane they become geodesic. */
  setPlane(plane: string | undefined): void {
    this.plane = plane;
    if (this.basis.kind !== 'plane') return;
    this.takeAs(plane === undefined ? GEODESIC : { kind: 'plane', crs: plane });
  }

  setGroundHeight(height: number): void {
    this.groundHeight = height;
    if (this.basis.kind === 'ground') this.takeAs({ kind: 'ground', height });
  }

  #keptOnes(): readonly Measure[] {
    return this.list.filter(({ kept }) => kept);
  }

  protected change(id: string, to: Partial<Measure>): void {
    this.list = this.list.map((measure) => (measure.id === id ? { ...measure, ...to } : measure));
  }
}
