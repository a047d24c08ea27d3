import type { SettingContribution } from '#core/plugin';

const GENERAL = 'workbench:settings.general';
const COORDINATES = 'workbench:settings.coordinates';
const EDITING = 'workbench:settings.editing';

/** Settings of the core and the frame; those of a plugin stand in its manifest. */
export const OWN_SETTINGS: readonly SettingContribution[] = [
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
    order: 20,
    local: true,
  },
  {
    key: 'measureCRS',
    section: COORDINATES,
    title: 'workbench:settings.measureCRS',
    help: 'workbench:settings.measureCRS.help',
    kind: 'crs',
    default: '',
    order: 21,
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
    order: 22,
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
    key: 'shortcuts',
    section: 'workbench:settings.shortcuts',
    title: 'workbench:settings.shortcuts',
    help: 'workbench:settings.shortcuts.help',
    kind: 'shortcuts',
    default: '',
    order: 60,
  },
];
