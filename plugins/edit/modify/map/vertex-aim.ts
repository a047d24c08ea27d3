import { HANDLE_TOLERANCE, vertexAt, type Gesture } from '#core/mapview';
import type { ToolContext } from '#core/tools';
import type { EditTargets } from '#plugins/work/selection/api';
import type { VertexEditing } from '../model/vertex-editing.ts';
import { arrowsAt, arrowUnder, type Arrow } from './axes.ts';
import { handleAt, type Handle } from './handles.ts';

/** What of the selected objects a hand can take hold of. */
export class VertexAim {
  constructor(
    readonly context: ToolContext,
    readonly targets: EditTargets,
    readonly editing: VertexEditing,
  ) {}

  /** The vertex that is chosen. */
  get chosen(): Handle | undefined {
    const { active } = this.editing;
    const object = active && this.context.project.document.get(active.id);
    return object && { ...active, role: 'vertex', position: vertexAt(object.location, active.path) };
  }

  handleAt({ pixel, pointer }: Gesture): Handle | undefined {
    const { view, project } = this.context;
    return handleAt(
      view,
      project.document,
      new Set(this.targets.objects.map(({ id }) => id)),
      pixel,
      HANDLE_TOLERANCE[pointer],
    );
  }

  /** An arrow of the vertex that is chosen. */
  arrowAt({ pixel, pointer }: Gesture): { arrow: Arrow; handle: Handle } | undefined {
    const { chosen } = this;
    const arrow =
      chosen && arrowUnder(arrowsAt(this.context.view, chosen.position), pixel, HANDLE_TOLERANCE[pointer]);
    return arrow && { arrow, handle: chosen };
  }
}
