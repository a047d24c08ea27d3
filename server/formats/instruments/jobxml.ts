import { child, childText, childrenOf, type XmlElement } from '../xml-tree.ts';
import { BookBuilder } from './book-builder.ts';
import type { Coordinates, FieldBookFile, ObservationRecord, StationRecord } from './model.ts';

/** Trimble JobXML: angles in degrees and lengths in metres, whatever the units of the job. */
export function readJobxml(root: XmlElement): FieldBookFile {
  const book = new BookBuilder('jobxml');
  book.units.angle = 'deg';
  book.job = root.attributes['jobName'];
  const fieldBook = child(root, 'FieldBook');
  if (!fieldBook) book.problem('nothing-read');
  const reader = new JobxmlReader(book);
  for (const record of fieldBook?.children ?? []) reader.record(record);
  return book.finish();
}

class JobxmlReader {
  #book: BookBuilder;
  #stations = new Map<string, StationRecord>();
  #targets = new Map<string, { height: number | undefined; prism: number | undefined }>();
  #atmospheres = new Map<string, number>();
  #current: string | undefined;

  constructor(book: BookBuilder) {
    this.#book = book;
  }

  record(record: XmlElement): void {
    const book = this.#book;
    book.line = record.line;
    if (childText(record, 'Deleted') === 'true') return;
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
        return;
      }
      case 'InstrumentRecord':
        book.instrument = childText(record, 'Model') ?? book.instrument;
        return;
      case 'NoteRecord': {
        const text = childrenOf(child(record, 'Notes') ?? record, 'Note').map((note) => note.text.trim());
        if (text.length > 0) book.add({ kind: 'note', line: record.line, text: text.join(' ') });
        return;
      }
      case 'PointRecord':
        this.#point(record);
        return;
      case 'VectorRecord':
        this.#vector(record);
    }
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
    const grid = placeOf(child(record, 'Grid') ?? child(record, 'ComputedGrid'), (element, key) =>
      this.#number(element, key),
    );
    if (!circle) {
      if (grid && name !== '') {
        const method = childText(record, 'Method') ?? '';
        const origin = /KeyedIn|Imported|Coordinates/.test(method) ? 'control' : 'measured';
        book.add({ kind: 'point', line: record.line, name, at: grid, origin, ...(code && { code }) });
      }
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
    const classification = childText(record, 'Classification') ?? '';
    const isBacksight = /BackSight/i.test(classification);
    const observation: Omit<ObservationRecord, 'kind' | 'line'> = {
      target: name,
      purpose: isBacksight ? 'backsight' : 'sideshot',
      code,
      ...(target?.height !== undefined && { targetHeight: target.height }),
      ...(target?.prism !== undefined && { prism: target.prism }),
      ...(grid && { at: grid }),
    };
    const [horizontal, vertical] = [
      this.#number(circle, 'HorizontalCircle'),
      this.#number(circle, 'VerticalCircle'),
    ];
    const slope = book.checkDistance(this.#number(circle, 'EDMDistance'), 'EDMDistance');
    const ppm = this.#atmospheres.get(childText(record, 'AtmosphereID') ?? '');
    book.observe({
      ...observation,
      ...(horizontal !== undefined && {
        circle: book.checkAngle(horizontal, 'HorizontalCircle', horizontal, 'deg'),
      }),
      ...(vertical !== undefined && { zenith: book.checkAngle(vertical, 'VerticalCircle', vertical, 'deg') }),
      ...(slope !== undefined && { slope }),
      ...(ppm !== undefined && { ppm }),
      face: childText(circle, 'Face') === 'Face2' ? 2 : 1,
      // The distance is as measured, before prism and air.
      corrected: false,
    });
  }

  #vector(record: XmlElement): void {
    const [from, to] = [
      childText(record, 'FromPoint'),
      childText(record, 'ToPoint') ?? childText(record, 'Name'),
    ];
    const vector = ['DeltaX', 'DeltaY', 'DeltaZ'].map((key) => this.#number(record, key));
    if (!from || !to || vector.some((value) => value === undefined))
      return this.#book.problem('record-cut', { text: record.name });
    this.#book.add({
      kind: 'baseline',
      line: record.line,
      from,
      to,
      vector: vector as [number, number, number],
    });
  }

  #number(element: XmlElement | undefined, name: string): number | undefined {
    return this.#book.number(childText(element, name), name);
  }
}

function placeOf(
  element: XmlElement | undefined,
  number: (element: XmlElement, key: string) => number | undefined,
): Coordinates | undefined {
  if (!element) return undefined;
  const [north, east] = [number(element, 'North'), number(element, 'East')];
  const height = number(element, 'Elevation');
  if (north === undefined || east === undefined) return undefined;
  return height === undefined ? { east, north } : { east, north, height };
}
