import { action, makeObservable, observable, observableRef, override } from 'mobx';
import { newUuid, serviceToken } from '#core/kernel';
import type { Position } from '#core/protocol';
import { Figures, type Figure } from '#core/sketch';
import type { MeasureKeeping } from '../api.ts';
import { GEODESIC, type Basis } from './basis.ts';
import { KINDS, type MeasureKind } from './kinds.ts';

/** A line object as it was when it was chosen to measure along. */
export interface BaseLine {
  readonly typeName: string;
  readonly vertices: readonly Position[];
}

/** One measure that stays on the map. Values are not kept: they follow from the vertices. */
export interface Measure extends Figure {
  readonly kind: MeasureKind;
  readonly basis: Basis;
  /** Of a chainage. */
  readonly line?: BaseLine | undefined;
}

/** The measures on the map of the open project. */
export class Measures extends Figures<Measure> {
  /** How measures are taken from now on. */
  basis: Basis = GEODESIC;
  /** The line that chainages are taken along. */
  line: BaseLine | undefined = undefined;
  /** The measuring CRS where plane measures can be taken in it now. */
  plane: string | undefined = undefined;
  /** Metres above the ellipsoid, for what is measured on the ground and where a place has no height of its own. */
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
    this.put(measure, single);
    return measure;
  }

  override clear(): void {
    super.clear();
    this.line = undefined;
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
}

/** The measures on the map; inside this plugin only. */
export const MEASURES = serviceToken<Measures>('measure-2d.Measures');

/** What keeps measures with the project. */
export const KEEPING = serviceToken<MeasureKeeping>('measure-2d.Keeping');
