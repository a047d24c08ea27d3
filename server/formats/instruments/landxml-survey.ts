import { child, childrenOf, type XmlElement } from '../xml-tree.ts';
import { BookBuilder } from './book-builder.ts';
import {
  coordinatesOf,
  covarianceOf,
  type AngleUnit,
  type BaselineRecord,
  type Coordinates,
  type FieldBookFile,
  type LengthUnit,
  type StationRecord,
} from './model.ts';

const ANGLES: Record<string, AngleUnit> = {
  grads: 'gon',
  radians: 'rad',
  'decimal degrees': 'deg',
  'decimal dd.mm.ss': 'dms',
};
const LENGTHS: Record<string, LengthUnit> = { foot: 'ft', USSurveyFoot: 'usft', meter: 'm' };
/** Metres of other units that LandXML has. */
const METRIC: Record<string, number> = { millimeter: 0.001, centimeter: 0.01, kilometer: 1000 };

/** Surveys of a LandXML: set-ups of instruments with their observations, and GNSS vectors. */
export function readLandxmlSurvey(root: XmlElement): FieldBookFile {
  const book = new BookBuilder('landxml');
  const units = child(child(root, 'Units'), 'Metric') ?? child(child(root, 'Units'), 'Imperial');
  const { linearUnit: linear = 'meter', angularUnit: angular = 'radians' } = units?.attributes ?? {};
  book.units.length = LENGTHS[linear] ?? 'm';
  book.units.angle = ANGLES[angular] ?? 'rad';
  if (!LENGTHS[linear] && !METRIC[linear])
    book.problem('unit-assumed', { what: 'linearUnit', unit: linear, as: 'm' });
  if (!ANGLES[angular]) book.problem('unit-assumed', { what: 'angularUnit', unit: angular, as: 'rad' });
  book.job = child(root, 'Project')?.attributes['name'];
  const reader = new SurveyReader(book, METRIC[linear] ?? 1);
  for (const points of childrenOf(root, 'CgPoints')) reader.points(points);
  for (const survey of childrenOf(root, 'Survey')) {
    reader.refraction(survey);
    reader.survey(survey);
  }
  return book.finish();
}

class SurveyReader {
  #book: BookBuilder;
  #factor: number;
  #setups = new Map<string, XmlElement>();
  #places = new Map<string, Coordinates>();
  #begun: string | undefined;

  constructor(book: BookBuilder, factor: number) {
    this.#book = book;
    this.#factor = factor;
  }

  points(points: XmlElement): void {
    for (const point of childrenOf(points, 'CgPoint')) {
      const name = point.attributes['name'] ?? '';
      const at = this.#place(point);
      this.#book.line = point.line;
      if (name === '' || !at) {
        this.#book.cut(`CgPoint ${name} ${point.text.trim()}`);
        continue;
      }
      this.#places.set(name, at);
      const code = point.attributes['code'] ?? point.attributes['desc'];
      this.#book.point({ name, at, origin: 'control', code });
    }
  }

  survey(survey: XmlElement): void {
    this.#others(survey, SURVEY);
    for (const points of childrenOf(survey, 'CgPoints')) this.points(points);
    for (const setup of childrenOf(survey, 'InstrumentSetup')) {
      this.#setups.set(setup.attributes['id'] ?? '', setup);
      if (setup.children.some(({ name }) => OBSERVED.has(name))) this.#observations(setup, setup);
    }
    for (const group of childrenOf(survey, 'ObservationGroup')) this.#observations(group, undefined);
    for (const vector of survey.children.flatMap((one) =>
      one.name === 'GPSVector' ? [one] : childrenOf(one, 'GPSVector'),
    ))
      this.#vector(vector, survey);
  }

