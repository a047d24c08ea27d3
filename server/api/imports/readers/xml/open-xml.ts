import { ByteFile } from '../../../../formats/byte-file.ts';
import { rootOf } from '../../../../formats/xml-stream.ts';
import { Unreadable, type Findings } from '../../../../base/problems.ts';
import type { LayerSource, ReadOptions, SourceFile } from '../source.ts';
import { streamed, type RecordFile } from '../streamed.ts';

type Reader = (file: ByteFile, from: SourceFile, findings: Findings) => Promise<RecordFile> | RecordFile;

const kml = async (): Promise<Reader> => (await import('../kml/kml-file.ts')).kmlFile;
const georss = async (): Promise<Reader> => (await import('../georss/georss.ts')).georssFile;

/** Readers by the element at the root of the file, whatever its ending says. */
const READERS: Record<string, () => Promise<Reader>> = {
  gpx: async () => (await import('../gpx/gpx.ts')).gpxFile,
  kml,
  Folder: kml,
  Document: kml,
  Placemark: kml,
  rss: georss,
  feed: georss,
  RDF: georss,
  LandXML: async () => (await import('../landxml/landxml.ts')).landxmlFile,
};
/** Any other root with this in it is GML. */
const GML = /opengis\.net\/(gml|citygml|wfs)|citygml/;
const SAMPLE = 256 * 1024;

/** Opens a file of one of the formats in XML. Throws Unreadable. */
export async function openXml(
  from: SourceFile,
  options: ReadOptions,
  findings: Findings,
): Promise<LayerSource> {
  const file = new ByteFile(from.file);
  let records: RecordFile;
  try {
    if (file.size === 0) throw new Unreadable('empty-file');
    const root = rootOf(file);
    if (!root) throw new Unreadable('not-xml', { start: startOf(file) });
    const reader = READERS[root.name] ?? gmlReader(file);
    if (!reader) throw new Unreadable('unknown-xml', { root: root.name.slice(0, 40) });
    records = await (await reader())(file, from, findings);
  } catch (thrown) {
    file.close();
    throw thrown;
  }
  return streamed(records, options, findings);
}

/** Bytes that are no letters are shown as spaces. */
function startOf(file: ByteFile): string {
  return file
    .slice(0, 20)
    .toString('latin1')
    .replace(/\p{C}+/gu, ' ')
    .trim();
}

function gmlReader(file: ByteFile): (() => Promise<Reader>) | undefined {
  if (!GML.test(file.slice(0, SAMPLE).toString('latin1'))) return undefined;
  return async () => (await import('../gml/gml.ts')).gmlFile;
}
