import { Archive, type ZipMember } from '../../../../formats/zip/archive.ts';
import type { Findings } from '../../../../base/problems.ts';
import { openShapefile } from '../shapefile/shapefile.ts';
import type { LayerSource, ReadOptions, SourceFile } from '../source.ts';
import { formatOf } from '../format-of.ts';

/** Endings of files that are read beside the one they belong to. */
const BESIDE = new Set(['prj', 'csvt', 'mid', 'cpg', 'qpj']);
const SHAPEFILE = new Set(['shp', 'dbf']);

/** Opens a zip: the shapefiles in it, else the first file of another format. Throws Unreadable. */
export async function openZipped(
  from: SourceFile,
  options: ReadOptions,
  findings: Findings,
  /** Opens a file of another format. */
  open: (from: SourceFile, options: ReadOptions, findings: Findings) => Promise<LayerSource>,
): Promise<LayerSource> {
  const inner = await otherFormat(from, findings);
  if (inner) return open(inner, options, findings);
  return openShapefile(from.file, from.folder, options, findings);
}

async function otherFormat(from: SourceFile, findings: Findings): Promise<SourceFile | undefined> {
  const archive = await Archive.open(from.file, findings);
  try {
    const { members } = archive;
    if (members.some(({ extension }) => SHAPEFILE.has(extension))) return undefined;
    const readable = members.filter(({ extension }) => formatNamed(extension) !== undefined);
    const [main] = readable;
    if (!main) return undefined;
    if (readable.length > 1) findings.once('zip-others', { name: main.name, count: readable.length - 1 });
    for (const member of besideOf(main, members))
      await archive.extract(member, from.folder, `beside.${member.extension}`);
    const file = await archive.extract(main, from.folder, `beside.${main.extension}`);
    return { format: formatNamed(main.extension)!, file, folder: from.folder, name: main.base };
  } finally {
    archive.close();
  }
}

/** A zip in a zip is not opened. */
function formatNamed(extension: string): SourceFile['format'] | undefined {
  const format = formatOf(`x.${extension}`);
  if (format === 'shapefile') return undefined;
  return format === 'geojson' && !/json/.test(extension) ? undefined : format;
}

function besideOf(main: ZipMember, members: readonly ZipMember[]): ZipMember[] {
  const met = new Set([main.extension]);
  return members.filter(
    ({ group, extension }) =>
      group === main.group && BESIDE.has(extension) && !met.has(extension) && met.add(extension),
  );
}
