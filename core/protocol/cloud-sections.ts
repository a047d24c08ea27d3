import * as z from 'zod/mini';
import { defineCall } from './call.ts';
import { accepted, byId, name } from './common.ts';
import { cloudLine, cloudSelection } from './cloud-regions.ts';

/** Most sections of one file. */
export const MAX_CLOUD_SECTIONS = 500;
export const SECTION_FORMATS = ['dxf', 'csv', 'pdf'] as const;
export type SectionFormat = (typeof SECTION_FORMATS)[number];

const distance = z.number().check(z.minimum(-1e7), z.maximum(1e7));
const section = z.object({
  title: name,
  line: cloudLine,
  /** Lines drawn in it: distances along its line, and heights. */
  paths: z.optional(
    z
      .array(z.array(z.tuple([distance, distance])).check(z.minLength(2), z.maxLength(10_000)))
      .check(z.maxLength(1000)),
  ),
});
export type CloudSection = z.output<typeof section>;

export const exportSections = defineCall({
  id: 'pointcloud.sections',
  method: 'POST',
  path: '/pointcloud/:id/sections',
  summary:
    'Draws sections of a point cloud from all stored points, in a job: outlines by class, axes, what was drawn in them. `dxf`: side by side in true scale, in the unit of the points; `pdf`: a page each, to scale; `csv`: the vertices of the outlines, along the section and at their places. The result is in the job; the file is downloaded as other exports.',
  authorization: 'export',
  params: byId,
  body: z.extend(cloudSelection, {
    sections: z.array(section).check(z.minLength(1), z.maxLength(MAX_CLOUD_SECTIONS)),
    /** Full width of the slab around each line. */
    width: z.number().check(z.positive(), z.maximum(10_000)),
    format: z.enum(SECTION_FORMATS),
    name: z.optional(name),
  }),
  answer: accepted,
});
