import sharp from 'sharp';
import type { Position } from '#core/protocol';
import { LocalFrame } from '#plugins/field/panorama/model/local-frame';

/** Degrees. */
export interface ScenePose {
  readonly heading: number;
  readonly pitch: number;
  readonly roll: number;
}
export type Triple = readonly [number, number, number];

const radians = (degrees: number) => (degrees * Math.PI) / 180;
const unit = (v: Triple): Triple => {
  const length = Math.hypot(...v);
  return [v[0] / length, v[1] / length, v[2] / length];
};

/**
 * The camera's axes (right, ahead, up) as east, north and up, from what the angles mean and not from matrices: ahead looks to
 * the heading, raised by the pitch; roll lowers the right side.
 */
function axesOf({ heading, pitch, roll }: ScenePose): readonly [Triple, Triple, Triple] {
  const [h, p, r] = [radians(heading), radians(pitch), radians(roll)];
  const ahead: Triple = [Math.sin(h) * Math.cos(p), Math.cos(h) * Math.cos(p), Math.sin(p)];
  const level: Triple = [Math.cos(h), -Math.sin(h), 0];
  const upright: Triple = [
    level[1] * ahead[2] - level[2] * ahead[1],
    level[2] * ahead[0] - level[0] * ahead[2],
    level[0] * ahead[1] - level[1] * ahead[0],
  ];
  const mixed = (a: Triple, b: Triple, x: number, y: number) => a.map((value, i) => value * x + b[i]! * y);
  const right = mixed(level, upright, Math.cos(r), -Math.sin(r)) as unknown as Triple;
  const up = mixed(upright, level, Math.cos(r), Math.sin(r)) as unknown as Triple;
  return [right, ahead, up];
}

export interface Mark {
  /** East, north and up of the camera. */
  readonly at: Triple;
  readonly colour: Triple;
}

/**
 * An equirectangular picture, with its pose in GPano and its position in no metadata, of an empty world: grey below the horizon,
 * light above it, darker to the north, and round marks 0.7° wide.
 */
export async function scenePicture(pose: ScenePose, marks: readonly Mark[], width = 2048): Promise<Buffer> {
  const [right, ahead, up] = axesOf(pose);
  const height = width / 2;
  const data = Buffer.alloc(width * height * 3);
  const seen = marks.map(({ at, colour }) => ({ towards: unit(at), colour }));
  const near = Math.cos(radians(0.7));
  for (let y = 0; y < height; y++) {
    const latitude = Math.PI * (0.5 - (y + 0.5) / height);
    for (let x = 0; x < width; x++) {
      const longitude = 2 * Math.PI * ((x + 0.5) / width - 0.5);
      const [a, b, c] = [
        Math.sin(longitude) * Math.cos(latitude),
        Math.cos(longitude) * Math.cos(latitude),
        Math.sin(latitude),
      ];
      const world = [0, 1, 2].map((i) => right[i]! * a + ahead[i]! * b + up[i]! * c) as unknown as Triple;
      const shade = world[2] < 0 ? 90 : 190 + 30 * Math.sign(world[1]);
      const mark = seen.find(
        ({ towards }) => towards[0] * world[0] + towards[1] * world[1] + towards[2] * world[2] > near,
      );
      const at = (y * width + x) * 3;
      for (let band = 0; band < 3; band++) data[at + band] = mark ? mark.colour[band]! : shade;
    }
  }
  const jpeg = await sharp(data, { raw: { width, height, channels: 3 } })
    .jpeg({ quality: 92 })
    .toBuffer();
  return withGPano(jpeg, {
    ProjectionType: 'equirectangular',
    PoseHeadingDegrees: pose.heading,
    PosePitchDegrees: pose.pitch,
    PoseRollDegrees: pose.roll,
  });
}

/** Writes GPano into a JPEG, as cameras do: a segment after its start. */
function withGPano(jpeg: Buffer, values: Readonly<Record<string, string | number>>): Buffer {
  const attributes = Object.entries(values).map(([name, value]) => `GPano:${name}="${value}"`);
  const xmp = `http://ns.adobe.com/xap/1.0/\0<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description xmlns:GPano="http://ns.google.com/photos/1.0/panorama/" ${attributes.join(' ')}/></rdf:RDF></x:xmpmeta>`;
  const body = Buffer.from(xmp, 'latin1');
  const head = Buffer.from([0xff, 0xe1, 0, 0]);
  head.writeUInt16BE(body.length + 2, 2);
  return Buffer.concat([jpeg.subarray(0, 2), head, body, jpeg.subarray(2)]);
}

/** Where a direction is on the screen of a viewer that looks to `heading`, level, with `field` degrees of height. */
export function onScreen(
  [east, north, up]: Triple,
  { heading, field, size }: { heading: number; field: number; size: readonly [number, number] },
): readonly [number, number] {
  const h = radians(heading);
  const [ahead, right] = [east * Math.sin(h) + north * Math.cos(h), east * Math.cos(h) - north * Math.sin(h)];
  const focal = size[1] / 2 / Math.tan(radians(field / 2));
  return [size[0] / 2 + (right / ahead) * focal, size[1] / 2 - (up / ahead) * focal];
}

/** A place so many metres east, north and up of another. */
export function movedBy(place: Position, local: Triple): [number, number, number] {
  return new LocalFrame(place).toPosition(local);
}
