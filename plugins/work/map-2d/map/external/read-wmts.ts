import WMTSCapabilities from 'ol/format/WMTSCapabilities.js';
import { crsOf, unitOfCrs } from '#core/geodesy';
import type { SourceOf } from '#core/protocol';
import type { OfferedLayer, OfferedService } from '../../api.ts';
import { codeOfName, isLongitudeFirst } from './crs-names.ts';

/** What is read of the object that OpenLayers makes of a document. */
interface WmtsDocument {
  ServiceIdentification?: { Title?: string };
  OperationsMetadata?: {
    GetTile?: { DCP?: { HTTP?: { Get?: { href?: string; Constraint?: Constraint[] }[] } } };
  };
  Contents?: { Layer?: WmtsLayer[]; TileMatrixSet?: MatrixSet[] };
}
interface Constraint {
  name?: string;
  AllowedValues?: { Value?: string[] };
}
interface WmtsLayer {
  Identifier: string;
  Title?: string;
  Format?: string[];
  Style?: { Identifier: string; Title?: string; isDefault?: boolean; LegendURL?: { href?: string }[] }[];
  Dimension?: { Identifier: string; Default?: string; Value?: string[] }[];
  TileMatrixSetLink?: { TileMatrixSet: string }[];
  ResourceURL?: { format?: string; resourceType?: string; template?: string }[];
}
interface MatrixSet {
  Identifier: string;
  SupportedCRS?: string;
  TileMatrix?: {
    Identifier: string;
    ScaleDenominator: number;
    TopLeftCorner: [number, number];
    TileWidth: number;
    TileHeight: number;
    MatrixWidth: number;
    MatrixHeight: number;
  }[];
}

/** Metres of a pixel that scale denominators assume (OGC 07-057r7). */
const PIXEL = 0.00028;
const METRES_PER_DEGREE = (Math.PI * 6_378_137) / 180;
const MAX_MATRICES = 40;

/** Reads capabilities of a WMTS. Layers in systems that core/geodesy does not know are left out. */
export function readWmts(text: string): OfferedService {
  const { ServiceIdentification, OperationsMetadata, Contents } = new WMTSCapabilities().read(
    text,
  ) as WmtsDocument;
  const sets = (Contents?.TileMatrixSet ?? []).flatMap((set) => matrixSetOf(set) ?? []);
  const gets = OperationsMetadata?.GetTile?.DCP?.HTTP?.Get ?? [];
  const kvp = gets.find(({ Constraint = [] }) =>
    Constraint.every((one) => one.AllowedValues?.Value?.includes('KVP') ?? true),
  )?.href;
  const layers = (Contents?.Layer ?? []).flatMap((layer) => offered(layer, sets, kvp) ?? []);
  return { title: ServiceIdentification?.Title ?? '', layers };
}

type Grid = Pick<SourceOf<'wmts'>, 'matrixSet' | 'crs' | 'matrices'>;

function offered(layer: WmtsLayer, sets: readonly Grid[], kvp: string | undefined): OfferedLayer | undefined {
  const linked = new Set(layer.TileMatrixSetLink?.map(({ TileMatrixSet }) => TileMatrixSet));
  const own = sets.filter(({ matrixSet }) => linked.has(matrixSet));
  const grid = own.find(({ crs }) => crs === 'EPSG:3857') ?? own[0];
  const resources = layer.ResourceURL?.filter(({ resourceType }) => resourceType === 'tile') ?? [];
  const formats = layer.Format ?? [];
  const format =
    ['image/png', 'image/jpeg', 'image/webp'].find((each) => formats.includes(each)) ?? formats[0];
  if (!grid || format === undefined) return undefined;
  const rest = resources.find((resource) => resource.format === format) ?? resources[0];
  const url = rest?.template ?? kvp;
  if (url === undefined) return undefined;
  const styles = layer.Style ?? [];
  const style = styles.find(({ isDefault }) => isDefault) ?? styles[0];
  const dimensions = (layer.Dimension ?? []).map(({ Identifier, Default, Value }) => [
    Identifier,
    Default ?? Value?.[0] ?? '',
  ]);
  return {
    id: layer.Identifier,
    title: layer.Title?.trim() || layer.Identifier,
    group: '',
    styles: styles.map(({ Identifier, Title, LegendURL }) => ({
      name: Identifier,
      title: Title ?? Identifier,
      legend: LegendURL?.[0]?.href ?? null,
    })),
    attribution: '',
    minScale: null,
    maxScale: null,
    source: {
      kind: 'wmts',
      url,
      encoding: rest?.template === undefined ? 'KVP' : 'REST',
      layer: layer.Identifier,
      style: style?.Identifier ?? '',
      format,
      dimensions: Object.fromEntries(dimensions) as Record<string, string>,
      ...grid,
    },
  };
}

/** A matrix set from coarse to fine; undefined where its system is not known. */
function matrixSetOf({ Identifier, SupportedCRS = '', TileMatrix = [] }: MatrixSet): Grid | undefined {
  const isSwapped = isLongitudeFirst(SupportedCRS);
  const code = isSwapped ? 'EPSG:4326' : codeOfName(SupportedCRS);
  const crs = code === undefined ? undefined : crsOf(code);
  if (code === undefined || (!crs && code !== 'EPSG:3857')) return undefined;
  const metres = crs?.geographic ? METRES_PER_DEGREE : crs ? unitOfCrs(code).metres : 1;
  const isNorthFirst = crs?.axes === 'ne' && !isSwapped;
  const matrices = TileMatrix.map((matrix) => {
    const [first, second] = matrix.TopLeftCorner;
    const origin: [number, number] = isNorthFirst ? [second, first] : [first, second];
    return {
      id: matrix.Identifier,
      resolution: (matrix.ScaleDenominator * PIXEL) / metres,
      origin,
      tileSize: [matrix.TileWidth, matrix.TileHeight] as [number, number],
      size: [matrix.MatrixWidth, matrix.MatrixHeight] as [number, number],
    };
  });
  matrices.sort((a, b) => b.resolution - a.resolution);
  if (matrices.length === 0) return undefined;
  return { matrixSet: Identifier, crs: code, matrices: matrices.slice(0, MAX_MATRICES) };
}
