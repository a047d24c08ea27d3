import type { SheetLayout } from '#core/protocol';
import type { SheetPlan } from '#core/sheets';
import type { TargetCrs } from '../../../formats/layer-writer.ts';
import type { MarkerPictures } from '../../../formats/pdf/map/objects.ts';
import type { GroundLine } from '../content/sheet-task.ts';
import type { WriteTask } from '../content/task.ts';
import type { DocumentTexts } from '../documents/document-texts.ts';
import type { FramePicture } from './drawings/paper-drawing.ts';
import type { SheetLayer } from './sheet-objects.ts';

/** What all pages of a sheet have in common. */
export interface SheetContext {
  readonly task: WriteTask;
  readonly language: WriteTask['language'];
  readonly layout: SheetLayout;
  readonly plan: SheetPlan;
  readonly crs: TargetCrs;
  readonly layers: readonly SheetLayer[];
  /** Of frames that are profiles, by the number of the frame. */
  readonly profiles: ReadonlyMap<number, GroundLine>;
  readonly texts: DocumentTexts;
  readonly pictures: MarkerPictures;
  readonly logo: FramePicture | undefined;
  /** Of frames that are pictures, by the number of the frame. */
  readonly framePictures: ReadonlyMap<number, FramePicture>;
}
