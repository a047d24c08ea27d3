export { areaLabel } from './area-label.ts';
export { constrained, directionAt, edgeNear, type Constraint } from './alongside.ts';
export { MINIMUM, PathCapture, type CapturedPath, type PathKind } from './capture.ts';
export { FigureSession } from './figure-session.ts';
export { Figures, type Figure, type FigureRule } from './figures.ts';
export { onBearing } from './constrain.ts';
export { isLed, led, type Lead } from './lead.ts';
export { heldBy, inCrs, type InputFrame, type Locks } from './locks.ts';
export { levelled, liftedTo } from './heights.ts';
export { pathSketch } from './picture.ts';
export { CaptureSession, type CaptureRequest, type Diversion } from './session.ts';
export { geodesic, isPlane, planeIn, type Metric } from './metric.ts';
export { segmentLabels } from './readout.ts';
export {
  exactAngleDigits,
  printExact,
  printExactAngle,
  printExactCoordinates,
  shownUnit,
  type ShownUnit,
} from './exact.ts';
export { coordinateDigits, printerOf, type Printer } from './printer.ts';
export { CHORD_TOLERANCE, chordsOf } from './chords.ts';
export { Snapping, type SnappedPosition, type SnapSetting } from './snapping.ts';
export { crossesItself, ringsCross } from './rings.ts';
export { movedByKey, NUDGES, nudged } from './nudge.ts';
export { NudgeSteps } from './nudge-steps.ts';
export { TabWalk } from './tab-walk.ts';
