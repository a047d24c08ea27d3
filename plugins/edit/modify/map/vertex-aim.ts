import { HANDLE_TOLERANCE, vertexAt, type Gesture } from '#core/mapview';
import type { ToolContext } from '#core/tools';
import type { EditTargets } from '#plugins/work/selection/api';
import type { VertexEditing } from '../model/vertex-editing.ts';
import { arrowsAt, arrowUnder, type Arrow } from './axes.ts';
import { handleAt, type EditHandle } from './handles.ts';

/** Finds the handles and arrows of the selected objects at the pointer. */
export class VertexAim {
  constructor(
    readonly context: ToolContext,
    readonly targets: EditTargets,
    readonly editing: VertexEditing,
  ) {}

  /** The active vertex. */
  get chosen(): EditHandle | undefined {
    const { active } = this.editing;
    const object = active && this.context.project.document.get(active.id);
    return object && { ...active, role: 'vertex', position: vertexAt(object.location, active.path) };
  }

  handleAt({ pixel, pointer }: Gesture): EditHandle | undefined {
    const { view, project } = this.context;
    return handleAt(
      view,
      project.document,
      new Set(this.targets.objects.map(({ id }) => id)),
      pixel,
      HANDLE_TOLERANCE[pointer],
    );
  }

  /** Returns the arrow of the active vertex at the pointer. */
  arrowAt({ pixel, pointer }: Gesture): { arrow: Arrow; handle: EditHandle } | undefined {
    const { chosen } = this;
    const arrow =
      chosen && arrowUnder(arrowsAt(this.context.view, chosen.position), pixel, HANDLE_TOLERANCE[pointer]);
    return arrow && { arrow, handle: chosen };
  }
}
