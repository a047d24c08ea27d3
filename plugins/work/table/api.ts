import type { ComponentType, ReactNode } from 'react';
import { serviceToken } from '#core/kernel';
import type { OpenProject } from '#core/project';

export interface ObjectTableProps {
  /** The open project. */
  project: OpenProject;
  /** The objects shown; another type is another table (`key`). */
  typeName: string;
  /** A map is beside it: other types can be chosen, and the objects in view. Default: false. */
  hasMap?: boolean;
  /** More buttons above the rows. */
  actions?: ReactNode;
  /** Shows an object elsewhere. Default: zooms the map to it. */
  onShow?: (id: string) => void;
}

/** The table of the objects of one type: rows from the server, with filters, edits and statistics. */
export const OBJECT_TABLE = serviceToken<ComponentType<ObjectTableProps>>('table.ObjectTable');
