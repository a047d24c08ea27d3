import { ByteFile } from '../../../../formats/byte-file.ts';
import { Archive, type ZipMember } from '../../../../formats/zip/archive.ts';
import { Unreadable, type Findings } from '../../../../base/problems.ts';
import type { LayerSource, ReadOptions, SourceFile } from '../source.ts';
import { openXml } from './open-xml.ts';

/** Opens KML, or KMZ: a zip with a KML in it. Throws Unreadable. */
export async function openKml(
  from: SourceFile,
  options: ReadOptions,
  findings: Findings,
): Promise<LayerSource> {
  return openXml(isZip(from.file) ? await unpacked(from, findings) : from, options, findings);
}

function isZip(path: string): boolean {
  const file = new ByteFile(path);
  try {
    return file.slice(0, 2).toString('latin1') === 'PK';
  } finally {
    file.close();
  }
}

async function unpacked(from: SourceFile, findings: Findings): Promise<SourceFile> {
  const archive = await Archive.open(from.file, findings);
  try {
    const members = archive.members.filter(({ extension }) => extension === 'kml');
    const main = mainOf(members);
    if (!main) throw new Unreadable('kmz-without-kml');
    // Others are linked from it, and links are not followed.
    if (members.length > 1) findings.once('kmz-others', { name: main.name, count: members.length - 1 });
    return { ...from, file: await archive.extract(main, from.folder, 'doc.kml') };
  } finally {
    archive.close();
  }
}

/** OGC 12-007r2, annex C: doc.kml at the root; else the first. */
function mainOf(members: readonly ZipMember[]): ZipMember | undefined {
  return (
    members.find(({ group }) => group === 'doc') ??
    members.find(({ group }) => !group.includes('/')) ??
    members[0]
  );
}
