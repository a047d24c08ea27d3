import type { Extent, ProjectDocument } from '#core/document';
import { serviceToken } from '#core/kernel';
import type { OpenMap, WorkspaceMap } from '../api.ts';

/** Opens the flat map; its engine is loaded with it. */
export const OPEN_MAP = serviceToken<OpenMap>('map-2d.OpenMap');

/** Opens a map without a project; `whole`: the extent of what it shows. */
export type OpenPlainMap = (
  element: HTMLElement,
  document: ProjectDocument,
  whole: () => Extent | undefined,
) => WorkspaceMap;
export const OPEN_PLAIN_MAP = serviceToken<OpenPlainMap>('map-2d.OpenPlainMap');
