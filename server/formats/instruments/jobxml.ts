import { child, childText, childrenOf, type XmlElement } from '../xml-tree.ts';
import { BookBuilder } from './book-builder.ts';
import { coordinatesOf, covarianceOf, type FieldBookFile, type StationRecord } from './model.ts';

/** Trimble JobXML: angles in degrees and lengths in metres, whatever the units of the job. */
export function readJobxml(root: XmlElement): FieldBookFile {
  const book = new BookBuilder('jobxml');
  book.units.angle = 'deg';
  book.job = root.attributes['jobName'];
  const reader = new JobxmlReader(book);
  for (const record of child(root, 'FieldBook')?.children ?? []) reader.record(record);
  reader.end();
  return book.finish();
}

/** Records that say nothing of places. */
const SILENT = new Set([
  'AntennaRecord',
  'BatteryRecord',
  'BluetoothRecord',
  'ControllerRecord',
  'CorrectionsRecord',
  'DisplaySettings',
  'FeatureCodingRecord',
  'HorizontalAlignmentRecord',
  'JobPropertiesRecord',
  'LayerRecord',
  'NoteAttributesRecord',
  'ProjectionRecord',
  'UnitsRecord',
]);

class JobxmlReader {
  #book: BookBuilder;
  #stations = new Map<string, StationRecord>();
  #targets = new Map<string, { height: number | undefined; prism: number | undefined }>();
  #atmospheres = new Map<string, number>();
  #current: string | undefined;
  #deleted = 0;

  constructor(book: BookBuilder) {
    this.#book = book;
  }

  record(record: XmlElement): void {
    const book = this.#book;
    book.line = record.line;
    if (childText(record, 'Deleted') === 'true') {
      this.#deleted++;
      return;
    }
    const id = record.attributes['ID'] ?? '';
    switch (record.name) {
      case 'StationRecord':
        this.#current = id;
        this.#stations.set(
          id,
          book.setUp({
            name: childText(record, 'StationName') ?? '',
            instrumentHeight: this.#number(record, 'TheodoliteHeight'),
          }),
        );
        return;
      case 'BackBearingRecord':
        this.#backBearing(record);
        return;
      case 'TargetRecord': {
        const constant = this.#number(record, 'PrismConstant');
        this.#targets.set(id, { height: this.#number(record, 'TargetHeight'), prism: constant });
        return;
      }
      case 'AtmosphereRecord': {
        const ppm = this.#number(record, 'PPM');
        if (ppm !== undefined) this.#atmospheres.set(id, ppm);
        if (childText(record, 'ApplyRefractionCorrection') !== 'false')
          book.refraction ??= this.#number(record, 'RefractionCoefficient');
        return;
      }
      case 'InstrumentRecord':
        book.instrument = childText(record, 'Model') ?? book.instrument;
        return;
      case 'NoteRecord': {
        const text = childrenOf(child(record, 'Notes') ?? record, 'Note').map((note) => note.text.trim());
        if (text.length > 0) book.note(text.join(' '));
        return;
      }
      case 'PointRecord':
        this.#point(record);
        return;
      case 'VectorRecord':
        this.#vector(record);
        return;
      default:
        if (!SILENT.has(record.name)) book.unused(record.name);
    }
  }

  end(): void {
    if (this.#deleted > 0) this.#book.problem('deleted-left-out', { count: this.#deleted }, 0);
  }

  #backBearing(record: XmlElement): void {
    const station = [...this.#stations.values()].findLast(
      ({ name }) => name === (childText(record, 'Station') ?? name),
    );
    if (!station) return this.#book.problem('backsight-without-station');
    const backsight = childText(record, 'BackSight');
    const [circle, correction] = [
      this.#number(record, 'Face1HorizontalCircle'),
      this.#number(record, 'OrientationCorrection'),
    ];
    if (backsight) station.backsight = backsight;
    if (circle !== undefined) station.circle = circle;
    if (circle !== undefined && correction !== undefined) station.azimuth = (circle + correction + 720) % 360;
  }

  #point(record: XmlElement): void {
    const book = this.#book;
    const name = childText(record, 'Name') ?? '';
    const code = childText(record, 'Code') || undefined;
    const circle = child(record, 'Circle');
    if (child(record, 'ECEFDeltas')) return this.#vector(record);
    const grid = this.#place(child(record, 'Grid') ?? child(record, 'ComputedGrid'));
    if (!circle) {
      if (grid && name !== '') {
        const method = childText(record, 'Method') ?? '';
        const origin = /KeyedIn|Imported|Coordinates/.test(method) ? 'control' : 'measured';
        book.point({ name, at: grid, origin, code });
      } else book.problem('point-not-read', { name });
      return;
    }
    // Records come in the order of the day; a point may belong to an earlier station.
    const stationId = childText(record, 'StationID');
    if (stationId !== undefined && stationId !== this.#current) {
      const station = this.#stations.get(stationId);
      if (station) {
        const { kind: _, line: __, ...again } = station;
        book.setUp(again);
        this.#current = stationId;
      } else book.problem('station-missing', { name: stationId });
    }
    const target = this.#targets.get(childText(record, 'TargetID') ?? '');
    const isBacksight = /BackSight/i.test(childText(record, 'Classification') ?? '');
    book.observe({
      target: name,
      purpose: isBacksight ? 'backsight' : 'sideshot',
      code,
      targetHeight: target?.height,
      prism: target?.prism,
      at: grid,
      circle: book.angle(childText(circle, 'HorizontalCircle'), 'HorizontalCircle'),
      zenith: book.angle(childText(circle, 'VerticalCircle'), 'VerticalCircle'),
      slope: book.distance(childText(circle, 'EDMDistance'), 'EDMDistance'),
      ppm: this.#atmospheres.get(childText(record, 'AtmosphereID') ?? ''),
      face: childText(circle, 'Face') === 'Face2' ? 2 : 1,
      // The distance is as measured, before prism and air.
      corrected: false,
    });
  }

  #vector(record: XmlElement): void {
    const [from, to] = [
      childText(record, 'RTK_Base') ?? childText(record, 'FromPoint'),
      childText(record, 'ToPoint') ?? childText(record, 'Name'),
    ];
    const deltas = child(record, 'ECEFDeltas') ?? record;
    const vector = ['DeltaX', 'DeltaY', 'DeltaZ'].map((key) => this.#number(deltas, key));
    const quality = child(record, 'QualityControl2');
    const entries = ['VCVxx', 'VCVxy', 'VCVxz', 'VCVyy', 'VCVyz', 'VCVzz'].map((key) =>
      this.#number(quality, key),
    );
    if (!from || !to || vector.some((value) => value === undefined)) return this.#book.cut(record.name);
    const covariance = covarianceOf(entries);
    const code = childText(record, 'Code');
    this.#book.once('vector-to-marks');
    this.#book.add({
      kind: 'baseline',
      line: record.line,
      from,
      to,
      vector: vector as [number, number, number],
      ...(covariance && { covariance }),
      ...(code && { code }),
    });
  }

  #place(element: XmlElement | undefined) {
    const [east, north, height] = ['East', 'North', 'Elevation'].map((name) => this.#number(element, name));
    return coordinatesOf(east, north, height);
  }

  #number(element: XmlElement | undefined, name: string): number | undefined {
    return this.#book.number(childText(element, name), name);
  }
}
