import type { SettingContribution } from '#core/plugin';
import type { SnapSetting } from './contract.ts';

/** What the specification calls a preference otherwise than the local setting it fills. */
export const PREFERENCE_NAMES: Readonly<Record<string, string>> = {
  flyToZoomLevel: 'zoomLevel',
  lockCopy: 'preventCopyLockedLayers',
};

/** The symbol that goes with each unit of angles (the specification's section 9). */
export const ANGLE_SYMBOLS = { degree: 'degree', radian: 'rad', gradian: 'gradian' } as const;

const GENERAL = 'workbench:settings.general';
const COORDINATES = 'workbench:settings.coordinates';
const MAP = 'workbench:settings.map';
const EDITING = 'workbench:settings.editing';
const MEASURING = 'workbench:settings.measuring';
const VIEWERS = 'workbench:settings.viewers';

/** A switch for one kind of place that the pointer catches. */
function snap(key: SnapSetting, title: string, on: boolean, order: number): SettingContribution {
  return { key, section: EDITING, title, kind: 'boolean', default: on, order, local: true };
}

/**
 * The settings that the house itself knows, with the specification's defaults (its section 9); where it gives none:
 * autoSave, isLeftClickInteraction and preserveMeasure on, isSingleMeasurement off, as surveyors expect who lose nothing.
 */
export const SPECIFIED: readonly SettingContribution[] = [
  {
    key: 'language',
    section: GENERAL,
    title: 'workbench:settings.language',
    kind: 'choice',
    default: '',
    choices: [
      { value: '', title: 'workbench:settings.language.browser' },
      { value: 'en', title: 'workbench:settings.language.en' },
      { value: 'it', title: 'workbench:settings.language.it' },
    ],
    order: 0,
  },
  {
    key: 'theme',
    section: GENERAL,
    title: 'workbench:settings.theme',
    kind: 'choice',
    default: 'auto',
    choices: [
      { value: 'auto', title: 'workbench:settings.theme.auto' },
      { value: 'light', title: 'workbench:settings.theme.light' },
      { value: 'dark', title: 'workbench:settings.theme.dark' },
    ],
    order: 1,
  },
  {
    key: 'defaultView',
    section: GENERAL,
    title: 'workbench:settings.defaultView',
    help: 'workbench:settings.defaultView.help',
    kind: 'choice',
    default: 'List',
    choices: [
      { value: 'List', title: 'workbench:settings.defaultView.list' },
      { value: 'Home', title: 'workbench:settings.defaultView.home' },
    ],
    order: 2,
  },
  {
    key: 'preferedOrganization',
    section: GENERAL,
    title: 'workbench:settings.preferedOrganization',
    help: 'workbench:settings.preferedOrganization.help',
    kind: 'organization',
    default: '',
    order: 3,
  },
  {
    key: 'epsg',
    section: COORDINATES,
    title: 'workbench:settings.epsg',
    help: 'workbench:settings.epsg.help',
    kind: 'crs',
    default: 'EPSG:4326',
    order: 10,
    local: true,
  },
  {
    key: 'measureCRS',
    section: COORDINATES,
    title: 'workbench:settings.measureCRS',
    help: 'workbench:settings.measureCRS.help',
    kind: 'crs',
    default: '',
    order: 11,
  },
  {
    key: 'angleUnit',
    section: COORDINATES,
    title: 'workbench:settings.angleUnit',
    kind: 'choice',
    default: 'degree',
    choices: [
      { value: 'degree', title: 'workbench:settings.angleUnit.degree' },
      { value: 'radian', title: 'workbench:settings.angleUnit.radian' },
      { value: 'gradian', title: 'workbench:settings.angleUnit.gradian' },
    ],
    order: 12,
  },
  {
    key: 'flyToZoomLevel',
    section: MAP,
    title: 'workbench:settings.flyToZoomLevel',
    help: 'workbench:settings.flyToZoomLevel.help',
    kind: 'number',
    default: 22,
    min: 0,
    max: 28,
    step: 1,
    order: 20,
  },
  {
    key: 'featureLoadZoomLevel',
    section: MAP,
    title: 'workbench:settings.featureLoadZoomLevel',
    help: 'workbench:settings.featureLoadZoomLevel.help',
    kind: 'number',
    default: 15,
    min: 0,
    max: 28,
    step: 1,
    order: 21,
    local: true,
  },
  {
    key: 'relationLayerMinZoom',
    section: MAP,
    title: 'workbench:settings.relationLayerMinZoom',
    help: 'workbench:settings.relationLayerMinZoom.help',
    kind: 'number',
    default: 25,
    min: 0,
    max: 28,
    step: 1,
    order: 22,
    local: true,
  },
  {
    key: 'isLeftClickInteraction',
    section: MAP,
    title: 'workbench:settings.isLeftClickInteraction',
    help: 'workbench:settings.isLeftClickInteraction.help',
    kind: 'boolean',
    default: true,
    order: 23,
  },
  {
    key: 'autoSave',
    section: EDITING,
    title: 'workbench:settings.autoSave',
    help: 'workbench:settings.autoSave.help',
    kind: 'boolean',
    default: true,
    order: 30,
  },
  {
    key: 'snapping',
    section: EDITING,
    title: 'workbench:settings.snapping',
    help: 'workbench:settings.snapping.help',
    kind: 'boolean',
    default: true,
    order: 31,
    local: true,
  },
  {
    key: 'snapTolerance',
    section: EDITING,
    title: 'workbench:settings.snapTolerance',
    help: 'workbench:settings.snapTolerance.help',
    kind: 'number',
    default: 12,
    min: 2,
    max: 50,
    step: 1,
    unit: 'px',
    order: 32,
    local: true,
  },
  snap('snapVertex', 'workbench:settings.snapVertex', true, 32.1),
  snap('snapIntersection', 'workbench:settings.snapIntersection', true, 32.2),
  snap('snapMidpoint', 'workbench:settings.snapMidpoint', true, 32.3),
  snap('snapEdge', 'workbench:settings.snapEdge', true, 32.4),
  snap('snapPerpendicular', 'workbench:settings.snapPerpendicular', true, 32.5),
  snap('snapCentre', 'workbench:settings.snapCentre', false, 32.6),
  snap('snapExtension', 'workbench:settings.snapExtension', false, 32.7),
  {
    key: 'lockCopy',
    section: EDITING,
    title: 'workbench:settings.lockCopy',
    help: 'workbench:settings.lockCopy.help',
    kind: 'boolean',
    default: true,
    order: 33,
  },
  {
    key: 'isSingleMeasurement',
    section: MEASURING,
    title: 'workbench:settings.isSingleMeasurement',
    help: 'workbench:settings.isSingleMeasurement.help',
    kind: 'boolean',
    default: false,
    order: 40,
  },
  {
    key: 'preserveMeasure',
    section: MEASURING,
    title: 'workbench:settings.preserveMeasure',
    help: 'workbench:settings.preserveMeasure.help',
    kind: 'boolean',
    default: true,
    order: 41,
    local: true,
  },
  {
    key: 'pointSize3D',
    section: VIEWERS,
    title: 'workbench:settings.pointSize3D',
    help: 'workbench:settings.pointSize3D.help',
    kind: 'number',
    default: 0.15,
    min: 0.01,
    max: 10,
    step: 0.01,
    order: 50,
  },
  {
    key: 'navigationRange',
    section: VIEWERS,
    title: 'workbench:settings.navigationRange',
    help: 'workbench:settings.navigationRange.help',
    kind: 'number',
    default: 10,
    min: 1,
    max: 1000,
    step: 1,
    unit: 'm',
    order: 51,
  },
];