  /** Says which elements are not read. */
  #others(parent: XmlElement, read: ReadonlySet<string>): void {
    for (const { name, line } of parent.children) {
      if (read.has(name) || OBSERVED.has(name)) continue;
      this.#book.line = line;
      this.#book.unused(name);
    }
  }

  /** As the first instrument that states one. */
  refraction(survey: XmlElement): void {
    const book = this.#book;
    const details = childrenOf(survey, 'Equipment').flatMap((one) => childrenOf(one, 'InstrumentDetails'));
    for (const { attributes } of details.flatMap((one) => childrenOf(one, 'Corrections')))
      book.refraction ??= book.number(attributes['refractionCoefficient'], 'refractionCoefficient');
    book.instrument ??= details[0]?.attributes['model'];
  }

  #observations(group: XmlElement, own: XmlElement | undefined): void {
    const book = this.#book;
    this.#others(group, own ? SETUP : GROUP);
    for (const backsight of childrenOf(group, 'Backsight')) {
      book.line = backsight.line;
      const setup =
        own ?? this.#setups.get(backsight.attributes['setupID'] ?? group.attributes['setupID'] ?? '');
      if (setup) this.#orient(this.#begin(setup), backsight);
    }
    for (const observation of group.children) {
      if (!OBSERVED.has(observation.name)) continue;
      book.line = observation.line;
      const id = observation.attributes['setupID'] ?? group.attributes['setupID'] ?? '';
      const setup = own ?? this.#setups.get(id);
      if (!setup) {
        book.problem('station-missing', { name: id });
        continue;
      }
      this.#begin(setup);
      this.#observe(observation);
    }
  }

  /** Once for the observations that follow each other. */
  #begin(setup: XmlElement): StationRecord {
    const book = this.#book;
    const {
      id = '',
      stationName = '',
      instrumentHeight,
      orientationAzimuth,
      circleAzimuth,
    } = setup.attributes;
    if (this.#begun === id && book.station) return book.station;
    this.#begun = id;
    const point = child(setup, 'InstrumentPoint');
    const at = this.#place(point) ?? this.#places.get(point?.attributes['pntRef'] ?? stationName);
    const station = book.setUp({
      name: stationName || point?.attributes['pntRef'] || id,
      at,
      instrumentHeight: this.#length(instrumentHeight, 'instrumentHeight'),
    });
    const backsight = child(setup, 'Backsight');
    if (backsight) this.#orient(station, backsight);
    // The azimuth at which the circle reads what is said, or 0.
    const azimuth = book.angle(orientationAzimuth, 'orientationAzimuth');
    if (azimuth !== undefined && station.azimuth === undefined) {
      station.azimuth = azimuth;
      station.circle = book.angle(circleAzimuth, 'circleAzimuth') ?? 0;
    }
    return station;
  }

  #orient(station: StationRecord, backsight: XmlElement): void {
    const { azimuth, circle } = backsight.attributes;
    const point = child(backsight, 'BacksightPoint');
    const name = point?.attributes['name'] ?? point?.attributes['pntRef'];
    if (name) station.backsight = name;
    const [bearing, reading] = [this.#book.angle(azimuth, 'azimuth'), this.#book.angle(circle, 'circle')];
    if (bearing !== undefined) station.azimuth = bearing;
    if (reading !== undefined) station.circle = reading;
  }

  #observe(observation: XmlElement): void {
    const book = this.#book;
    const { attributes } = observation;
    const point = child(observation, 'TargetPoint');
    const target =
      point?.attributes['name'] ?? point?.attributes['pntRef'] ?? point?.attributes['desc'] ?? '';
    const label = observation.children
      .filter(({ name }) => name === 'Feature')
      .flatMap((feature) => childrenOf(feature, 'Property'))
      .map((property) => property.attributes['value'] ?? '')
      .find((value) => value !== '');
    const slope = book.checkDistance(
      this.#length(attributes['slopeDistance'], 'slopeDistance'),
      'slopeDistance',
    );
    const at = point && this.#place(point);
    const face = attributes['directionFace'];
    book.observe({
      target,
      purpose: /backsight/i.test(attributes['purpose'] ?? '') ? 'backsight' : 'sideshot',
      circle: book.angle(attributes['horizAngle'], 'horizAngle'),
      zenith: book.angle(attributes['zenithAngle'], 'zenithAngle'),
      face: face ? (face === 'reverse' ? 2 : 1) : undefined,
      slope,
      horizontal:
        slope === undefined
          ? book.checkDistance(this.#length(attributes['horizDistance'], 'horizDistance'), 'horizDistance')
          : undefined,
      vertical: slope === undefined ? this.#length(attributes['vertDistance'], 'vertDistance') : undefined,
      targetHeight: this.#length(attributes['targetHeight'], 'targetHeight'),
      corrected: true,
      code: point?.attributes['code'] ?? label,
      note: point?.attributes['desc'] === target ? undefined : point?.attributes['desc'],
      at,
    });
  }

  #vector(vector: XmlElement, survey: XmlElement): void {
    const book = this.#book;
    book.line = vector.line;
    const { attributes } = vector;
    const setups = childrenOf(survey, 'GPSSetup');
    const nameOf = (id: string | undefined) =>
      setups.find((setup) => setup.attributes['id'] === id)?.attributes['stationName'] ?? id;
    const [from, to] = [nameOf(attributes['setupID_A']), nameOf(attributes['setupID_B'])];
    const parts = ['dX', 'dY', 'dZ'].map((key) => this.#length(attributes[key], key));
    if (!from || !to || parts.some((part) => part === undefined)) return book.cut('GPSVector');
    const covariances = child(vector, 'Covariance')?.text.trim().split(/\s+/).map(Number);
    const record: BaselineRecord = {
      kind: 'baseline',
      line: vector.line,
      from,
      to,
      vector: parts as [number, number, number],
    };
    const covariance = covariances && covarianceOf(covariances);
    if (covariance) record.covariance = covariance;
    book.add(record);
  }

  #length(text: string | undefined, what: string): number | undefined {
    const value = this.#book.length(text, what);
    return value === undefined ? undefined : value * this.#factor;
  }

  /** North, east and maybe height. */
  #place(element: XmlElement | undefined): Coordinates | undefined {
    const words = element?.text.trim().split(/\s+/).filter(Boolean) ?? [];
    if (words.length < 2) return undefined;
    const [north, east, height] = words.map((word) => this.#length(word, element!.name));
    return coordinatesOf(east, north, height);
  }
}

const OBSERVED = new Set(['RawObservation', 'ReducedObservation']);
/** Elements of each parent that are read, or say nothing of places. */
const SURVEY = new Set([
  'SurveyHeader',
  'CgPoints',
  'Equipment',
  'InstrumentSetup',
  'ObservationGroup',
  'GPSSetup',
  'GPSVector',
  'Feature',
]);
const GROUP = new Set(['Backsight', 'Feature', 'GPSVector']);
const SETUP = new Set([...GROUP, 'InstrumentPoint', 'ObservationGroup']);
