import type { StatedCrs } from '../../../../shared/crs/identify.ts';
import { registeredAxes } from '../../../../shared/crs/register.ts';
import type { FrameOf } from './gml-geometry.ts';

/** `urn:ogc:def:crs:EPSG::4326`, `http://www.opengis.net/def/crs/EPSG/0/4326`: in the order of the authority. */
const STRICT = /(?:urn:(?:x-)?ogc:def:crs:EPSG:[^:]*:|opengis\.net\/def\/crs\/EPSG\/[^/]*\/)(\d+)/i;
/** `EPSG:4326`, `http://www.opengis.net/gml/srs/epsg.xml#4326`: east first, whatever the authority says. */
const OLD = /^(?:EPSG:|http:\/\/www\.opengis\.net\/gml\/srs\/epsg\.xml#)(\d+)$/i;
const CRS84 = /CRS84h?$/i;
/** Heights above the ellipsoid: 4979 has the plane of 4326. */
const HIGH: Record<number, number> = { 4979: 4326, 4937: 4258 };

/** The reference systems that the geometries of a file name. */
export class SrsNames {
  readonly #axes: ReadonlyMap<number, string>;
  readonly #default: number | undefined;
  /** That of the first geometry that names one. */
  first: number | undefined;
  /** Others than the first. */
  others = new Set<number>();

  private constructor(axes: ReadonlyMap<number, string>, otherwise: number | undefined) {
    this.#axes = axes;
    this.#default = otherwise;
  }

  /** `otherwise`: the code of geometries that name none. */
  static async load(otherwise?: number): Promise<SrsNames> {
    return new SrsNames(await registeredAxes(), otherwise);
  }

  get crs(): StatedCrs | undefined {
    const code = this.first ?? this.#default;
    return code === undefined ? undefined : { code, name: `EPSG:${code}` };
  }

  /** Notes the name that stands for a whole file. */
  note(srsName: string | undefined): void {
    this.frameOf(srsName, undefined);
  }

  readonly frameOf: FrameOf = (srsName, dimension) => {
    const found = codeIn(srsName);
    if (found) {
      this.first ??= found.code;
      if (found.code !== this.first) this.others.add(found.code);
      this.#swapped = found.strict && (this.#axes.get(found.code)?.startsWith('n') ?? false);
    }
    return { swapped: this.#swapped, size: dimension === 3 ? 3 : 2 };
  };

  /** As the last name said, which holds for geometries without one. */
  #swapped = false;

  /** Where nothing is named the numbers are latitude and longitude. */
  latitudeFirst(): void {
    this.#swapped = true;
  }
}

function codeIn(srsName: string | undefined): { code: number; strict: boolean } | undefined {
  if (srsName === undefined) return undefined;
  const name = srsName.trim();
  // Of a compound name the horizontal system comes first.
  const strict = STRICT.exec(name)?.[1];
  if (strict !== undefined) return { code: HIGH[Number(strict)] ?? Number(strict), strict: true };
  const old = OLD.exec(name)?.[1];
  if (old !== undefined) return { code: HIGH[Number(old)] ?? Number(old), strict: false };
  return CRS84.test(name) ? { code: 4326, strict: false } : undefined;
}
