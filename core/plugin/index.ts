export { AUTHOR_MODE, authoredIn, type AuthorMode, type AuthorState } from './author-mode.ts';
export { findLandmark, landmark, type Landmark } from './landmarks.ts';
export * from './contributions.ts';
export { HOST, type Contribution, type PluginFailure, type PluginHost } from './host.ts';
export { definePlugin, type PluginCode, type PluginManifest } from './manifest.ts';
export {
  OUTSIDE_RUNTIME,
  outsidePanel,
  type Command,
  type OutsideRuntime,
  type PaletteItem,
  type PaletteProvider,
  type UsedPlugin,
} from './services.ts';
export { addressOn, viewersOf, worksOn } from './tool-address.ts';
export { Panels, PANELS } from './panels.ts';
export { sameKeys } from './keys.ts';
export { Plugins, type Allows } from './plugins.ts';
export { verify, type Verified } from './verify.ts';
export {
  assignKeys,
  FRAME_KEYS,
  readChosenKeys,
  shortcutItems,
  type ChosenKeys,
  type ShortcutAssignment,
  type ShortcutItem,
  type ShortcutLoss,
  type ShortcutPoint,
} from './shortcuts.ts';
