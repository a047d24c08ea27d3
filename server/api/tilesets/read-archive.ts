import { gunzipSync } from 'node:zlib';
import type { Tileset } from '#core/protocol';
import { endingOf, isContent } from './kinds.ts';
import { isTree, readTree } from './tree.ts';
import { shown, UnusableTileset } from './unusable.ts';
import { TilesetArchive, type ArchiveFile } from './directory.ts';

/** A file of a tileset, as stored in the database. */
export interface TilesetFile extends Omit<ArchiveFile, 'crc'> {
  gzipped: boolean;
}

export interface ReadArchive {
  root: string;
  edition: Tileset['edition'];
  files: TilesetFile[];
}

const MAX_JSON = 128 * 1024 ** 2;

/**
 * Reads every file of an archive once, so that damage is found now and not by viewers. `progress` from 0 to 1. Throws
 * UnusableTileset.
 */
export async function readArchive(path: string, progress: (part: number) => void): Promise<ReadArchive> {
  const directory = await TilesetArchive.open(path);
  try {
    const members = [...directory.members.values()];
    const root = rootOf(members.map((member) => member.path));
    const { edition } = readTree(textOf(directory, directory.members.get(root)!), root);
    return { root, edition, files: readAll(directory, members, progress) };
  } finally {
    directory.close();
  }
}

/** The root JSON is at the top, or in the only folder. Throws UnusableTileset. */
function rootOf(paths: readonly string[]): string {
  const roots = paths.filter(
    (path) => /^([^/]+\/)?tileset\.json$/.test(path) && !path.startsWith('__MACOSX/'),
  );
  const root = roots.find((path) => path === 'tileset.json') ?? (roots.length === 1 ? roots[0] : undefined);
  if (root === undefined)
    throw new UnusableTileset(roots.length === 0 ? 'no-root' : 'several-roots', { count: roots.length });
  return root;
}

function readAll(
  directory: TilesetArchive,
  members: readonly ArchiveFile[],
  progress: (part: number) => void,
): TilesetFile[] {
  const total = members.reduce((sum, { packed }) => sum + packed, 0);
  let done = 0;
  return members.map((member) => {
    const content = directory.read(member);
    if (endingOf(member.path) === 'json') checkContents(directory, member, content);
    progress((done += member.packed) / Math.max(1, total));
    const { crc: _, ...file } = member;
    return { ...file, gzipped: isGzip(content) };
  });
}

function isGzip(content: Buffer): boolean {
  return content[0] === 0x1f && content[1] === 0x8b;
}

function textOf(directory: TilesetArchive, member: ArchiveFile, content = directory.read(member)): string {
  const name = shown(member.path);
  const tooLarge = () => new UnusableTileset('file-too-large', { name, most: MAX_JSON / 1024 ** 2 });
  if (content.length > MAX_JSON) throw tooLarge();
  if (!isGzip(content)) return content.toString();
  try {
    return gunzipSync(content, { maxOutputLength: MAX_JSON }).toString();
  } catch (thrown) {
    if ((thrown as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE') throw tooLarge();
    throw new UnusableTileset('file-damaged', { name });
  }
}

/** Checks that all contents of a tileset's JSON exist. */
function checkContents(directory: TilesetArchive, member: ArchiveFile, bytes: Buffer): void {
  const text = textOf(directory, member, bytes);
  if (!isTree(text)) return;
  for (const content of readTree(text, member.path).contents) {
    const named = { name: shown(member.path), content: shown(content) };
    if (!isContent(content)) throw new UnusableTileset('other-content', named);
    if (!directory.members.has(content)) throw new UnusableTileset('missing-content', named);
  }
}
