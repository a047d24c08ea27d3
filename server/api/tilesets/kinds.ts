/** Media types of a tileset by file name extension. Other files are never sent. */
const MEDIA_TYPES: Record<string, string> = {
  json: 'application/json',
  gltf: 'model/gltf+json',
  glb: 'model/gltf-binary',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  png: 'image/png',
  webp: 'image/webp',
  ktx2: 'image/ktx2',
  b3dm: 'application/octet-stream',
  i3dm: 'application/octet-stream',
  pnts: 'application/octet-stream',
  cmpt: 'application/octet-stream',
  bin: 'application/octet-stream',
  subtree: 'application/octet-stream',
};

/** Undefined for files that do not belong to a tileset. */
export function mediaTypeOf(path: string): string | undefined {
  return MEDIA_TYPES[endingOf(path)];
}

/** Content of a tile: a model, or another tileset. */
export function isContent(path: string): boolean {
  return ['json', 'gltf', 'glb', 'b3dm', 'i3dm', 'pnts', 'cmpt'].includes(endingOf(path));
}

export function endingOf(path: string): string {
  return path.slice(path.lastIndexOf('.') + 1).toLowerCase();
}
