import { bimFilter } from './bim-elements.ts';
import { defineCall, TIMEOUT } from './call.ts';
import { accepted, byId } from './common.ts';

export const exportBimSubset = defineCall({
  id: 'bim.subset',
  method: 'POST',
  path: '/bim/:id/subset',
  summary:
    'Writes the elements that a filter finds to an IFC file of their own, in a job: with their shapes, properties, types, materials and place in the structure, and with what they open, fill or are part of. The result is in the job: `count` is how many of the found elements are in the file, without what comes with them. It is downloaded as other exports.',
  authorization: 'export',
  params: byId,
  body: bimFilter,
  answer: accepted,
  timeout: TIMEOUT.exports,
});
