/** A wall as an upright box. */
export interface TestBox {
  at: readonly [number, number, number];
  size: readonly [number, number, number];
  /** Declared, m³. */
  volume?: number;
}

/** GlobalId number `n` of a test file. */
export const testGuid = (n: number) => `0000000000000000000${String(n).padStart(3, '0')}`;

/** An IFC4 file with walls `Wall 1`, `Wall 2`, … in the storey `Ground`; metres. GlobalIds count from 100. */
export function boxes(of: readonly TestBox[]): string {
  const lines: string[] = [
    `#1=IFCPROJECT('${testGuid(1)}',$,'Project',$,$,$,$,(#5),#2);`,
    '#2=IFCUNITASSIGNMENT((#3,#9,#10));',
    '#3=IFCSIUNIT(*,.LENGTHUNIT.,$,.METRE.);',
    '#9=IFCSIUNIT(*,.AREAUNIT.,$,.SQUARE_METRE.);',
    '#10=IFCSIUNIT(*,.VOLUMEUNIT.,$,.CUBIC_METRE.);',
    '#4=IFCAXIS2PLACEMENT3D(#6,$,$);',
    "#5=IFCGEOMETRICREPRESENTATIONCONTEXT($,'Model',3,1.E-05,#4,$);",
    '#6=IFCCARTESIANPOINT((0.,0.,0.));',
    '#7=IFCDIRECTION((0.,0.,1.));',
    '#8=IFCAXIS2PLACEMENT2D(#11,$);',
    '#11=IFCCARTESIANPOINT((0.,0.));',
    `#12=IFCBUILDING('${testGuid(2)}',$,'House',$,$,$,$,$,.ELEMENT.,$,$,$);`,
    `#13=IFCBUILDINGSTOREY('${testGuid(3)}',$,'Ground',$,$,$,$,$,.ELEMENT.,0.);`,
    `#14=IFCRELAGGREGATES('${testGuid(4)}',$,$,$,#1,(#12));`,
    `#15=IFCRELAGGREGATES('${testGuid(5)}',$,$,$,#12,(#13));`,
  ];
  const walls = of.map(({ at, size, volume }, i) => {
    const n = 100 + 20 * i;
    const real = (value: number) => (Number.isInteger(value) ? `${value}.` : String(value));
    const [x, y, z] = [at[0] + size[0] / 2, at[1] + size[1] / 2, at[2]];
    lines.push(
      `#${n}=IFCCARTESIANPOINT((${real(x)},${real(y)},${real(z)}));`,
      `#${n + 1}=IFCAXIS2PLACEMENT3D(#${n},$,$);`,
      `#${n + 2}=IFCLOCALPLACEMENT($,#${n + 1});`,
      `#${n + 3}=IFCRECTANGLEPROFILEDEF(.AREA.,$,#8,${real(size[0])},${real(size[1])});`,
      `#${n + 4}=IFCEXTRUDEDAREASOLID(#${n + 3},#4,#7,${real(size[2])});`,
      `#${n + 5}=IFCSHAPEREPRESENTATION(#5,'Body','SweptSolid',(#${n + 4}));`,
      `#${n + 6}=IFCPRODUCTDEFINITIONSHAPE($,$,(#${n + 5}));`,
      `#${n + 7}=IFCWALL('${testGuid(100 + i)}',$,'Wall ${i + 1}',$,$,#${n + 2},#${n + 6},$,$);`,
    );
    if (volume !== undefined)
      lines.push(
        `#${n + 8}=IFCQUANTITYVOLUME('NetVolume',$,$,${real(volume)},$);`,
        `#${n + 9}=IFCELEMENTQUANTITY('${testGuid(300 + i)}',$,'Qto_WallBaseQuantities',$,$,(#${n + 8}));`,
        `#${n + 10}=IFCRELDEFINESBYPROPERTIES('${testGuid(400 + i)}',$,$,$,(#${n + 7}),#${n + 9});`,
      );
    return `#${n + 7}`;
  });
  lines.push(`#20=IFCRELCONTAINEDINSPATIALSTRUCTURE('${testGuid(6)}',$,$,$,(${walls.join()}),#13);`);
  return `ISO-10303-21;
HEADER;
FILE_DESCRIPTION((''),'2;1');
FILE_NAME('boxes.ifc','2026-05-04T12:00:00',(''),(''),'','Tests','');
FILE_SCHEMA(('IFC4'));
ENDSEC;
DATA;
${lines.join('\n')}
ENDSEC;
END-ISO-10303-21;
`;
}

/** An IDS that wants this Name of every IfcWall. */
export function idsFor(name: string): string {
  return `<?xml version="1.0" encoding="utf-8"?>
<ids xmlns="http://standards.buildingsmart.org/IDS" xmlns:xs="http://www.w3.org/2001/XMLSchema">
  <info><title>Test</title></info>
  <specifications>
    <specification name="Name check" ifcVersion="IFC4">
      <applicability minOccurs="1" maxOccurs="unbounded">
        <entity><name><simpleValue>IFCWALL</simpleValue></name></entity>
      </applicability>
      <requirements>
        <attribute><name><simpleValue>Name</simpleValue></name><value><simpleValue>${name}</simpleValue></value></attribute>
      </requirements>
    </specification>
  </specifications>
</ids>`;
}
