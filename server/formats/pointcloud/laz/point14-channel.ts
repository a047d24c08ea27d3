import { GpsTimeEncoder } from './gps-time.ts';
import { IntegerEncoder } from './integer-encoder.ts';
import { SymbolModel } from './models.ts';
import { StreamingMedian } from './streaming-median.ts';

/** What the format codes of a point. */
export interface Point {
  x: number;
  y: number;
  z: number;
  intensity: number;
  number: number;
  of: number;
  flags: number;
  channel: number;
  classification: number;
  user: number;
  angle: number;
  source: number;
  high: number;
  low: number;
}

const medians = () => Array.from({ length: 12 }, () => new StreamingMedian());

/** What is learned of the points of one channel of the scanner; each has its own. */
export class Channel {
  last: Point;
  timeChanged = 0;
  readonly changes = Array.from({ length: 8 }, () => new SymbolModel(128));
  readonly channels = new SymbolModel(3);
  readonly numbersOf: (SymbolModel | undefined)[] = [];
  readonly numbers: (SymbolModel | undefined)[] = [];
  readonly numberSameTime = new SymbolModel(13);
  readonly classes: (SymbolModel | undefined)[] = [];
  readonly flags: (SymbolModel | undefined)[] = [];
  readonly user: (SymbolModel | undefined)[] = [];
  readonly dx = new IntegerEncoder(32, 2);
  readonly dy = new IntegerEncoder(32, 22);
  readonly dz = new IntegerEncoder(32, 20);
  readonly intensity = new IntegerEncoder(16, 4);
  readonly angle = new IntegerEncoder(16, 2);
  readonly source = new IntegerEncoder(16);
  readonly time = new GpsTimeEncoder();
  readonly medianX = medians();
  readonly medianY = medians();
  readonly lastZ = new Int32Array(8);
  readonly lastIntensity = new Uint16Array(8);

  /** Begins where the last point of all is. */
  constructor(last: Point) {
    this.last = last;
    this.lastZ.fill(last.z);
    this.lastIntensity.fill(last.intensity);
    this.time.start(last.high, last.low);
  }
}
