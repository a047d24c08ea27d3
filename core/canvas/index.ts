export { brushOf, drawMarker, traceMarker, type Brush } from './brush.ts';
export { containsBox } from './contains-box.ts';
export { CameraInput, type CameraActions } from './camera-input.ts';
export { CanvasView } from './canvas-view.ts';
export { paintTiles, type TileShape, type TileSource } from './tile-source.ts';
export {
  boxAround,
  boxesMeet,
  boxOf,
  flatOf,
  growBox,
  kindOf,
  uniteBoxes,
  type ProjectedExtent,
  type ProjectedGeometry,
} from './flat.ts';
export { withOpacity } from './with-opacity.ts';
export type { RawGesture } from './pointer-input.ts';
export { themeColours, currentTheme, watchTheme, type ThemeColours } from './theme.ts';
export { ViewerLayers, DEFAULT_STYLE } from './layers.ts';
export {
  eastingOf,
  groundScale,
  HALF_WORLD,
  northingOf,
  positionOf,
  resolutionOf,
  zoomOf,
} from './mercator.ts';
export { NaturalEarth, NESTED_STEPS } from './natural-earth.ts';
export { pictureLoaded$ } from './pictures.ts';
export { paint, paintObject, spriteOf, useBrush } from './paint.ts';
export { boxOfSheet, scaleOfSheet, type Sheet } from './sheet.ts';
export { Pen, type OverlayContent } from './pen.ts';
export { clearedCanvas } from './cleared-canvas.ts';
export { SceneView } from './scene-view.ts';
export { cameraOfScene, zoomForExtent, type SceneFrame } from './scene-camera.ts';
export { SceneFlight, type SceneStance } from './scene-flight.ts';
export { resetCanvas, hasLabels, drawLabels, type ViewShape } from './draw-labels.ts';
export { MOVED_LABELS, type MovedLabels } from './moved-labels.ts';
export { drawMark, drawMarks } from './mark-drawing.ts';
