import { SparseNormals, type Factored } from './sparse.ts';
import { chiSquare, popeTau } from './statistics.ts';

/** One observation as a function of unknowns, which are numbered from 0. */
export interface Equation {
  unknowns: number[];
  /** Observed minus computed at the current values, and the derivatives by the unknowns. */
  at(values: Float64Array): { misfit: number; coefficients: number[] };
  /** One standard deviation, in the unit of the misfit. */
  sigma: number;
}

export interface Tested {
  /** Adjusted minus observed. */
  residual: number;
  /** Baarda's w: the residual by its own standard deviation; null where nothing checks the observation. */
  w: number | null;
  /** Share of an error that shows in the residual, 0 to 1. */
  redundancy: number;
}

export interface Adjusted {
  values: Float64Array;
  freedom: number;
  /** A posteriori standard deviation of unit weight; null without redundancy. */
  sigma0: number | null;
  /** Global test at 95 %: σ0² × freedom within these. */
  chi: { value: number; lower: number; upper: number; passed: boolean } | null;
  /** Pope's critical value for residuals by σ0. */
  tau: number | null;
  observations: Tested[];
  /** Covariance of two unknowns of one observation, with σ0 a priori 1. */
  cofactor(u: number, v: number): number;
}

const MAX_ROUNDS = 25;
/** Level of each single test: 0.1 %, |w| above 3.29 is a blunder. */
export const CRITICAL = 3.29;

/**
 * Least squares by Gauss and Newton. Returns which unknown is not determined, or that it does not converge.
 */
export function adjust(
  equations: readonly Equation[],
  start: Float64Array,
): Adjusted | { loose: number } | 'diverges' {
  let values = Float64Array.from(start);
  let factored: Factored | undefined;
  const size = start.length;
  for (let round = 0; ; round++) {
    if (round === MAX_ROUNDS) return 'diverges';
    const normals = new SparseNormals(size);
    for (const equation of equations) {
      const { misfit, coefficients } = equation.at(values);
      normals.add(equation.unknowns, coefficients, 1 / equation.sigma ** 2, misfit);
    }
    const factor = normals.factor();
    if ('loose' in factor) return factor;
    factored = factor;
    const step = factored.solve(normals.right);
    values = values.map((value, i) => value + step[i]!);
    if (!values.every(Number.isFinite)) return 'diverges';
    if (step.every((value) => Math.abs(value) < 1e-6)) break;
  }
  return tested(equations, values, factored);
}

function tested(equations: readonly Equation[], values: Float64Array, factored: Factored): Adjusted {
  const freedom = equations.length - values.length;
  let square = 0;
  const observations = equations.map(({ unknowns, at, sigma }): Tested => {
    const { misfit, coefficients } = at(values);
    square += (misfit / sigma) ** 2;
    let own = 0;
    for (const [i, u] of unknowns.entries())
      for (const [j, v] of unknowns.entries())
        own += coefficients[i]! * coefficients[j]! * factored.inverse(u, v);
    const redundancy = Math.min(1, Math.max(0, 1 - own / sigma ** 2));
    const w = redundancy < 1e-4 ? null : -misfit / (sigma * Math.sqrt(redundancy));
    return { residual: 0 - misfit, w, redundancy };
  });
  const sigma0 = freedom > 0 ? Math.sqrt(square / freedom) : null;
  const bounds = freedom > 0 ? [chiSquare(0.025, freedom), chiSquare(0.975, freedom)] : undefined;
  return {
    values,
    freedom,
    sigma0,
    chi: bounds
      ? {
          value: square,
          lower: bounds[0]!,
          upper: bounds[1]!,
          passed: square >= bounds[0]! && square <= bounds[1]!,
        }
      : null,
    tau: freedom > 1 ? popeTau(0.999, freedom) : null,
    observations,
    cofactor: (u, v) => factored.inverse(u, v),
  };
}

/** Half axes of the standard ellipse (1σ) and the azimuth of the major one, degrees. */
export function ellipseOf(
  ee: number,
  en: number,
  nn: number,
): { major: number; minor: number; azimuth: number } {
  const middle = (ee + nn) / 2;
  const spread = Math.hypot((ee - nn) / 2, en);
  const azimuth = (Math.atan2(2 * en, nn - ee) / 2) * (180 / Math.PI);
  return {
    major: Math.sqrt(Math.max(0, middle + spread)),
    minor: Math.sqrt(Math.max(0, middle - spread)),
    azimuth: (azimuth + 180) % 180,
  };
}
