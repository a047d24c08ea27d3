/** A wall of 4 × 0.3 × 2.7 m, or of other lengths, at a place in the axes of the file, metres. */
export interface TestWall {
  guid?: string;
  name?: string;
  at?: readonly [number, number, number];
  size?: readonly [number, number, number];
  /** Degrees counter-clockwise. */
  turn?: number;
  fireRating?: string;
  class?: string;
}

export interface TestIfc {
  schema?: 'IFC2X3' | 'IFC4' | 'IFC4X3_ADD2';
  /** Metres per unit. */
  unit?: 1 | 0.001;
  walls?: readonly TestWall[];
  /** Location of the site, metres. */
  site?: readonly [number, number, number];
  /** Attributes 9 to 11 of IfcSite: latitude, longitude, elevation, as text. */
  place?: string;
  /** Location of the world coordinate system, metres. */
  world?: readonly [number, number, number];
  /** Direction of true north. */
  north?: readonly [number, number];
  /** Further lines, numbered from #900; `#10` is the context, `#1` the project, `#30` the site. */
  more?: string;
}

const GUID = (number: number) => `0Groma${String(number).padStart(16, '0')}`;
const real = (value: number) => (Number.isInteger(value) ? `${value}.` : String(value));

/** A small IFC file: one storey with walls that have a type, a material, a classification, a system and properties. */
export function smallIfc({
  schema = 'IFC4',
  unit = 1,
  walls = [{}],
  site = [0, 0, 0],
  place = '$,$,$',
  world = [0, 0, 0],
  north,
  more = '',
}: TestIfc = {}): string {
  const lines: string[] = [];
  const add = (number: number, text: string) => lines.push(`#${number}=${text};`);
  const point = (numbers: readonly number[]) =>
    `IFCCARTESIANPOINT((${numbers.map((one) => real(one / unit)).join()}))`;
  const old = schema === 'IFC2X3';
  const history = '#2';
  add(1, `IFCPROJECT('${GUID(1)}',${history},'Test',$,$,$,$,(#10),#20)`);
  add(2, `IFCOWNERHISTORY(#3,#6,$,.ADDED.,$,$,$,1700000000)`);
  add(3, 'IFCPERSONANDORGANIZATION(#4,#5,$)');
  add(4, `IFCPERSON($,'Tester',$,$,$,$,$,$)`);
  add(5, `IFCORGANIZATION($,'Groma',$,$,$)`);
  add(6, `IFCAPPLICATION(#5,'1','Groma test','groma')`);
  add(10, `IFCGEOMETRICREPRESENTATIONCONTEXT($,'Model',3,1.E-05,#11,${north ? '#13' : '$'})`);
  add(11, 'IFCAXIS2PLACEMENT3D(#12,$,$)');
  add(12, point(world));
  if (north) add(13, `IFCDIRECTION((${north.map(real).join()}))`);
  add(20, 'IFCUNITASSIGNMENT((#21,#22,#23,#24))');
  add(21, `IFCSIUNIT(*,.LENGTHUNIT.,${unit === 1 ? '$' : '.MILLI.'},.METRE.)`);
  add(22, 'IFCSIUNIT(*,.AREAUNIT.,$,.SQUARE_METRE.)');
  add(23, 'IFCSIUNIT(*,.VOLUMEUNIT.,$,.CUBIC_METRE.)');
  add(24, 'IFCSIUNIT(*,.PLANEANGLEUNIT.,$,.RADIAN.)');
  add(30, `IFCSITE('${GUID(30)}',${history},'Site',$,$,#31,$,$,.ELEMENT.,${place},$,$)`);
  add(31, 'IFCLOCALPLACEMENT($,#32)');
  add(32, 'IFCAXIS2PLACEMENT3D(#33,$,$)');
  add(33, point(site));
  add(40, `IFCBUILDING('${GUID(40)}',${history},'House',$,$,#41,$,$,.ELEMENT.,$,$,$)`);
  add(41, 'IFCLOCALPLACEMENT(#31,#42)');
  add(42, 'IFCAXIS2PLACEMENT3D(#43,$,$)');
  add(43, point([0, 0, 0]));
  const elevation = real(3 / unit);
  add(
    50,
    `IFCBUILDINGSTOREY('${GUID(50)}',${history},'Ground floor',$,$,#51,$,'Erdgeschoss',.ELEMENT.,${elevation})`,
  );
  add(51, 'IFCLOCALPLACEMENT(#41,#42)');
  add(60, `IFCRELAGGREGATES('${GUID(60)}',${history},$,$,#1,(#30))`);
  add(61, `IFCRELAGGREGATES('${GUID(61)}',${history},$,$,#30,(#40))`);
  add(62, `IFCRELAGGREGATES('${GUID(62)}',${history},$,$,#40,(#50))`);
  const numbers = walls.map((_, i) => 1000 + i * 20);
  const all = numbers.map((number) => `#${number}`).join();
  if (walls.length > 0) {
    add(70, `IFCRELCONTAINEDINSPATIALSTRUCTURE('${GUID(70)}',${history},$,$,(${all}),#50)`);
    add(71, `IFCMATERIAL('Brick'${old ? '' : ',$,$'})`);
    add(72, `IFCRELASSOCIATESMATERIAL('${GUID(72)}',${history},$,$,(${all}),#71)`);
    add(73, `IFCWALLTYPE('${GUID(73)}',${history},'Outer wall',$,$,(#74),$,$,$,.STANDARD.)`);
    add(74, `IFCPROPERTYSET('${GUID(74)}',${history},'Pset_WallCommon',$,(#75))`);
    add(75, `IFCPROPERTYSINGLEVALUE('IsExternal',$,IFCBOOLEAN(.T.),$)`);
    add(76, `IFCRELDEFINESBYTYPE('${GUID(76)}',${history},$,$,(${all}),#73)`);
    add(
      77,
      old ? `IFCCLASSIFICATION('x','1',$,'Uniclass')` : `IFCCLASSIFICATION('x','1',$,'Uniclass',$,$,$)`,
    );
    add(
      78,
      old
        ? `IFCCLASSIFICATIONREFERENCE($,'EF_25','Walls',#77)`
        : `IFCCLASSIFICATIONREFERENCE($,'EF_25','Walls',#77,$,$)`,
    );
    add(79, `IFCRELASSOCIATESCLASSIFICATION('${GUID(79)}',${history},$,$,(${all}),#78)`);
    add(80, `IFCSYSTEM('${GUID(80)}',${history},'Shell',$,$)`);
    add(81, `IFCRELASSIGNSTOGROUP('${GUID(81)}',${history},$,$,(${all}),$,#80)`);
  }
  for (const [i, wall] of walls.entries()) {
    const { at = [0, 0, 0], size = [4, 0.3, 2.7], turn = 0, fireRating = 'F30' } = wall;
    const n = numbers[i]!;
    const guid = wall.guid ?? GUID(n);
    const tail = old ? '' : wall.class && wall.class !== 'IFCWALL' ? ',$' : ',.STANDARD.';
    add(
      n,
      `${wall.class ?? 'IFCWALL'}('${guid}',${history},'${wall.name ?? `Wall ${i + 1}`}',$,$,#${n + 1},#${n + 5},'T-${guid.slice(-5)}'${tail})`,
    );
    add(n + 1, `IFCLOCALPLACEMENT(#51,#${n + 2})`);
    add(n + 2, `IFCAXIS2PLACEMENT3D(#${n + 3},$,#${n + 4})`);
    add(n + 3, point(at));
    const angle = (turn * Math.PI) / 180;
    add(n + 4, `IFCDIRECTION((${real(Math.cos(angle))},${real(Math.sin(angle))},0.))`);
    add(n + 5, `IFCPRODUCTDEFINITIONSHAPE($,$,(#${n + 6}))`);
    add(n + 6, `IFCSHAPEREPRESENTATION(#10,'Body','SweptSolid',(#${n + 7}))`);
    add(n + 7, `IFCEXTRUDEDAREASOLID(#${n + 8},#${n + 11},#${n + 12},${real(size[2] / unit)})`);
    add(n + 8, `IFCRECTANGLEPROFILEDEF(.AREA.,$,#${n + 9},${real(size[0] / unit)},${real(size[1] / unit)})`);
    add(n + 9, `IFCAXIS2PLACEMENT2D(#${n + 10},$)`);
    // The corner of the wall is its placement.
    add(n + 10, `IFCCARTESIANPOINT((${real(size[0] / 2 / unit)},${real(size[1] / 2 / unit)}))`);
    add(n + 11, 'IFCAXIS2PLACEMENT3D(#43,$,$)');
    add(n + 12, 'IFCDIRECTION((0.,0.,1.))');
    add(n + 13, `IFCRELDEFINESBYPROPERTIES('${GUID(n + 13)}',${history},$,$,(#${n}),#${n + 14})`);
    add(n + 14, `IFCPROPERTYSET('${GUID(n + 14)}',${history},'Pset_WallCommon',$,(#${n + 15}))`);
    add(n + 15, `IFCPROPERTYSINGLEVALUE('FireRating',$,IFCLABEL('${fireRating}'),$)`);
    add(n + 16, `IFCRELDEFINESBYPROPERTIES('${GUID(n + 16)}',${history},$,$,(#${n}),#${n + 17})`);
    add(n + 17, `IFCELEMENTQUANTITY('${GUID(n + 17)}',${history},'Qto_WallBaseQuantities',$,$,(#${n + 18}))`);
    add(n + 18, `IFCQUANTITYLENGTH('Length',$,$,${real(size[0] / unit)}${old ? '' : ',$'})`);
  }
  return (
    `ISO-10303-21;\nHEADER;\nFILE_DESCRIPTION((''),'2;1');\n` +
    `FILE_NAME('Test','2026-05-04T12:00:00',(''),(''),'','Groma test','');\nFILE_SCHEMA(('${schema}'));\nENDSEC;\nDATA;\n` +
    `${lines.join('\n')}\n${more}\nENDSEC;\nEND-ISO-10303-21;\n`
  );
}
