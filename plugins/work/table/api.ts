import type { ComponentType, ReactNode } from 'react';
import type { Observable } from 'rxjs';
import { serviceToken } from '#core/kernel';
import type { Guarded, ServiceName, TextKey } from '#core/plugin';
import type { OpenProject } from '#core/project';

/** A further column of the table, with texts that another plugin knows. */
export interface ObjectColumnContribution extends Guarded {
  id: string;
  title: TextKey;
  /** The field by which the server filters and sorts it (`ResearchFilter`). */
  field: string;
  /** Service of type `ObjectTexts`. */
  source: ServiceName;
  order: number;
}

declare module '#core/plugin' {
  interface ContributionPoints {
    objectColumns: ObjectColumnContribution;
  }
}

export interface ObjectTexts {
  /** By the id of the object, for as long as it is followed; objects without a text are left out. Errors are AppErrors. */
  of(projectId: string): Observable<ReadonlyMap<string, string>>;
}

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
