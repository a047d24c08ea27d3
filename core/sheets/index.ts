export { paperSize, partsOf, planSheet, type SheetPlan } from './plan.ts';
export { TITLE_BLOCK } from './panel-parts.ts';
export { planeAbout, type FramePlane } from './frame-plane.ts';
export { fittingScale, frameExtent, frameOutline, groundSize } from './outline.ts';
export { fillIn } from './fill-in.ts';
export { DEFAULT_LAYOUT } from './default-layout.ts';
export { pdfFile, pdfText } from './pdf.ts';
