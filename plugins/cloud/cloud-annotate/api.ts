import { type Disposable, serviceToken } from '#core/kernel';
import type { CloudAnnotation } from '#core/protocol';
import type { CloudView } from '#plugins/cloud/point-cloud/api';

/** The signs of annotations on a view. */
export interface AnnotationSigns extends Disposable {
  /** `chosen`: the id of the one that comes before all. */
  show(annotations: readonly CloudAnnotation[], chosen: string | undefined): void;
}
/** Shows signs on a view; `choose` is called with the one that is clicked. */
export type ShowSigns = (view: CloudView, choose: (annotation: CloudAnnotation) => void) => AnnotationSigns;
export const SHOW_SIGNS = serviceToken<ShowSigns>('cloud-annotate.ShowSigns');
