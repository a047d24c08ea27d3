const PAGE = 1024;
const CONTENT = 1020;

export interface SmallE57 {
  points: number;
  /** Changes its XML. */
  change?: (xml: string) => string;
  images?: readonly SmallImage[];
}

/** A picture of a file, a JPEG. */
export interface SmallImage {
  guid: string;
  kind: 'spherical' | 'pinhole' | 'cylindrical';
  /** w, x, y, z of its rotation, and its translation. */
  rotation: readonly [number, number, number, number];
  translation: readonly [number, number, number];
  width: number;
  height: number;
  /** Further elements of its representation. */
  more: Readonly<Record<string, number>>;
  jpeg: Buffer;
}

/**
 * An E57 file of one scan: y is 0, x is the index × 0.01 in thousandths (ScaledInteger), z is 0.5 (single); red 255,
 * green 0, blue 128; the last point is invalid. Its pose is a quarter turn around z, then (100, 0, 7).
 */
export function smallE57({ points, change = (xml) => xml, images = [] }: SmallE57): Buffer {
  const sectionAt = 48;
  const packets = packetsOf(points);
  const section = Buffer.alloc(32);
  section[0] = 1;
  section.writeBigUInt64LE(BigInt(32 + packets.length), 8);
  section.writeBigUInt64LE(BigInt(physical(sectionAt + 32)), 16);
  let end = sectionAt + 32 + packets.length;
  const blobs = images.map(({ jpeg }) => {
    const head = Buffer.alloc(16);
    head.writeBigUInt64LE(BigInt(16 + jpeg.length), 8);
    const blob = Buffer.concat([head, jpeg], Math.ceil((16 + jpeg.length) / 4) * 4);
    const at = end;
    end += blob.length;
    return { at, blob };
  });
  const pictures = images.map((image, i) => imageXml(image, physical(blobs[i]!.at)));
  const xmlAt = end;
  const xml = Buffer.from(change(xmlOf(points, physical(sectionAt), pictures.join(''))));
  const header = Buffer.alloc(48);
  header.write('ASTM-E57', 0);
  header.writeUInt32LE(1, 8);
  header.writeBigUInt64LE(BigInt(physical(xmlAt)), 24);
  header.writeBigUInt64LE(BigInt(xml.length), 32);
  header.writeBigUInt64LE(BigInt(PAGE), 40);
  const pages = Math.ceil((xmlAt + xml.length) / CONTENT);
  header.writeBigUInt64LE(BigInt(pages * PAGE), 16);
  const parts = [header, section, packets, ...blobs.map(({ blob }) => blob), xml];
  const logical = Buffer.concat(parts, pages * CONTENT);
  const file = Buffer.alloc(pages * PAGE);
  for (let page = 0; page < pages; page++)
    logical.copy(file, page * PAGE, page * CONTENT, (page + 1) * CONTENT);
  return file;
}

const physical = (logical: number): number => Math.floor(logical / CONTENT) * PAGE + (logical % CONTENT);

/** Packets of up to 500 points, whose streams end within bytes only at the last. */
function packetsOf(points: number): Buffer {
  const packets: Buffer[] = [];
  for (let from = 0; from < points; from += 496) {
    const count = Math.min(496, points - from);
    const x = Buffer.alloc(count * 8);
    const y = bitsOf(
      Array.from({ length: count }, (_, i) => (from + i) * 10),
      21,
    );
    const z = Buffer.alloc(count * 4);
    for (let i = 0; i < count; i++) z.writeFloatLE(0.5, i * 4);
    const invalid = bitsOf(
      Array.from({ length: count }, (_, i) => (from + i === points - 1 ? 2 : 0)),
      2,
    );
    const streams = [
      x,
      y,
      z,
      invalid,
      Buffer.alloc(count, 255),
      Buffer.alloc(count),
      Buffer.alloc(count, 128),
    ];
    const head = Buffer.alloc(6 + streams.length * 2);
    head[0] = 1;
    head.writeUInt16LE(streams.length, 4);
    for (const [i, stream] of streams.entries()) head.writeUInt16LE(stream.length, 6 + i * 2);
    const body = Buffer.concat([head, ...streams]);
    const packet = Buffer.concat([body], Math.ceil(body.length / 4) * 4);
    packet.writeUInt16LE(packet.length - 1, 2);
    packets.push(packet);
  }
  return Buffer.concat(packets);
}

function bitsOf(values: readonly number[], bits: number): Buffer {
  const bytes = Buffer.alloc(Math.ceil((values.length * bits) / 8));
  for (const [i, value] of values.entries())
    for (let bit = 0; bit < bits; bit++)
      if ((value >> bit) & 1) bytes[(i * bits + bit) >> 3]! |= 1 << ((i * bits + bit) & 7);
  return bytes;
}

function imageXml(image: SmallImage, fileOffset: number): string {
  const { guid, kind, rotation, translation, width, height, more, jpeg } = image;
  const vector = (names: string, values: readonly number[]) =>
    [...names].map((name, i) => `<${name} type="Float">${values[i]}</${name}>`).join('');
  const numbers = Object.entries(more).map(([name, value]) => `<${name} type="Float">${value}</${name}>`);
  return `<vectorChild type="Structure"><guid type="String">${guid}</guid><name type="String">Picture ${guid}</name>
<acquisitionDateTime type="Structure"><dateTimeValue type="Float">1400000018</dateTimeValue></acquisitionDateTime>
<pose type="Structure"><rotation type="Structure">${vector('wxyz', rotation)}</rotation>
<translation type="Structure">${vector('xyz', translation)}</translation></pose>
<${kind}Representation type="Structure"><jpegImage type="Blob" fileOffset="${fileOffset}" length="${jpeg.length}"/>
<imageWidth type="Integer">${width}</imageWidth><imageHeight type="Integer">${height}</imageHeight>${numbers.join('')}
</${kind}Representation></vectorChild>`;
}

function xmlOf(points: number, fileOffset: number, images: string): string {
  const colour = (name: string) => `<color${name} type="Integer" minimum="0" maximum="255"/>`;
  return `<?xml version="1.0" encoding="UTF-8"?>
<e57Root type="Structure" xmlns="http://www.astm.org/COMMIT/E57/2010-e57-v1.0">
<data3D type="Vector"><vectorChild type="Structure">
<pose type="Structure">
<rotation type="Structure"><w type="Float">0.7071067811865476</w><x type="Float">0</x><y type="Float"/><z type="Float">0.7071067811865476</z></rotation>
<translation type="Structure"><x type="Float">100</x><y type="Float">0</y><z type="Float">7</z></translation>
</pose>
<points type="CompressedVector" fileOffset="${fileOffset}" recordCount="${points}"><prototype type="Structure">
<cartesianY type="Float"/><cartesianX type="ScaledInteger" minimum="0" maximum="2000000" scale="0.001"/>
<cartesianZ type="Float" precision="single"/><cartesianInvalidState type="Integer" minimum="0" maximum="2"/>
${colour('Red')}${colour('Green')}${colour('Blue')}
</prototype></points>
</vectorChild></data3D><images2D type="Vector">${images}</images2D></e57Root>`;
}
