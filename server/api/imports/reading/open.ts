import type { Findings } from '../../../base/problems.ts';
import type { Format } from './task.ts';
import type { LayerSource, ReadOptions, SourceFile } from '../readers/source.ts';

type Opener = (from: SourceFile, options: ReadOptions, findings: Findings) => Promise<LayerSource>;

/** The reader of each format, loaded when a file of it is read. */
const OPENERS: Record<Format, () => Promise<Opener>> = {
  shapefile: async () => {
    const { openZipped } = await import('../readers/zipped/zipped.ts');
    return (from, options, findings) => openZipped(from, options, findings, openSource);
  },
  geojson: async () => {
    const { openGeojson } = await import('../readers/geojson/geojson.ts');
    return ({ file, name }, options, findings) => openGeojson(file, name, options, findings);
  },
  gpx: async () => (await import('../readers/xml/open-xml.ts')).openXml,
  kml: async () => (await import('../readers/xml/kmz.ts')).openKml,
  csv: async () => (await import('../readers/table/csv.ts')).openCsv,
  geopackage: async () => (await import('../readers/geopackage/geopackage.ts')).openGeoPackage,
  dxf: async () => (await import('../readers/dxf/dxf.ts')).openDxf,
  flatgeobuf: async () => (await import('../readers/flatgeobuf/flatgeobuf.ts')).openFlatGeobuf,
  gml: async () => (await import('../readers/xml/open-xml.ts')).openXml,
  mapinfo: async () => (await import('../readers/mapinfo/mif.ts')).openMif,
  nmea: async () => (await import('../readers/nmea/nmea.ts')).openNmea,
  cxf: async () => (await import('../readers/cxf/cxf.ts')).openCxf,
  xlsx: async () => (await import('../readers/xlsx/xlsx.ts')).openXlsx,
};

/** Opens a layer of a file. Throws Unreadable. */
export async function openSource(
  from: SourceFile,
  options: ReadOptions,
  findings: Findings,
): Promise<LayerSource> {
  const open = await OPENERS[from.format]();
  return open(from, options, findings);
}
