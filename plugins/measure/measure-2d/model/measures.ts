import { action, makeObservable, observable, observableRef, override } from 'mobx';
import { newUuid, serviceToken } from '#core/kernel';
import type { Position } from '#core/protocol';
import { Figures, type Figure } from '#core/sketch';
import type { MeasureStorage } from '../api.ts';
import { GEODESIC, type Basis } from './basis.ts';
import { KINDS, type MeasureKind } from './kinds.ts';

/** A line object as it was when chosen for chainages. */
export interface BaseLine {
  readonly typeName: string;
  readonly vertices: readonly Position[];
}

/** One measurement on the map. Values are not stored: they are computed from the vertices. */
export interface Measure extends Figure {
  readonly kind: MeasureKind;
  readonly basis: Basis;
  /** For a chainage. */
  readonly line?: BaseLine | undefined;
}

/** The measurements on the map of the open project. */
export class Measures extends Figures<Measure> {
  /** The kind of new measurements. */
  basis: Basis = GEODESIC;
  /** The line of chainages. */
  line: BaseLine | undefined = undefined;
  /** The measuring CRS, where plane measurements are possible now. */
  plane: string | undefined = undefined;
  /** Metres above the ellipsoid, for measurements on the ground and where a position has no height. */
  groundHeight = 0;

  constructor() {
    super(({ kind }) => KINDS[kind]);
    makeObservable(this, {
      basis: observableRef,
      line: observableRef,
      plane: observable,
      groundHeight: observable,
      clear: override,
      takeAs: action,
      chooseLine: action,
      setPlane: action,
      setGroundHeight: action,
    });
  }

  /** `single`: removes the previous ones, except those stored with the project. */
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
    this.put(measure, single);
    return measure;
  }

  override clear(): void {
    super.clear();
    this.line = undefined;
  }

  /** Sets the kind of new and existing measurements; those stored with the project stay as they are. */
  takeAs(basis: Basis): void {
    this.basis = basis;
    this.list = this.list.map((measure) => (measure.stored ? measure : { ...measure, basis }));
  }

  chooseLine(line: BaseLine | undefined): void {
    this.line = line;
  }

  /** Sets the measuring CRS: plane measurements use it; without a projected one they become geodesic. */
  setPlane(plane: string | undefined): void {
    this.plane = plane;
    if (this.basis.kind !== 'plane') return;
    this.takeAs(plane === undefined ? GEODESIC : { kind: 'plane', crs: plane });
  }

  setGroundHeight(height: number): void {
    this.groundHeight = height;
    if (this.basis.kind === 'ground') this.takeAs({ kind: 'ground', height });
  }
}

/** The measurements on the map; for this plugin only. */
export const MEASURES = serviceToken<Measures>('measure-2d.Measures');

/** Stores measurements with the project. */
export const MEASURE_STORAGE = serviceToken<MeasureStorage>('measure-2d.MeasureStorage');
