import { GpsTimeEncoder } from './gps-time.ts';
import { IntegerEncoder } from './integer-encoder.ts';
import { SymbolModel } from './models.ts';
import { RangeEncoder } from './range-encoder.ts';
import { StreamingMedian } from './streaming-median.ts';
import { RETURN_CONTEXTS } from './return-contexts.ts';

const SIZE = 30;
const models = (count: number, symbols: number) =>
  Array.from({ length: count }, () => new SymbolModel(symbols));

/** What the format codes of a point; scanner channel, flags, scan angle and user data are always 0 in our files. */
interface Point {
  x: number;
  y: number;
  z: number;
  intensity: number;
  number: number;
  of: number;
  classification: number;
  source: number;
  high: number;
  low: number;
}

/** One chunk of points in layers, as LASzip's POINT14 of version 3 stores them. */
export class Point14Encoder {
  readonly #xy = new RangeEncoder();
  readonly #z = new RangeEncoder();
  readonly #classes = new RangeEncoder();
  readonly #intensities = new RangeEncoder();
  readonly #sources = new RangeEncoder();
  readonly #times = new RangeEncoder();
  #first: Uint8Array | undefined;
  #last: Point | undefined;
  #timeChanged = 0;
  #classesChanged = false;
  #intensitiesChanged = false;
  #sourcesChanged = false;
  #timesChanged = false;
  readonly #changes = models(8, 128);
  readonly #numbersOf = models(16, 16);
  readonly #numbers = models(16, 16);
  readonly #numberSameTime = new SymbolModel(13);
  readonly #classModels = models(64, 256);
  readonly #dx = new IntegerEncoder(32, 2);
  readonly #dy = new IntegerEncoder(32, 22);
  readonly #dz = new IntegerEncoder(32, 20);
  readonly #intensity = new IntegerEncoder(16, 4);
  readonly #source = new IntegerEncoder(16);
  readonly #time = new GpsTimeEncoder();
  readonly #medianX = Array.from({ length: 12 }, () => new StreamingMedian());
  readonly #medianY = Array.from({ length: 12 }, () => new StreamingMedian());
  readonly #lastZ = new Int32Array(8);
  readonly #lastIntensity = new Uint16Array(8);

  add(view: DataView, at: number): void {
    const point: Point = {
      x: view.getInt32(at, true),
      y: view.getInt32(at + 4, true),
      z: view.getInt32(at + 8, true),
      intensity: view.getUint16(at + 12, true),
      number: view.getUint8(at + 14) & 15,
      of: view.getUint8(at + 14) >> 4,
      classification: view.getUint8(at + 16),
      source: view.getUint16(at + 20, true),
      low: view.getUint32(at + 22, true),
      high: view.getUint32(at + 26, true),
    };
    if (this.#last) this.#code(point, this.#last);
    else {
      this.#first = new Uint8Array(view.buffer, view.byteOffset + at, SIZE).slice();
      this.#lastZ.fill(point.z);
      this.#lastIntensity.fill(point.intensity);
      this.#time.start(point.high, point.low);
    }
    this.#last = point;
  }

  #code(point: Point, last: Point): void {
    const { number, of } = point;
    const timeChange = point.high !== last.high || point.low !== last.low ? 1 : 0;
    const sourceChange = point.source !== last.source;
    const more = number === (last.number + 1) % 16;
    const fewer = number === (last.number + 15) % 16;
    const other = number !== last.number && !more && !fewer;
    const context = (last.number === 1 ? 1 : 0) | (last.number >= last.of ? 2 : 0) | (this.#timeChanged << 2);
    const changes =
      (more || other ? 1 : 0) |
      (fewer || other ? 2 : 0) |
      (of === last.of ? 0 : 4) |
      (timeChange << 4) |
      (sourceChange ? 32 : 0);
    const xy = this.#xy;
    xy.symbol(this.#changes[context]!, changes);
    if (of !== last.of) xy.symbol(this.#numbersOf[last.of]!, of);
    if (other) {
      if (timeChange === 1) xy.symbol(this.#numbers[last.number]!, number);
      else xy.symbol(this.#numberSameTime, (number - last.number - 2 + 16) % 16);
    }
    this.#codePlace(point, last, timeChange);
    const only = number === 1 && number >= of ? 1 : 0;
    if (point.classification !== last.classification) this.#classesChanged = true;
    const classModel = this.#classModels[only | ((last.classification & 31) << 1)]!;
    this.#classes.symbol(classModel, point.classification);
    const bright = timeChange | (number >= of ? 2 : 0) | (number === 1 ? 4 : 0);
    if (point.intensity !== last.intensity) this.#intensitiesChanged = true;
    this.#intensity.code(this.#intensities, this.#lastIntensity[bright]!, point.intensity, bright >> 1);
    this.#lastIntensity[bright] = point.intensity;
    if (sourceChange) {
      this.#sourcesChanged = true;
      this.#source.code(this.#sources, last.source, point.source, 0);
    }
    if (timeChange === 1) {
      this.#timesChanged = true;
      this.#time.code(this.#times, point.high, point.low);
    }
    this.#timeChanged = timeChange;
  }

  #codePlace(point: Point, last: Point, timeChange: number): void {
    const { number, of } = point;
    const only = of === 1 ? 1 : 0;
    const { map, level } = RETURN_CONTEXTS;
    const context = (map[of]![number]! << 1) | timeChange;
    const dx = (point.x - last.x) | 0;
    this.#dx.code(this.#xy, this.#medianX[context]!.value, dx, only);
    this.#medianX[context]!.add(dx);
    const dy = (point.y - last.y) | 0;
    this.#dy.code(this.#xy, this.#medianY[context]!.value, dy, (Math.min(this.#dx.size, 20) & ~1) | only);
    this.#medianY[context]!.add(dy);
    const size = Math.min((this.#dx.size + this.#dy.size) >> 1, 18) & ~1;
    const height = level[of]![number]!;
    this.#dz.code(this.#z, this.#lastZ[height]!, point.z, size | only);
    this.#lastZ[height] = point.z;
  }

  /** The first point as it is, the layers, and layers without changes empty. */
  end(): { first: Uint8Array; layers: Uint8Array[] } {
    const none = new Uint8Array(0);
    return {
      first: this.#first!,
      layers: [
        this.#xy.end(),
        this.#z.end(),
        this.#classesChanged ? this.#classes.end() : none,
        none, // flags
        this.#intensitiesChanged ? this.#intensities.end() : none,
        none, // scan angle
        none, // user data
        this.#sourcesChanged ? this.#sources.end() : none,
        this.#timesChanged ? this.#times.end() : none,
      ],
    };
  }
}
